import type { ExtractResult, FileDetail, FileSummary, SourceKind } from '../model/facts.ts';
import type { SkipReason } from '../model/facts.ts';
import type { AuditProgress } from '../../protocol/engine.ts';

/**
 * What the engine needs from outside. The engine reads no files, starts no processes and has no clock of its own:
 * src/platform and src/service implement these and hand them in.
 */

/** One file of a state. */
export interface SnapshotFile {
  /** Workspace-relative path with `/`. */
  path: string;
  /**
   * Identity of the bytes: the same content has the same key in every state. It is the id that git gives to a blob of
   * these bytes (hex; SHA-1, or SHA-256 in repositories of that format), so that a revision's keys are known without
   * reading its files.
   */
  contentKey: string;
  size: number;
}

/** One state of the workspace: the files that Rewheel reads, sorted by path, and those that it left out. */
export interface Snapshot {
  /** Commit id, or the name as given. */
  label: string;
  /** Source files of a known language, sorted by path (code unit order). Symlinks are not followed out, one real file is one entry. */
  files: SnapshotFile[];
  skipped: { path: string; reason: SkipReason; detail: string }[];
  /**
   * Paths of configuration files that resolution reads (tsconfig*.json, jsconfig.json, package.json, pyproject.toml,
   * setup.cfg), sorted.
   */
  configFiles: string[];
  /**
   * Every other file of the workspace (documents, data, files that were skipped), sorted; empty unless it was asked for:
   * only what an agent read is looked up in it.
   */
  others: string[];
  /** Bytes of a file of `files`, `configFiles` or `others`; null when it has vanished or cannot be read any more. */
  read(path: string): Promise<Uint8Array | null>;
}

/** Cached facts of one content, halves decoded on demand. */
export interface StoredFacts {
  summary(): FileSummary;
  detail(): FileDetail;
}

export type FactsOutcome = { ok: true; facts: StoredFacts } | { ok: false; reason: SkipReason; detail: string };

export interface FactsRequest {
  path: string;
  contentKey: string;
  language: SourceKind;
  /** Bytes, where they are known: big files are handed to the threads first. */
  size?: number;
  read(): Promise<Uint8Array | null>;
}

/**
 * Gives the facts of many files: from the cache where it has them, else from parse threads. The result has the order
 * of the requests, whatever the number of threads.
 */
export interface FactsProvider {
  facts(
    requests: FactsRequest[],
    options: { workers: number; timeLimitMs: number; signal?: AbortSignal; onDone?: (done: number) => void },
  ): Promise<FactsOutcome[]>;
}

export interface Logger {
  log(level: 'error' | 'warn' | 'info' | 'debug', topic: string, message: string): void;
}

export const silentLogger: Logger = { log: () => undefined };

export type ProgressListener = (progress: AuditProgress) => void;

/** Runs in a parse thread: decodes one file and takes its facts. */
export type { ExtractResult };
