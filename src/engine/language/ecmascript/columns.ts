import type { References } from '../../model/facts.ts';

/** The reference table while it grows. Buffers are kept from file to file; `finish` copies out what is used. */
export class ReferenceColumns {
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

  finish(): References {
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
}
