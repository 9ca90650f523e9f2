import * as vscode from 'vscode';
import type { Place } from '../../protocol/report.ts';
import { fileUri } from '../base/paths.ts';
import { readText } from '../base/readText.ts';
import { textDigest, textLines } from '../base/text.ts';
import { anchorPlace } from '../diagnostics/findingAnchor.ts';
import type { FindingMarks } from '../diagnostics/findingMarks.ts';
import type { ResultStore } from '../results/resultStore.ts';
import type { PlaceRef } from './references.ts';
import type { StateDocuments } from './stateDocuments.ts';
import type { TurnRecords } from './turnRecords.ts';

/** A place that was found: in the file itself where it still has the audited text, else in the state of its turn. */
export interface LocatedPlace {
  uri: vscode.Uri;
  /** 0-based, inclusive. */
  first: number;
  last: number;
  lines: readonly string[];
}

/** Finds places of audits in what is there now. */
export interface PlaceFinder {
  /** Null when neither the file nor a kept state has the text that was audited. */
  locate(ref: PlaceRef): Promise<LocatedPlace | null>;
}

export function createPlaceFinder(
  results: ResultStore,
  marks: FindingMarks,
  records: TurnRecords,
  states: StateDocuments,
): PlaceFinder {
  return {
    async locate({ folder, turn, place }) {
      const open = vscode.workspace.workspaceFolders?.find((one) => one.uri.toString() === folder);
      const uri = open && fileUri(open.uri, place.file);
      if (!open || !uri) return null;
      const result = results.get(folder)?.result;
      const turnOfResult = result?.comparison.kind === 'turn' ? result.comparison.turn : null;
      const now = await readText(uri);
      if (turn === null || turn === turnOfResult) {
        const span = marks.spanOf(folder, place);
        if (span && now !== null) return { ...span, lines: textLines(now) };
        const lines = now !== null && marks.isUnchanged(folder, place.file) ? linesFor(place, now) : null;
        if (lines && place.cell !== undefined) return { uri, ...linesOf(place), lines };
      }
      const kept = turn ?? turnOfResult;
      const record = kept === null ? null : await records.find(open.uri, kept);
      let fallback: LocatedPlace | null = null;
      // A target may be gone at the end of its turn, and a call may stand under another name than its target's.
      for (const state of record ? [record.head, record.base] : []) {
        const text = state === null ? null : await states.text(open.uri, state, place.file);
        if (state === null || text === null) continue;
        const lines = linesFor(place, text);
        if (!lines) continue;
        const same = now !== null && textDigest(now) === textDigest(text);
        const at = same ? uri : states.uri(open.uri, state, place.file);
        const found = { uri: at, ...linesOf(place), lines };
        if (anchorPlace(place, lines)) return found;
        if (place.endLine <= lines.length) fallback ??= found;
      }
      return fallback;
    },
  };
}

function linesOf({ startLine, endLine }: Place): { first: number; last: number } {
  return { first: startLine - 1, last: endLine - 1 };
}

/** The lines that a place counts: those of its cell in a notebook, else of the file. Null when there is no such cell. */
function linesFor({ cell }: Place, text: string): readonly string[] | null {
  if (cell === undefined) return textLines(text);
  try {
    const { cells } = JSON.parse(text) as { cells?: { source?: unknown }[] };
    const source = cells?.[cell]?.source;
    if (Array.isArray(source)) return textLines(source.join(''));
    return typeof source === 'string' ? textLines(source) : null;
  } catch {
    return null;
  }
}
