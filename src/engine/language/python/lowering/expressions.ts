import { NodeFlag, NodeKind } from '../../../ir/model.ts';
import { K } from '../kinds.ts';
import { lowerConcatenated, lowerString } from './strings.ts';
import { lowerLambda } from './functions.ts';
import type { Lower, Lowering } from './lowering.ts';
import { numberText } from './numbers.ts';

const identifier: Lower = (l, node) => l.nameAt(node);

/** Kinds that take what stands first in them: the grammar reads `*a.b(c)` as `(*a).b(c)`. */
const CHAINED = new Set<number>([K.Attribute, K.Call, K.Subscript]);

/** Lowers a chain of attributes, calls and indexes; a star that the grammar put at its head goes around it. */
function chain(lower: Lower): Lower {
  return (l, node) => {
    const { walk } = l;
    if (isHead(l, node)) {
      lower(l, node);
      return;
    }
    let head = node;
    while (CHAINED.has(walk.kinds[head]!)) head++;
    const kind = walk.kinds[head];
    if (kind !== K.ListSplat && kind !== K.DictionarySplat) lower(l, node);
    else l.around(NodeKind.Spread, node, () => lower(l, node), '', kind === K.ListSplat ? 0 : NodeFlag.KeywordRest);
  };
}

function isHead(l: Lowering, node: number): boolean {
  const { walk } = l;
  const parent = walk.tree.parent[node]!;
  return parent === node - 1 && CHAINED.has(walk.kinds[parent]!);
}

const splat: Lower = (l, node) => {
  const parts = l.parts(node);
  if (isHead(l, node)) {
    l.expressions(parts);
    return;
  }
  const flags = l.walk.kinds[node] === K.DictionarySplat || l.walk.kinds[node] === K.DictionarySplatPattern;
  l.row(NodeKind.Spread, node, parts, '', flags ? NodeFlag.KeywordRest : 0);
};

const attribute = chain((l, node) => {
  const parts = l.parts(node);
  const last = parts[parts.length - 1] ?? node;
  const named = parts.length > 1 && l.walk.kinds[last] === K.Identifier;
  const name = named ? l.walk.strings[l.walk.nameOf(last)]! : '';
  l.row(NodeKind.Attribute, node, named ? parts.slice(0, -1) : parts, name);
});

const call = chain((l, node) => {
  const { walk } = l;
  const [callee, list, ...rest] = l.parts(node);
  if (callee === undefined) return l.other(node);
  const args = list === undefined ? [] : walk.kinds[list] === K.ArgumentList ? l.parts(list) : [list];
  if (args.length === 0 && rest.length === 0 && walk.textOf(callee) === 'super') {
    l.out.leaf(NodeKind.Super, l.startLine(node));
    return;
  }
  l.around(NodeKind.Call, node, () => {
    l.expression(callee);
    l.expressions(args);
    l.expressions(rest);
  });
});

const keywordArgument: Lower = (l, node) => {
  const [name, ...value] = l.parts(node);
  const text = name === undefined ? '' : l.walk.textOf(name);
  l.row(NodeKind.KeywordArgument, node, value, text);
};

const subscript = chain((l, node) => {
  const [object, ...indexes] = l.parts(node);
  if (object === undefined) return l.other(node);
  l.around(NodeKind.Index, node, () => {
    l.expression(object);
    const starred = indexes.length === 1 && hasStar(l, indexes[0]!);
    if (!l.hasComma(node) && !starred) l.expressions(indexes);
    else l.around(NodeKind.Tuple, indexes[0] ?? node, () => l.expressions(indexes));
  });
});

/** `a[*b]` has a tuple for its index. */
function hasStar(l: Lowering, node: number): boolean {
  const { walk } = l;
  let head = node;
  while (CHAINED.has(walk.kinds[head]!)) head++;
  return walk.kinds[head] === K.ListSplat;
}

const slice: Lower = (l, node) => {
  const bounds = [-1, -1, -1];
  let place = 0;
  const { walk } = l;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.kinds[child] === K.Colon) place = Math.min(place + 1, 2);
    else if (l.isPart(child)) bounds[place] = child;
  }
  l.around(NodeKind.Slice, node, () => {
    for (const bound of bounds) {
      if (bound < 0) l.empty(node);
      else l.expression(bound);
    }
  });
};

const NO_COMMA_NEEDED = new Set<number>([K.ExpressionList, K.PatternList, K.TuplePattern, K.Tuple]);

