import type { FunctionRef } from '../../model/state.ts';

/** A family of functions that may repeat each other: an entry of `parallel` in `.rewheel.json`. */
export interface ParallelFamily {
  /** As written, for messages. */
  members: readonly string[];
  /** Why the family may repeat itself. */
  reason: string;
  /** Line of the entry in the settings file. */
  line: number;
  /** Whether a function belongs to the family. Globs are matched outside: the engine has no matcher of its own. */
  covers(path: string, qualifiedName: string): boolean;
}

/** The families of a workspace, and which of them hid something. */
export class ParallelFamilies {
  private readonly used = new Set<ParallelFamily>();

  constructor(
    readonly file: string,
    private readonly families: readonly ParallelFamily[],
  ) {}

  /** The family that both functions belong to, or null. It counts as used. */
  joining(a: FunctionRef, b: FunctionRef): ParallelFamily | null {
    const covers = (family: ParallelFamily, { file, symbol }: FunctionRef): boolean =>
      family.covers(file.path, symbol.qualifiedName);
    const found = this.families.find((family) => covers(family, a) && covers(family, b)) ?? null;
    if (found) this.used.add(found);
    return found;
  }

  /** Families that hid nothing so far. */
  unused(): ParallelFamily[] {
    return this.families.filter((family) => !this.used.has(family));
  }
}
