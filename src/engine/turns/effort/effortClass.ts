import { field, textOf } from '../sources/values.ts';
import type { Action, FileEdit, Turn } from '../session.ts';
import type { Deed, EffortClass } from './effortClasses.ts';
import { foremost } from './effortClasses.ts';
import { EffortContext, type CommandReader } from './effortContext.ts';
import { scriptClass } from './scriptClass.ts';
import { shellClass } from './shellClass.ts';
import { plainToolName, POLLS, TOOLS } from './toolNames.ts';

/** Characters of a result in which the id of a command that goes on running is looked for: it stands before the output. */
const RUN_NOTICE = 500;

/**
 * Class of a call by rules over its tool, its arguments and its command (Cabra section 4.2, Table 2; definitions of its
 * classification prompts in A.11, the SWE-bench one where the two differ, since it is the one for real repositories):
 *
 * - `read`: a file or part of it, or a list of files, as it is. `search`: something that exists in the code, by pattern or
 *   name. `analyze`: a script or a run of the program to understand it, and writing such a script.
 * - `edit`: any change to the project, also by a script, and writing that script.
 * - `test`: running tests or compiling ("syntax validation"), reproducing the error, trying out a change, and writing what is
 *   used for that, the project's own test files included. So a freshly written reproduction script is `test` here, although
 *   specs/agent-logs.md 15.5 counts its run as no test run: that rule is about whether the project's tests ran, and the paper
 *   whose classes these are says "test the current code or reproduce the current error". Linters and type checks are `other`
 *   as in 15.5; removing files is `other` as in the paper ("removing files, package installations").
 * - `plan`: lists of steps, plans, thinking tools. `summary`: handing in. `other`: the rest.
 *
 * A call that failed or was refused keeps its class: the model wrote it all the same.
 *
 * @param context what the calls before tell; is brought up to date with this one
 */
export function effortClass(action: Action, context: EffortContext): EffortClass {
  const deed = deedOf(action, context);
  const kind = deed === 'format' ? 'edit' : deed;
  if (kind === 'edit' && action.state !== 'failed' && action.state !== 'denied') context.edited = true;
  if (action.command && !POLLS.has(plainToolName(action.tool))) {
    context.latestRun = kind;
    for (const run of runsOf(action)) context.started(run, kind);
  }
  return kind;
}

/**
 * Class of every action of a turn by its id, in the order of the log.
 *
 * @param folders folders of the session (`SessionInfo.folders`)
 */
export function effortClasses(
  turn: Turn,
  commandsOf: CommandReader,
  folders: readonly string[],
): Map<string, EffortClass> {
  const context = new EffortContext(commandsOf, folders);
  return new Map(turn.actions.map((action) => [action.id, effortClass(action, context)]));
}

function deedOf(action: Action, context: EffortContext): Deed {
  const name = plainToolName(action.tool);
  if (POLLS.has(name)) return context.running(runIdOf(action.input));
  if (action.command) {
    return action.command.shell === 'python'
      ? scriptClass(action.command.text, context)
      : shellClass(context.commandsOf(action.command), context);
  }
  const changed = changesOf(action, context);
  if (changed) return changed;
  const known = TOOLS.get(name);
  if (known) return known;
  switch (action.kind) {
    case 'read':
    case 'list':
      return 'read';
    case 'search':
      return 'search';
    case 'edit':
    case 'write':
      return 'edit';
    default:
      return 'other';
  }
}

/** Class of what a tool changed, by the files: the project's, tests, scripts of the agent's own, plans. Null for no change. */
function changesOf(action: Action, context: EffortContext): Deed | null {
  if (action.edits.length > 0) {
    const deeds = action.edits.flatMap((edit) => (edit.kind === 'delete' ? [] : wrote(edit, context)));
    return foremost(deeds);
  }
  if (action.kind !== 'edit' && action.kind !== 'write') return null;
  // An edit that failed names its file in its arguments alone.
  const path = ['file_path', 'filePath', 'path', 'filename', 'notebook_path', 'target_file']
    .map((name) => textOf(field(action.input, name)))
    .find((each) => each !== null);
  return path ? context.wrote(path, textOf(field(action.input, 'content'))) : 'edit';
}

function wrote(edit: FileEdit, context: EffortContext): EffortClass[] {
  if (edit.kind === 'move') return [context.wrote(edit.to, null)];
  return [context.wrote(edit.path, edit.kind === 'write' ? edit.content : null)];
}

/** Ids under which the command of a call goes on, or by which its terminal is known. */
function runsOf(action: Action): string[] {
  const told = /\b(?:session|process|shell|terminal|running|background)\b[^\n]{0,40}?\bID:?\s*`?([\w-]+)/i.exec(
    (action.output ?? '').slice(0, RUN_NOTICE),
  )?.[1];
  return [told, runIdOf(action.input)].filter((id) => id !== undefined && id !== null);
}

function runIdOf(input: unknown): string | null {
  for (const name of ['session_id', 'sessionId', 'shellId', 'shell_id', 'bash_id', 'id', 'task_id', 'terminal_id']) {
    const value = field(input, name);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}
