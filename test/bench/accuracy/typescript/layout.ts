import ts from 'typescript';
import type { Random } from '../random.ts';
import { parseDraft, type Draft } from './draft.ts';

const REMARKS = [
  'first things first',
  'see the notes',
  'keep in step with the caller',
  'the usual case',
  'order matters',
];

/** The function with other line breaks, indentation and comments; its tokens stay as they are. */
export function laidOut(draft: Draft, random: Random): Draft | null {
  const starts = new Set<number>();
  const keep: [number, number][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) && !ts.isBlock(node) && ts.isBlock(node.parent)) starts.add(node.getStart());
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node))
      keep.push([node.getStart(), node.end]);
    node.forEachChild(visit);
  };
  visit(draft.fn);
  const width = random.choice([1, 3, 4]);
  let text = '';
  draft.text.split('\n').reduce((offset, line) => {
    const indent = line.length - line.trimStart().length;
    const inText = keep.some(([start, end]) => start < offset && offset < end);
    const first = offset + indent;
    if (starts.has(first) && !inText && random.chance(0.2))
      text += `${' '.repeat(width)}// ${random.choice(REMARKS)}\n\n`;
    text += inText ? line : ' '.repeat(Math.ceil(indent / 2) * width) + line.trimStart();
    text += '\n';
    return offset + line.length + 1;
  }, 0);
  return parseDraft(text.trim());
}
