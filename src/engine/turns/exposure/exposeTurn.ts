import type { Action, FileEdit, Shown, Turn } from '../session.ts';
import { PartMaker } from './exposedPart.ts';
import type { ShellReader } from './shellReader.ts';
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
    const shown: Shown[] = showsByTool(action) ? action.shown : [];
    const edits: FileEdit[] = action.state === 'ok' ? action.edits : [];
    // Of what a tool shows and what a command shows the paths are relative to different folders.
    const found = shown.map((each) => ({ shown: each, cwd: action.cwd }));
    const changes = edits.map((edit) => ({ edit, cwd: action.cwd }));
    if (action.command && wasRun(action)) {
      const cwd = folders.before(action);
      if (cwd !== null) {
        const told = await shell({ action, command: action.command, cwd, paths, replay });
        folders.after(action, told.cwdAfter);
        found.push(...told.shown.map((each) => ({ shown: each, cwd })));
        for (const path of told.paths) {
          found.push({ shown: { path, class: 'listing', ranges: [], how: 'arguments', lines: null }, cwd });
        }
        changes.push(...told.edits.map((edit) => ({ edit, cwd })));
        unattributed.push(...told.unattributed.map((reason) => ({ action: action.id, reason })));
      }
    }
    const located = found.flatMap(({ shown: each, cwd }) => {
      const path = paths.relative(each.path, cwd);
      return path === null || path === '' ? [] : [{ path: replay.spelling(path), shown: each }];
    });
    const open: typeof located = [];
    const made = new Map<Shown, ExposedPart | null>();
    for (const { path, shown: each } of located) {
      const part = await maker.exact(action, order, path, each);
      if (part === undefined) open.push({ path, shown: each });
      else made.set(each, part);
    }
    for (const { edit, cwd } of changes) {
      const inside = editInWorkspace(edit, cwd, paths, replay);
      if (inside) await replay.edit(inside, order);
    }
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
      : action.edits.flatMap((edit) => {
          const inside = editInWorkspace(edit, action.cwd, paths, null);
          return inside ? [{ action: index, edit: inside }] : [];
        }),
  );
}

/** The edit with paths of the workspace; null when it lies outside. A move over the border is a deletion or unknown. */
function editInWorkspace(
  edit: FileEdit,
  cwd: string | null,
  paths: WorkspacePaths,
  replay: WorkspaceReplay | null,
): FileEdit | null {
  const inside = (path: string, isNew: boolean): string | null => {
    const relative = paths.relative(path, cwd);
    if (relative === null || relative === '') return null;
    // What is written may be a file of its own, that differs from another by case alone.
    return replay && (!isNew || paths.anyCase) ? replay.spelling(relative) : relative;
  };
  const path = inside(edit.path, edit.kind === 'write');
  if (edit.kind !== 'move') return path === null ? null : { ...edit, path };
  const to = inside(edit.to, true);
  if (path !== null && to !== null) return { ...edit, path, to };
  if (path !== null) return { kind: 'delete', path };
  return to === null ? null : { kind: 'unknown', path: to };
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
