import type { FileSummary } from '../../model/facts.ts';
import { lineAt, type FlatTree } from '../flatTree.ts';
import { suppressionsInComment } from '../suppressions.ts';
import { Kind } from './kinds.ts';
import type { Value, Walk } from './walk.ts';

/** Remembers a doc comment for the definition that follows it. */
export function visitComment(walk: Walk, node: number): Value {
  const start = walk.start[node]!;
  const { text } = walk;
  if (text.charCodeAt(start + 1) === 42 && text.charCodeAt(start + 2) === 42) {
    walk.docNode = node;
    walk.docEnd = walk.end[node]!;
  } else if (walk.docNode >= 0) {
    if (isBlank(text, walk.docEnd, start)) walk.docEnd = walk.end[node]!;
    else walk.docNode = -1;
  }
  return -2;
}

function isBlank(text: string, from: number, to: number): boolean {
  if (to < from) return false;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return false;
  }
  return true;
}

/** First paragraph of the doc comment directly before `start`, at most `longest` characters. */
export function docOf(walk: Walk, start: number, longest: number): string {
  if (walk.docNode < 0 || !isBlank(walk.text, walk.docEnd, start)) return '';
  const lines = walk
    .textOf(walk.docNode)
    .slice(3, -2)
    .split(/\r\n|\r|\n/);
  const paragraph: string[] = [];
  for (const raw of lines) {
    const line = raw.replace(/^\s*\*?/, '').trim();
    if (line === '') {
      if (paragraph.length > 0) break;
      continue;
    }
    if (/^@(desc|description|summary)\b/.test(line)) {
      paragraph.push(line.replace(/^@\w+\s*/, ''));
      continue;
    }
    if (line.startsWith('@')) break;
    paragraph.push(line);
  }
  return paragraph.join(' ').replace(/\s+/g, ' ').trim().slice(0, longest);
}

/** Suppressions in all comments of a file. */
export function suppressionsOf(tree: FlatTree, kindOf: Uint8Array): FileSummary['suppressions'] {
  const found: FileSummary['suppressions'] = [];
  if (!tree.text.includes('rewheel-ignore')) return found;
  for (let node = 0; node < tree.count; node++) {
    const kind = kindOf[tree.kind[node]!]!;
    if (kind !== Kind.comment && kind !== Kind.html_comment) continue;
    const start = tree.start[node]!;
    for (const { offset, rule, reason } of suppressionsInComment(tree.text.slice(start, tree.end[node])))
      found.push({ line: lineAt(tree.lineStarts, start + offset), rule, reason });
  }
  return found;
}

const GENERATED = /@generated\b|\bdo not (?:edit|modify)\b|\bauto-?generated\b|\bautomatically generated\b/i;

/** True when a comment before the first statement says that the file is generated. */
export function saysGenerated(tree: FlatTree, kindOf: Uint8Array): boolean {
  const stop = tree.count > 0 ? tree.next[0]! : 0;
  for (let node = 1; node < stop; node = tree.next[node]!) {
    const kind = kindOf[tree.kind[node]!]!;
    if (kind === Kind.hash_bang_line) continue;
    if (kind !== Kind.comment && kind !== Kind.html_comment) {
      // `'use strict'` often stands before the head comment.
      const text = tree.text.slice(tree.start[node], tree.end[node]);
      if (/^(['"])use [a-z]+\1;?$/.test(text)) continue;
      return false;
    }
    if (GENERATED.test(tree.text.slice(tree.start[node], tree.end[node]))) return true;
  }
  return false;
}
