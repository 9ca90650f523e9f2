const OPEN = new Set([...'([{'].map((char) => char.charCodeAt(0)));
const CLOSE = new Set([...')]}'].map((char) => char.charCodeAt(0)));

/**
 * True when brackets nest deeper than `limit` anywhere. Brackets in strings and comments count too: it is asked only of
 * files that are left out anyway, to tell the reason.
 */
export function nestsDeeperThan(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  for (const byte of bytes) {
    if (OPEN.has(byte)) {
      if (++depth > limit) return true;
    } else if (CLOSE.has(byte) && depth > 0) depth--;
  }
  return false;
}
