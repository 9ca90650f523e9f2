import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import type { Random } from '../../bench/accuracy/random.ts';
import { PYTHON } from '../pythonPackages.ts';

/** Values of the parameters of a program, the table as its entries. */
export type Input = [number, number, number[], number[], [number, number][]];

export function inputs(random: Random, count: number): Input[] {
  const number = (): number => random.integer(-2, 5);
  const list = (): number[] => Array.from({ length: random.integer(0, 4) }, number);
  return Array.from({ length: count }, () => [
    number(),
    number(),
    list(),
    list(),
    list().map((key) => [key, number()]),
  ]);
}

/** What each function of the source did on each input, as text: result, what it told, and its arguments afterwards. */
export function runPython(source: string, names: readonly string[], given: readonly Input[]): string[][] {
  const script = fileURLToPath(new URL('runPrograms.py', import.meta.url));
  const input = JSON.stringify({ source, names, inputs: given });
  const output = execFileSync(PYTHON, [script], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return (JSON.parse(output) as unknown[][]).map((runs) => runs.map((run) => JSON.stringify(run)));
}

/** The same for JavaScript. */
export function runJavaScript(source: string, names: readonly string[], given: readonly Input[]): string[][] {
  const script = `
    const told = [];
    const tell = (value) => (told.push(value), value);
    const double = (value) => value * 2;
    const word = (value) => 'w' + value;
    const pair = (value, other = 7) => value * 10 + other;
    ${source}
    const run = (f, [a, b, xs, ys, d]) => {
      told.length = 0;
      const table = new Map(d);
      const copies = [[...xs], [...ys]];
      try {
        const result = f(a, b, ...copies, table);
        return JSON.stringify([result === undefined ? 'undefined' : result, told, copies, [...table].sort()]);
      } catch { return 'fails'; }
    };
    [${names.join(', ')}].map((f) => given.map((values) => run(f, values)))`;
  return runInNewContext(script, { given }) as string[][];
}
