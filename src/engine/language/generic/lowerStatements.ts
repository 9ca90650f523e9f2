import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { Lower } from './language.ts';
import { listLower } from './lowerRules.ts';

/** Forms of statements that most languages share. Each takes the names of the grammar's fields. */

/** The parts, each as a statement of its own: what holds one expression, lists of statements and declarations. */
export const statementsLower: Lower = (l, node) => {
  for (const part of l.parts(node)) l.statement(part);
};

export const blockLower: Lower = (l, node) => l.block(node);

/** `return value`; several values are a Tuple. */
export const returnLower = listLower(NodeKind.Return);

export const throwLower = listLower(NodeKind.Throw);

/** `break label`, `continue label`. */
export function jumpLower(kind: NodeKind): Lower {
  return (l, node) => l.leaf(kind, node, l.text(l.parts(node)[0] ?? -1).replace(/^['@]/, ''));
}

/** Nothing at all: empty statements. */
export const nothingLower: Lower = () => undefined;

export interface IfFields {
  test?: string;
  then?: string;
  otherwise?: string;
}

/** `if`; an `else if` is a Block that holds an If. */
export function ifLower(fields: IfFields = {}): Lower {
  const { test = 'condition', then = 'consequence', otherwise = 'alternative' } = fields;
  return (l, node) => {
    l.around(NodeKind.If, node, () => {
      l.expression(l.field(node, test), node);
      l.block(l.field(node, then), node);
      let other = l.field(node, otherwise);
      if (/^else/.test(l.type(other))) other = l.parts(other)[0] ?? -1;
      if (other >= 0) l.block(other);
    });
  };
}

export function whileLower(test = 'condition', body = 'body'): Lower {
  return (l, node) => {
    const parts = (): void => {
      const condition = l.field(node, test);
      if (condition >= 0) l.expression(condition);
      else l.leaf(NodeKind.BooleanLiteral, node, 'true');
      l.block(l.field(node, body), node);
    };
    l.withTail('none', () => l.around(NodeKind.While, node, parts));
  };
}

export function doLower(test = 'condition', body = 'body'): Lower {
  return (l, node) => {
    l.around(NodeKind.DoWhile, node, () => {
      l.block(l.field(node, body), node);
      l.expression(l.field(node, test), node);
    });
  };
}

/** `for (start; test; step) body`. */
export function forCountLower(start = 'init', test = 'condition', step = 'update', body = 'body'): Lower {
  return (l, node) => {
    const { walk } = l;
    l.around(NodeKind.ForCount, node, () => {
      l.blockOf(walk.fields(node, start), node);
      l.expression(l.field(node, test), node);
      l.blockOf(walk.fields(node, step), node);
      l.block(l.field(node, body), node);
    });
  };
}

/** `for (target of iterable) body`. */
export function forEachLower(
  target: string,
  iterable: string,
  body = 'body',
  flags: number = NodeFlag.Declares,
): Lower {
  return (l, node) => {
    const parts = (): void => {
      l.expression(l.field(node, target), node);
      l.expression(l.field(node, iterable), node);
      l.block(l.field(node, body), node);
    };
    l.withTail('none', () => l.around(NodeKind.ForEach, node, parts, '', flags));
  };
}

/** Declares one target; `Declare` without a value. */
export function declareLower(target: string, value: string, flags: number = NodeFlag.Declares): Lower {
  return (l, node) => {
    const targets = l.walk.fields(node, target);
    const from = l.field(node, value);
    if (from < 0) l.around(NodeKind.Declare, node, () => l.expressions(targets));
    else
      l.around(
        NodeKind.Assign,
        node,
        () => {
          l.expressions(targets);
          l.expression(from);
        },
        '',
        flags,
      );
  };
}

/** A block with a word before it: `unsafe`, `synchronized`, `defer`. */
export function scopedLower(word: string): Lower {
  return (l, node) => {
    const { blocks } = l.walk.language;
    l.around(
      NodeKind.Scoped,
      node,
      () => {
        for (const part of l.parts(node)) {
          if (blocks.includes(l.type(part))) l.block(part);
          else l.expression(part);
        }
      },
      word,
    );
  };
}

/** `label: statement`. */
export const labelledLower: Lower = (l, node) => {
  const [label, ...rest] = l.parts(node);
  l.around(NodeKind.Labelled, node, () => l.statements(rest), l.text(label ?? -1).replace(/^['@]/, ''));
};

/** A class inside a body: name, bases, members as they come. */
export function classLower(body = 'body'): Lower {
  return (l, node) => {
    const name = l.field(node, 'name');
    l.around(NodeKind.ClassDefinition, node, () => {
      if (name < 0) l.empty(node);
      else l.name(name);
      l.out.leaf(NodeKind.Bases, l.startLine(node));
      l.block(l.field(node, body), node);
    });
  };
}
