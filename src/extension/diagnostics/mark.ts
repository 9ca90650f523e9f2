import type * as vscode from 'vscode';
import type { Finding } from '../../protocol/report.ts';
import type { Anchor } from './findingAnchor.ts';
import { moveSpan } from './lineSpans.ts';

/** A finding in its document, and where it is now; `anchor` is null once an edit has made it void. */
export interface Mark {
  finding: Finding;
  anchor: Anchor | null;
}

/** The mark after edits of its document. */
export function moveMark(mark: Mark, changes: readonly vscode.TextDocumentContentChangeEvent[]): Mark {
  let { anchor } = mark;
  for (const { range, text } of changes) {
    if (!anchor) return mark;
    const span = moveSpan(
      { start: anchor.first, end: anchor.last, endCharacter: anchor.lastLength },
      {
        startLine: range.start.line,
        startCharacter: range.start.character,
        endLine: range.end.line,
        endCharacter: range.end.character,
        text,
      },
    );
    anchor = span && { ...anchor, line: anchor.line + span.start - anchor.first, first: span.start, last: span.end };
  }
  return { finding: mark.finding, anchor };
}
