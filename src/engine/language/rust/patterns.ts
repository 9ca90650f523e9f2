import { NodeKind } from '../../ir/model.ts';
import type { Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import { listLower } from '../generic/lowerRules.ts';

function callee(l: Lowering, node: number): void {
  const type = l.field(node, 'type');
  if (l.type(type) === 'type_identifier') l.name(type);
  else l.expression(type, node);
}

/** `Some(x)`. */
const tupleStruct: Lower = (l, node) => {
  const type = l.field(node, 'type');
  l.around(
    NodeKind.Pattern,
    node,
    () => {
      callee(l, node);
      l.expressions(l.parts(node).filter((part) => part !== type));
    },
    'class',
  );
};

/** `S { a, b: c, .. }`. */
const struct: Lower = (l, node) => {
  const fields = l.parts(node).filter((part) => /^(field_pattern|remaining_field_pattern)$/.test(l.type(part)));
  l.around(
    NodeKind.Pattern,
    node,
    () => {
      callee(l, node);
      for (const one of fields) {
        if (l.type(one) === 'remaining_field_pattern') l.leaf(NodeKind.Pattern, one, 'rest');
        else field(l, one);
      }
    },
    'class',
  );
};

function field(l: Lowering, node: number): void {
  const name = l.field(node, 'name');
  const pattern = l.field(node, 'pattern');
  l.around(
    NodeKind.KeywordArgument,
    node,
    () => {
      if (pattern >= 0) l.expression(pattern);
      else if (name >= 0) l.name(name);
    },
    l.text(name),
  );
}

/** `n @ 1..=5`. */
const captured: Lower = (l, node) => {
  const [name, ...pattern] = l.parts(node);
  l.around(
    NodeKind.Pattern,
    node,
    () => {
      l.expressions(pattern);
      if (name !== undefined) l.expression(name);
    },
    'as',
  );
};

const range: Lower = (l, node) => {
  const inclusive = !l.operators(node).includes('..');
  l.around(
    NodeKind.Range,
    node,
    () => {
      l.expression(l.field(node, 'left'), node);
      l.expression(l.field(node, 'right'), node);
    },
    inclusive ? '..=' : '..',
  );
};

/** `&x`, `ref x`, `mut x` bind what they hold. */
const inner: Lower = (l, node) => {
  const parts = l.parts(node).filter((part) => l.type(part) !== 'mutable_specifier');
  if (parts.length === 1) l.expression(parts[0]!);
  else l.other(node);
};

/** Patterns of `let`, `match`, parameters and loops. A plain name is the name itself. */
export const RUST_PATTERNS: Readonly<Record<string, Lower>> = {
  tuple_struct_pattern: tupleStruct,
  struct_pattern: struct,
  tuple_pattern: (l, node) => {
    l.around(NodeKind.Tuple, node, () => l.expressions(l.parts(node)));
  },
  slice_pattern: listLower(NodeKind.Pattern, 'sequence'),
  or_pattern: listLower(NodeKind.Pattern, 'or'),
  captured_pattern: captured,
  range_pattern: range,
  remaining_field_pattern: listLower(NodeKind.Pattern, 'rest'),
  ref_pattern: inner,
  mut_pattern: inner,
  reference_pattern: inner,
};
