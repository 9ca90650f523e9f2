import type { FileView } from '../shell/fileState.ts';
import type { CommandEffect, CommandRequest } from '../shell/shownByCommand.ts';
import type { WorkspacePaths } from './workspacePaths.ts';
import type { TurnFiles, WorkspaceReplay } from './workspaceReplay.ts';

/** Tells what a command line showed and changed: `shownByCommand` with its grammars. */
export type ShellReader = (request: CommandRequest) => Promise<CommandEffect>;

/** The replay as a command sees it. */
export function commandFiles(replay: WorkspaceReplay, files: TurnFiles, paths: WorkspacePaths): FileView {
  return {
    read: async (path) => (await replay.file(replay.spelling(path)))?.text() ?? null,
    list: () => replay.paths(),
    revision: async (revision, path) => (await files.revision?.(revision, path)) ?? null,
    absolute: (path) => paths.relative(path),
  };
}
