import type { ImportFact } from '../model/facts.ts';
import type { StateFile } from '../model/state.ts';

/** What is to be imported: a name of the file's top level. */
export interface Wanted {
  from: StateFile;
  to: StateFile;
  /** Own name of the function, class or constant. */
  name: string;
  /** Index of the symbol that is exported, -1 for constants. */
  symbol: number;
  /** Qualified name of what goes when the import comes: its name is free then. */
  replaces?: string;
  /** Names that mean something else where the import would be used. */
  inside: ReadonlySet<string>;
  /** Import from the file itself, though another gives the name on. */
  direct?: boolean;
}

/** How one file comes to a name of another. */
export interface ImportAdvice {
  /** The line to write; null when none is needed or none is known. */
  line: string | null;
  /** How the file calls it already; null when it does not import it. */
  importedAs: string | null;
  /** How it is written where it is used. */
  local: string;
  /** The other file lets it be imported. */
  exported: boolean;
  /** An import can reach it. */
  reachable: boolean;
  /** The file that the import loads, where it is another that gives the name on. */
  through?: string;
  /** Why it cannot be used as it is, where that is known. */
  obstacle?: string;
}

/** Imports of one language family. */
export interface ImportStyle {
  advise(wanted: Wanted): ImportAdvice;
  /** File of the workspace that an import of a file means, or null. */
  fileOf(from: StateFile, fact: ImportFact): string | null;
}

/** True when the name means something in the importing file, or where it would be used. */
export function isTaken({ from, replaces, inside }: Wanted, name: string): boolean {
  if (inside.has(name)) return true;
  const [module] = from.detail().scopes;
  if (name === replaces) return false;
  return module?.bindings.some((binding) => binding.name === name) ?? false;
}

/** The first free name: as wished, else as told, else with a number behind it. */
export function freeName(wanted: Wanted, wish: string, other: string): string {
  if (!isTaken(wanted, wish)) return wish;
  let name = other;
  for (let number = 2; isTaken(wanted, name); number++) name = `${other}${number}`;
  return name;
}
