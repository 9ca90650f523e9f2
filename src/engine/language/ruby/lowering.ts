import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import {
  assignLower,
  asValue,
  binaryLower,
  classLower,
  fieldsLower,
  leafLower,
  listLower,
  nothingLower,
  numberLower,
  passLower,
  unaryLower,
  unescaped,
} from '../generic/lowerRules.ts';
import { isLambda } from './facts.ts';

/** Blocks that became the body of a loop, by lowering: `next` in them goes on with the loop. */
const loops = new WeakMap<Lowering, Set<number>>();

function loopsOf(l: Lowering): Set<number> {
  let known = loops.get(l);
  if (!known) loops.set(l, (known = new Set()));
  return known;
}

const isVariable = (l: Lowering, node: number): boolean => {
  const variable = l.walk.variableOf[node]!;
  return variable >= 0 && l.walk.scopes.variables[variable]!.kind !== 'definition';
};

/** A variable, or a call without arguments. */
const identifier: Lower = (l, node) => {
  if (isVariable(l, node)) l.name(node);
  else l.around(NodeKind.Call, node, () => l.name(node));
};

const member = (l: Lowering, node: number, object: () => void, name: string): void => {
  l.around(NodeKind.Attribute, node, object, name);
};

/** `@x` is a member of self. */
const instanceVariable: Lower = (l, node) => member(l, node, () => l.leaf(NodeKind.This, node), l.text(node));

const unbound: Lower = (l, node) => l.out.name(l.out.unbound(l.text(node)), l.startLine(node));

/** The parts of a call's list; a pair with a plain key is a keyword. */
function args(l: Lowering, list: number): void {
  for (const part of list < 0 ? [] : l.parts(list)) {
    const key = l.type(part) === 'pair' ? l.field(part, 'key') : -1;
    if (key >= 0 && l.type(key) === 'hash_key_symbol')
      l.around(NodeKind.KeywordArgument, part, () => pairValue(l, part, key), l.text(key));
    else l.expression(part);
  }
}

function pairValue(l: Lowering, node: number, key: number): void {
  const value = l.field(node, 'value');
  if (value >= 0) l.expression(value);
  else identifier(l, key);
}

const call: Lower = (l, node) => {
  const receiver = l.field(node, 'receiver');
  const method = l.field(node, 'method');
  const list = l.field(node, 'arguments');
  const block = l.field(node, 'block');
  const name = l.text(method);
  if (receiver < 0 && method < 0) {
    l.other(node);
    return;
  }
  if (isLambda(l.walk, node)) {
    l.expression(block);
    return;
  }
  const isNew = name === 'new' && receiver >= 0;
  const safe = l.operators(node).includes('&.') ? NodeFlag.Optional : 0;
  const parts = (): void => {
    if (isNew) l.expression(receiver);
    else if (receiver >= 0) {
      const value = method < 0 ? 'call' : name;
      l.around(NodeKind.Attribute, node, () => l.expression(receiver), value, safe);
    } else if (l.type(method) === 'super') l.leaf(NodeKind.Super, method);
    else l.name(method);
    args(l, list);
    if (block >= 0) l.expression(block);
  };
  l.around(NodeKind.Call, node, parts, '', isNew ? NodeFlag.New : 0);
};

