export function total(rows: number[]): number {
  let sum = 0;
  for (const row of rows) {
    if (row > 0) sum += row;
  }
  return sum;
}
