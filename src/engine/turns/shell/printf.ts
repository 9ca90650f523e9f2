const MAX_WIDTH = 500;

/** `printf` of awk and the shell, as far as agents use it: `%s %d %i %c %x %%` with flags and width. */
export function formatPrintf(format: string, values: readonly string[]): string {
  let next = 0;
  return format.replace(/%(-?)(0?)(\d*)(?:\.(\d+))?([sdicx%])/g, (_, left, zero, width, precision, kind) => {
    if (kind === '%') return '%';
    const value = values[next++] ?? '';
    let shown = value;
    if (kind === 'd' || kind === 'i') shown = String(Math.trunc(Number(value) || 0));
    else if (kind === 'x') shown = Math.trunc(Number(value) || 0).toString(16);
    else if (kind === 'c') shown = value.slice(0, 1);
    else if (precision !== undefined) shown = value.slice(0, Number(precision));
    const size = Math.min(Number(width || 0), MAX_WIDTH);
    if (left) return shown.padEnd(size);
    return shown.padStart(size, zero && kind !== 's' ? '0' : ' ');
  });
}

/** Number of values that one round of a format takes. */
export function printfValues(format: string): number {
  return [...format.matchAll(/%[-0]*\d*(?:\.\d+)?([a-zA-Z%])/g)].filter((match) => match[1] !== '%').length;
}