/** Statements: `raise` throws, `loop` and `each` loop. What the value is needed of stays a call. */
const callStatement: Lower = (l, node) => {
  const receiver = l.field(node, 'receiver');
  const name = l.text(l.field(node, 'method'));
  const block = l.field(node, 'block');
  const list = l.field(node, 'arguments');
  if (receiver < 0 && (name === 'raise' || name === 'fail')) {
    const [first, ...rest] = list < 0 ? [] : l.parts(list);
    l.around(NodeKind.Throw, node, () => {
      if (first === undefined) return;
      if (rest.length === 0) l.expression(first);
      else l.around(NodeKind.Call, node, () => (l.expression(first), l.expressions(rest)), '', NodeFlag.New);
    });
  } else if (receiver < 0 && name === 'loop' && block >= 0 && list < 0) {
    loopsOf(l).add(block);
    l.around(NodeKind.While, node, () => {
      l.leaf(NodeKind.BooleanLiteral, node, 'true');
      loopBody(l, block);
    });
  } else if (
    name === 'each' &&
    receiver >= 0 &&
    block >= 0 &&
    list < 0 &&
    l.tail === 'none' &&
    targets(l, block).length > 0
  ) {
    loopsOf(l).add(block);
    l.around(
      NodeKind.ForEach,
      node,
      () => {
        const found = targets(l, block);
        if (found.length === 1) target(l, found[0]!);
        else l.around(NodeKind.Tuple, node, () => found.forEach((part) => target(l, part)));
        l.expression(receiver);
        loopBody(l, block);
      },
      '',
      NodeFlag.Declares,
    );
  } else if (l.tail === 'return') l.around(NodeKind.Return, node, () => l.expression(node));
  else l.around(NodeKind.ExpressionStatement, node, () => call(l, node));
};

function loopBody(l: Lowering, block: number): void {
  const { tail } = l;
  l.tail = 'none';
  l.block(l.field(block, 'body'), block);
  l.tail = tail;
}

/** Parameters of a block. */
function targets(l: Lowering, block: number): number[] {
  const list = l.field(block, 'parameters');
  return list < 0 ? [] : l.parts(list);
}

/** What is written to: names are variables here, other things what they are. */
function target(l: Lowering, node: number): void {
  const type = l.type(node);
  if (type === 'identifier') l.name(node);
  else if (/^(?:left_assignment_list|destructured_(?:left_assignment|parameter))$/.test(type))
    l.around(NodeKind.Tuple, node, () => l.parts(node).forEach((part) => target(l, part)));
  else if (type === 'rest_assignment')
    l.around(NodeKind.Spread, node, () => l.parts(node).forEach((part) => target(l, part)));
  else if (type === 'call')
    member(l, node, () => l.expression(l.field(node, 'receiver'), node), l.text(l.field(node, 'method')));
  else l.expression(node);
}

const assignment: Lower = (l, node) => {
  l.around(NodeKind.Assign, node, () => {
    target(l, l.field(node, 'left'));
    l.expression(l.field(node, 'right'), node);
  });
};

const operatorAssignment = assignLower();
const LOGICAL: Record<string, string> = { '||=': 'or', '&&=': 'and' };
const augmented: Lower = (l, node) => {
  const sign = l.operators(node)[0] ?? '';
  if (!Object.hasOwn(LOGICAL, sign)) operatorAssignment(l, node);
  else
    l.around(
      NodeKind.AugmentedAssign,
      node,
      () => {
        target(l, l.field(node, 'left'));
        l.expression(l.field(node, 'right'), node);
      },
      LOGICAL[sign],
    );
};

/** A test, negated for `unless` and `until`. */
function test(l: Lowering, node: number, negated: boolean): void {
  const condition = l.field(node, 'condition');
  if (!negated) l.expression(condition, node);
  else l.around(NodeKind.Not, node, () => l.expression(condition, node));
}

const conditional =
  (negated: boolean): Lower =>
  (l, node) => {
    l.around(NodeKind.If, node, () => {
      test(l, node, negated);
      l.block(l.field(node, 'consequence'), node);
      const other = l.field(node, 'alternative');
      if (other >= 0) l.block(other);
    });
  };

const modifier =
  (negated: boolean): Lower =>
  (l, node) => {
    l.around(NodeKind.If, node, () => {
      test(l, node, negated);
      l.block(l.field(node, 'body'), node);
    });
  };

function loop(l: Lowering, inside: () => void): void {
  const { tail } = l;
  l.tail = 'none';
  inside();
  l.tail = tail;
}

const whileLoop =
  (negated: boolean): Lower =>
  (l, node) => {
    const body = l.field(node, 'body');
    loop(l, () => {
      if (l.type(body) === 'begin' && /_modifier$/.test(l.type(node)))
        l.around(NodeKind.DoWhile, node, () => {
          l.block(body);
          test(l, node, negated);
        });
      else
        l.around(NodeKind.While, node, () => {
          test(l, node, negated);
          l.block(body, node);
        });
    });
  };

