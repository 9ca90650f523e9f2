import type { LineRange } from '../session.ts';

/** Where a printed line comes from. */
export interface LineOrigin {
  path: string;
  /** 1-based line of the file as it was when the command ran; 0 where only the path is known. */
  line: number;
  class: 'read' | 'search';
}

/** A line that a command prints, by simulation. */
export interface OutLine {
  text: string;
  from: LineOrigin | null;
  /** No line end follows: what is printed next stands on the same line. */
  open?: boolean;
}

/**
 * What a stretch of the output may show where a simulation does not tell.
 * - `text`: lines of these files, to be found by their numbers or their text
 * - `grep`: hits in the form of grep and ripgrep; `files` are those that were searched, when one or few are named
 * - `listing`: names of files, `folders` are what they may be relative to
 */
export type Claim = (
  | {
      kind: 'text';
      files: string[];
      /** Lines that an unknown file gave, null when that is not known either. */
      range: OpenRange | null;
      /** The program prints line numbers of the file. */
      numbered: boolean;
    }
  | { kind: 'grep'; files: string[]; folders: string[] }
  | {
      kind: 'listing';
      folders: string[];
      /** What it may name, where that is known: for programs that run on the names. */
      files: string[] | null;
    }
) & {
  /** Number of edits of the command line before this was printed. Set when the command is run. */
  moment?: number;
};

/** `end` null: to the end of the file. */
export interface OpenRange {
  start: number;
  end: number | null;
  /** The range holds only if all of it was printed: it was counted from an end that the file may not have. */
  exact?: boolean;
  /** Where it is no single range: the lines, in the order in which they are printed. */
  numbers?: number[];
}

/** Part of a stream. `claims` of known lines serve when the output differs from them. */
export type Piece =
  | { kind: 'lines'; lines: OutLine[]; claims: Claim[]; optional: boolean }
  | { kind: 'unknown'; claims: Claim[]; optional: boolean };

export type Stream = Piece[];

export const NOTHING: Stream = [];

export function linesPiece(lines: OutLine[], claims: Claim[] = []): Piece {
  return { kind: 'lines', lines, claims, optional: false };
}

export function unknownPiece(...claims: Claim[]): Piece {
  return { kind: 'unknown', claims, optional: false };
}

/** Lines that come from no file. */
export function plainLines(text: string): OutLine[] {
  return splitLines(text).map((line) => ({ text: line, from: null }));
}

/** The same lines, the last one without its line end. */
export function opened(lines: readonly OutLine[]): OutLine[] {
  return lines.map((line, i) => (i === lines.length - 1 ? { ...line, open: true } : line));
}

/** Lines of a text; a final line end adds none. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

/** All lines of a stream when all of it is known, else null. */
export function knownLines(stream: Stream): OutLine[] | null {
  const out: OutLine[] = [];
  for (const piece of stream) {
    if (piece.kind !== 'lines' || piece.optional) return null;
    for (const line of piece.lines) out.push(line);
  }
  return out;
}

/** Joins neighbouring pieces of known lines, so that they are looked for as one text. */
export function mergedLines(stream: Stream): Stream {
  const out: Stream = [];
  const claimed = new Set<string>();
  for (const piece of stream) {
    const last = out[out.length - 1];
    if (piece.kind !== 'lines' || piece.optional || last?.kind !== 'lines' || last.optional) {
      out.push(piece.kind === 'lines' ? { ...piece, lines: [...piece.lines], claims: [...piece.claims] } : piece);
      claimed.clear();
      for (const claim of piece.claims) claimed.add(JSON.stringify(claim));
      continue;
    }
    for (const line of piece.lines) last.lines.push(line);
    for (const claim of piece.claims) {
      const key = JSON.stringify(claim);
      if (!claimed.has(key)) last.claims.push(claim);
      claimed.add(key);
    }
  }
  return out;
}

/** Claims of all pieces of a stream. */
export function claimsOf(stream: Stream): Claim[] {
  return stream.flatMap((piece) => piece.claims);
}

/** Sorted numbers as ranges. */
export function rangesOf(numbers: Iterable<number>): LineRange[] {
  const ranges: LineRange[] = [];
  for (const line of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges[ranges.length - 1];
    if (last && line <= last.endLine + 1) last.endLine = line;
    else ranges.push({ startLine: line, endLine: line });
  }
  return ranges;
}

/** What is left of an open range when lines `from`..`to` of it are taken (1-based, `to` null: to its end). */
export function narrow(range: OpenRange | null, from: number, to: number | null): OpenRange | null {
  if (!range || range.numbers) return null;
  const start = range.start + from - 1;
  const wanted = to === null ? null : range.start + to - 1;
  const end = range.end === null ? wanted : wanted === null ? range.end : Math.min(range.end, wanted);
  return { ...range, start, end };
}

/** The last `count` lines of a range, as far as its end is known. */
export function lastOf(range: OpenRange | null, count: number): OpenRange | null {
  if (!range || range.numbers || range.end === null) return null;
  return { ...range, start: Math.max(range.start, range.end - count + 1), end: range.end, exact: true };
}

/** The same stream with another range for the files that are not known. */
export function withRange(stream: Stream, change: (range: OpenRange | null) => OpenRange | null): Stream {
  return stream.map((piece) => ({
    ...piece,
    claims: piece.claims.map((claim) => (claim.kind === 'text' ? { ...claim, range: change(claim.range) } : claim)),
  }));
}

/** What may be named in a stream: null when nothing is known of it. */
export function namesIn(stream: Stream): string[] | null {
  const files = claimsOf(stream).flatMap((claim) => (claim.kind === 'listing' ? (claim.files ?? []) : []));
  return files.length > 0 ? files : null;
}

/** What a filter that keeps no lines of files leaves: names that were listed may still stand in it. */
export function destroyed(stream: Stream): Stream {
  const claims = claimsOf(stream).filter((claim) => claim.kind === 'listing');
  return [{ kind: 'unknown', claims, optional: false }];
}

/** What a filter that cannot be followed leaves of a stream. */
export function blurred(stream: Stream): Stream {
  const claims = claimsOf(withRange(stream, () => null));
  return [{ kind: 'unknown', claims, optional: false }];
}
