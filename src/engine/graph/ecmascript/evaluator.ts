import type { BindingFact } from '../../model/facts.ts';
import type { FileIndex } from './fileIndex.ts';
import type { Space, Value } from './values.ts';

/** Where a value comes from, as bindings and members of object literals tell it. */
export type Assigned = Pick<BindingFact, 'value' | 'valueCalled'>;

/** What the parts of the resolver ask of each other; `Evaluation` is the one that answers. */
export interface Evaluator {
  /** Tables of a file; undefined when the workspace has no such ECMAScript file. */
  index(path: string): FileIndex | undefined;
  /** What a reference stands for. */
  reference(index: FileIndex, id: number): Value;
  /** What a name bound in `scope` itself stands for; null when the scope does not bind it in that space. */
  binding(index: FileIndex, scope: number, name: string, space: Space): Value | null;
  /** What `.name` of a value is. */
  member(value: Value, name: string): Value;
  /** An export of a file by name; null when it has none of that name. */
  exported(path: string, name: string, space: Space): Value | null;
  /** What importing a whole file gives: its `module.exports` / `export =`, else its namespace. */
  wholeModule(path: string): Value;
  /** What a binding's value is by what is assigned to it, or by the class that its annotation names. */
  assigned(index: FileIndex, binding: Assigned): Value;
  /** Whether a binding's value is told by the class that its annotation names (`x: Foo`). */
  isAnnotated(index: FileIndex, binding: Assigned): boolean;
  /** What calling (`construct` false) or constructing a value gives. */
  result(value: Value, construct: boolean): Value;
}

/**
 * Thrown where the chain of dependent questions gets too long for the stack. Whoever asked first answers `run` by
 * itself and asks again, so no program, however it was made, can exhaust the stack, and no answer depends on what was
 * asked before. `settle` ends a chain that turns out to be a cycle.
 */
export class TooDeep extends Error {
  /** References that were being worked out when the descent was broken off. */
  readonly underway: { index: FileIndex; id: number }[] = [];

  constructor(
    readonly key: string,
    readonly run: () => void,
    readonly settle: () => void,
  ) {
    super('the chain of references is too long for one descent');
  }
}

/** Longest descent; each step takes a handful of stack frames. */
export const MAX_DESCENT = 200;
