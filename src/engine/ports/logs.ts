/** How the engine gets at a log: src/platform implements this, so that the engine opens nothing itself. */
export interface LogSource {
  /** Path as given, with `/`: for messages and for formats that name a session by its file. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Size in bytes now (0 for a folder); null when it is gone. */
  size(): Promise<number | null>;
  /**
   * Bytes from `start` on, in chunks, to the end that the file has now.
   * @throws RewheelError `log-unreadable`
   */
  bytes(start?: number): AsyncIterable<Uint8Array>;
  /** Entries of this folder, or of the folder that holds this file, by name, sorted; empty when it is gone. */
  entries(): Promise<{ name: string; kind: 'file' | 'folder' }[]>;
  /**
   * A file or folder by a path with `/` relative to this folder, or to the folder that holds this file. Null when it does
   * not exist, leads out of that folder (`..`, absolute, a link), or is neither file nor folder.
   */
  beside(relative: string): Promise<LogSource | null>;
  /**
   * The file as a SQLite database, opened from a private copy with its `-wal`, so that a live store is neither locked nor
   * changed. Null when it is none.
   * @throws RewheelError `log-unreadable` when it cannot be read or copied
   */
  database(): Promise<LogDatabase | null>;
}

export interface LogDatabase {
  /**
   * Rows of a query, one at a time.
   * @throws an error of the database where it is damaged, or has no such table or column
   */
  rows(sql: string, parameters?: (string | number | null)[]): Iterable<Record<string, unknown>>;
  /** Removes the copy. */
  close(): Promise<void>;
}
