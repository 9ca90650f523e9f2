import type { Action, FileEdit, ShellCommand, Shown } from '../session.ts';
import type { WorkspacePaths } from './workspacePaths.ts';
import type { WorkspaceReplay } from './workspaceReplay.ts';

export interface ShellRequest {
  action: Action;
  command: ShellCommand;
  /** Folder in which the command began, as a path of the log. */
  cwd: string;
  paths: WorkspacePaths;
  /** The workspace just before the command. */
  replay: WorkspaceReplay;
}

export interface ShellShown {
  /** Paths absolute, or relative to the request's `cwd`. */
  shown: Shown[];
  /** Files whose path alone was shown. */
  paths: string[];
  /** Folder in which the command ended; null when that is not known. */
  cwdAfter: string | null;
  edits: FileEdit[];
  /** Why something that was shown could not be taken to a file. */
  unattributed: string[];
}

/** Tells what a command line showed and changed. */
export type ShellReader = (request: ShellRequest) => Promise<ShellShown>;
