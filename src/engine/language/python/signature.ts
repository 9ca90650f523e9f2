import { K } from './kinds.ts';
import type { Walk } from './walk.ts';
import { foldText } from '../foldText.ts';

/** The head of a definition on one line: from `def`, `class` or `lambda` to the colon, comments out. */
export function signatureOf(walk: Walk, node: number, body: number): string {
  let end = walk.end[node]!;
  const comments: number[] = [];
  const head = body < 0 ? walk.next[node]! : body;
  for (let child = node + 1; child < head; child = walk.next[child]!)
    if (walk.kinds[child] === K.Colon) end = walk.start[child]!;
  for (let at = node + 1; at < head && walk.start[at]! < end; at++) if (walk.isTrivia(at)) comments.push(at);
  let text = '';
  let from = walk.start[node]!;
  for (const comment of comments) {
    text += walk.text.slice(from, walk.start[comment]);
    from = walk.end[comment]!;
  }
  text += walk.text.slice(from, end);
  return foldText(text);
}
