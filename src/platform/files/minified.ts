const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Files up to this size are never called minified: they are quick to read and one long line may be all there is. */
const MIN_BYTES = 5 * 1024;
const MAX_AVERAGE_LINE = 500;
const LONG_LINE = 20_000;

/**
 * True when the bytes look like the output of a minifier or bundler: over 5 KiB, and either the lines have more than
 * 500 bytes on average, or lines of more than 20,000 bytes hold over half of the file. One long table or embedded
 * string in a file of ordinary lines is not enough.
 */
export function isMinified(bytes: Uint8Array): boolean {
  if (bytes.byteLength <= MIN_BYTES) return false;
  if (!isPacked(bytes, LINE_FEED)) return false;
  // Files whose lines end in a carriage return alone are one line by the first count.
  return !bytes.includes(CARRIAGE_RETURN) || isPacked(bytes, CARRIAGE_RETURN);
}

function isPacked(bytes: Uint8Array, lineEnd: number): boolean {
  let lines = 0;
  let inLongLines = 0;
  let start = 0;
  while (start < bytes.byteLength) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 ? bytes.byteLength : found;
    if (end - start > LONG_LINE) inLongLines += end - start;
    lines++;
    start = end + 1;
  }
  return bytes.byteLength / lines > MAX_AVERAGE_LINE || inLongLines > bytes.byteLength / 2;
}
