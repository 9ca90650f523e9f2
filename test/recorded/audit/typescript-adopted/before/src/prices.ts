export interface Row {
  net: number;
  void: boolean;
}

export function totalOf(rows: Row[], rate: number): number {
  let total = 0;
  for (const row of rows) {
    if (row.void) continue;
    total += row.net * (1 + rate);
  }
  return Math.round(total * 100) / 100;
}
