import { NodeKind } from '../../ir/model.ts';
import type { Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import { listLower, passLower } from '../generic/lowerRules.ts';
import { spaceless } from '../generic/texts.ts';

/** `T name`: the type, and the name that it is bound to. */
const declaration: Lower = (l, node) => {
  const type = l.field(node, 'type');
  const name = l.field(node, 'name');
  const parts = (): void => {
    if (l.type(type) !== 'implicit_type')
      l.around(NodeKind.Pattern, node, () => l.leaf(NodeKind.TypeName, type, spaceless(l.text(type))), 'type');
    l.expression(name, node);
  };
  l.around(NodeKind.Pattern, node, parts, 'as');
};

/** `> 5`: a comparison with what is matched. */
const relational: Lower = (l, node) => {
  const [sign = ''] = l.operators(node);
  l.around(NodeKind.Other, node, () => l.expressions(l.parts(node)), `relational_pattern ${sign}`);
};

const subpattern: Lower = (l, node) => {
  const [name, ...rest] = l.parts(node);
  l.around(NodeKind.KeywordArgument, node, () => l.expressions(rest), l.text(name ?? -1));
};

export const CSHARP_PATTERNS: Readonly<Record<string, Lower>> = {
  constant_pattern: passLower,
  parenthesized_pattern: passLower,
  declaration_pattern: declaration,
  var_pattern: declaration,
  relational_pattern: relational,
  discard: (l, node) => l.leaf(NodeKind.Pattern, node, 'wildcard'),
  or_pattern: listLower(NodeKind.Pattern, 'or'),
  recursive_pattern: listLower(NodeKind.Pattern, 'class'),
  subpattern,
};

const isLabel = (l: Lowering, node: number): boolean => /_pattern$|^discard$|^when_clause$/.test(l.type(node));

function tests(l: Lowering, nodes: readonly number[]): void {
  for (const node of nodes) {
    if (l.type(node) === 'when_clause') l.around(NodeKind.Guard, node, () => l.expressions(l.parts(node)));
    else l.expression(node);
  }
}

/** `value switch { pattern => result }`: arms do not fall through. */
export const switchExpression: Lower = (l, node) => {
  const [subject, ...arms] = l.parts(node);
  const { tail } = l;
  const parts = (): void => {
    l.expression(subject ?? -1, node);
    for (const arm of arms) {
      const inner = l.parts(arm);
      const result = inner.pop();
      l.around(NodeKind.Case, arm, () => {
        tests(l, inner);
        l.tail = tail;
        l.block(result ?? -1, arm);
      });
    }
  };
  l.around(NodeKind.Switch, node, parts, 'match');
  l.tail = tail;
};

/** `case a: case b: … break;` */
export const switchForm: Lower = (l, node) => {
  const body = l.field(node, 'body');
  const parts = (): void => {
    l.expression(l.field(node, 'value'), node);
    for (const section of body < 0 ? [] : l.parts(body)) {
      const inner = l.parts(section);
      const labels = inner.filter((part) => isLabel(l, part));
      l.around(NodeKind.Case, section, () => {
        tests(l, labels);
        l.blockOf(
          inner.filter((part) => !labels.includes(part)),
          section,
        );
      });
    }
  };
  l.around(NodeKind.Switch, node, parts, 'switch');
};
