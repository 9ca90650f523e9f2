import type { Action } from '../session.ts';
import type { WorkspacePaths } from './workspacePaths.ts';

/** Claude Code takes a folder outside the project back, and says so. */
const RESET = /^Shell cwd was reset to (.+?)\s*$/gm;

/**
 * The folder in which each command of a turn began, where a `cd` lasts into the next command. Folders are relative to the
 * root of the workspace ('' is the root), null outside.
 */
export class TerminalFolders {
  readonly #paths: WorkspacePaths;
  /** By terminal: the folder that the log stated for the last command, and the one in which the command ended. */
  readonly #known = new Map<string, { stated: string | null; now: string | null }>();

  constructor(paths: WorkspacePaths) {
    this.#paths = paths;
  }

  /** Folder in which the action's command begins. */
  before(action: Action): string | null {
    const command = action.command!;
    const known = command.keepsFolder ? this.#known.get(keyOf(action)) : undefined;
    // Where the log itself states another folder than before, it has followed the terminal.
    const followed = known?.stated === action.cwd ? known.now : null;
    if (command.workdir === null) return followed ?? this.#paths.relative(action.cwd ?? '.');
    return this.#paths.relative(command.workdir, followed === null ? action.cwd : this.#paths.inLog(followed));
  }

  /** @param folder where the command ended; null when that is outside or not known */
  after(action: Action, folder: string | null): void {
    if (!action.command!.keepsFolder) return;
    const reset = [...(action.output ?? '').matchAll(RESET)].at(-1)?.[1];
    const now = reset === undefined ? folder : this.#paths.relative(reset);
    this.#known.set(keyOf(action), { stated: action.cwd, now });
  }
}

/** A terminal without a name is the only one of whoever acts. */
function keyOf(action: Action): string {
  return `${action.by ?? ''}\n${action.command!.terminal ?? ''}`;
}
