import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposableStore.ts';
import { fileUri } from '../base/paths.ts';
import { readSavedText } from '../base/readText.ts';
import { textDigest, textLines } from '../base/text.ts';
import type { Finding } from '../../protocol/report.ts';
import type { ResultStore } from '../results/resultStore.ts';
import { shownFindings } from '../results/shownFindings.ts';
import type { StoredResult } from '../results/storedResult.ts';
import type { RuleDocuments } from '../rules/ruleDocuments.ts';
import { anchorFinding } from './findingAnchor.ts';
import { findingDiagnostic } from './findingDiagnostic.ts';
import { isNotebookFile, openNotebook } from './notebooks.ts';
import type { ShownMark, Span } from './findingMarks.ts';
import { moveMark, type Mark } from './mark.ts';

/** The marks of one cell of an open notebook. */
interface MarkedCell {
  notebook: vscode.NotebookDocument;
  result: StoredResult;
  digest: string;
  /** As they were audited, to come back when an edit is undone. */
  audited: readonly Mark[];
  marks: readonly Mark[];
}

/**
 * Shows findings in the cells of open notebooks. A cell is a document of its own: its marks are made while the notebook
 * is the audited one, and then follow the edits of that document, wherever the cell is moved to.
 */
export class CellMarks implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly collection = this.store.add(vscode.languages.createDiagnosticCollection('rewheel-cells'));
  private readonly cells = new Map<string, MarkedCell>();
  private readonly results: ResultStore;
  private readonly rules: RuleDocuments;
  private readonly isUnchanged: (folder: string, file: string) => boolean;

  /**
   * @param onDidSettle tells of the folder whose files were compared with the audited ones
   * @param isUnchanged whether the text of a file is the audited one
   */
  constructor(
    results: ResultStore,
    rules: RuleDocuments,
    onDidSettle: vscode.Event<string>,
    isUnchanged: (folder: string, file: string) => boolean,
  ) {
    this.results = results;
    this.rules = rules;
    this.isUnchanged = isUnchanged;
    const { workspace } = vscode;
    this.store.add(onDidSettle((folder) => void this.update(folder)));
    this.store.add(results.onDidChange((folder) => this.dropOthers(folder)));
    this.store.add(workspace.onDidOpenNotebookDocument((notebook) => void this.opened(notebook)));
    this.store.add(workspace.onDidCloseNotebookDocument((notebook) => this.drop((cell) => cell.notebook === notebook)));
    this.store.add(
      workspace.onDidChangeNotebookDocument(({ contentChanges }) => {
        const gone = contentChanges.flatMap(({ removedCells }) => removedCells.map(({ document }) => document));
        for (const document of gone) if (document.isClosed) this.remove(document.uri.toString());
      }),
    );
    this.store.add(workspace.onDidChangeTextDocument((event) => this.follow(event)));
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Marks of a cell's document that are to be seen. */
  marksIn(uri: vscode.Uri): ShownMark[] {
    const cell = this.cells.get(uri.toString());
    if (!cell) return [];
    const wanted = new Set(shownFindings(cell.result));
    return cell.marks.flatMap(({ finding, anchor }) => {
      const mark = { finding, anchor, role: 'function' as const, place: finding.function };
      return anchor && wanted.has(finding) ? [{ mark, anchor, folder: cell.result.folder }] : [];
    });
  }

  /** Where the function of a finding is now, in the document of its cell; null when it is not the audited one. */
  spanOf(folder: string, finding: Finding): Span | null {
    for (const [key, { result, marks }] of this.cells) {
      if (result.folder !== folder) continue;
      const anchor = marks.find((mark) => mark.finding === finding)?.anchor;
      if (anchor) return { uri: vscode.Uri.parse(key), first: anchor.first, last: anchor.last };
    }
    return null;
  }

  private async opened(notebook: vscode.NotebookDocument): Promise<void> {
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const held = this.results.get(folder.uri.toString());
      if (held) await this.mark(notebook, held.result);
    }
  }

  private async update(folder: string): Promise<void> {
    const held = this.results.get(folder);
    if (!held) return;
    for (const file of notebooksOf(held.result)) {
      const uri = fileUri(vscode.Uri.parse(folder), file);
      const notebook = uri && openNotebook(uri);
      if (notebook) await this.mark(notebook, held.result);
    }
    for (const [key, cell] of this.cells) if (cell.result.folder === folder) this.show(key, cell);
  }

  /** Makes the marks of a notebook that has none yet, if it is the audited one. */
  private async mark(notebook: vscode.NotebookDocument, result: StoredResult): Promise<void> {
    const root = vscode.Uri.parse(result.folder);
    const isThis = (finding: Finding): boolean =>
      finding.function.cell !== undefined &&
      fileUri(root, finding.function.file)?.toString() === notebook.uri.toString();
    const findings = result.report.findings.filter(isThis);
    const [first] = findings;
    if (!first || notebook.isDirty || this.isMarked(notebook, result)) return;
    const saved = await readSavedText(notebook.uri);
    const current = this.results.get(result.folder)?.result === result;
    if (saved === null || textDigest(saved) !== result.digests[first.function.file] || !current) return;
    // A cell that was edited or moved while the file was read is not the audited one.
    if (notebook.isDirty || notebook.isClosed || this.isMarked(notebook, result)) return;
    const byCell = new Map<number, Finding[]>();
    for (const finding of findings) {
      const cell = finding.function.cell!;
      byCell.set(cell, [...(byCell.get(cell) ?? []), finding]);
    }
    for (const [index, own] of byCell) {
      if (index >= notebook.cellCount) continue;
      const { document, kind } = notebook.cellAt(index);
      if (kind !== vscode.NotebookCellKind.Code) continue;
      const lines = textLines(document.getText());
      const marks = own.map((finding) => ({ finding, anchor: anchorFinding(finding, lines) }));
      const cell = { notebook, result, digest: textDigest(document.getText()), audited: marks, marks };
      this.cells.set(document.uri.toString(), cell);
      this.show(document.uri.toString(), cell);
    }
  }

  private isMarked(notebook: vscode.NotebookDocument, result: StoredResult): boolean {
    return [...this.cells.values()].some((cell) => cell.notebook === notebook && cell.result === result);
  }

  private follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    const cell = this.cells.get(key);
    if (!cell || contentChanges.length === 0) return;
    const isAudited = textDigest(document.getText()) === cell.digest;
    cell.marks = isAudited ? cell.audited : cell.marks.map((mark) => moveMark(mark, contentChanges));
    this.show(key, cell);
    this.results.markStale(cell.result.folder);
  }

  private show(key: string, { marks, result }: MarkedCell): void {
    const wanted = new Set(shownFindings(result));
    const diagnostics: vscode.Diagnostic[] = [];
    for (const { finding, anchor } of marks) {
      if (!anchor || !wanted.has(finding)) continue;
      const range = new vscode.Range(anchor.line, anchor.startCharacter, anchor.line, anchor.endCharacter);
      const diagnostic = findingDiagnostic(finding, range, {
        folder: vscode.Uri.parse(result.folder),
        ruleLink: this.rules.link(finding.rule),
        isUnchanged: (file) => this.isUnchanged(result.folder, file),
      });
      if (diagnostic) diagnostics.push(diagnostic);
    }
    this.collection.set(vscode.Uri.parse(key), diagnostics);
  }

  /** Marks of a result that is not the folder's any more. */
  private dropOthers(folder: string): void {
    const current = this.results.get(folder)?.result;
    this.drop((cell) => cell.result.folder === folder && cell.result !== current);
  }

  private drop(which: (cell: MarkedCell) => boolean): void {
    for (const [key, cell] of this.cells) if (which(cell)) this.remove(key);
  }

  private remove(key: string): void {
    if (this.cells.delete(key)) this.collection.delete(vscode.Uri.parse(key));
  }
}

function notebooksOf({ report }: StoredResult): Set<string> {
  return new Set(report.findings.map((finding) => finding.function.file).filter(isNotebookFile));
}