const forLoop: Lower = (l, node) => {
  const source = l.field(node, 'value');
  loop(l, () => {
    l.around(
      NodeKind.ForEach,
      node,
      () => {
        target(l, l.field(node, 'pattern'));
        l.expression(l.parts(source)[0] ?? -1, node);
        l.block(l.field(node, 'body'), node);
      },
      '',
      NodeFlag.Declares,
    );
  });
};

const caseForm: Lower = (l, node) => {
  const subject = l.field(node, 'value');
  l.around(
    NodeKind.Switch,
    node,
    () => {
      l.expression(subject, node);
      for (const part of l.parts(node)) {
        const type = l.type(part);
        if (type === 'else') l.around(NodeKind.Case, part, () => l.block(part));
        else if (type === 'when' || type === 'in_clause') caseClause(l, part);
      }
    },
    'match',
  );
};

function caseClause(l: Lowering, node: number): void {
  const guard = l.field(node, 'guard');
  l.around(NodeKind.Case, node, () => {
    for (const pattern of l.walk.fields(node, 'pattern')) l.expression(pattern);
    if (guard >= 0) l.around(NodeKind.Guard, guard, () => test(l, guard, l.type(guard) === 'unless_guard'));
    l.block(l.field(node, 'body'), node);
  });
}

/** Statements in a row, or with `rescue` and `ensure` among them what is tried. */
const body: Lower = (l, node) => {
  const parts = l.parts(node);
  const named = (...types: string[]): number[] => parts.filter((part) => types.includes(l.type(part)));
  const rescues = named('rescue');
  const [ensure] = named('ensure');
  if (rescues.length === 0 && ensure === undefined) {
    l.statements(parts);
    return;
  }
  const [otherwise] = named('else');
  const main = parts.filter((part) => !rescues.includes(part) && part !== ensure && part !== otherwise);
  l.around(NodeKind.Try, node, () => {
    l.blockOf(main, node);
    for (const one of rescues) rescue(l, one);
    if (otherwise !== undefined) l.around(NodeKind.Else, otherwise, () => l.block(otherwise));
    if (ensure !== undefined)
      loop(l, () => l.around(NodeKind.Finally, ensure, () => l.blockOf(l.parts(ensure), ensure)));
  });
};

function rescue(l: Lowering, node: number): void {
  const list = l.field(node, 'exceptions');
  const types = list < 0 ? [] : l.parts(list);
  const variable = l.field(node, 'variable');
  l.around(NodeKind.Catch, node, () => {
    if (types.length === 0) l.empty(node);
    else if (types.length === 1) l.expression(types[0]!);
    else l.around(NodeKind.Tuple, node, () => l.expressions(types));
    if (variable < 0) l.empty(node);
    else target(l, l.parts(variable)[0] ?? variable);
    l.block(l.field(node, 'body'), node);
  });
}

const rescueModifier: Lower = (l, node) => {
  l.around(NodeKind.Try, node, () => {
    l.block(l.field(node, 'body'), node);
    l.around(NodeKind.Catch, node, () => {
      l.empty(node);
      l.empty(node);
      l.block(l.field(node, 'handler'), node);
    });
  });
};

/** `return a, b` gives a Tuple. */
function values(l: Lowering, node: number, kind: NodeKind): void {
  const found = l.parts(node).flatMap((part) => (l.type(part) === 'argument_list' ? l.parts(part) : [part]));
  l.around(kind, node, () => {
    if (found.length > 1) l.around(NodeKind.Tuple, node, () => l.expressions(found));
    else l.expressions(found);
  });
}

/** `next` goes on with a loop; in another block it is what the block gives. */
const next: Lower = (l, node) => {
  for (let at = l.walk.tree.parent[node]!; at >= 0; at = l.walk.tree.parent[at]!) {
    const type = l.type(at);
    if (/^(?:while|until|for)/.test(type) || loopsOf(l).has(at)) {
      l.leaf(NodeKind.Continue, node);
      return;
    }
    if (/^(?:block|do_block|method|singleton_method|lambda)$/.test(type)) break;
  }
  values(l, node, NodeKind.Return);
};

