import type { References } from '../../model/facts.ts';

/** References of one file while they are collected: columns that grow, reused from file to file. */
export class ReferenceTable {
  count = 0;
  private capacity = 1 << 12;
  name = new Uint32Array(this.capacity);
  receiver = new Int32Array(this.capacity);
  receiverCalled = new Uint8Array(this.capacity);
  scope = new Uint32Array(this.capacity);
  symbol = new Int32Array(this.capacity);
  line = new Uint32Array(this.capacity);
  column = new Uint32Array(this.capacity);
  flags = new Uint16Array(this.capacity);

  clear(): void {
    this.count = 0;
  }

  /** Makes room for one more reference and gives its id; the caller fills the columns. */
  add(): number {
    if (this.count === this.capacity) this.grow();
    return this.count++;
  }

  private grow(): void {
    this.capacity *= 2;
    const grown = <T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    this.name = grown(this.name, new Uint32Array(this.capacity));
    this.receiver = grown(this.receiver, new Int32Array(this.capacity));
    this.receiverCalled = grown(this.receiverCalled, new Uint8Array(this.capacity));
    this.scope = grown(this.scope, new Uint32Array(this.capacity));
    this.symbol = grown(this.symbol, new Int32Array(this.capacity));
    this.line = grown(this.line, new Uint32Array(this.capacity));
    this.column = grown(this.column, new Uint32Array(this.capacity));
    this.flags = grown(this.flags, new Uint16Array(this.capacity));
  }

  /** A copy of exactly the collected rows. */
  toFacts(): References {
    const n = this.count;
    return {
      name: this.name.slice(0, n),
      receiver: this.receiver.slice(0, n),
      receiverCalled: this.receiverCalled.slice(0, n),
      scope: this.scope.slice(0, n),
      symbol: this.symbol.slice(0, n),
      line: this.line.slice(0, n),
      column: this.column.slice(0, n),
      flags: this.flags.slice(0, n),
    };
  }
}
