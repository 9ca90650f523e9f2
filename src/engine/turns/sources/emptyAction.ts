import type { Action, ActionKind, ShellCommand } from '../session.ts';

/** A call of which nothing but its name is known yet. */
export function emptyAction(id: string, kind: ActionKind, tool: string, input: unknown): Action {
  return {
    id,
    by: null,
    kind,
    tool,
    input,
    cwd: null,
    startedAt: null,
    endedAt: null,
    state: 'no-result',
    exitCode: null,
    command: null,
    output: null,
    outputCut: false,
    shown: [],
    edits: [],
    tokens: null,
  };
}

/** A command for a POSIX shell: of its own, or of a terminal that goes on and keeps its folder. */
export function posixCommand(text: string, terminal: string | null): ShellCommand {
  return { text, shell: 'posix', argv: null, workdir: null, keepsFolder: terminal !== null, terminal };
}
