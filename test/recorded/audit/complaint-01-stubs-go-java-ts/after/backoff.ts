export function waits(times: number, first: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < times; i++) {
    out.push(first * 2 ** i);
  }
  return out;
}
