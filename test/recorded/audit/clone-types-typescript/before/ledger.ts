interface Entry {
  closed: boolean;
  due: number;
  title: string;
  owner: { name: string };
}

export function overdueNames(entries: Entry[], today: number, grace: number): string[] {
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.closed) continue;
    const late = today - entry.due;
    if (late > grace) found.push(`${entry.owner.name}: ${entry.title.trim()}`);
  }
  return found.sort();
}

export function parseAmount(text: string): number {
  const match = /^\s*(-?\d+)[.,](\d\d)\s*EUR/.exec(text);
  if (match === null) throw new RangeError(text);
  const [, whole, cents] = match;
  const amount = parseInt(whole, 10) * 100;
  if (whole.startsWith('-')) return amount - parseInt(cents, 10);
  return amount + parseInt(cents, 10);
}

export function importRows(reader: Reader, store: Store, clock: Clock): number {
  const kept: string[][] = [];
  for (const row of reader.rows()) {
    const fields = row.split(';').map((field) => field.trim().toLowerCase());
    if (fields.length !== 4 || fields[0] === '') {
      store.reject(row);
      continue;
    }
    kept.push(fields);
  }
  kept.sort();
  for (const fields of kept) store.put(fields[0], fields.slice(1), clock.now());
  store.flush(kept.length);
  return kept.length;
}
