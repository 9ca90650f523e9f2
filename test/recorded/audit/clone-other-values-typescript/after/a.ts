const mk = (n: number) => (x: number) => x * n;
export const clean = mk(1);
export const LIMIT = 10;
