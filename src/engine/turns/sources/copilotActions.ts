import type { Action, ActionState } from '../session.ts';
import { toolOf } from './copilotTools.ts';
import { emptyAction } from './emptyAction.ts';

/** A call of a Copilot tool without its result. */
export function copilotAction(id: string, tool: string, input: unknown): Action {
  const { kind, command, edits } = toolOf(tool);
  return { ...emptyAction(id, kind(input), tool, input), command: command(input), edits: edits(input) };
}

/** What the result of a call changes in its action. */
export function copilotResult(
  tool: string,
  input: unknown,
  { text, state, telemetry }: { text: string | null; state: ActionState; telemetry: unknown },
): Partial<Omit<Action, 'id'>> {
  const { command, shown } = toolOf(tool);
  const told: Partial<Omit<Action, 'id'>> = { state, output: text };
  if (command(input) && text !== null) {
    told.exitCode = exitOf(text);
    if (told.exitCode !== null && told.exitCode !== 0 && state === 'ok') told.state = 'failed';
  }
  if (
    text !== null &&
    /\n\.\.\.? ?\[?\d+ (?:lines|characters|tokens)[^\n]{0,40}(?:truncated|omitted)|File content truncated/.test(text)
  ) {
    told.outputCut = true;
  }
  if (state === 'ok') told.shown = shown({ input, text, telemetry });
  return told;
}

/** Code of the command that a text tells at its end. */
export function exitOf(text: string): number | null {
  const said = /<exited with exit code (-?\d+)>\s*$|^Command exited with code (-?\d+)$/m.exec(text.slice(-200));
  return said ? Number(said[1] ?? said[2]) : null;
}

/** The terminal in which VS Code runs a command in the background. */
export function startedTerminal(output: string | null): string | null {
  return /(?:terminal with ID=|with shellId:? )([\w-]+)/.exec(output?.slice(0, 1000) ?? '')?.[1] ?? null;
}
