import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import { nothingLower } from '../generic/lowerStatements.ts';

/** Blocks have no nodes: the lists of statements between the brackets of a node, in order; -1 for empty ones. */
function blocks(l: Lowering, node: number): number[] {
  const { walk } = l;
  const found: number[] = [];
  for (let part = node + 1; part < walk.next[node]!; part = walk.next[part]!) {
    if (walk.isNamed(part) || walk.textOf(part) !== '{') continue;
    const inner = walk.next[part]!;
    found.push(inner < walk.next[node]! && l.type(inner) === 'statements' ? inner : -1);
  }
  return found;
}

/** `let name = value`, `case pattern = value`, plain conditions; several hold together. */
function conditions(l: Lowering, node: number): void {
  const { walk } = l;
  const bound = walk.table.field('bound_identifier');
  const written: (() => void)[] = [];
  let target = -1;
  let assigned = false;
  const close = (): void => {
    const name = target;
    if (name >= 0) written.push(() => binding(l, name, name));
    target = -1;
    assigned = false;
  };
  for (let part = node + 1; part < walk.next[node]!; part = walk.next[part]!) {
    const text = walk.isNamed(part) ? '' : walk.textOf(part);
    if (text === '{' || l.type(part) === 'else') break;
    if (text === '=') assigned = true;
    if (text === ',') close();
    if (!walk.isNamed(part) || walk.isComment(part) || l.type(part) === 'value_binding_pattern') continue;
    if (walk.tree.field[part] === bound || l.type(part) === 'pattern') {
      close();
      target = part;
    } else if (target >= 0 && assigned) {
      const name = target;
      written.push(() => binding(l, name, part));
      target = -1;
      assigned = false;
    } else if (l.type(part) !== 'type_annotation') written.push(() => l.expression(part));
  }
  close();
  if (written.length === 0) l.empty(node);
  else if (written.length === 1) written[0]!();
  else l.around(NodeKind.Logical, node, () => written.forEach((write) => write()), 'and');
}

function binding(l: Lowering, name: number, value: number): void {
  const pair = (): void => {
    l.expression(name);
    l.expression(value);
  };
  l.around(NodeKind.Assign, name, pair, '', NodeFlag.Declares | NodeFlag.Expression);
}

export const assignForm: Lower = (l, node) => {
  const operator = l.operators(node).find((text) => text.endsWith('=')) ?? '=';
  const parts = (): void => {
    l.expression(l.field(node, 'target'), node);
    l.expression(l.field(node, 'result'), node);
  };
  if (operator === '=') l.around(NodeKind.Assign, node, parts);
  else l.around(NodeKind.AugmentedAssign, node, parts, operator.slice(0, -1));
};

export const ifForm: Lower = (l, node) => {
  const [then = -1, otherwise] = blocks(l, node);
  const other = l.parts(node).find((part) => l.type(part) === 'if_statement' && l.walk.previous[part]! >= 0) ?? -1;
  const nested = other >= 0 && l.type(l.walk.previous[other]!) === 'else' ? other : -1;
  l.around(NodeKind.If, node, () => {
    conditions(l, node);
    l.block(then, node);
    if (nested >= 0) l.block(nested);
    else if (otherwise !== undefined) l.block(otherwise, node);
  });
};

/** `guard condition else { … }` leaves where the condition does not hold. */
const guardForm: Lower = (l, node) => {
  const [otherwise = -1] = blocks(l, node);
  l.around(NodeKind.If, node, () => {
    l.around(NodeKind.Not, node, () => conditions(l, node));
    l.withTail('none', () => l.block(otherwise, node));
  });
};

const whileForm: Lower = (l, node) => {
  const [body = -1] = blocks(l, node);
  l.withTail('none', () => {
    l.around(NodeKind.While, node, () => {
      conditions(l, node);
      l.block(body, node);
    });
  });
};

const repeatForm: Lower = (l, node) => {
  const [body = -1] = blocks(l, node);
  l.withTail('none', () => {
    l.around(NodeKind.DoWhile, node, () => {
      l.block(body, node);
      l.expression(l.field(node, 'condition'), node);
    });
  });
};

/** `for item in collection where condition`: the condition stands around the body. */
const forForm: Lower = (l, node) => {
  const [body = -1] = blocks(l, node);
  const where = l.walk.childOf(node, 'where_clause');
  const guard = where < 0 ? -1 : (l.parts(where).at(-1) ?? -1);
  const parts = (): void => {
    l.expression(l.field(node, 'item'), node);
    l.expression(l.field(node, 'collection'), node);
    if (guard < 0) l.block(body, node);
    else
      l.around(NodeKind.Block, node, () => {
        l.around(NodeKind.If, where, () => {
          l.expression(guard);
          l.block(body, node);
        });
      });
  };
  l.withTail('none', () => {
    l.around(NodeKind.ForEach, node, parts, '', NodeFlag.Declares);
  });
};

