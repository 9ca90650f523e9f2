import type { FileEdit, ShellCommand, Shown } from '../session.ts';
import type { WorkspacePaths } from './workspacePaths.ts';
import type { TurnFiles, WorkspaceReplay } from './workspaceReplay.ts';

/** The workspace just before a command. Paths are relative to its root, with `/`. */
export interface CommandFiles {
  /** Text of a file; null when there is none. */
  read(path: string): Promise<string | null>;
  /** All files, whatever their kind. */
  list(): readonly string[];
  /** Text of a file in a revision that a command names; null when it is not known. */
  revision(revision: string, path: string): Promise<string | null>;
  /** Takes an absolute path of the log into the workspace: '' for its root, null outside. */
  absolute(path: string): string | null;
}

export interface ShellRequest {
  command: ShellCommand;
  /** Folder in which the command began: relative to the root of the workspace, absolute when outside. */
  cwd: string;
  output: string | null;
  outputCut: boolean;
  files: CommandFiles;
}

/** Paths are relative to the root of the workspace; absolute ones lie outside. */
export interface ShellShown {
  shown: Shown[];
  /** Files whose path alone was shown. */
  paths: string[];
  /** Folder in which the command ended, as `cwd`; null when that is not known. */
  cwdAfter: string | null;
  edits: FileEdit[];
  /** What was shown and could not be taken to a file; its length alone counts. */
  unattributed: readonly unknown[];
}

/** Tells what a command line showed and changed. */
export type ShellReader = (request: ShellRequest) => Promise<ShellShown>;

/** The replay as a command sees it. */
export function commandFiles(replay: WorkspaceReplay, files: TurnFiles, paths: WorkspacePaths): CommandFiles {
  return {
    read: async (path) => (await replay.file(replay.spelling(path)))?.text() ?? null,
    list: () => replay.paths(),
    revision: async (revision, path) => (await files.revision?.(revision, path)) ?? null,
    absolute: (path) => paths.relative(path),
  };
}
