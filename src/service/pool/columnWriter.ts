/**
 * Writes rows of numbers and strings as compact columns: every column takes the narrowest width that holds it, every
 * string is kept once. Reading is a plain loop over bytes, so the result needs no alignment and may be read from the
 * middle of a larger buffer. `ColumnReader` is the other half.
 *
 * Layout: string count, the column of their lengths, 1 for Latin-1 or 2 for UTF-16 (which keeps lone surrogates), the
 * text of all strings joined; then the columns in the order of the calls.
 */
export class ColumnWriter {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;
  private readonly indexOf = new Map<string, number>();
  private scratch = new Int32Array(1 << 12);

  /** Forgets everything, keeping the memory for the next use. */
  reset(): void {
    this.length = 0;
    this.indexOf.clear();
  }

  /** Index of `text` in the string table. */
  intern(text: string): number {
    let index = this.indexOf.get(text);
    if (index === undefined) {
      index = this.indexOf.size;
      this.indexOf.set(text, index);
    }
    return index;
  }

  /** A whole number between 0 and 2^32 - 1. */
  number(value: number): void {
    this.reserve(5);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** `values.length` signed 32-bit numbers. The reader must know how many. */
  column(numbers: ArrayLike<number>): void {
    const count = numbers.length;
    if (count === 0) return;
    // Loops over one kind of array are several times faster than loops over many kinds.
    if (this.scratch.length < count) this.scratch = new Int32Array(count * 2);
    const values = this.scratch;
    values.set(numbers);
    let least = values[0]!;
    let most = least;
    for (let i = 1; i < count; i++) {
      const value = values[i]!;
      if (value < least) least = value;
      else if (value > most) most = value;
    }
    const range = most - least;
    const width = range === 0 ? 0 : range < 0x100 ? 1 : range < 0x10000 ? 2 : 4;
    this.reserve(6 + count * width);
    this.bytes[this.length++] = width;
    this.number((least << 1) ^ (least >> 31));
    const bytes = this.bytes;
    let at = this.length;
    if (width === 1) for (let i = 0; i < count; i++) bytes[at++] = values[i]! - least;
    else if (width === 2) {
      for (let i = 0; i < count; i++) {
        const value = values[i]! - least;
        bytes[at++] = value;
        bytes[at++] = value >>> 8;
      }
    } else if (width === 4) {
      for (let i = 0; i < count; i++) {
        const value = values[i]! - least;
        bytes[at++] = value;
        bytes[at++] = value >>> 8;
        bytes[at++] = value >>> 16;
        bytes[at++] = value >>> 24;
      }
    }
    this.length = at;
  }

  /** Numbers that grow slowly (lines, offsets): written as the difference from the one before. */
  deltaColumn(values: ArrayLike<number>): void {
    const deltas = new Int32Array(values.length);
    let before = 0;
    for (let i = 0; i < values.length; i++) {
      deltas[i] = values[i]! - before;
      before = values[i]!;
    }
    this.column(deltas);
  }

  /** Bytes as they are, behind their number. */
  blob(bytes: Uint8Array): void {
    this.number(bytes.length);
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** All that was written, in memory of its own. */
  finish(): Uint8Array {
    const strings = [...this.indexOf.keys()];
    const text = strings.join('');
    // eslint-disable-next-line no-control-regex
    const encoding = /^[\u0000-\u00ff]*$/.test(text) ? 'latin1' : 'utf16le';
    const body = this.bytes;
    const bodyLength = this.length;
    this.bytes = new Uint8Array(16 + strings.length * 4);
    this.length = 0;
    this.number(strings.length);
    this.column(strings.map((entry) => entry.length));
    this.number(encoding === 'latin1' ? 1 : 2);
    this.number(text.length);
    const textBytes = encoding === 'latin1' ? text.length : text.length * 2;
    const result = new Uint8Array(this.length + textBytes + bodyLength);
    result.set(this.bytes.subarray(0, this.length));
    Buffer.from(result.buffer).write(text, this.length, textBytes, encoding);
    result.set(body.subarray(0, bodyLength), this.length + textBytes);
    this.bytes = body;
    this.length = bodyLength;
    return result;
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}
