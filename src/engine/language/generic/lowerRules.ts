import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { Lower } from './language.ts';
import type { Lowering } from './lowering.ts';
import { spaceless } from './texts.ts';

/** Forms of expressions that most languages share. Each takes the names of the grammar's fields. */

export const nameLower: Lower = (l, node) => l.name(node);

/** What only groups: its only part. */
export const passLower: Lower = (l, node) => {
  const parts = l.parts(node);
  if (parts.length === 1) l.expression(parts[0]!);
  else l.other(node);
};

/** What stands for one of its parts. */
export function partLower(field: string): Lower {
  return (l, node) => l.expression(l.field(node, field), node);
}

/** A leaf; its value is made of its text. */
export function leafLower(kind: NodeKind, value: (text: string) => string = () => ''): Lower {
  return (l, node) => l.leaf(kind, node, value(l.text(node)));
}

/** A type where a value stands, blanks out. */
export const typeLower = leafLower(NodeKind.TypeName, spaceless);

/** A node around all its parts. */
export function listLower(kind: NodeKind, value = '', flags = 0): Lower {
  return (l, node) => {
    l.around(kind, node, () => l.expressions(l.parts(node)), value, flags);
  };
}

/** A node around the named fields, in this order; `Empty` where a field is missing and its name ends with `?|`. */
export function fieldsLower(kind: NodeKind, fields: readonly string[], value = '', flags = 0): Lower {
  return (l, node) => {
    l.around(
      kind,
      node,
      () => {
        for (const name of fields) {
          const holdsPlace = name.endsWith('|');
          const part = l.field(node, holdsPlace ? name.slice(0, -1) : name);
          if (part >= 0 || holdsPlace) l.expression(part, node);
        }
      },
      value,
      flags,
    );
  };
}

export const numberLower: Lower = (l, node) => l.leaf(NodeKind.NumberLiteral, node, numberValue(l.text(node)));

