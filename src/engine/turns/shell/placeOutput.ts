import { normalLine, sameLine, type OutputLine } from './outputText.ts';
import type { OutLine, Piece, Stream } from './stream.ts';

/** Lines of the simulation that stand in the output. */
export interface PlacedLine {
  line: OutLine;
  moment: number;
}

/** A stretch of the output that no simulation explains, with what was run there. */
export interface Region {
  lines: OutputLine[];
  pieces: Piece[];
}

export interface Placement {
  placed: PlacedLine[];
  regions: Region[];
}

/** Steps beyond which the search for a place is given up: it is quadratic for texts of one repeated line. */
const MAX_STEPS = 3_000_000;

/** Finds the known pieces of a stream in the output, in order; what lies between belongs to the others. */
export function placeOutput(stream: Stream, output: readonly OutputLine[]): Placement {
  return new Placer(output).place(stream);
}

interface Found {
  from: number;
  to: number;
  shown: number[];
}

class Placer {
  private readonly output: readonly OutputLine[];
  private steps = 0;

  constructor(output: readonly OutputLine[]) {
    this.output = output;
  }

  place(stream: Stream): Placement {
    const placed: PlacedLine[] = [];
    const regions: Region[] = [];
    let pending: Piece[] = [];
    let at = 0;
    const { pieces, also } = glued(stream.filter((piece) => piece.kind === 'unknown' || !isIdle(piece)));
    pieces.forEach((piece, i) => {
      if (piece.kind === 'unknown') {
        pending.push(piece);
        return;
      }
      const block = piece.lines.map(({ text }) => normalLine(text));
      const isLast = pieces.slice(i + 1).every((later) => later.kind === 'unknown' || later.optional);
      const found = this.find(block, at, isLast);
      if (found === 'hidden') return;
      if (!found) {
        if (!piece.optional || piece.claims.length > 0) pending.push(piece);
        return;
      }
      this.region(regions, pending, at, found.from);
      pending = [];
      const moment = piece.claims[0]?.moment ?? 0;
      for (const index of found.shown) {
        const line = piece.lines[index]!;
        placed.push({ line, moment });
        const second = also.get(line);
        if (second) placed.push(second);
      }
      at = found.to;
    });
    this.region(regions, pending, at, this.output.length);
    return { placed, regions };
  }

  private region(regions: Region[], pieces: Piece[], from: number, to: number): void {
    if (pieces.length === 0) return;
    regions.push({ lines: this.output.slice(from, to), pieces });
  }

  private find(block: string[], at: number, isLast: boolean): Found | 'hidden' | null {
    const here = this.matchAt(block, at);
    if (here) return here;
    const first = block.findIndex((line) => line !== '');
    if (first < 0)
      return this.output.slice(at).every((line) => line === '')
        ? { from: at, to: at, shown: block.map((_, i) => i) }
        : null;
    if (
      this.output[at] === null &&
      !this.output.slice(at).some((line) => line !== null && sameLine(block[first]!, line))
    )
      return 'hidden';
    const strong = isStrong(block);
    const last = this.output.length - block.length;
    for (let j = at; j < this.output.length && this.steps < MAX_STEPS; j++) {
      this.steps++;
      const line = this.output[j]!;
      if (line === null ? !strong : !sameLine(block[first]!, line)) continue;
      if (!strong && !(isLast && j - first === last)) continue;
      // Blank lines at the beginning may have been trimmed away.
      const found =
        line === null
          ? this.matchAt(block, j)
          : (this.matchAt(block, j - first, at) ?? this.matchFrom(block, first, j));
      if (found && (line !== null || found.shown.length > 1)) return found;
    }
    return null;
  }

  private matchAt(block: string[], from: number, least = 0): Found | null {
    if (from < least) return null;
    const found = this.walk(block, 0, from);
    if (found) return { from, ...found };
    // The whole output loses blank lines and blanks at its beginning in some logs.
    if (from !== 0) return null;
    const first = block.findIndex((line) => line !== '');
    if (first < 0 || typeof this.output[0] !== 'string') return null;
    if (block[first]!.trimStart() !== this.output[0].trimStart()) return null;
    const rest = this.walk(block, first + 1, 1);
    const before = Array.from({ length: first + 1 }, (_, i) => i);
    return rest ? { from: 0, to: rest.to, shown: [...before, ...rest.shown] } : null;
  }

