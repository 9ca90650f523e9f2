import { run, stop } from './lib';
run();
export function byParameter(run: () => void): void {
  run();
}
export const byArrow = (run: () => void) => run();
export function byLocal(): void {
  const run = 1 as never;
  run;
}
export function byBlock(flag: boolean): void {
  if (flag) {
    const run = () => 1;
    run();
  }
  run();
}
export function byCatch(): void {
  try {
    run();
  } catch (run) {
    (run as () => void)();
  }
}
export function byLoop(items: (() => void)[]): void {
  for (const run of items) run();
  for (let run = 0; run < 1; run++) run;
  run();
}
export function byPattern({ run, stop: halt }: { run: () => void; stop: () => void }): void {
  run();
  halt();
  stop();
}
export function byVar(): void {
  run();
  if (Math.random()) {
    var run = 1 as never;
  }
}
export function byRest(...run: (() => void)[]): void {
  run[0]!();
}
export function byInner(): void {
  run();
  function run(): void {}
}
export const named = function run(): void {
  run();
};
