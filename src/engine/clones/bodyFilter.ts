import type { FileSummary } from '../model/facts.ts';

const BITS = 1 << 16;

/** First digits of each body's renamed digest, by file: what a state of tens of thousands of functions is searched by. */
const heads = new WeakMap<FileSummary, Uint32Array>();

/** Finds the few functions of a file whose renamed body is one of a set, without a look at the texts of all others. */
export class BodyFilter {
  private readonly bits = new Uint32Array(BITS >>> 5);

  constructor(private readonly renamed: ReadonlySet<string>) {
    for (const digest of renamed) {
      const head = headOf(digest) & (BITS - 1);
      this.bits[head >>> 5]! |= 1 << (head & 31);
    }
  }

  /** Indices of the symbols, in order. */
  in(summary: FileSummary): number[] {
    let known = heads.get(summary);
    if (!known) {
      known = Uint32Array.from(summary.symbols, (symbol) => headOf(symbol.renamed));
      heads.set(summary, known);
    }
    const found: number[] = [];
    for (let index = 0; index < known.length; index++) {
      const head = known[index]! & (BITS - 1);
      if ((this.bits[head >>> 5]! & (1 << (head & 31))) === 0) continue;
      if (this.renamed.has(summary.symbols[index]!.renamed)) found.push(index);
    }
    return found;
  }
}

/** Digests are hexadecimal; the empty one of what has no body has a place too. */
function headOf(digest: string): number {
  return digest === '' ? 0 : parseInt(digest.slice(0, 8), 16) >>> 0;
}
