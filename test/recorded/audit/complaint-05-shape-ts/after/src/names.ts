export function labels(rows: { name: string }[], prefix: string | number): string {
  if (typeof prefix === "number") {
    prefix = prefix.toFixed(2);
  }
  const out: string[] = [];
  for (const row of rows) {
    out.push(prefix + row.name.trim());
  }
  return out.join(", ");
}

export function longest(rows: { name: string }[], prefix: string | number): number {
  if (typeof prefix === "number") {
    prefix = prefix.toFixed(2);
  }
  let most = prefix.length;
  for (const row of rows) {
    if (row.name.length > most) most = row.name.length;
  }
  return most;
}