export const switchForm: Lower = (l, node) => {
  const { tail } = l;
  const parts = (): void => {
    l.expression(l.field(node, 'expr'), node);
    for (const entry of l.parts(node).filter((part) => l.type(part) === 'switch_entry')) {
      const body = l.walk.childOf(entry, 'statements');
      const inner = l.parts(entry).filter((part) => part !== body);
      const where = inner.findIndex((part) => l.type(part) === 'where_keyword');
      l.around(NodeKind.Case, entry, () => {
        for (const test of inner) if (l.type(test) === 'switch_pattern') l.expressions(l.parts(test));
        const guard = where < 0 ? undefined : inner[where + 1];
        if (guard !== undefined) l.around(NodeKind.Guard, guard, () => l.expression(guard));
        l.tail = tail;
        l.block(body, entry);
      });
    }
  };
  l.around(NodeKind.Switch, node, parts, 'match');
  l.tail = tail;
};

/** `let x`, `.some(let x)`, `(a, b)`, `x as T`, or an expression. */
export const pattern: Lower = (l, node) => {
  const parts = l.parts(node).filter((part) => l.type(part) !== 'value_binding_pattern');
  const [first] = parts;
  const member = l.operators(node).includes('.');
  if (parts.length === 1 && first !== undefined && !member) l.expression(first);
  else if (member) {
    l.around(
      NodeKind.Pattern,
      node,
      () => {
        l.around(NodeKind.Attribute, node, () => l.empty(node), l.text(first ?? -1));
        l.expressions(parts.slice(1));
      },
      'class',
    );
  } else if (l.walk.has(node, 'as') || l.walk.has(node, 'is'))
    l.around(NodeKind.Pattern, node, () => l.expressions(parts), 'as');
  else l.around(NodeKind.Tuple, node, () => l.expressions(parts));
};

/** `do { … } catch pattern { … }`; without a `catch` a block. */
export const doForm: Lower = (l, node) => {
  const [body = -1] = blocks(l, node);
  const catches = l.parts(node).filter((part) => l.type(part) === 'catch_block');
  if (catches.length === 0) {
    l.around(NodeKind.Scoped, node, () => l.block(body, node), 'do');
    return;
  }
  const { tail } = l;
  l.around(NodeKind.Try, node, () => {
    l.block(body, node);
    for (const one of catches) {
      const error = l.field(one, 'error');
      l.around(NodeKind.Catch, one, () => {
        l.expression(error, one);
        l.empty(one);
        l.tail = tail;
        l.block(blocks(l, one)[0] ?? -1, one);
      });
    }
  });
  l.tail = tail;
};

/** `return`, `throw`, `break`, `continue`. */
const transfer: Lower = (l, node) => {
  const { walk } = l;
  const result = l.field(node, 'result');
  if (walk.has(node, 'break')) l.leaf(NodeKind.Break, node, l.text(result));
  else if (walk.has(node, 'continue')) l.leaf(NodeKind.Continue, node, l.text(result));
  else {
    const thrown = walk.has(node, 'throw_keyword');
    const values = l.parts(node).filter((part) => l.type(part) !== 'throw_keyword');
    l.around(thrown ? NodeKind.Throw : NodeKind.Return, node, () => l.expressions(values));
  }
};

/** One declaration may name several variables, each with its own value. */
const property: Lower = (l, node) => {
  const { walk } = l;
  const value = walk.table.field('value');
  const names = walk.fields(node, 'name').filter((part) => l.type(part) === 'pattern');
  names.forEach((name, index) => {
    const end = names[index + 1] ?? walk.next[node]!;
    const given = l.parts(node).find((part) => part > name && part < end && walk.tree.field[part] === value) ?? -1;
    if (given < 0) l.around(NodeKind.Declare, name, () => l.expression(name));
    else {
      const parts = (): void => {
        l.expression(name);
        l.expression(given);
      };
      l.around(NodeKind.Assign, node, parts, '', NodeFlag.Declares);
    }
  });
};

const localClass: Lower = (l, node) => {
  const name = l.walk.childOf(node, 'type_identifier');
  l.around(NodeKind.ClassDefinition, node, () => {
    if (name < 0) l.empty(node);
    else l.name(name);
    l.out.leaf(NodeKind.Bases, l.startLine(node));
    l.block(l.field(node, 'body'), node);
  });
};

export const SWIFT_STATEMENTS: Readonly<Record<string, Lower>> = {
  property_declaration: property,
  assignment: assignForm,
  if_statement: ifForm,
  guard_statement: guardForm,
  while_statement: whileForm,
  repeat_while_statement: repeatForm,
  for_statement: forForm,
  switch_statement: switchForm,
  do_statement: doForm,
  control_transfer_statement: transfer,
  class_declaration: localClass,
  statement_label: (l, node) => l.leaf(NodeKind.Labelled, node, l.text(node).replace(/:$/, '')),
  directive: nothingLower,
};
