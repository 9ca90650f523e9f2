import type { Action, FileEdit, Shown, Turn } from '../session.ts';
import { PartMaker } from './exposedPart.ts';
import { commandFiles, type ShellReader } from './shellReader.ts';
import type { ExposedPart, TurnExposure } from './turnExposure.ts';
import { TerminalFolders } from './terminalFolders.ts';
import type { WorkspacePaths } from './workspacePaths.ts';
import { WorkspaceReplay, type TimedEdit, type TurnFiles } from './workspaceReplay.ts';

/**
 * What the agent was shown of the workspace in one turn: replays the turn's edits on the state at its start, and takes
 * every read, search and listing to lines of the files as they were at that moment (specs of the logs, section 15.3).
 * @param files the states before and after the turn
 * @param paths takes the log's paths to the workspace
 * @param shell tells what a command line showed and changed
 */
export async function exposeTurn(
  turn: Turn,
  files: TurnFiles,
  paths: WorkspacePaths,
  shell: ShellReader,
): Promise<TurnExposure> {
  const replay = new WorkspaceReplay(files, plannedEdits(turn, paths));
  const maker = new PartMaker(replay);
  const folders = new TerminalFolders(paths);
  const parts: ExposedPart[] = [];
  const unattributed: TurnExposure['unattributed'] = [];

  for (const [order, action] of turn.actions.entries()) {
    /** What was shown, with the number of the action's edits that were made before. */
    const located: { path: string; shown: Shown; after: number }[] = [];
    const changes: FileEdit[][] = [];
    for (const each of showsByTool(action) ? action.shown : []) {
      const path = paths.relative(each.path, action.cwd);
      if (path !== null) located.push({ path: replay.spelling(path), shown: each, after: 0 });
    }
    for (const edit of action.state === 'ok' ? action.edits : []) {
      changes.push(editsInWorkspace(edit, (path) => paths.relative(path, action.cwd)));
    }
    if (action.command && wasRun(action)) {
      const { command, output, outputCut } = action;
      const cwd = folders.before(action);
      const told = await shell({ command, cwd, output, outputCut, files: commandFiles(replay, files, paths) });
      folders.after(action, told.cwdAfter);
      const before = changes.length;
      for (const each of told.shown) {
        located.push({ path: replay.spelling(each.path), shown: each, after: before + each.afterEdits });
      }
      for (const path of told.paths) {
        located.push({ path: replay.spelling(path), shown: pathOnly(path), after: before + told.edits.length });
      }
      changes.push(...told.edits.map((edit) => editsInWorkspace(edit, (path) => path)));
      unattributed.push(...told.unattributed.map((reason) => ({ action: action.id, reason })));
    }
    const open: typeof located = [];
    const made = new Map<Shown, ExposedPart | null>();
    for (let edit = 0; edit <= changes.length; edit++) {
      for (const each of located) {
        if (Math.min(each.after, changes.length) !== edit) continue;
        const part = await maker.exact(action, order, each.path, each.shown);
        if (part === undefined) open.push(each);
        else made.set(each.shown, part);
      }
      for (const change of changes[edit] ?? []) {
        await replay.edit(spelled(change, replay, paths.anyCase), order);
      }
    }
    // What does not fit the file before the edit may fit it afterwards.
    for (const { path, shown: each } of open) {
      const part = await maker.best(action, order, path, each);
      made.set(each, part);
      if (part && each.class === 'read' && part.lines.ids.length === 0) {
        unattributed.push({ action: action.id, reason: `${path}: what was shown is not in the file as it is known` });
      }
    }
    for (const { shown: each } of located) {
      const part = made.get(each);
      if (part) parts.push(part);
    }
  }
  return { parts, atHead: await placesAtHead(parts, replay), unexplained: await replay.unexplained(), unattributed };
}

/** A read that failed shows nothing; one without a result only in logs that have no results at all. */
function showsByTool({ state, shown }: Action): boolean {
  if (state === 'ok' || state === 'interrupted') return true;
  return state === 'no-result' && shown.some(({ how }) => how === 'unverified');
}

/** The exit code does not decide: a command that failed may have shown files and written others. */
function wasRun({ state, output }: Action): boolean {
  return state === 'ok' || ((state === 'failed' || state === 'interrupted') && output !== null);
}

function plannedEdits(turn: Turn, paths: WorkspacePaths): TimedEdit[] {
  return turn.actions.flatMap((action, index) =>
    action.state !== 'ok'
      ? []
      : action.edits
          .flatMap((edit) => editsInWorkspace(edit, (path) => paths.relative(path, action.cwd)))
          .map((edit) => ({ action: index, edit })),
  );
}

function pathOnly(path: string): Shown {
  return { path, class: 'listing', ranges: [], how: 'arguments', lines: null };
}

/** The edit with paths of the workspace; none when it lies outside. A move over the border deletes, or is unknown. */
function editsInWorkspace(edit: FileEdit, relative: (path: string) => string | null): FileEdit[] {
  const path = relative(edit.path) || null;
  if (edit.kind !== 'move') return path === null ? [] : [{ ...edit, path }];
  const to = relative(edit.to) || null;
  if (path !== null && to !== null) return [{ ...edit, path, to }];
  if (path !== null) return [{ kind: 'delete', path }];
  return to === null ? [] : [{ kind: 'unknown', path: to }];
}

/** A file that is made anew may differ from another by case alone, unless the system takes both for the same. */
function spelled(edit: FileEdit, replay: WorkspaceReplay, anyCase: boolean): FileEdit {
  return edit.kind === 'write' && !anyCase ? edit : { ...edit, path: replay.spelling(edit.path) };
}

/** Where the new lines that were read stand at the end of the turn. */
async function placesAtHead(
  parts: readonly ExposedPart[],
  replay: WorkspaceReplay,
): Promise<Map<number, { path: string; line: number }>> {
  const wanted = new Set<number>();
  for (const { lines } of parts) lines.ids.forEach((id, index) => lines.base[index] === 0 && wanted.add(id));
  const places = new Map<number, { path: string; line: number }>();
  if (wanted.size === 0) return places;
  for (const file of replay.opened()) {
    if (!file.ids.some((id) => wanted.has(id))) continue;
    const ids = await replay.headIds(file);
    ids?.forEach((id, index) => {
      if (wanted.has(id)) places.set(id, { path: file.path, line: index + 1 });
    });
  }
  return places;
}
