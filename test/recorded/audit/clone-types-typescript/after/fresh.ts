export function gapped(rows: Row[], day: number, most: number): string[] {
  console.info('looking for late rows');
  const names: string[] = [];
  for (const row of rows) {
    if (row.closed) continue;
    const days = day - row.due;
    console.debug(days);
    if (days > most) names.push(`${row.owner.name}: ${row.title.trim()}`);
  }
  return names.sort();
}

export function otherForm(items: Row[], now: number, allowed: number): string[] {
  const texts: string[] = [];
  for (const item of items) {
    if (!item.closed && allowed < now - item.due) {
      texts.push(item.owner.name + ': ' + item.title.trim());
    }
  }
  return texts.sort();
}

export function statement(lines: string[], printer: Printer): number {
  printer.title('statement');
  let total = 0;
  for (const line of lines) {
    const found = /^\s*(-?\d+)[.,](\d\d)\s*EUR/.exec(line);
    if (found === null) throw new RangeError(line);
    const [, units, rest] = found;
    const value = parseInt(units, 10) * 100;
    if (units.startsWith('-')) total += value - parseInt(rest, 10);
    else total += value + parseInt(rest, 10);
  }
  printer.total(total);
  return total;
}

export function load(source: Reader, db: Store, watch: Clock): number {
  const good = readGood(source, db);
  good.sort();
  for (const parts of good) db.put(parts[0], parts.slice(1), watch.now());
  db.flush(good.length);
  return good.length;
}

function readGood(source: Reader, db: Store): string[][] {
  const good: string[][] = [];
  for (const line of source.rows()) {
    const parts = line.split(';').map((part) => part.trim().toLowerCase());
    if (parts.length !== 4 || parts[0] === '') {
      db.reject(line);
      continue;
    }
    good.push(parts);
  }
  return good;
}