/** A node around all its parts: the elements of a collection, what a statement takes. */
export function elements(kind: NodeKind): Lower {
  return (l, node) => {
    l.around(kind, node, () => l.expressions(l.parts(node)));
  };
}

/** The grammar reads `(*a.b, c)` well; one that holds a single part and no comma is only brackets. */
const tuple: Lower = (l, node) => {
  const parts = l.parts(node);
  if (parts.length === 1 && !l.hasComma(node) && NO_COMMA_NEEDED.has(l.walk.kinds[node]!)) l.expression(parts[0]!);
  else l.row(NodeKind.Tuple, node, parts);
};

const parenthesized: Lower = (l, node) => {
  const parts = l.parts(node);
  if (parts.length === 1) l.expression(parts[0]!);
  else l.other(node);
};

const pair: Lower = (l, node) => {
  l.row(NodeKind.Entry, node, l.parts(node));
};

const unary: Lower = (l, node) => {
  l.row(NodeKind.Unary, node, l.parts(node), l.operators(node)[0] ?? '');
};

const not: Lower = (l, node) => {
  l.row(NodeKind.Not, node, l.parts(node));
};

const binary: Lower = (l, node) => {
  const operator = l.operators(node)[0] ?? '';
  if (operator === '&' || operator === '^') bitwise(l, node);
  else l.row(NodeKind.Binary, node, l.parts(node), operator);
};

/** The grammar lets `^` bind tighter than `&`; in Python it is the other way round. */
function bitwise(l: Lowering, node: number): void {
  const operands: number[] = [];
  const operators: string[] = [];
  const collect = (at: number): void => {
    const operator = l.type(at) === 'binary_operator' ? l.operators(at)[0] : undefined;
    const [left, right] = l.parts(at);
    if ((operator !== '&' && operator !== '^') || left === undefined || right === undefined) {
      operands.push(at);
      return;
    }
    collect(left);
    operators.push(operator);
    collect(right);
  };
  collect(node);
  leftToRight(l, node, '^', operands, operators, 0, operands.length);
}

/** Operands `[from, to)`, joined by `operator` where it stands between them, by `&` inside. */
function leftToRight(
  l: Lowering,
  node: number,
  operator: '^' | '&',
  operands: readonly number[],
  operators: readonly string[],
  from: number,
  to: number,
): void {
  const starts = [from];
  for (let i = from + 1; i < to; i++) if (operators[i - 1] === operator) starts.push(i);
  const opened = starts.slice(1).map(() => l.out.open(NodeKind.Binary, l.startLine(node), operator));
  starts.forEach((start, index) => {
    const end = starts[index + 1] ?? to;
    if (end - start === 1) l.expression(operands[start]!);
    else leftToRight(l, node, '&', operands, operators, start, end);
    if (index > 0) l.out.close(opened[opened.length - index]!, l.endLine(operands[end - 1]!));
  });
}

/** `a and b and c` nests to the left in the grammar, and is one node here. */
const boolean: Lower = (l, node) => {
  const operator = l.operators(node)[0] ?? '';
  l.around(NodeKind.Logical, node, () => operands(l, node, operator), operator);
};

function operands(l: Lowering, node: number, operator: string): void {
  for (const part of l.parts(node)) {
    if (l.type(part) === 'boolean_operator' && l.operators(part)[0] === operator) operands(l, part, operator);
    else l.expression(part);
  }
}

const comparison: Lower = (l, node) => {
  const operators = l.operators(node).map((operator) => (operator === '<>' ? '!=' : operator));
  l.row(NodeKind.Comparison, node, l.parts(node), operators.join(','));
};

const conditional: Lower = (l, node) => {
  const [then, test, otherwise] = l.parts(node);
  if (otherwise === undefined) return l.other(node);
  l.row(NodeKind.Conditional, node, [test!, then!, otherwise]);
};

const named: Lower = (l, node) => {
  l.row(NodeKind.Assign, node, l.parts(node), '', NodeFlag.Expression);
};

const awaited: Lower = (l, node) => {
  l.row(NodeKind.Await, node, l.parts(node));
};

const yielded: Lower = (l, node) => {
  l.noteYield();
  const parts = l.parts(node);
  const flags = l.has(node, K.From) ? NodeFlag.Delegate : 0;
  l.row(NodeKind.Yield, node, parts, '', flags);
};

