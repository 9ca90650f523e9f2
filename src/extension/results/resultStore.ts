import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposableStore.ts';
import type { ResultFiles } from './resultFiles.ts';
import type { StoredResult } from './storedResult.ts';

/** A folder's last result, and whether the files have changed since. */
export interface HeldResult {
  result: StoredResult;
  stale: boolean;
}

/** The last result of each open folder. Whoever shows results listens here. */
export class ResultStore implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new vscode.EventEmitter<string>());
  private readonly held = new Map<string, HeldResult>();
  private readonly files: ResultFiles;

  /** Fires with the folder's uri when its result was set or cleared, or went stale. */
  readonly onDidChange = this.changed.event;

  constructor(files: ResultFiles) {
    this.files = files;
    this.store.add(
      vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const folder of removed) this.forget(folder.uri.toString());
        void this.restore(added);
      }),
    );
  }

  /** Brings stored results back; folders that have a newer one keep it. */
  async restore(folders: readonly vscode.WorkspaceFolder[]): Promise<void> {
    for (const folder of folders) {
      const key = folder.uri.toString();
      const result = await this.files.load(folder.uri);
      if (
        result &&
        !this.held.has(key) &&
        vscode.workspace.workspaceFolders?.some((open) => open.uri.toString() === key)
      )
        this.hold(key, { result, stale: false });
    }
  }

  get(folder: string): HeldResult | null {
    return this.held.get(folder) ?? null;
  }

  all(): HeldResult[] {
    return [...this.held.values()];
  }

  /** Sets the folder's result and stores it. */
  async set(result: StoredResult): Promise<void> {
    this.hold(result.folder, { result, stale: false });
    await this.files.save(result);
  }

  /** Notes that files of the folder have changed since its audit. */
  markStale(folder: string): void {
    const held = this.held.get(folder);
    if (!held || held.stale) return;
    this.hold(folder, { ...held, stale: true });
  }

  /** Forgets every result, on disk too. */
  async clear(): Promise<void> {
    const folders = [...this.held.keys()];
    this.held.clear();
    for (const folder of folders) this.changed.fire(folder);
    for (const folder of vscode.workspace.workspaceFolders ?? []) await this.files.remove(folder.uri);
  }

  dispose(): void {
    this.store.dispose();
  }

  private hold(folder: string, held: HeldResult): void {
    this.held.set(folder, held);
    this.changed.fire(folder);
  }

  private forget(folder: string): void {
    if (this.held.delete(folder)) this.changed.fire(folder);
  }
}
