import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposableStore.ts';
import { relativeFile } from '../base/paths.ts';
import type { EngineHost } from '../engine/engineHost.ts';
import { isTyped } from './typedChange.ts';
import type { FolderView, TurnWatch } from './turnWatch.ts';

/** Changes of one document that nobody is known to have typed yet. */
interface Pending {
  changes: readonly vscode.TextDocumentContentChangeEvent[];
  timer: NodeJS.Timeout;
}

/** Milliseconds within which the cursor follows what was typed. */
const CURSOR_FOLLOWS = 1_000;

/**
 * Tells the engine which files the user wrote in this window, so that it does not take them for an agent's. The user's
 * are those in which keys were pressed or something was undone. What an extension puts into a document (an agent of the
 * editor's chat) moves no cursor by key, and so stays an agent's.
 */
export class UserEdits implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly pending = new Map<string, Pending>();
  /** Documents that the user wrote in and that are not saved since. */
  private readonly written = new Set<string>();
  private readonly engine: EngineHost;
  private readonly watch: TurnWatch;

  constructor(engine: EngineHost, watch: TurnWatch) {
    this.engine = engine;
    this.watch = watch;
    const { workspace, window } = vscode;
    this.store.add(workspace.onDidChangeTextDocument((event) => this.changed(event)));
    this.store.add(window.onDidChangeTextEditorSelection((event) => this.moved(event)));
    // Before the file is written, so that the engine knows when it sees the change; and after, should it be slow.
    this.store.add(workspace.onWillSaveTextDocument(({ document }) => this.tell(document)));
    this.store.add(
      workspace.onDidSaveTextDocument((document) => {
        this.tell(document);
        this.written.delete(document.uri.toString());
      }),
    );
    // Moved or deleted in the explorer. While a turn runs it may as well be an agent's doing.
    this.store.add(
      workspace.onDidRenameFiles(({ files }) =>
        this.moveFiles(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
      ),
    );
    this.store.add(workspace.onDidDeleteFiles(({ files }) => this.moveFiles(files)));
    this.store.add(
      workspace.onDidCloseTextDocument((document) => {
        const key = document.uri.toString();
        this.forget(key);
        this.written.delete(key);
      }),
    );
  }

  dispose(): void {
    for (const key of [...this.pending.keys()]) this.forget(key);
    this.store.dispose();
  }

  private changed({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0 || document.uri.scheme !== 'file') return;
    const key = document.uri.toString();
    if (reason !== undefined) {
      this.wrote(document);
      return;
    }
    this.forget(key);
    const timer = setTimeout(() => this.pending.delete(key), CURSOR_FOLLOWS);
    this.pending.set(key, { changes: contentChanges, timer });
  }

  private moved({ textEditor, selections, kind }: vscode.TextEditorSelectionChangeEvent): void {
    const key = textEditor.document.uri.toString();
    const pending = this.pending.get(key);
    if (!pending || kind !== vscode.TextEditorSelectionChangeKind.Keyboard) return;
    this.forget(key);
    if (isTyped(pending.changes, selections)) this.wrote(textEditor.document);
  }

  private wrote(document: vscode.TextDocument): void {
    this.written.add(document.uri.toString());
    // It may have been saved already, by a short delay of automatic saving.
    if (!document.isDirty) this.tell(document);
  }

  private tell(document: vscode.TextDocument): void {
    if (!this.written.has(document.uri.toString())) return;
    for (const view of this.watch.views()) this.send(view, [document.uri]);
  }

  private moveFiles(uris: readonly vscode.Uri[]): void {
    for (const view of this.watch.views()) if (view.running.length === 0) this.send(view, uris);
  }

  private send({ folder, state }: FolderView, uris: readonly vscode.Uri[]): void {
    const paths = uris.map((uri) => relativeFile(folder, uri)).filter((path) => path !== null);
    if (state !== 'watching' || paths.length === 0) return;
    void this.engine
      .client()
      .then((client) => client.userEdited({ root: folder.uri.fsPath, paths }))
      // An engine that is gone is started again by the watch, and takes no harm from one notice less.
      .catch(() => undefined);
  }

  private forget(key: string): void {
    clearTimeout(this.pending.get(key)?.timer);
    this.pending.delete(key);
  }
}
