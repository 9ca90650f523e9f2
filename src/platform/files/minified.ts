const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

/** Files up to this size are never called minified: they are quick to read and one long line may be all there is. */
const MIN_BYTES = 5 * 1024;
/** Lines of a minifier that breaks them now and then. Hand-written tables and formulas reach this too, with blanks. */
const LONG_AVERAGE = 500;
const MAX_BLANKS = 0.05;
/** Nobody writes lines like these. */
const ENDLESS_AVERAGE = 2000;
const ENDLESS_LINE = 20_000;

/**
 * True when the bytes look like the output of a minifier or bundler: over 5 KiB, and
 * - the lines have more than 2,000 bytes on average, or
 * - more than 500 on average, and less than 5% of all bytes are spaces and tabs, or
 * - lines of more than 20,000 bytes hold over half of the file.
 * One embedded string or table in a file of ordinary lines is not enough, nor are long formulas written by hand.
 */
export function isMinified(bytes: Uint8Array): boolean {
  if (bytes.byteLength <= MIN_BYTES) return false;
  if (!isPacked(bytes, LINE_FEED)) return false;
  // Files whose lines end in a carriage return alone are one line by the first count.
  return !bytes.includes(CARRIAGE_RETURN) || isPacked(bytes, CARRIAGE_RETURN);
}

function isPacked(bytes: Uint8Array, lineEnd: number): boolean {
  let lines = 0;
  let inEndless = 0;
  let start = 0;
  while (start < bytes.byteLength) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 ? bytes.byteLength : found;
    if (end - start > ENDLESS_LINE) inEndless += end - start;
    lines++;
    start = end + 1;
  }
  const average = bytes.byteLength / lines;
  if (average > ENDLESS_AVERAGE || inEndless > bytes.byteLength / 2) return true;
  return average > LONG_AVERAGE && blanks(bytes) < bytes.byteLength * MAX_BLANKS;
}

function blanks(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === SPACE || byte === TAB) count++;
  return count;
}
