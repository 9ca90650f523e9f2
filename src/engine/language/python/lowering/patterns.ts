import { NodeKind } from '../../../ir/model.ts';
import { K } from '../kinds.ts';
import type { Lower, Lowering } from './lowering.ts';

/** `match`: the subject, and a `Case` for each clause. */
export const lowerMatch: Lower = (l, node) => {
  const { walk, out } = l;
  const parts = l.parts(node);
  const block = walk.childOf(node, K.Block);
  const subjects = parts.filter((part) => part !== block);
  const made = out.open(NodeKind.Switch, l.startLine(node), 'match');
  if (subjects.length === 1 && !l.hasComma(node)) l.expression(subjects[0]!);
  else l.around(NodeKind.Tuple, subjects[0] ?? node, () => l.expressions(subjects));
  if (block >= 0)
    for (const part of l.parts(block)) {
      if (walk.kinds[part] === K.Case) caseClause(l, part);
      else l.statement(part);
    }
  out.closeAfterLast(made);
};

function caseClause(l: Lowering, node: number): void {
  const { walk, out } = l;
  const made = out.open(NodeKind.Case, l.startLine(node));
  const patterns: number[] = [];
  let guard = -1;
  let block = -1;
  for (const part of l.parts(node)) {
    if (walk.kinds[part] === K.IfClause) guard = part;
    else if (walk.kinds[part] === K.Block) block = part;
    else patterns.push(part);
  }
  if (patterns.length === 1 && !l.hasComma(node)) pattern(l, patterns[0]!);
  else row(l, patterns[0] ?? node, 'sequence', patterns);
  if (guard >= 0) l.row(NodeKind.Guard, guard, l.parts(guard));
  if (block >= 0) l.statement(block);
  else out.leaf(NodeKind.Block, l.startLine(node));
  out.closeAfterLast(made);
}

function row(l: Lowering, node: number, form: string, parts: readonly number[]): void {
  l.around(
    NodeKind.Pattern,
    node,
    () => {
      for (const part of parts) pattern(l, part);
    },
    form,
  );
}

function value(l: Lowering, node: number): void {
  l.around(NodeKind.Pattern, node, () => l.expression(node), 'value');
}

function capture(l: Lowering, node: number): void {
  l.around(NodeKind.Pattern, node, () => l.nameAt(node), 'capture');
}

function pattern(l: Lowering, node: number): void {
  const { walk } = l;
  const parts = l.parts(node);
  switch (walk.kinds[node]) {
    case K.CasePattern:
    case K.Parenthesized:
      if (parts.length === 1) {
        const first = node + 1;
        // `-1`: the sign stands before the number without a node around both.
        if (walk.kinds[first] === K.Token && walk.textOf(first) === '-')
          l.around(NodeKind.Pattern, node, () => negative(l, node, parts[0]!), 'value');
        else pattern(l, parts[0]!);
      } else if (parts.length === 0) l.out.leaf(NodeKind.Pattern, l.startLine(node), 'wildcard');
      else l.other(node);
      return;
    case K.UnionPattern:
      union(l, node);
      return;
    case K.AsPattern: {
      const [inner, name] = parts;
      if (inner === undefined || name === undefined) return l.other(node);
      l.around(
        NodeKind.Pattern,
        node,
        () => {
          pattern(l, inner);
          if (walk.kinds[name] === K.AsPatternTarget) l.expressions(l.parts(name));
          else l.nameAt(name);
        },
        'as',
      );
      return;
    }
    case K.TuplePattern:
      // Brackets around one pattern, without a comma, only group.
      if (parts.length === 1 && !l.hasComma(node)) pattern(l, parts[0]!);
      else row(l, node, 'sequence', parts);
      return;
    case K.ListPattern:
      row(l, node, 'sequence', parts);
      return;
    case K.SplatPattern:
      l.row(NodeKind.Pattern, node, parts, 'rest');
      return;
    case K.DictPattern:
      mapping(l, node);
      return;
    case K.ClassPattern: {
      const [callee, ...rest] = parts;
      if (callee === undefined) return l.other(node);
      l.around(
        NodeKind.Pattern,
        node,
        () => {
          l.expression(callee);
          for (const part of rest) pattern(l, part);
        },
        'class',
      );
      return;
    }
    case K.KeywordPattern: {
      const [name] = parts;
      if (name === undefined) return l.other(node);
      l.around(NodeKind.KeywordArgument, node, () => keywordValue(l, node, name), walk.textOf(name));
      return;
    }
    case K.DottedName:
      if (parts.length === 1) capture(l, parts[0]!);
      else value(l, node);
      return;
    case K.Identifier:
      capture(l, node);
      return;
    default:
      value(l, node);
  }
}

