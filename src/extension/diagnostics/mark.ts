import type * as vscode from 'vscode';
import type { Finding, Place } from '../../protocol/report.ts';
import { anchorFinding, anchorPlace } from './findingAnchor.ts';
import type { Anchor } from './findingAnchor.ts';
import { moveSpan } from './lineSpans.ts';

/** A finding in its document, and where it is now; `anchor` is null once an edit has made it void. */
export interface Mark {
  finding: Finding;
  anchor: Anchor | null;
}

/** What a place is to a finding: the new code, what it should have used, or a further copy. */
export type MarkRole = 'function' | 'target' | 'member';

/** One of the places of a finding. */
export interface PlaceMark extends Mark {
  role: MarkRole;
  /** As it was audited. */
  place: Place;
}

/** The marks of a file that findings name, in the text that was audited. Lines of a cell are none of the file. */
export function marksOf(findings: readonly Finding[], file: string, lines: readonly string[]): PlaceMark[] {
  const marks: PlaceMark[] = [];
  const isHere = (place: Place): boolean => place.file === file && place.cell === undefined;
  for (const finding of findings) {
    if (isHere(finding.function))
      marks.push({ finding, role: 'function', place: finding.function, anchor: anchorFinding(finding, lines) });
    const others = [['target', finding.target] as const, ...finding.members.map((one) => ['member', one] as const)];
    for (const [role, place] of others)
      if (isHere(place)) marks.push({ finding, role, place, anchor: anchorPlace(place, lines) });
  }
  return marks;
}

/** The mark after edits of its document. */
export function moveMark<Any extends Mark>(mark: Any, changes: readonly vscode.TextDocumentContentChangeEvent[]): Any {
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
  return { ...mark, anchor };
}

/** 0-based lines of the part of the function that repeats the target, where the function is now. */
export function regionOf(finding: Finding, now: { first: number; last: number }): { first: number; last: number } {
  const { region, function: own } = finding;
  const at = (line: number): number => Math.min(now.last, now.first + Math.max(0, line - own.startLine));
  return { first: at(region.startLine), last: at(region.endLine) };
}
