import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposableStore.ts';
import type { FindingMarks } from '../diagnostics/findingMarks.ts';
import type { ResultStore } from './resultStore.ts';

/** Source files of the languages that are audited: a change in one of them makes a result stale. */
const SOURCES =
  '**/*.{py,pyi,ts,tsx,mts,cts,js,jsx,mjs,cjs,go,rs,java,c,h,cc,cpp,cxx,hh,hpp,hxx,rb,rake,php,cs,kt,kts,swift,ipynb,vue,svelte}';

/**
 * Watches the folders that have a result, for changes that do not go through an open document: an agent at work, a
 * checkout. Watching begins with the first result and ends with the last.
 */
export class FileWatch implements vscode.Disposable {
  private readonly listening: vscode.Disposable;
  private readonly watchers = new Map<string, DisposableStore>();
  private readonly results: ResultStore;
  private readonly marks: FindingMarks;

  constructor(results: ResultStore, marks: FindingMarks) {
    this.results = results;
    this.marks = marks;
    this.listening = results.onDidChange((folder) => this.update(folder));
  }

  dispose(): void {
    this.listening.dispose();
    for (const watcher of this.watchers.values()) watcher.dispose();
    this.watchers.clear();
  }

  private update(folder: string): void {
    const held = this.results.get(folder);
    const watcher = this.watchers.get(folder);
    if (held && !watcher) this.watchers.set(folder, this.watch(folder));
    if (!held && watcher) {
      watcher.dispose();
      this.watchers.delete(folder);
    }
  }

  private watch(folder: string): DisposableStore {
    const store = new DisposableStore();
    const pattern = new vscode.RelativePattern(vscode.Uri.parse(folder), SOURCES);
    const watcher = store.add(vscode.workspace.createFileSystemWatcher(pattern));
    const changed = (uri: vscode.Uri): void => void this.noteChange(folder, uri);
    store.add(watcher.onDidChange(changed));
    store.add(watcher.onDidCreate(changed));
    store.add(watcher.onDidDelete(changed));
    return store;
  }

  private async noteChange(folder: string, uri: vscode.Uri): Promise<void> {
    const result = this.results.get(folder)?.result;
    const isAudited = await this.marks.recheck(uri);
    // Saving an unsaved text that was audited changes nothing; and the result may be another one by now.
    if (!isAudited && this.results.get(folder)?.result === result) this.results.markStale(folder);
  }
}
