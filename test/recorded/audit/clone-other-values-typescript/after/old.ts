import { clean } from './a';
import { LIMIT } from './a';
const MAX = 5;
export function tidy(rows: Row[]) {
  const out = [];
  for (const row of rows) {
    if (row.ok && row.n > 3) out.push(clean(row.x) * 3 + row.z - row.y);
  }
  return out;
}
export function lim(rows: Row[]) {
  let total = 0;
  for (const row of rows) {
    if (row.ok && row.n > LIMIT) total += row.x * 3 - row.z;
  }
  return total;
}
export function mx(rows: Row[]) {
  let total = 0;
  for (const row of rows) {
    if (row.fine && row.k > MAX) total += row.w * 5 - row.v;
  }
  return total;
}
export function same(rows: Row[]) {
  let total = 0;
  for (const row of rows) {
    if (row.samey && row.kk > 7) total += row.ww * 5 - row.vv;
  }
  return total;
}
