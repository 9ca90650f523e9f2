import type { Action } from '../session.ts';
import type { WorkspacePaths } from './workspacePaths.ts';

/** Claude Code takes a folder outside the project back, and says so. */
const RESET = /^Shell cwd was reset to (.+?)\s*$/gm;

/** The folder in which each command of a turn began, where a `cd` lasts into the next command. */
export class TerminalFolders {
  readonly #paths: WorkspacePaths;
  /** By terminal: the folder that the log stated for the last command, and the one in which the command ended. */
  readonly #known = new Map<string, { stated: string | null; now: string | null }>();

  constructor(paths: WorkspacePaths) {
    this.#paths = paths;
  }

  /** Folder in which the action's command begins, as a path of the log; null when nothing tells it. */
  before(action: Action): string | null {
    const command = action.command!;
    const known = command.keepsFolder ? this.#known.get(keyOf(action)) : undefined;
    // Where the log itself states another folder than before, it has followed the terminal.
    const start = known?.now && known.stated === action.cwd ? known.now : this.#paths.absolute(action.cwd ?? '.');
    return command.workdir === null ? start : this.#paths.absolute(command.workdir, start);
  }

  after(action: Action, cwdAfter: string | null): void {
    if (!action.command!.keepsFolder) return;
    const reset = [...(action.output ?? '').matchAll(RESET)].at(-1)?.[1];
    const now = reset === undefined ? cwdAfter : this.#paths.absolute(reset);
    this.#known.set(keyOf(action), { stated: action.cwd, now });
  }
}

/** A terminal without a name is the only one of whoever acts. */
function keyOf(action: Action): string {
  return `${action.by ?? ''}\n${action.command!.terminal ?? ''}`;
}
