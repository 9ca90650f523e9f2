type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** A longer array of the same type that begins with what `column` holds; the rest is 0. */
export function growColumn<T extends Column>(column: T, capacity: number): T {
  const grown = new (column.constructor as new (length: number) => T)(capacity);
  grown.set(column);
  return grown;
}
