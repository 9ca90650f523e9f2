const mk = (n: number) => (x: number) => x * n;
export const clean = mk(2);
export const LIMIT = 99;
