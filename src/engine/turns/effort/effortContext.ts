import type { SimpleCommand } from '../shell/simpleCommands.ts';
import type { ShellCommand } from '../session.ts';
import type { Deed, EffortClass } from './effortClasses.ts';
import { filePurpose, isTestPath, nameOf, type FilePurpose } from './filePurpose.ts';

/** Reads a command line into its simple commands: the grammar of turns/shell, handed in since it is loaded before. */
export type CommandReader = (command: ShellCommand) => SimpleCommand[];

/**
 * What the calls before one tell of it. The class of a call that runs code depends on them: before the first edit the
 * program is run to understand it (Cabra: "runtime analysis"), afterwards to see whether the change works ("smoke tests").
 * `effortClass` keeps it up to date.
 */
export class EffortContext {
  readonly commandsOf: CommandReader;
  /** Code of the project was changed in this turn. */
  edited = false;
  /** Class of the latest command: of which one asks for more output when the log does not tell the command. */
  latestRun: EffortClass | null = null;
  readonly #files = new Map<string, FilePurpose>();
  readonly #runs = new Map<string, EffortClass>();
  readonly #folders: readonly string[];

  /** @param folders folders in which the session works, as the log writes them */
  constructor(commandsOf: CommandReader, folders: readonly string[]) {
    this.commandsOf = commandsOf;
    this.#folders = folders.map((folder) => folder.replace(/[\\/]+$/, '')).sort((a, b) => b.length - a.length);
  }

  /** A file was written; gives the class of that. */
  wrote(path: string, content: string | null): EffortClass {
    const purpose = filePurpose(this.#within(path), content);
    const known = this.#files.get(nameOf(path));
    // A change to a script of the agent's own leaves it what it was made for.
    if (known && content === null) return known.kind;
    this.#files.set(nameOf(path), purpose);
    return purpose.kind;
  }

  /** `isTestPath` for a path as the log writes it. */
  isTestPath(path: string): boolean {
    return isTestPath(this.#within(path));
  }

  /** What a file is for that the agent wrote in this turn; null for all others. */
  purposeOf(path: string): FilePurpose | null {
    return this.#files.get(nameOf(path)) ?? null;
  }

  /** A path relative to the folder of the session that it lies in: what stands above the project says nothing of a file. */
  #within(path: string): string {
    const folder = this.#folders.find((each) => path.startsWith(each) && /^[\\/]/.test(path.slice(each.length)));
    return folder === undefined ? path : path.slice(folder.length + 1);
  }

  /** Class of running a program of the project or code that uses it. */
  run(): Deed {
    return this.edited ? 'test' : 'analyze';
  }

  /** A command goes on running under an id by which later calls ask for more of its output. */
  started(run: string, kind: EffortClass): void {
    this.#runs.set(run, kind);
  }

  /** Class of the command that runs under an id, else of the latest command. */
  running(run: string | null): EffortClass {
    return (run === null ? null : this.#runs.get(run)) ?? this.latestRun ?? 'other';
  }
}
