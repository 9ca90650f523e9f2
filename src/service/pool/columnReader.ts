type Numbers = Int32Array | Uint32Array | Uint16Array | Uint8Array;

let scratch = new Int32Array(1 << 12);

/** Reads what `ColumnWriter` wrote, in the same order of calls. Throws a RangeError when the bytes end too early. */
export class ColumnReader {
  /** The string table. */
  readonly strings: string[];
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const count = this.number();
    const lengths = this.column(count);
    const width = this.number();
    const textLength = this.number();
    const end = this.at + textLength * width;
    if (end > bytes.length) throw new RangeError('facts end inside their string table');
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const text = buffer.toString(width === 1 ? 'latin1' : 'utf16le', this.at, end);
    this.at = end;
    const strings = new Array<string>(count);
    let from = 0;
    for (let i = 0; i < count; i++) {
      const to = from + lengths[i]!;
      strings[i] = text.substring(from, to);
      from = to;
    }
    this.strings = strings;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError('facts end too early');
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  column(count: number): Int32Array;
  column<T extends Numbers>(count: number, into: T): T;
  column(count: number, into: Numbers = new Int32Array(count)): Numbers {
    if (count === 0) return into;
    if (into instanceof Int32Array) {
      this.fill(count, into);
      return into;
    }
    // Loops over one kind of array are several times faster than loops over many kinds.
    if (scratch.length < count) scratch = new Int32Array(count * 2);
    this.fill(count, scratch);
    into.set(scratch.subarray(0, count));
    return into;
  }

  private fill(count: number, into: Int32Array): void {
    const bytes = this.bytes;
    const width = bytes[this.at++];
    const zigzag = this.number();
    const least = (zigzag >>> 1) ^ -(zigzag & 1);
    if (width === undefined || this.at + count * width > bytes.length)
      throw new RangeError('facts end inside a column');
    let at = this.at;
    if (width === 0) into.fill(least, 0, count);
    else if (width === 1) for (let i = 0; i < count; i++) into[i] = bytes[at++]! + least;
    else if (width === 2) {
      for (let i = 0; i < count; i++, at += 2) into[i] = (bytes[at]! | (bytes[at + 1]! << 8)) + least;
    } else {
      for (let i = 0; i < count; i++, at += 4) {
        into[i] = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) + least;
      }
    }
    this.at += count * width;
  }

  /** A view of the bytes that `ColumnWriter.blob` wrote. */
  blob(): Uint8Array {
    const length = this.number();
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('facts end inside a part of them');
    const view = this.bytes.subarray(this.at, end);
    this.at = end;
    return view;
  }

  deltaColumn(count: number): Int32Array;
  deltaColumn<T extends Numbers>(count: number, into: T): T;
  deltaColumn(count: number, into: Numbers = new Int32Array(count)): Numbers {
    // Differences may be negative, so they need a signed place even where the sums do not.
    const deltas = this.column(count);
    let value = 0;
    for (let i = 0; i < count; i++) {
      value += deltas[i]!;
      into[i] = value;
    }
    return into;
  }
}