/** `-1 + 2j`. */
export const lowerComplex: Lower = (l, node) => {
  const { walk } = l;
  const [real, imaginary] = l.parts(node);
  if (real === undefined || imaginary === undefined) return l.other(node);
  const signed = node + 1 !== real;
  const operator = walk.text.slice(walk.end[real], walk.start[imaginary]).trim();
  l.around(
    NodeKind.Binary,
    node,
    () => {
      if (signed) negative(l, node, real);
      else l.expression(real);
      l.expression(imaginary);
    },
    operator,
  );
};

/** What stands behind the `=` of `name=pattern`, where `_` is a word of the grammar. */
function keywordValue(l: Lowering, node: number, name: number): void {
  alternatives(l, node, l.walk.next[name]!, (parts) => {
    for (const { part, negated } of parts) one(l, node, part, negated);
  });
}

interface Alternative {
  /** -1 for a wildcard. */
  part: number;
  negated: boolean;
}

function one(l: Lowering, node: number, part: number, negated: boolean): void {
  if (part < 0) l.out.leaf(NodeKind.Pattern, l.startLine(node), 'wildcard');
  else if (negated) l.around(NodeKind.Pattern, part, () => negative(l, node, part), 'value');
  else pattern(l, part);
}

function negative(l: Lowering, node: number, part: number): void {
  l.around(NodeKind.Unary, node, () => l.expression(part), '-');
}

/** Patterns from `from` on, with the wildcards and signs that stand among them as words. */
function alternatives(l: Lowering, node: number, from: number, use: (parts: Alternative[]) => void): void {
  const { walk } = l;
  const found: Alternative[] = [];
  let negated = false;
  for (let child = from; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.kinds[child] === K.Underscore) found.push({ part: -1, negated: false });
    else if (walk.kinds[child] === K.Token && walk.textOf(child) === '-') negated = true;
    else if (l.isPart(child)) {
      found.push({ part: child, negated });
      negated = false;
    }
  }
  use(found);
}

function union(l: Lowering, node: number): void {
  alternatives(l, node, node + 1, (parts) =>
    l.around(
      NodeKind.Pattern,
      node,
      () => {
        for (const { part, negated } of parts) one(l, node, part, negated);
      },
      'or',
    ),
  );
}

/** Keys are expressions, values patterns; both stand in a row with only a colon between. */
function mapping(l: Lowering, node: number): void {
  const { walk } = l;
  const parts: Alternative[] = [];
  alternatives(l, node, node + 1, (found) => void parts.push(...found));
  l.around(
    NodeKind.Pattern,
    node,
    () => {
      for (let i = 0; i < parts.length; i++) {
        const { part, negated } = parts[i]!;
        if (part >= 0 && (walk.kinds[part] === K.SplatPattern || walk.kinds[part] === K.DictionarySplat)) {
          l.row(NodeKind.Pattern, part, l.parts(part), 'rest');
          continue;
        }
        const entry = l.out.open(NodeKind.Entry, part < 0 ? l.startLine(node) : l.startLine(part));
        if (part < 0) l.out.leaf(NodeKind.Pattern, l.startLine(node), 'wildcard');
        else if (negated) negative(l, node, part);
        else l.expression(part);
        const held = parts[++i];
        if (held) one(l, node, held.part, held.negated);
        l.out.closeAfterLast(entry);
      }
    },
    'mapping',
  );
}
