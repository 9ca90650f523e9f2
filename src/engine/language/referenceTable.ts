import type { References } from '../model/references.ts';
import { growColumn } from './growColumn.ts';

/** The references of one file while they are collected: columns that grow, reused from file to file. */
export class ReferenceTable {
  count = 0;
  private capacity = 1 << 14;
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

  /** Adds one reference and answers its id. */
  add(
    name: number,
    receiver: number,
    receiverCalled: number,
    scope: number,
    symbol: number,
    line: number,
    column: number,
    flags: number,
  ): number {
    if (this.count === this.capacity) this.grow();
    const id = this.count++;
    this.name[id] = name;
    this.receiver[id] = receiver;
    this.receiverCalled[id] = receiverCalled;
    this.scope[id] = scope;
    this.symbol[id] = symbol;
    this.line[id] = line;
    this.column[id] = column;
    this.flags[id] = flags;
    return id;
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

  private grow(): void {
    this.capacity *= 2;
    this.name = growColumn(this.name, this.capacity);
    this.receiver = growColumn(this.receiver, this.capacity);
    this.receiverCalled = growColumn(this.receiverCalled, this.capacity);
    this.scope = growColumn(this.scope, this.capacity);
    this.symbol = growColumn(this.symbol, this.capacity);
    this.line = growColumn(this.line, this.capacity);
    this.column = growColumn(this.column, this.capacity);
    this.flags = growColumn(this.flags, this.capacity);
  }
}
