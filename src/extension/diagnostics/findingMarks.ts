import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposableStore.ts';
import { fileUri } from '../base/paths.ts';
import { textDigest, textLines } from '../base/text.ts';
import type { Finding, Place } from '../../protocol/report.ts';
import { shownFindings } from '../results/shownFindings.ts';
import { filesOfFindings } from '../results/createResult.ts';
import type { StoredResult } from '../results/storedResult.ts';
import type { ResultStore } from '../results/resultStore.ts';
import type { RuleDocuments } from '../rules/ruleDocuments.ts';
import type { Anchor } from './findingAnchor.ts';
import { findingDiagnostic } from './findingDiagnostic.ts';
import { marksOf, moveMark } from './mark.ts';
import type { PlaceMark } from './mark.ts';
import { openText, readSavedText, readText } from '../base/readText.ts';

/** A mark that is to be seen, where it is now. */
export interface ShownMark {
  mark: PlaceMark;
  anchor: Anchor;
  /** Uri of the workspace folder. */
  folder: string;
}

/** Where a place of a finding is now: 0-based lines, inclusive. */
export interface Span {
  uri: vscode.Uri;
  first: number;
  last: number;
}

/** The marks of one file. */
interface MarkedFile {
  uri: vscode.Uri;
  digest: string;
  lineCount: number;
  /** As they were audited, to come back when an edit is undone. */
  audited: readonly PlaceMark[];
  marks: readonly PlaceMark[];
}

/** The marks of one folder's result. */
interface MarkedFolder {
  uri: vscode.Uri;
  result: StoredResult;
  files: Map<string, MarkedFile>;
  /** Files that findings name and whose text is the audited one. */
  unchanged: Set<string>;
}

/**
 * Follows the places of findings, and shows the findings as diagnostics. A file whose text is not the audited one shows none: lines of another text would
 * point at the wrong code. While a document is edited, its findings move along, those whose function was edited
 * go, and they come back when the edit is undone.
 */