function template(l: Lowering, node: number, parts: readonly number[], raw: boolean): void {
  const text = (from: readonly number[]): string =>
    from.map((part) => (raw ? l.text(part) : unescaped(l.text(part)))).join('');
  if (parts.every((part) => l.type(part) !== 'interpolation')) {
    l.leaf(NodeKind.StringLiteral, node, text(parts));
    return;
  }
  l.around(NodeKind.StringTemplate, node, () => {
    for (const part of parts) {
      if (l.type(part) !== 'interpolation') l.leaf(NodeKind.StringLiteral, part, text([part]));
      else l.around(NodeKind.Interpolation, part, () => l.expressions(l.parts(part)));
    }
  });
}

const string: Lower = (l, node) => template(l, node, l.parts(node), l.text(node).startsWith("'"));

/** The text of a heredoc stands behind the line that it begins in. */
const heredoc: Lower = (l, node) => {
  const { walk } = l;
  const own = /\w+/.exec(l.text(node))?.[0] ?? '';
  for (let at = node + 1; at < walk.tree.count && walk.start[at]! < walk.end[node]! + 4_000; at++) {
    if (l.type(at) !== 'heredoc_body') continue;
    const parts = l.parts(at);
    if (l.text(parts[parts.length - 1] ?? -1).trim() !== own) continue;
    template(
      l,
      node,
      parts.filter((part) => l.type(part) !== 'heredoc_end'),
      false,
    );
    return;
  }
  l.leaf(NodeKind.StringLiteral, node);
};

const pair: Lower = (l, node) => {
  const key = l.field(node, 'key');
  l.around(NodeKind.Entry, node, () => {
    if (l.type(key) === 'hash_key_symbol') l.leaf(NodeKind.SymbolLiteral, key, l.text(key));
    else l.expression(key, node);
    pairValue(l, node, key);
  });
};

const range: Lower = (l, node) => {
  const value = l.operators(node).includes('...') ? '..' : '..=';
  l.around(
    NodeKind.Range,
    node,
    () => (l.expression(l.field(node, 'begin'), node), l.expression(l.field(node, 'end'), node)),
    value,
  );
};

const scopeResolution: Lower = (l, node) => {
  const scope = l.field(node, 'scope');
  const name = l.field(node, 'name');
  if (scope < 0) l.name(name);
  else member(l, node, () => l.expression(scope), l.text(name));
};

const yieldForm: Lower = (l, node) => {
  l.around(NodeKind.Call, node, () => {
    l.leaf(NodeKind.Other, node, 'yield');
    for (const part of l.parts(node)) args(l, part);
  });
};