const FORM: Record<string, string> = {
  list_comprehension: 'list',
  set_comprehension: 'set',
  dictionary_comprehension: 'dictionary',
  generator_expression: 'generator',
};

const comprehension: Lower = (l, node) => {
  const outer = l.scope;
  const inner = l.walk.scopeOfNode.get(node) ?? outer;
  let clauses = 0;
  l.around(
    NodeKind.Comprehension,
    node,
    () => {
      l.scope = inner;
      for (const part of l.parts(node)) {
        if (l.walk.kinds[part] === K.ForInClause) forClause(l, part, clauses++ === 0 ? outer : inner);
        else if (l.walk.kinds[part] === K.IfClause) l.row(NodeKind.IfClause, part, l.parts(part));
        else l.expression(part);
      }
      l.scope = outer;
    },
    FORM[l.type(node)] ?? '',
  );
};

/** The first iterable is evaluated outside. Python 2's lists may have several. */
function forClause(l: Lowering, node: number, iterableScope: number): void {
  const { walk } = l;
  const inner = l.scope;
  let afterIn = false;
  const targets: number[] = [];
  const iterables: number[] = [];
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.kinds[child] === K.In) afterIn = true;
    else if (l.isPart(child)) (afterIn ? iterables : targets).push(child);
  }
  const flags = l.has(node, K.Async) ? NodeFlag.Async : 0;
  l.around(
    NodeKind.ForClause,
    node,
    () => {
      l.expressions(targets);
      l.scope = iterableScope;
      if (iterables.length === 1) l.expressions(iterables);
      else l.around(NodeKind.Tuple, iterables[0] ?? node, () => l.expressions(iterables));
      l.scope = inner;
    },
    '',
    flags,
  );
}

function literal(kind: NodeKind, value: (text: string) => string): Lower {
  return (l, node) => void l.out.leaf(kind, l.startLine(node), value(l.walk.textOf(node)));
}

const print: Lower = (l, node) => {
  l.around(NodeKind.Call, node, () => {
    l.name(l.walk.intern('print'), l.startLine(node));
    l.expressions(l.parts(node));
  });
};

const dotted: Lower = (l, node) => dottedName(l, node, l.parts(node));

/** `a.b.c` that the grammar keeps flat. */
function dottedName(l: Lowering, node: number, parts: readonly number[]): void {
  const last = parts[parts.length - 1];
  if (last === undefined) l.empty(node);
  else if (parts.length === 1) l.expression(last);
  else
    l.around(
      NodeKind.Attribute,
      node,
      () => dottedName(l, node, parts.slice(0, -1)),
      l.walk.strings[l.walk.nameOf(last)],
    );
}

export const EXPRESSIONS: Record<string, Lower> = {
  identifier,
  attribute,
  call,
  keyword_argument: keywordArgument,
  subscript,
  slice,
  list: elements(NodeKind.List),
  list_pattern: elements(NodeKind.List),
  set: elements(NodeKind.Set),
  dictionary: elements(NodeKind.Dictionary),
  pair,
  tuple: elements(NodeKind.Tuple),
  tuple_pattern: tuple,
  expression_list: tuple,
  pattern_list: elements(NodeKind.Tuple),
  parenthesized_expression: parenthesized,
  parenthesized_list_splat: parenthesized,
  list_splat: splat,
  list_splat_pattern: splat,
  dictionary_splat: splat,
  dictionary_splat_pattern: splat,
  as_pattern_target: parenthesized,
  unary_operator: unary,
  not_operator: not,
  binary_operator: binary,
  boolean_operator: boolean,
  comparison_operator: comparison,
  conditional_expression: conditional,
  named_expression: named,
  await: awaited,
  yield: yielded,
  lambda: lowerLambda,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  dictionary_comprehension: comprehension,
  generator_expression: comprehension,
  string: lowerString,
  concatenated_string: lowerConcatenated,
  integer: literal(NodeKind.NumberLiteral, numberText),
  float: literal(NodeKind.NumberLiteral, numberText),
  true: literal(NodeKind.BooleanLiteral, () => 'true'),
  false: literal(NodeKind.BooleanLiteral, () => 'false'),
  none: literal(NodeKind.NoneLiteral, () => ''),
  ellipsis: literal(NodeKind.NoneLiteral, () => '...'),
  print_statement: print,
  chevron: splat,
  dotted_name: dotted,
};
