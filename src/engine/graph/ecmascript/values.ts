import type { Resolution } from '../types.ts';

/**
 * What an expression stands for while it is worked out. It knows more than a `Resolution`: an instance is a mere
 * value to the outside, but here its class's methods can be found through it.
 */
export type Value =
  /** A function, or a class itself (its static side). */
  | { kind: 'symbol'; file: string; symbol: number }
  /** An object made by `new` of a class (or constructor function) of the workspace, or `this` in its methods. */
  | { kind: 'instance'; file: string; symbol: number; /** Maybe the class itself. */ either?: true }
  /** `super` in a class: members of its base class, static or not. */
  | { kind: 'super'; file: string; symbol: number; static: boolean }
  /** An object literal bound to a name, or what is hung on one: `holder` is its qualified name inside `parent`. */
  | { kind: 'object'; file: string; parent: number; holder: string }
  | { kind: 'module'; file: string }
  | { kind: 'external'; name: string }
  | { kind: 'builtin'; name: string }
  /** An object of a builtin class: `new Map()`, a literal (name empty: of which type is not known). */
  | { kind: 'builtin-instance'; name: string }
  /** Known to be bound, but to nothing that has a name of ours. */
  | { kind: 'value' }
  | { kind: 'unresolved' };

/**
 * TypeScript keeps names of values and names of types apart. Names of types matter here only where a type tells the
 * class of a value (`x: Foo`).
 */
export type Space = 'value' | 'type';

export const VALUE: Value = { kind: 'value' };
export const UNRESOLVED: Value = { kind: 'unresolved' };

const VALUE_RESOLUTION: Resolution = { kind: 'value' };
const UNRESOLVED_RESOLUTION: Resolution = { kind: 'unresolved' };

/** What the outside is told. */
export function toResolution(value: Value): Resolution {
  switch (value.kind) {
    case 'symbol':
      return { kind: 'symbol', target: { file: value.file, symbol: value.symbol } };
    case 'module':
    case 'external':
    case 'builtin':
      return value;
    case 'unresolved':
      return UNRESOLVED_RESOLUTION;
    default:
      return VALUE_RESOLUTION;
  }
}

/** Whether two values are the same thing. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'symbol':
    case 'instance':
      return a.kind === b.kind && a.file === b.file && a.symbol === b.symbol;
    case 'module':
      return b.kind === 'module' && a.file === b.file;
    case 'external':
    case 'builtin':
    case 'builtin-instance':
      return a.kind === b.kind && a.name === b.name;
    case 'object':
      return b.kind === 'object' && a.file === b.file && a.parent === b.parent && a.holder === b.holder;
    default:
      return false;
  }
}
