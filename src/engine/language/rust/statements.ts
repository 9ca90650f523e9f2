import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';

/** Label of a loop or a jump, without its mark. */
function labelOf(l: Lowering, node: number): string {
  return l.text(l.walk.childOf(node, 'label')).replace(/^'/, '');
}

/** A loop with a label is a Labelled around it. */
function withLabel(loop: Lower): Lower {
  return (l, node) => {
    const label = labelOf(l, node);
    l.withTail('none', () => {
      if (label === '') loop(l, node);
      else l.around(NodeKind.Labelled, node, () => loop(l, node), label);
    });
  };
}

export const ifForm: Lower = (l, node) => {
  const otherwise = l.field(node, 'alternative');
  const other = otherwise < 0 ? -1 : (l.parts(otherwise)[0] ?? -1);
  l.around(NodeKind.If, node, () => {
    l.expression(l.field(node, 'condition'), node);
    l.block(l.field(node, 'consequence'), node);
    if (other >= 0) l.block(other);
  });
};

export const whileForm = withLabel((l, node) => {
  l.around(NodeKind.While, node, () => {
    l.expression(l.field(node, 'condition'), node);
    l.block(l.field(node, 'body'), node);
  });
});

export const loopForm = withLabel((l, node) => {
  l.around(NodeKind.While, node, () => {
    l.leaf(NodeKind.BooleanLiteral, node, 'true');
    l.block(l.field(node, 'body'), node);
  });
});

export const forForm = withLabel((l, node) => {
  const parts = (): void => {
    l.expression(l.field(node, 'pattern'), node);
    l.expression(l.field(node, 'value'), node);
    l.block(l.field(node, 'body'), node);
  };
  l.around(NodeKind.ForEach, node, parts, '', NodeFlag.Declares);
});

export const matchForm: Lower = (l, node) => {
  const body = l.field(node, 'body');
  const { tail } = l;
  l.around(
    NodeKind.Switch,
    node,
    () => {
      l.expression(l.field(node, 'value'), node);
      for (const arm of body < 0 ? [] : l.parts(body)) {
        l.tail = tail;
        if (l.type(arm) === 'match_arm') matchArm(l, arm);
      }
    },
    'match',
  );
  l.tail = tail;
};

function matchArm(l: Lowering, node: number): void {
  const pattern = l.field(node, 'pattern');
  const condition = l.field(pattern, 'condition');
  const tests = l.parts(pattern).filter((part) => part !== condition);
  l.around(NodeKind.Case, node, () => {
    for (const test of tests) {
      if (l.type(test) === 'or_pattern') l.expressions(alternatives(l, test));
      else l.expression(test);
    }
    if (tests.length === 0) l.leaf(NodeKind.Pattern, node, 'wildcard');
    if (condition >= 0) l.around(NodeKind.Guard, condition, () => l.expression(condition));
    l.block(l.field(node, 'value'), node);
  });
}

/** `a | b | c` nests to the left in the grammar. */
function alternatives(l: Lowering, node: number): number[] {
  return l.parts(node).flatMap((part) => (l.type(part) === 'or_pattern' ? alternatives(l, part) : [part]));
}

/** `let P = v else { … }`: where the pattern does not fit, the block leaves. */
export const letForm: Lower = (l, node) => {
  const target = l.field(node, 'pattern');
  const at = target < 0 ? l.field(node, 'name') : target;
  const value = l.field(node, 'value');
  const otherwise = l.field(node, 'alternative');
  if (value < 0) {
    l.around(NodeKind.Declare, node, () => l.expression(at, node));
    return;
  }
  const parts = (): void => {
    l.expression(at, node);
    l.expression(value);
  };
  const mutable = l.walk.has(node, 'mutable_specifier') || l.type(node) === 'let_declaration';
  l.withTail('none', () => {
    l.around(NodeKind.Assign, node, parts, '', NodeFlag.Declares | (mutable ? 0 : NodeFlag.Constant));
    if (otherwise >= 0) l.around(NodeKind.Scoped, otherwise, () => l.block(otherwise), 'else');
  });
};

/** `break 'label value`. */
export function jump(kind: NodeKind): Lower {
  return (l, node) => {
    const rest = l.parts(node).filter((part) => l.type(part) !== 'label');
    if (rest.length === 0) l.leaf(kind, node, labelOf(l, node));
    else {
      // A loop's value: what is broken out with is the value of the block.
      l.around(NodeKind.ExpressionStatement, node, () => l.expressions(rest));
      l.leaf(kind, node, labelOf(l, node));
    }
  };
}

export const labelled: Lower = (l, node) => {
  const rest = l.parts(node).filter((part) => l.type(part) !== 'label');
  l.around(NodeKind.Labelled, node, () => l.statements(rest), labelOf(l, node));
};