export class FindingMarks implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly collection = this.store.add(vscode.languages.createDiagnosticCollection('rewheel'));
  private readonly folders = new Map<string, MarkedFolder>();
  private readonly byUri = new Map<string, { folder: MarkedFolder; file: string }>();
  private readonly settled = this.store.add(new vscode.EventEmitter<string>());
  /** Tells of a folder whose marks were made anew, or whose files became the audited ones or others. */
  readonly onDidSettle = this.settled.event;
  private readonly results: ResultStore;
  private readonly rules: RuleDocuments;
  /** Counts up with every result of a folder, so that the slower of two readings does not win. */
  private readonly rounds = new Map<string, number>();
  private readonly changed = this.store.add(new vscode.EventEmitter<vscode.Uri>());

  /** Fires with a file whose marks are others now, or elsewhere. */
  readonly onDidChange = this.changed.event;

  constructor(results: ResultStore, rules: RuleDocuments) {
    this.results = results;
    this.rules = rules;
    this.store.add(results.onDidChange((folder) => void this.update(folder)));
    this.store.add(vscode.workspace.onDidChangeTextDocument((event) => this.follow(event)));
    this.store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('rewheel.showInherited'))
          for (const folder of this.folders.values()) this.showAll(folder);
      }),
    );
  }

  /**
   * Looks again at a file that changed on disk. True when a finding names it and its text is still the audited one
   * (an audited unsaved text was saved, or nothing but the time changed).
   */
  async recheck(uri: vscode.Uri): Promise<boolean> {
    const place = this.byUri.get(uri.toString());
    if (!place) return false;
    const { folder, file } = place;
    const text = openText(uri);
    // An open document is followed edit by edit; the editor takes a change on disk up as one more edit.
    if (text !== null) return folder.unchanged.has(file);
    const saved = await readSavedText(uri);
    if (this.byUri.get(uri.toString())?.folder !== folder || openText(uri) !== null) return folder.unchanged.has(file);
    this.settle(folder, file, saved);
    this.showAll(folder);
    return folder.unchanged.has(file);
  }

  /**
   * Marks of a file that are to be seen: of findings that the user wants, while neither the place nor the function of the
   * finding was edited.
   */
  marksIn(uri: vscode.Uri): ShownMark[] {
    const place = this.byUri.get(uri.toString());
    const marked = place?.folder.files.get(place.file);
    if (!place || !marked) return [];
    const wanted = new Set(shownFindings(place.folder.result));
    const alive = aliveFindings(place.folder);
    return marked.marks.flatMap((mark) =>
      mark.anchor && wanted.has(mark.finding) && alive.has(mark.finding)
        ? [{ mark, anchor: mark.anchor, folder: place.folder.result.folder }]
        : [],
    );
  }

  /** Where a place that a finding of the folder's result names is now; null when its text is not the audited one. */
  spanOf(folder: string, place: Place): Span | null {
    const marked = this.folders.get(folder)?.files.get(place.file);
    const anchor = marked?.marks.find((mark) => isSamePlace(mark.place, place))?.anchor;
    return marked && anchor ? { uri: marked.uri, first: anchor.first, last: anchor.last } : null;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async update(key: string): Promise<void> {
    const held = this.results.get(key);
    const current = this.folders.get(key);
    if (held && current?.result === held.result) return;
    const round = (this.rounds.get(key) ?? 0) + 1;
    this.rounds.set(key, round);
    if (current) this.drop(key, current);
    if (!held) return;
    const folder: MarkedFolder = {
      uri: vscode.Uri.parse(held.result.folder),
      result: held.result,
      files: new Map(),
      unchanged: new Set(),
    };
    const texts = await Promise.all(
      filesOfFindings(held.result).map(async (file) => {
        const uri = fileUri(folder.uri, file);
        return { file, uri, text: uri && (await readText(uri)) };
      }),
    );
    if (this.rounds.get(key) !== round) return;
    this.folders.set(key, folder);
    for (const { file, uri, text } of texts) {
      if (!uri) continue;
      this.byUri.set(uri.toString(), { folder, file });
      // An edit may have come while other files were read.
      this.settle(folder, file, openText(uri) ?? text);
    }
    this.showAll(folder);
    const shown = held.result.report.findings.every((finding) => folder.unchanged.has(finding.function.file));
    if (!shown) this.results.markStale(key);
  }

  /** Sets the marks of a file from its text: those of the audit, or none when the text is another. */
  private settle(folder: MarkedFolder, file: string, text: string | null): void {
    const uri = fileUri(folder.uri, file);
    const digest = folder.result.digests[file];
    if (!uri) return;
    if (text === null || digest === undefined || textDigest(text) !== digest) {
      folder.unchanged.delete(file);
      const marked = folder.files.get(file);
      if (marked) marked.marks = [];
      return;
    }
    folder.unchanged.add(file);
    const known = folder.files.get(file);
    if (known) {
      known.marks = known.audited;
      return;
    }
    const lines = textLines(text);
    const marks = marksOf(folder.result.report.findings, file, lines);
    folder.files.set(file, { uri, digest, lineCount: lines.length, audited: marks, marks });
  }

  private follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const place = this.byUri.get(document.uri.toString());
    if (!place || contentChanges.length === 0) return;
    const { folder, file } = place;
    const marked = folder.files.get(file);
    if (!marked) {
      // It was another text from the start (a turn of a while ago, unsaved changes), and may be the audited one now.
      this.settle(folder, file, document.getText());
      if (folder.unchanged.has(file)) this.showAll(folder);
      return;
    }
    const wasUnchanged = folder.unchanged.delete(file);
    const wasVoid = marked.marks.filter(({ anchor }) => anchor === null).length;
    if (document.lineCount === marked.lineCount && textDigest(document.getText()) === marked.digest) {
      folder.unchanged.add(file);
      marked.marks = marked.audited;
    } else {
      marked.marks = marked.marks.map((mark) => moveMark(mark, contentChanges));
    }
    // Other files' findings link to this one, and the link says whether its lines still hold; marks of targets go with
    // the function that repeats them.
    const isVoid = marked.marks.filter(({ anchor }) => anchor === null).length;
    if (wasUnchanged !== folder.unchanged.has(file) || wasVoid !== isVoid) this.showAll(folder);
    else this.show(folder, file);
    this.results.markStale(folder.result.folder);
  }

  private showAll(folder: MarkedFolder): void {
    for (const file of folder.files.keys()) this.show(folder, file);
    this.settled.fire(folder.result.folder);
  }

  /** Whether a file that a finding of the folder names has the audited text. */
  isUnchanged(folder: string, file: string): boolean {
    return this.folders.get(folder)?.unchanged.has(file) ?? false;
  }

  private show(folder: MarkedFolder, file: string): void {
    const marked = folder.files.get(file);
    if (!marked) return;
    const wanted = new Set(shownFindings(folder.result));
    const diagnostics: vscode.Diagnostic[] = [];
    for (const { finding, role, anchor } of marked.marks) {
      if (!anchor || role !== 'function' || !wanted.has(finding)) continue;
      const range = new vscode.Range(anchor.line, anchor.startCharacter, anchor.line, anchor.endCharacter);
      const diagnostic = findingDiagnostic(finding, range, {
        folder: folder.uri,
        ruleLink: this.rules.link(finding.rule),
        isUnchanged: (other) => folder.unchanged.has(other),
      });
      if (diagnostic) diagnostics.push(diagnostic);
    }
    this.collection.set(marked.uri, diagnostics);
    this.changed.fire(marked.uri);
  }

  private drop(key: string, folder: MarkedFolder): void {
    this.folders.delete(key);
    for (const [uri, place] of this.byUri) if (place.folder === folder) this.byUri.delete(uri);
    for (const marked of folder.files.values()) {
      this.collection.delete(marked.uri);
      this.changed.fire(marked.uri);
    }
  }
}

/** Findings whose function is as it was audited; one in a cell of a notebook is followed by `CellMarks`. */
function aliveFindings(folder: MarkedFolder): Set<Finding> {
  const alive = new Set<Finding>();
  for (const { marks } of folder.files.values())
    for (const { finding, role, anchor } of marks) if (role === 'function' && anchor) alive.add(finding);
  for (const finding of folder.result.report.findings)
    if (finding.function.cell !== undefined && folder.unchanged.has(finding.function.file)) alive.add(finding);
  return alive;
}

function isSamePlace(a: Place, b: Place): boolean {
  return (
    a.file === b.file &&
    a.name === b.name &&
    a.startLine === b.startLine &&
    a.endLine === b.endLine &&
    a.cell === b.cell
  );
}
