import { type BindingFact, type BindingKind } from '../../model/facts.ts';
import { RefFlag } from '../../model/references.ts';
import { Kind } from './kinds.ts';
import type { Walk } from './walk.ts';

/**
 * Binds every name of a declared pattern (`a`, `{a, b: c = 1}`, `[x, ...y]`) in `scope` and visits its default values.
 * Returns the binding when the pattern is a plain name.
 */
export function bindPattern(
  walk: Walk,
  node: number,
  kind: BindingKind,
  scope: number,
  nested = false,
): BindingFact | undefined {
  switch (walk.k(node)) {
    case Kind.identifier:
    case Kind.undefined:
      return walk.bind(node, nested && kind !== 'parameter' && kind !== 'except' ? 'pattern' : kind, scope);
    case Kind.shorthand_property_identifier_pattern:
      walk.bind(node, kind === 'parameter' || kind === 'except' ? kind : 'pattern', scope);
      return undefined;
    case Kind.assignment_pattern:
    case Kind.object_assignment_pattern: {
      const left = walk.child(node, walk.field.left);
      const right = walk.child(node, walk.field.right);
      const bound = left >= 0 ? bindPattern(walk, left, kind, scope, nested) : undefined;
      if (right >= 0) walk.visit(right);
      return bound;
    }
    case Kind.pair_pattern: {
      const key = walk.child(node, walk.field.key);
      const value = walk.child(node, walk.field.value);
      if (key >= 0 && walk.k(key) === Kind.computed_property_name) walk.visit(key);
      if (value >= 0) bindPattern(walk, value, kind, scope, true);
      return undefined;
    }
    case Kind.object_pattern:
    case Kind.array_pattern:
    case Kind.rest_pattern: {
      const stop = walk.next[node]!;
      for (let c = node + 1; c < stop; c = walk.next[c]!) bindPattern(walk, c, kind, scope, true);
      return undefined;
    }
    case Kind.this:
      return undefined;
    default:
      // Punctuation, or what an error left: nothing is bound, references inside still count.
      if (walk.next[node] !== node + 1 || walk.k(node) === Kind.comment) walk.visit(node);
      return undefined;
  }
}

/**
 * Visits the target of an assignment: names and members are stores, and the scope in which each plain name is
 * declared gets another binding once all declarations are known.
 */
export function assignTarget(
  walk: Walk,
  node: number,
  kind: BindingKind,
  nested = false,
): { reference: number; binding: BindingFact | undefined } {
  switch (walk.k(node)) {
    case Kind.identifier:
    case Kind.shorthand_property_identifier_pattern: {
      const reference = walk.reference(node, -1, RefFlag.Store);
      if (reference < 0) break;
      const binding: BindingFact = {
        name: walk.strings[walk.references.name[reference >> 1]!]!,
        kind: nested ? 'pattern' : kind,
        line: walk.references.line[reference >> 1]!,
        symbol: -1,
        import: -1,
        value: -1,
        valueCalled: false,
      };
      walk.assignments.push({ reference: reference >> 1, scope: walk.scope, binding });
      return { reference, binding };
    }
    case Kind.member_expression: {
      const reference = walk.visit(node);
      walk.flag(reference, RefFlag.Store);
      return { reference, binding: undefined };
    }
    case Kind.assignment_pattern:
    case Kind.object_assignment_pattern: {
      const left = walk.child(node, walk.field.left);
      const right = walk.child(node, walk.field.right);
      if (left >= 0) assignTarget(walk, left, kind, true);
      if (right >= 0) walk.visit(right);
      break;
    }
    case Kind.pair_pattern: {
      const key = walk.child(node, walk.field.key);
      const value = walk.child(node, walk.field.value);
      if (key >= 0 && walk.k(key) === Kind.computed_property_name) walk.visit(key);
      if (value >= 0) assignTarget(walk, value, kind, true);
      break;
    }
    case Kind.parenthesized_expression:
    case Kind.non_null_expression:
    case Kind.as_expression:
    case Kind.satisfies_expression:
    case Kind.type_assertion: {
      const inner = walk.unwrap(node);
      const target = inner === node ? undefined : walk.k(inner);
      if (target === Kind.identifier || target === Kind.member_expression) {
        // The type parts of a cast are visited as well, in source order.
        const result = walk.visit(node);
        walk.flag(result, RefFlag.Store);
        return { reference: result, binding: undefined };
      }
      walk.visit(node);
      break;
    }
    case Kind.object_pattern:
    case Kind.array_pattern:
    case Kind.rest_pattern: {
      const stop = walk.next[node]!;
      for (let c = node + 1; c < stop; c = walk.next[c]!) assignTarget(walk, c, kind, true);
      break;
    }
    default:
      walk.visit(node);
  }
  return { reference: -2, binding: undefined };
}
