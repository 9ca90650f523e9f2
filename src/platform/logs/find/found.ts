/** A log that may be of the workspace. */
export interface FoundLog {
  /** File or folder, absolute, no link on the way from its place. */
  path: string;
  /** Ids of the formats that it may have. */
  formats: readonly string[];
  /** True when its place says that it is the workspace's; false: the folders of its sessions have to say so. */
  belongs: boolean;
  /**
   * What tells that it has grown: files, and folders whose entries are looked at. Its own path for a log of one file.
   */
  parts: readonly string[];
}

export interface Finding {
  logs: FoundLog[];
  /** Folders in which a new log of the workspace, or a folder for it, may appear. */
  folders: string[];
}

/** The workspace as logs may name it. */
export interface WorkspaceNames {
  /** Absolute paths that stand for the root: its real path, as it was given, the same folder in other git worktrees. */
  roots: readonly string[];
  /** Whether a folder, as a log writes it, is the workspace or lies in it. */
  contains(folder: string): boolean;
}

/** Finds the logs of one layout. Opens nothing but what lies below the place, and as little of it as it can. */
export type FindLogs = (
  place: { folder: string; formats: readonly string[] },
  names: WorkspaceNames,
) => Promise<Finding>;

/** A log of one file. */
export function fileLog(path: string, formats: readonly string[], belongs: boolean): FoundLog {
  return { path, formats, belongs, parts: [path] };
}