  private matchFrom(block: string[], first: number, j: number): Found | null {
    const found = first > 0 ? this.walk(block, first, j) : null;
    return found ? { from: j, to: found.to, shown: found.shown } : null;
  }

  /** Lines of the block from `b` on stand at `j`, up to what was left out. */
  private walk(block: string[], b: number, j: number): { to: number; shown: number[] } | null {
    const shown: number[] = [];
    while (b < block.length) {
      if (++this.steps > MAX_STEPS) return null;
      if (j >= this.output.length) {
        // Blank lines at the end were trimmed away.
        for (let i = b; i < block.length; i++) if (block[i] !== '') return null;
        for (; b < block.length; b++) shown.push(b);
        break;
      }
      const line = this.output[j]!;
      if (line === null) return this.resume(block, b, j, shown);
      if (!sameLine(block[b]!, line)) {
        const cutHere = this.output[j + 1] === null && j + 1 < this.output.length && block[b]!.startsWith(line);
        return cutHere ? this.resume(block, b + 1, j + 1, shown) : null;
      }
      shown.push(b++);
      j++;
    }
    return { to: j, shown };
  }

  /** Goes on after a cut: at the first place where the text after it fits up to its end or the block's. */
  private resume(block: string[], b: number, cut: number, before: number[]): { to: number; shown: number[] } | null {
    const isLast = !this.output.includes(null, cut + 1);
    let best: { to: number; shown: number[] } | null = null;
    // The first line after the cut may be the rest of one.
    for (const start of [cut + 1, cut + 2]) {
      const anchor = this.output[start];
      if (typeof anchor !== 'string') continue;
      for (let from = b; from < block.length && this.steps < MAX_STEPS; from++) {
        this.steps++;
        if (!sameLine(block[from]!, anchor)) continue;
        const found = this.walk(block, from, start);
        if (!found || !isStrong(found.shown.map((index) => block[index]!))) continue;
        if (isLast && found.to === this.output.length) return { to: found.to, shown: [...before, ...found.shown] };
        best ??= { to: found.to, shown: [...before, ...found.shown] };
      }
      if (best) return best;
    }
    // All that came after belongs to later commands, or was left out too.
    return before.length > 0 ? { to: cut, shown: before } : null;
  }
}

/** Joins a last line without line end and the first line of what follows, which are one line of the output. */
function glued(stream: Stream): { pieces: Stream; also: Map<OutLine, PlacedLine> } {
  const also = new Map<OutLine, PlacedLine>();
  const pieces: Stream = [];
  for (const piece of stream) {
    const before = pieces[pieces.length - 1];
    const last = before?.kind === 'lines' && !before.optional ? before.lines[before.lines.length - 1] : undefined;
    const first = piece.kind === 'lines' && !piece.optional ? piece.lines[0] : undefined;
    if (!last?.open || !first || before?.kind !== 'lines' || piece.kind !== 'lines') {
      pieces.push(piece);
      continue;
    }
    const joined: OutLine = { text: last.text + first.text, from: last.from, open: first.open };
    also.set(joined, { line: first, moment: piece.claims[0]?.moment ?? 0 });
    pieces[pieces.length - 1] = { ...before, lines: [...before.lines.slice(0, -1), joined] };
    if (piece.lines.length > 1) pieces.push({ ...piece, lines: piece.lines.slice(1) });
  }
  return { pieces, also };
}

/** Prints nothing, or perhaps nothing but blank lines, which may be anybody's. */
function isIdle({ lines, optional }: Extract<Piece, { kind: 'lines' }>): boolean {
  return lines.length === 0 || (optional && lines.every(({ text }) => text.trim() === ''));
}

/** Enough text to be no accident: a lone `}` or `return` is no proof. */
export function isStrong(lines: readonly string[]): boolean {
  let letters = 0;
  for (const line of lines) {
    letters += line.replace(/[^\p{L}\p{N}]/gu, '').length;
    if (letters >= 12) return true;
  }
  return letters >= 5 && lines.filter((line) => line !== '').length >= 1;
}
