import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import { assignLower } from '../generic/lowerRules.ts';
import { isLambda } from './facts.ts';
import { args, target } from './namesLowering.ts';

/** Blocks that became the body of a loop, by lowering: `next` in them goes on with the loop. */
const loops = new WeakMap<Lowering, Set<number>>();

function loopsOf(l: Lowering): Set<number> {
  let known = loops.get(l);
  if (!known) loops.set(l, (known = new Set()));
  return known;
}

export const call: Lower = (l, node) => {
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
export const callStatement: Lower = (l, node) => {
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
    l.partsIn(block, 'parameters').length > 0
  ) {
    loopsOf(l).add(block);
    l.around(
      NodeKind.ForEach,
      node,
      () => {
        const found = l.partsIn(block, 'parameters');
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
  l.withTail('none', () => l.block(l.field(block, 'body'), block));
}

export const assignment: Lower = (l, node) => {
  l.around(NodeKind.Assign, node, () => {
    target(l, l.field(node, 'left'));
    l.expression(l.field(node, 'right'), node);
  });
};

const operatorAssignment = assignLower();
const LOGICAL: Record<string, string> = { '||=': 'or', '&&=': 'and' };
export const augmented: Lower = (l, node) => {
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

export const conditional =
  (negated: boolean): Lower =>
  (l, node) => {
    l.around(NodeKind.If, node, () => {
      test(l, node, negated);
      l.block(l.field(node, 'consequence'), node);
      const other = l.field(node, 'alternative');
      if (other >= 0) l.block(other);
    });
  };

export const modifier =
  (negated: boolean): Lower =>
  (l, node) => {
    l.around(NodeKind.If, node, () => {
      test(l, node, negated);
      l.block(l.field(node, 'body'), node);
    });
  };

export const whileLoop =
  (negated: boolean): Lower =>
  (l, node) => {
    const body = l.field(node, 'body');
    l.withTail('none', () => {
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

export const forLoop: Lower = (l, node) => {
  const source = l.field(node, 'value');
  l.withTail('none', () => {
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

export const caseForm: Lower = (l, node) => {
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
export const body: Lower = (l, node) => {
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
      l.withTail('none', () => l.around(NodeKind.Finally, ensure, () => l.blockOf(l.parts(ensure), ensure)));
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

export const rescueModifier: Lower = (l, node) => {
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
export function values(l: Lowering, node: number, kind: NodeKind): void {
  const found = l.parts(node).flatMap((part) => (l.type(part) === 'argument_list' ? l.parts(part) : [part]));
  l.around(kind, node, () => {
    if (found.length > 1) l.around(NodeKind.Tuple, node, () => l.expressions(found));
    else l.expressions(found);
  });
}

/** `next` goes on with a loop; in another block it is what the block gives. */
export const next: Lower = (l, node) => {
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
