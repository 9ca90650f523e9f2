import type { GrammarSource } from '../../../engine/language/runtime.ts';
import type { WorkspacePaths } from '../../../engine/turns/exposure/workspacePaths.ts';
import type { EarlierAction } from '../../../engine/turns/ownLines.ts';
import type { Action, FileEdit } from '../../../engine/turns/session.ts';
import type { FileView } from '../../../engine/turns/shell/fileState.ts';
import { shownByCommand } from '../../../engine/turns/shell/shownByCommand.ts';

/**
 * What a session's earlier turns wrote and were shown, in paths of the workspace. Commands are followed without the files
 * of their time, which nobody has: what they write whole (here-documents, patches) is known all the same.
 */
export async function earlierActions(
  actions: readonly Action[],
  paths: WorkspacePaths,
  grammars: GrammarSource,
): Promise<EarlierAction[]> {
  const found: EarlierAction[] = [];
  const files: FileView = {
    read: () => Promise.resolve(null),
    list: () => NO_FILES,
    revision: () => Promise.resolve(null),
    absolute: (path) => paths.relative(path),
  };
  for (const { state, edits, shown, cwd, command } of actions) {
    if (state !== 'ok' && !(command && state === 'failed')) continue;
    const own = state === 'ok' ? edits.flatMap((edit) => inWorkspace(edit, cwd, paths)) : [];
    if (command && MAY_WRITE.test(command.text)) {
      const folder = paths.relative(command.workdir ?? '.', cwd);
      const effect = await shownByCommand({ command, cwd: folder, output: null, outputCut: false, files }, grammars);
      own.push(...effect.edits);
    }
    const parts = shown.flatMap((part) => {
      const path = paths.relative(part.path, cwd);
      return path ? [{ ...part, path }] : [];
    });
    if (own.length > 0 || parts.length > 0) found.push({ edits: own, shown: parts });
  }
  return found;
}

const NO_FILES: readonly string[] = [];

/** Commands without any of these write no file whole; most commands are left out by it. */
const MAY_WRITE = />|\btee\b|apply_?patch|\bmv\b|\brm\b|Set-Content|Out-File/;

function inWorkspace(edit: FileEdit, cwd: string | null, paths: WorkspacePaths): FileEdit[] {
  const path = paths.relative(edit.path, cwd);
  if (!path) return [];
  if (edit.kind !== 'move') return [{ ...edit, path }];
  const to = paths.relative(edit.to, cwd);
  return to ? [{ ...edit, path, to }] : [{ kind: 'delete', path }];
}
