import type { Snapshot, SnapshotFile } from '../../engine/ports/ports.ts';
import type { Skipped } from './selectFiles.ts';

/** Reads one file of a state; null when that is not possible any more. */
export type ReadFile = () => Promise<Uint8Array | null>;

/** Collects a state's files and makes the snapshot of them: sorted, every path once. */
export class SnapshotBuilder {
  readonly #files = new Map<string, SnapshotFile>();
  readonly #skipped = new Map<string, Skipped>();
  readonly #configFiles = new Set<string>();
  readonly #others = new Set<string>();
  readonly #readers = new Map<string, ReadFile>();

  addFile(file: SnapshotFile, read: ReadFile): void {
    this.#files.set(file.path, { path: file.path, contentKey: file.contentKey, size: file.size });
    this.#readers.set(file.path, read);
  }

  addConfigFile(path: string, read: ReadFile): void {
    this.#configFiles.add(path);
    this.#readers.set(path, read);
  }

  /** A file that is neither audited nor a configuration file, or not only that. */
  addOther(path: string, read: ReadFile): void {
    this.#others.add(path);
    if (!this.#readers.has(path)) this.#readers.set(path, read);
  }

  addSkipped(skipped: Skipped): void {
    if (!this.#skipped.has(skipped.path)) this.#skipped.set(skipped.path, skipped);
  }

  has(path: string): boolean {
    return this.#files.has(path) || this.#skipped.has(path);
  }

  build(label: string): Snapshot {
    const readers = this.#readers;
    return {
      label,
      files: [...this.#files.values()].sort(byPath),
      skipped: [...this.#skipped.values()].sort(byPath),
      configFiles: [...this.#configFiles].sort(),
      others: [...this.#others].filter((path) => !this.#files.has(path) && !this.#configFiles.has(path)).sort(),
      read: async (path) => (await readers.get(path)?.()) ?? null,
    };
  }
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
