import { NodeKind } from '../../../ir/model.ts';
import { K } from '../kinds.ts';
import { contentValue, isBytes, literalValue, prefixOf, textInEnd } from '../strings.ts';
import type { Lower, Lowering } from './lowering.ts';

export const lowerString: Lower = (l, node) => {
  const value = literalValue(l.walk, node);
  if (value === null) template(l, node, [node]);
  else constant(l, node, value);
};

/** `"a" "b" f"c"`: one string. */
export const lowerConcatenated: Lower = (l, node) => {
  const value = literalValue(l.walk, node);
  if (value === null) template(l, node, l.parts(node));
  else constant(l, node, value);
};

function constant(l: Lowering, node: number, value: string): void {
  const kind = isBytes(l.walk, node) ? NodeKind.BytesLiteral : NodeKind.StringLiteral;
  l.out.leaf(kind, l.startLine(node), value, 0, l.endLine(node));
}

/** Collects text until something else comes, so that how a string is cut into pieces makes no difference. */
class Pieces {
  private pending = '';
  private line = 0;
  constructor(private readonly l: Lowering) {}

  text(value: string, line: number): void {
    if (this.pending === '') this.line = line;
    this.pending += value;
  }

  /** What is pending, taken. */
  rest(): string {
    const text = this.pending;
    this.pending = '';
    return text;
  }

  flush(): void {
    if (this.pending !== '') this.l.out.leaf(NodeKind.StringLiteral, this.line, this.pending);
    this.pending = '';
  }
}

function template(l: Lowering, node: number, strings: readonly number[]): void {
  const { walk } = l;
  const damaged = strings.some((string) => walk.kinds[string] !== K.String || !l.has(string, K.StringStart));
  if (damaged) return l.other(node);
  const made = l.out.open(NodeKind.StringTemplate, l.startLine(node));
  const pieces = new Pieces(l);
  let lazy = false;
  let held = false;
  for (const string of strings) {
    const prefix = prefixOf(walk, walk.childOf(string, K.StringStart));
    const formatted = prefix.includes('f') || prefix.includes('t');
    lazy ||= prefix.includes('t');
    for (let child = string + 1; child < walk.next[string]!; child = walk.next[child]!) {
      const kind = walk.kinds[child]!;
      if (kind === K.StringContent) {
        const value = contentValue(walk, child, prefix);
        pieces.text(formatted ? value.replaceAll('{{', '{').replaceAll('}}', '}') : value, l.startLine(child));
      } else if (kind === K.Interpolation) {
        held = true;
        interpolation(l, child, pieces);
      } else if (kind === K.StringEnd) {
        const rest = textInEnd(walk, child);
        if (rest !== '') pieces.text(rest, l.startLine(child));
      } else if (kind !== K.StringStart) {
        held = true;
        pieces.flush();
        l.expression(child);
      }
    }
  }
  // Without a value in it, it is plain text.
  if (!held && !lazy) l.out.retype(made, NodeKind.StringLiteral, pieces.rest());
  else pieces.flush();
  l.out.close(made, l.endLine(node));
  // A template of PEP 750 is not text.
  if (lazy) l.out.retype(made, NodeKind.Other, 't-string');
}

function interpolation(l: Lowering, node: number, pieces: Pieces): void {
  const { walk } = l;
  const values: number[] = [];
  let conversion = '';
  let format = -1;
  let shown = -1;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (kind === K.TypeConversion) conversion = walk.textOf(child);
    else if (kind === K.FormatSpecifier) format = child;
    else if (kind === K.Assign) shown = child;
    else if (l.isPart(child)) values.push(child);
  }
  if (shown >= 0) {
    // `{x = }` is the text as written, then the value, by repr unless told otherwise.
    let end = walk.end[shown]!;
    while (/\s/.test(walk.text[end] ?? '')) end++;
    pieces.text(walk.text.slice(walk.start[node]! + 1, end), l.startLine(node));
    if (conversion === '' && format < 0) conversion = '!r';
  }
  pieces.flush();
  l.around(
    NodeKind.Interpolation,
    node,
    () => {
      if (values.length === 1) l.expressions(values);
      else l.row(NodeKind.Tuple, node, values);
      if (format >= 0) formatSpecifier(l, format);
    },
    conversion,
  );
}

function formatSpecifier(l: Lowering, node: number): void {
  const { walk } = l;
  const made = l.out.open(NodeKind.StringTemplate, l.startLine(node));
  const pieces = new Pieces(l);
  // Its first character is the colon.
  let at = walk.start[node]! + 1;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.next[child] === child + 1) continue;
    pieces.text(walk.text.slice(at, walk.start[child]), l.startLine(node));
    at = walk.end[child]!;
    if (l.type(child) === 'format_expression') interpolation(l, child, pieces);
    else {
      pieces.flush();
      l.expression(child);
    }
  }
  const rest = walk.text.slice(at, walk.end[node]);
  if (l.out.count === made + 1) {
    l.out.retype(made, NodeKind.StringLiteral, rest);
    l.out.close(made, l.endLine(node));
    return;
  }
  pieces.text(rest, l.endLine(node));
  pieces.flush();
  l.out.close(made, l.endLine(node));
}
