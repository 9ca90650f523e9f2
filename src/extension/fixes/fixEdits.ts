import * as vscode from 'vscode';
import type { Finding } from '../../protocol/report.ts';
import { fileUri } from '../base/paths.ts';
import { textDigest, textLines } from '../base/text.ts';
import type { FindingMarks } from '../diagnostics/findingMarks.ts';
import type { ResultStore } from '../results/resultStore.ts';
import { callInstead } from './callInstead.ts';
import type { TextChange } from './textChange.ts';

/** An edit, and the findings that it is for. */
export interface FixEdit {
  edit: vscode.WorkspaceEdit;
  fixed: Finding[];
}

/** Makes the edits that put calls in the place of copies. All of them are shown before they are applied. */
export class FixEdits {
  constructor(
    private readonly results: ResultStore,
    private readonly marks: FindingMarks,
  ) {}

  /**
   * Edit for findings of a folder's last result; null when none can be fixed: they are no drop-ins, or a file of theirs has
   * not the audited text.
   */
  async of(folder: string, findings: readonly Finding[], label: string): Promise<FixEdit | null> {
    const fix: FixEdit = { edit: new vscode.WorkspaceEdit(), fixed: [] };
    await this.add(fix, folder, findings, label);
    return fix.fixed.length > 0 ? fix : null;
  }

  /** As `of`, into an edit that there is: the findings are fixed together. */
  async add({ edit, fixed }: FixEdit, folder: string, findings: readonly Finding[], label: string): Promise<void> {
    const usable = findings.filter((finding) => this.isUsable(folder, finding));
    for (const file of new Set(usable.map((finding) => finding.function.file))) {
      const uri = fileUri(vscode.Uri.parse(folder), file);
      if (!uri) continue;
      const document = await vscode.workspace.openTextDocument(uri).then(
        (opened) => opened,
        () => null,
      );
      const text = document && textLines(document.getText()).join('\n');
      // Looked at again: it may have been edited while it was opened.
      if (text === null || textDigest(text) !== this.results.get(folder)?.result.digests[file]) continue;
      const own = usable.filter((finding) => finding.function.file === file);
      const result = callInstead(text, file, own);
      const position = positions(text);
      for (const change of result.changes) replace(edit, uri, change, position, label);
      fixed.push(...result.fixed);
    }
  }

  private isUsable(folder: string, { advice, rule, function: own, target }: Finding): boolean {
    const isAudited = (file: string): boolean => this.marks.isUnchanged(folder, file);
    // The body of a wrapper is the call already.
    return advice?.dropIn === true && rule !== 'wraps-target' && isAudited(own.file) && isAudited(target.file);
  }
}

function replace(
  edit: vscode.WorkspaceEdit,
  uri: vscode.Uri,
  { start, end, text }: TextChange,
  position: (offset: number) => vscode.Position,
  label: string,
): void {
  const range = new vscode.Range(position(start), position(end));
  edit.replace(uri, range, text, { needsConfirmation: true, label });
}

/** Positions of offsets into a text with lines ended by `\n`: a document counts its own line ends. */
function positions(text: string): (offset: number) => vscode.Position {
  return (offset) => {
    const before = text.slice(0, offset);
    const line = before.split('\n').length - 1;
    return new vscode.Position(line, offset - (before.lastIndexOf('\n') + 1));
  };
}