/** A number as it is compared: without separators, suffixes and case, integers in tens. */
export function numberValue(text: string): string {
  let plain = text.replace(/[_']/g, '').toLowerCase();
  const radix = /^0(?:x[\da-f]+|o?[0-7]+|b[01]+)(?=(?:[ui](?:8|16|32|64|128|size)|[uln]*)$)/.exec(plain)?.[0];
  if (radix !== undefined && radix.length > 1 && radix.length < 20)
    return BigInt(/^0[0-7]/.test(radix) ? `0o${radix.slice(1)}` : radix).toString();
  if (radix !== undefined) return radix;
  plain = plain.replace(/(?:[uif](?:8|16|32|64|128|size)|[ulnfdm]+)$/, '');
  if (plain.startsWith('.')) plain = `0${plain}`;
  return plain.replace(/^(\d+)\.0*$/, '$1.0');
}

const ESCAPES: Record<string, string> = {
  ...{ n: '\n', t: '\t', r: '\r', '0': '\0', a: '\u0007', b: '\b', f: '\f', v: '\v', s: ' ', e: '\u001b' },
};

/** A text with its escapes resolved as the languages of C's family write them. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:u\{([\da-fA-F]{1,6})\}|u+([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|([^]))/g,
    (whole: string, braced?: string, four?: string, eight?: string, two?: string, one?: string) => {
      const code = braced ?? four ?? eight ?? two;
      if (code === undefined) return one === undefined ? whole : (ESCAPES[one] ?? one);
      const point = Number.parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}

/** A string between its quotes, escapes resolved unless `raw`. */
export function stringLower(raw = false): Lower {
  return (l, node) => {
    const text = l.text(node);
    const quote = /^[a-zA-Z@$]*(#*)("""|'''|["'`])/.exec(text);
    const inner = quote ? text.slice(quote[0].length, text.length - quote[1]!.length - quote[2]!.length) : text;
    l.leaf(NodeKind.StringLiteral, node, raw ? inner : unescaped(inner));
  };
}

/** `object.name`. */
export function memberLower(object: string, name: string, optional = false): Lower {
  return (l, node) => {
    const objectNode = l.field(node, object);
    const flags = optional ? NodeFlag.Optional : 0;
    l.around(NodeKind.Attribute, node, () => l.expression(objectNode, node), l.text(l.field(node, name)), flags);
  };
}

/** `callee(arguments)`. */
export function callLower(callee: string, args = 'arguments', flags = 0): Lower {
  return (l, node) => {
    const list = l.field(node, args);
    l.around(
      NodeKind.Call,
      node,
      () => {
        l.expression(l.field(node, callee), node);
        if (list >= 0) l.expressions(l.parts(list));
      },
      '',
      flags,
    );
  };
}

/** `object.name(arguments)` and `name(arguments)` in one node. */
export function methodCallLower(object: string, name: string, args = 'arguments'): Lower {
  return (l, node) => {
    const objectNode = l.field(node, object);
    const nameNode = l.field(node, name);
    const list = l.field(node, args);
    l.around(NodeKind.Call, node, () => {
      if (objectNode < 0) l.expression(nameNode, node);
      else l.around(NodeKind.Attribute, node, () => l.expression(objectNode), l.text(nameNode));
      if (list >= 0) l.expressions(l.parts(list));
    });
  };
}

/** `(T) value`, `value as T`; `read` makes the type's name of its text. */
export function castLower(value = 'value', type = 'type', read: (text: string) => string = spaceless): Lower {
  return (l, node) => {
    const to = read(l.text(l.field(node, type)));
    l.around(NodeKind.Cast, node, () => l.expression(l.field(node, value), node), to);
  };
}

export const indexLower: Lower = (l, node) => {
  l.around(NodeKind.Index, node, () => l.expressions(l.parts(node)));
};

const LOGICAL: Record<string, string> = { '&&': 'and', '||': 'or', and: 'and', or: 'or', '??': '??', '?:': '??' };
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=', '===', '!==', 'is', 'in', 'instanceof', '<=>', '=~']);

/** Operator of a binary node: its field, else its first token. */
function operatorOf(l: Lowering, node: number): string {
  const { walk } = l;
  const id = walk.table.field('operator');
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!)
    if (id > 0 && walk.tree.field[child] === id) return walk.textOf(child);
  return l.operators(node).find((text) => !/^[()]$/.test(text)) ?? '';
}

/** `left operator right`: comparison, logical or other; chains of one logical operator are one node. */
export function binaryLower(left = 'left', right = 'right'): Lower {
  const lower: Lower = (l, node) => {
    const operator = operatorOf(l, node);
    const a = l.field(node, left);
    const b = l.field(node, right);
    const sides = a >= 0 && b >= 0 ? [a, b] : l.parts(node);
    // Damaged code may lack a side.
    if (sides.length !== 2) l.other(node);
    else if (Object.hasOwn(LOGICAL, operator)) {
      const operands = (at: number): void => {
        const inner = ungrouped(l, at);
        if (l.type(inner) === l.type(node) && operatorOf(l, inner) === operator) {
          const parts = [l.field(inner, left), l.field(inner, right)];
          (parts[0]! >= 0 ? parts : l.parts(inner)).forEach(operands);
        } else l.expression(at);
      };
      l.around(NodeKind.Logical, node, () => sides.forEach(operands), LOGICAL[operator]);
    } else if (COMPARISONS.has(operator)) l.around(NodeKind.Comparison, node, () => l.expressions(sides), operator);
    else l.around(NodeKind.Binary, node, () => l.expressions(sides), operator);
  };
  return lower;
}

/** What stands in parentheses. */
export function ungrouped(l: Lowering, node: number): number {
  let at = node;
  while (l.type(at) === 'parenthesized_expression') {
    const parts = l.parts(at);
    if (parts.length !== 1) return at;
    at = parts[0]!;
  }
  return at;
}

/** `operator operand`; `!` is `Not`. */
export const unaryLower: Lower = (l, node) => {
  const operator = operatorOf(l, node);
  const kind = operator === '!' || operator === 'not' ? NodeKind.Not : NodeKind.Unary;
  if (l.parts(node).length !== 1) l.other(node);
  else l.around(kind, node, () => l.expressions(l.parts(node)), kind === NodeKind.Not ? '' : operator);
};

/** `target = value`, `target += value`, as an expression or a statement of its own. */
export function assignLower(left = 'left', right = 'right'): Lower {
  return (l, node) => {
    const operator = operatorOf(l, node);
    const parts = (): void => {
      l.expression(l.field(node, left), node);
      l.expression(l.field(node, right), node);
    };
    if (operator === '=' || operator === '') l.around(NodeKind.Assign, node, parts);
    else l.around(NodeKind.AugmentedAssign, node, parts, operator.slice(0, -1));
  };
}

/** `x++` as a statement. */
export const stepLower: Lower = (l, node) => {
  const operator = l.operators(node).find((text) => text === '++' || text === '--') ?? '++';
  const made = l.out.open(NodeKind.AugmentedAssign, l.startLine(node), operator[0]);
  l.expressions(l.parts(node));
  l.leaf(NodeKind.NumberLiteral, node, '1');
  l.out.close(made, l.endLine(node));
};

/** `++x` where its value is used. */
export const updateLower: Lower = (l, node) => {
  const prefix = /^[+-]/.test(l.text(node));
  const value = l.operators(node).find((text) => text === '++' || text === '--') ?? '++';
  l.around(NodeKind.Update, node, () => l.expressions(l.parts(node)), value, prefix ? NodeFlag.Prefix : 0);
};

/** The form of a statement where its value is used: assignments, blocks with a value. */
export function asValue(lower: Lower): Lower {
  return (l, node) => {
    const at = l.out.count;
    l.withTail('value', () => lower(l, node));
    l.out.flag(at, NodeFlag.Expression);
  };
}

/** A parameter whose default stands behind it in the list (`name: T = value`), not in it. */
export function parameterLower(l: Lowering, node: number, name: number, flags: number): void {
  const { walk } = l;
  const sign = walk.next[node]!;
  const hasDefault = sign < walk.next[walk.tree.parent[node]!]! && l.text(sign) === '=';
  const parts = (): void => {
    l.expression(name, node);
    if (hasDefault) l.expression(walk.next[sign]!);
  };
  l.around(NodeKind.Parameter, node, parts, '', flags);
}