const word = (text: string): string => text.replace(/^:|^["']|["']$/g, '');

export const RUBY_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  identifier,
  constant: (l, node) => l.name(node),
  instance_variable: instanceVariable,
  class_variable: unbound,
  global_variable: unbound,
  self: leafLower(NodeKind.This),
  super: (l, node) => {
    l.around(NodeKind.Call, node, () => l.leaf(NodeKind.Super, node));
  },
  nil: leafLower(NodeKind.NoneLiteral),
  true: leafLower(NodeKind.BooleanLiteral, () => 'true'),
  false: leafLower(NodeKind.BooleanLiteral, () => 'false'),
  integer: numberLower,
  float: numberLower,
  string,
  chained_string: listLower(NodeKind.StringTemplate),
  heredoc_beginning: heredoc,
  simple_symbol: leafLower(NodeKind.SymbolLiteral, word),
  hash_key_symbol: leafLower(NodeKind.SymbolLiteral, word),
  bare_string: string,
  character: leafLower(NodeKind.StringLiteral, (text) => unescaped(text.slice(1))),
  delimited_symbol: (l, node) => {
    if (l.walk.has(node, 'interpolation')) l.other(node);
    else l.leaf(NodeKind.SymbolLiteral, node, l.text(node).replace(/^:["']|["']$/g, ''));
  },
  bare_symbol: leafLower(NodeKind.SymbolLiteral),
  string_array: listLower(NodeKind.List),
  symbol_array: listLower(NodeKind.List),
  regex: leafLower(NodeKind.RegexLiteral, (text) => text),
  array: listLower(NodeKind.List),
  hash: listLower(NodeKind.Dictionary),
  right_assignment_list: listLower(NodeKind.Tuple),
  pair,
  range,
  call,
  scope_resolution: scopeResolution,
  element_reference: (l, node) => {
    const parts = l.parts(node);
    l.around(NodeKind.Index, node, () => {
      l.expressions(parts);
      if (parts.length < 2) l.empty(node);
    });
  },
  splat_argument: listLower(NodeKind.Spread),
  hash_splat_argument: listLower(NodeKind.Spread, '', NodeFlag.KeywordRest),
  binary: binaryLower(),
  unary: unaryLower,
  conditional: fieldsLower(NodeKind.Conditional, ['condition|', 'consequence|', 'alternative|']),
  parenthesized_statements: passLower,
  pattern: passLower,
  assignment: asValue(assignment),
  operator_assignment: asValue(augmented),
  yield: yieldForm,
  rescue_modifier: asValue(rescueModifier),
  if: asValue(conditional(false)),
  unless: asValue(conditional(true)),
  case: asValue(caseForm),
  case_match: asValue(caseForm),
};

export const RUBY_STATEMENTS: Readonly<Record<string, Lower>> = {
  call: callStatement,
  assignment,
  operator_assignment: augmented,
  body_statement: body,
  block_body: body,
  begin: body,
  then: body,
  do: body,
  else: body,
  elsif: conditional(false),
  if: conditional(false),
  unless: conditional(true),
  if_modifier: modifier(false),
  unless_modifier: modifier(true),
  while: whileLoop(false),
  until: whileLoop(true),
  while_modifier: whileLoop(false),
  until_modifier: whileLoop(true),
  for: forLoop,
  case: caseForm,
  case_match: caseForm,
  rescue_modifier: rescueModifier,
  return: (l, node) => values(l, node, NodeKind.Return),
  next,
  break: (l, node) => l.leaf(NodeKind.Break, node),
  class: classLower(),
  module: classLower(),
  singleton_class: classLower(),
  heredoc_body: nothingLower,
  empty_statement: nothingLower,
};

/** The list of a function's parameters, without the block's own variables. */
const list = (l: Lowering, node: number): number[] => {
  const found = l.field(node, 'parameters');
  return found < 0 ? [] : l.parts(found);
};

const shape: FunctionShape = { parameters: list, body: (l, node) => l.field(node, 'body'), valueBody: true };
const blockShape: FunctionShape = { ...shape, flags: () => NodeFlag.Lexical };

export const RUBY_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  method: shape,
  singleton_method: shape,
  block: blockShape,
  do_block: blockShape,
  // The block of `->` has its body.
  lambda: { ...blockShape, body: (l, node) => l.field(l.field(node, 'body'), 'body') },
};

const parameter =
  (flags: number): Lower =>
  (l, node) => {
    const name = l.field(node, 'name');
    const value = l.field(node, 'value');
    const parts = (): void => {
      if (name < 0) l.empty(node);
      else l.name(name);
      if (value >= 0) l.expression(value);
    };
    l.around(NodeKind.Parameter, node, parts, '', flags | (value >= 0 ? NodeFlag.Optional : 0));
  };

export const RUBY_PARAMETERS: Readonly<Record<string, Lower>> = {
  optional_parameter: parameter(0),
  splat_parameter: parameter(NodeFlag.Rest),
  hash_splat_parameter: parameter(NodeFlag.KeywordRest),
  keyword_parameter: parameter(NodeFlag.KeywordOnly),
  block_parameter: parameter(NodeFlag.Optional),
  destructured_parameter: (l, node) => l.around(NodeKind.Parameter, node, () => target(l, node)),
};
