import type { FileDetail, FileSummary } from '../model/facts.ts';

/**
 * Which references stand in which symbol of one file. Made once a file on first use; then the references of a symbol
 * are found without a look at those of the others.
 */
export class SymbolReferences {
  /** Reference ids grouped by innermost symbol, each group in source order; group 0 is module level. */
  private readonly ordered: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly children: (number[] | undefined)[];

  constructor(summary: FileSummary, detail: FileDetail) {
    const owners = detail.references.symbol;
    const groups = summary.symbols.length + 1;
    const starts = new Uint32Array(groups + 1);
    for (const owner of owners) starts[owner + 2]!++;
    for (let i = 1; i <= groups; i++) starts[i]! += starts[i - 1]!;
    const fill = starts.slice();
    this.ordered = new Uint32Array(owners.length);
    for (let id = 0; id < owners.length; id++) this.ordered[fill[owners[id]! + 1]!++] = id;
    this.starts = starts;
    this.children = new Array<number[] | undefined>(summary.symbols.length);
    summary.symbols.forEach((symbol, index) => {
      if (symbol.parent >= 0) (this.children[symbol.parent] ??= []).push(index);
    });
  }

  /** References directly in `symbol` (-1: at module level), in source order. */
  own(symbol: number): Uint32Array {
    return this.ordered.subarray(this.starts[symbol + 1], this.starts[symbol + 2]);
  }

  /** References in `symbol` and in all that is nested in it, in source order. */
  within(symbol: number): Uint32Array {
    const nested = this.nested(symbol);
    if (nested.length === 1) return this.own(symbol);
    const parts = nested.map((inner) => this.own(inner));
    const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all.sort();
  }

  /** `symbol` and all symbols nested in it. */
  nested(symbol: number): number[] {
    const found = [symbol];
    for (let i = 0; i < found.length; i++) {
      const children = this.children[found[i]!];
      if (children) found.push(...children);
    }
    return found;
  }
}
