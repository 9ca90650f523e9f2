import { createXXHash3, type IHasher } from 'hash-wasm';
import { z } from 'zod';
import type { Finding, Place } from '../../protocol/report.ts';

/** What `jscpd --baseline FILE --update-baseline` writes (jscpd 5): how often each pair of duplicated texts was found. */
export const jscpdSchema = z.object({
  version: z.literal(1),
  fingerprints: z.record(z.string().regex(/^[0-9a-f]{16}$/), z.number().int().min(0)),
});

/** Lines above and below a function to which a block of jscpd may reach. */
const REACH = 40;
/** Lines of a function at its start that jscpd may leave out, since a block begins with the first equal token. */
const SHORTER = 3;

interface Span {
  lines: readonly string[];
  start: number;
  end: number;
}

/**
 * A baseline of jscpd. It keeps no places, only hashes of both texts of a pair, so a pair of functions is accepted when
 * equal lines around them give a hash that is there. jscpd's hash is xxh3 (64 bits) of the whole lines of both blocks, the
 * smaller text first, with a zero byte between.
 */
export class JscpdBaseline {
  private readonly left: Map<string, number>;
  private readonly accepted = new Set<Finding>();

  private constructor(
    fingerprints: Record<string, number>,
    private readonly hasher: IHasher,
  ) {
    this.left = new Map(Object.entries(fingerprints));
  }

  static async open({ fingerprints }: z.infer<typeof jscpdSchema>): Promise<JscpdBaseline> {
    return new JscpdBaseline(fingerprints, await createXXHash3());
  }

  /** Looks the findings up in their order: a hash that jscpd found n times accepts n pairs. */
  async prepare(findings: readonly Finding[], text: (path: string) => Promise<string | null>): Promise<void> {
    const files = new Map<string, readonly string[]>();
    const linesOf = async (path: string): Promise<readonly string[]> => {
      let lines = files.get(path);
      if (!lines) files.set(path, (lines = (await text(path))?.split(/\r?\n/) ?? []));
      return lines;
    };
    for (const finding of findings) {
      if (finding.cloneType === null || finding.containment !== 'whole') continue;
      const spans: Span[] = [];
      for (const place of [finding.target, finding.function, ...finding.members]) {
        spans.push(spanOf(place, await linesOf(place.file)));
      }
      const used = this.pairs(spans);
      if (used === null) continue;
      for (const hash of used) this.left.set(hash, this.left.get(hash)! - 1);
      this.accepted.add(finding);
    }
  }

  accepts(finding: Finding): boolean {
    return this.accepted.has(finding);
  }

  /** For every copy but the first a hash that joins it to one before it; null when one of them has none. */
  private pairs(spans: readonly Span[]): string[] | null {
    const used: string[] = [];
    for (let i = 1; i < spans.length; i++) {
      let found: string | null = null;
      for (let j = 0; j < i && found === null; j++) {
        found = this.hashOf(spans[j]!, spans[i]!, (hash) => used.filter((one) => one === hash).length);
      }
      if (found === null) return null;
      used.push(found);
    }
    return used;
  }

  private hashOf(a: Span, b: Span, taken: (hash: string) => number): string | null {
    const above = equalLines(a, b, a.start - 1, b.start - 1, -1);
    const below = equalLines(a, b, a.end + 1, b.end + 1, 1);
    for (let from = -above - 1; from <= SHORTER; from++) {
      for (let to = below + 1; to >= -1; to--) {
        const [x, y] = [textOf(a, from, to), textOf(b, from, to)];
        if (x === '' || y === '') continue;
        const hash = this.hash(x, y);
        if ((this.left.get(hash) ?? 0) > taken(hash)) return hash;
      }
    }
    return null;
  }

  private hash(a: string, b: string): string {
    const [first, second] = Buffer.compare(Buffer.from(a), Buffer.from(b)) <= 0 ? [a, b] : [b, a];
    return this.hasher.init().update(`${first}\0${second}`).digest('hex');
  }
}

function spanOf({ startLine, endLine }: Place, lines: readonly string[]): Span {
  return { lines, start: startLine, end: endLine };
}

/** Number of equal lines from there on, white space apart. */
function equalLines(a: Span, b: Span, x: number, y: number, step: number): number {
  let count = 0;
  while (count < REACH) {
    const [left, right] = [a.lines[x - 1 + count * step], b.lines[y - 1 + count * step]];
    if (left === undefined || right === undefined || left.trim() !== right.trim()) return count;
    count++;
  }
  return count;
}

/** Lines of the span, `from` lines later and `to` lines further; empty when it leaves the file. */
function textOf({ lines, start, end }: Span, from: number, to: number): string {
  if (start + from < 1 || end + to > lines.length) return '';
  return lines.slice(start + from - 1, end + to).join('\n');
}
