import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposableStore.ts';
import type { FindingMarks, ShownMark } from '../diagnostics/findingMarks.ts';
import { regionOf } from '../diagnostics/mark.ts';
import { hintText } from './hintText.ts';
import { createMarkStyles } from './markStyles.ts';
import type { MarkStyles } from './markStyles.ts';

/** Milliseconds without an edit after which marks may come. */
const QUIET = 500;

/**
 * Marks findings in the code of visible editors: the repeated lines, their target, and a hint at the end of the line. While
 * a document is being edited marks only go or move along; others come when no edit has come for half a second.
 */
export class CodeMarks implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly styles: MarkStyles;
  private readonly marks: FindingMarks;
  /** Documents that are being edited, by uri. */
  private readonly typing = new Map<string, NodeJS.Timeout>();
  /** What was drawn last, by uri. */
  private readonly drawn = new Map<string, Set<string>>();

  /** `extensionUri` is the folder of the extension. */
  constructor(marks: FindingMarks, extensionUri: vscode.Uri) {
    this.marks = marks;
    this.styles = createMarkStyles(extensionUri);
    for (const style of this.styles.all) this.store.add(style);
    this.store.add(marks.onDidChange((uri) => this.draw(uri.toString())));
    this.store.add(vscode.workspace.onDidChangeTextDocument((event) => this.edited(event)));
    this.store.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        clearTimeout(this.typing.get(uri.toString()));
        this.typing.delete(uri.toString());
        this.drawn.delete(uri.toString());
      }),
    );
    this.store.add(vscode.window.onDidChangeVisibleTextEditors(() => this.drawAll()));
    this.store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('rewheel.hints') || event.affectsConfiguration('rewheel.showInherited'))
          this.drawAll();
      }),
    );
    this.drawAll();
  }

  dispose(): void {
    for (const timer of this.typing.values()) clearTimeout(timer);
    this.typing.clear();
    this.store.dispose();
  }

  private edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    if (contentChanges.length === 0 || document.uri.scheme !== 'file') return;
    clearTimeout(this.typing.get(key));
    const timer = setTimeout(() => {
      this.typing.delete(key);
      this.draw(key);
    }, QUIET);
    this.typing.set(key, timer);
  }

  private drawAll(): void {
    for (const key of new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString())))
      this.draw(key);
  }

  private draw(key: string): void {
    const editors = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === key);
    const [editor] = editors;
    if (!editor) return;
    const before = this.drawn.get(key);
    const shown = this.marks
      .marksIn(editor.document.uri)
      .filter((mark) => mark.mark.role !== 'member' && (!this.typing.has(key) || before?.has(nameOf(mark))));
    this.drawn.set(key, new Set(shown.map(nameOf)));
    for (const one of editors) this.decorate(one, shown);
  }

  private decorate(editor: vscode.TextEditor, shown: readonly ShownMark[]): void {
    const own = shown.filter(({ mark }) => mark.role === 'function');
    const line = (at: number): vscode.Range => new vscode.Range(at, 0, at, 0);
    const lines = (picked: readonly ShownMark[]): vscode.Range[] =>
      [...new Set(picked.map(({ anchor }) => anchor.line))].map(line);
    const regions = new Map<string, vscode.Range>();
    for (const { mark, anchor } of own) {
      const { first, last } = regionOf(mark.finding, anchor);
      // Ten findings on one function would lie ten times over it.
      regions.set(`${first} ${last}`, new vscode.Range(first, 0, last, 0));
    }
    editor.setDecorations(this.styles.region, [...regions.values()]);
    editor.setDecorations(this.styles.repeated, lines(own));
    const ownLines = new Set(own.map(({ anchor }) => anchor.line));
    const targets = shown.filter(({ mark, anchor }) => mark.role === 'target' && !ownLines.has(anchor.line));
    editor.setDecorations(this.styles.target, lines(targets));
    editor.setDecorations(this.styles.hint, this.hints(editor.document, shown));
  }

  private hints(document: vscode.TextDocument, shown: readonly ShownMark[]): vscode.DecorationOptions[] {
    if (!vscode.workspace.getConfiguration('rewheel', document.uri).get<boolean>('hints', true)) return [];
    const byLine = new Map<number, ShownMark[]>();
    for (const mark of shown) byLine.set(mark.anchor.line, [...(byLine.get(mark.anchor.line) ?? []), mark]);
    return [...byLine].flatMap(([at, marks]) => {
      if (at >= document.lineCount) return [];
      const { end } = document.lineAt(at).range;
      return [{ range: new vscode.Range(end, end), renderOptions: { after: { contentText: hintText(marks) } } }];
    });
  }
}

function nameOf({ mark }: ShownMark): string {
  const { finding, role, place } = mark;
  return [finding.fingerprint, finding.function.file, finding.function.startLine, role, place.startLine].join('\n');
}

/** Switches the hints at line ends on or off, for the user; in a workspace that has its own value, there. */
export async function toggleHints(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('rewheel');
  const inspected = settings.inspect<boolean>('hints');
  const target =
    inspected?.workspaceValue === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
  await settings.update('hints', !settings.get<boolean>('hints', true), target);
}
