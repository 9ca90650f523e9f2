import type { FactsOutcome } from '../../engine/ports/ports.ts';

/** Facts that a long-lived engine keeps at hand, bounded by their weight in bytes; the longest unused go first. */
export class FactsMemory {
  private readonly entries = new Map<string, { outcome: FactsOutcome; weight: number }>();
  private readonly capacity: number;
  private total = 0;

  constructor(capacityBytes: number) {
    this.capacity = capacityBytes;
  }

  /** Bytes that the entries are reckoned to take. */
  get weight(): number {
    return this.total;
  }

  get(key: string): FactsOutcome | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    // A Map keeps the order of insertion: the one just used goes to the end.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.outcome;
  }

  set(key: string, outcome: FactsOutcome, weight: number): void {
    const before = this.entries.get(key);
    if (before) this.total -= before.weight;
    this.entries.delete(key);
    this.entries.set(key, { outcome, weight });
    this.total += weight;
    for (const [oldest, entry] of this.entries) {
      if (this.total <= this.capacity) break;
      this.entries.delete(oldest);
      this.total -= entry.weight;
    }
  }
}
