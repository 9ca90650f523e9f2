import { alignClasses } from '../../../src/engine/clones/alignClasses.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { seededRandom, type Random } from './random.ts';

/*
 * The merging task of papers/cabra.md section 5.1: two calculator classes whose method computes the same, but for a few
 * lines, written differently by all five transformations of the paper.
 */

/** A product of variables times a whole number. */
interface Term {
  factor: number;
  names: string[];
}

/** A line that defines a variable as a sum; `parts` are of lines that were taken out of it. */
interface Line {
  id: string;
  terms: Term[];
}

export interface ClassText {
  text: string;
  /** Line number (1-based) of the line that defines each variable, by the variable's identity. */
  lineOf: Map<string, number>;
}

export interface MergeClasses {
  a: ClassText;
  b: ClassText;
  /** Lines that compute the same, in A and in B. */
  equal: [number, number][];
  /** Lines of which none has an equal on the other side. */
  divergent: { a: number[]; b: number[] };
}

export interface MergeOptions {
  /** Lines that define a variable, in each class, before lines are merged and taken apart. */
  lines: number;
  divergent: number;
  language: 'python' | 'typescript';
}

const PARAMETERS = 10;

/** Two classes of a seed. Without divergent lines both compute the same for every input. */
export function mergeClasses(seed: string, { lines, divergent, language }: MergeOptions): MergeClasses {
  const random = seededRandom(seed);
  const parameters = Array.from({ length: PARAMETERS }, (_, index) => `p${index}`);
  const original = sampleLines(random, parameters, lines);
  const sinks = original
    .map(({ id }) => id)
    .filter((id) => !original.some(({ terms }) => terms.some(({ names }) => names.includes(id))));
  const different = new Set(
    random
      .shuffled(original)
      .slice(0, divergent)
      .map(({ id }) => id),
  );
  const other = original.map((line, index) =>
    different.has(line.id)
      ? diverged(line, [...parameters, ...original.slice(0, index).map(({ id }) => id)], random)
      : line,
  );
  const rearranged = decomposed(merged(other, different, sinks, random), different, random);
  const write = (own: Line[], name: string): ClassText =>
    classText(shuffledLines(own, random), name, parameters, sinks, language, random);
  const a = write(original, 'CalculateA');
  const b = write(rearranged, 'CalculateB');
  const kept = new Map(rearranged.map((line) => [line.id, line]));
  const equal: [number, number][] = [];
  for (const { id } of original) {
    if (!different.has(id) && kept.has(id)) equal.push([a.lineOf.get(id)!, b.lineOf.get(id)!]);
  }
  const linesOf = (side: ClassText): number[] => [...different].map((id) => side.lineOf.get(id)!).sort((x, y) => x - y);
  return { a, b, equal, divergent: { a: linesOf(a), b: linesOf(b) } };
}

export interface MergeScore {
  equal: number;
  aligned: number;
  divergent: number;
  /** Divergent lines that were called equal to something. */
  calledEqual: number;
  /** Pairs that join lines of different variables. */
  wrong: number;
}

/**
 * Pairs of 1-based lines that the engine calls equal. Where steps of a line stand in lines of their own, the line that
 * defines the variable, the last of them, stands for all.
 */
export async function alignLines(
  textA: string,
  textB: string,
  language: 'python' | 'typescript',
): Promise<[number, number][]> {
  const { equal } = await alignClasses(textA, textB, language, installedGrammars);
  return equal.map(({ a, b }) => [a[a.length - 1]!, b[b.length - 1]!]);
}

/** Scores an alignment: equal lines that were aligned, and divergent lines that were called equal. */
export function scoreAlignment(
  { equal, divergent }: MergeClasses,
  pairs: readonly (readonly [number, number])[],
): MergeScore {
  const given = new Set(pairs.map(([a, b]) => `${a} ${b}`));
  const right = new Map(equal);
  const sides = [new Set(divergent.a), new Set(divergent.b)] as const;
  return {
    equal: equal.length,
    aligned: equal.filter(([a, b]) => given.has(`${a} ${b}`)).length,
    divergent: divergent.a.length,
    calledEqual: pairs.filter(([a, b]) => sides[0].has(a) || sides[1].has(b)).length,
    wrong: pairs.filter(([a, b]) => right.has(a) && right.get(a) !== b).length,
  };
}

function sampleLines(random: Random, parameters: readonly string[], count: number): Line[] {
  const lines: Line[] = [];
  const unused: string[] = [];
  const known = [...parameters];
  const pick = (): string => {
    const fromUnused = unused.length > 0 && random.chance(0.6);
    const name = fromUnused ? random.choice(unused) : random.choice(known);
    const at = unused.indexOf(name);
    if (at >= 0) unused.splice(at, 1);
    return name;
  };
  for (let index = 0; index < count; index++) {
    const terms: Term[] = Array.from({ length: random.integer(2, 3) }, () => ({
      factor: wholeFactor(random),
      names: Array.from({ length: random.chance(0.35) ? 2 : 1 }, pick),
    }));
    const id = `v${index}`;
    lines.push({ id, terms: gathered(terms, random) });
    known.push(id);
    unused.push(id);
  }
  return lines;
}

function wholeFactor(random: Random): number {
  return random.integer(1, 5) * (random.chance(0.5) ? 1 : -1);
}

/** Terms of the same product become one; a sum in which everything goes out keeps its first term. */
function gathered(terms: readonly Term[], random: Random | null): Term[] {
  const sums = new Map<string, Term>();
  for (const { factor, names } of terms) {
    const key = [...names].sort().join('*');
    sums.set(key, { factor: (sums.get(key)?.factor ?? 0) + factor, names });
  }
  const kept = [...sums.values()].filter(({ factor }) => factor !== 0);
  if (kept.length > 0) return kept;
  return [{ factor: random ? wholeFactor(random) : 0, names: terms[0]!.names }];
}

/** One of the paper's four differences: a sign, a factor, a variable, or a further term. */
function diverged(line: Line, known: readonly string[], random: Random): Line {
  const before = termKey(line.terms);
  for (;;) {
    const terms = line.terms.map(({ factor, names }) => ({ factor, names: [...names] }));
    const term = random.choice(terms);
    const kind = random.integer(1, 4);
    if (kind === 1) term.factor = -term.factor;
    if (kind === 2) term.factor = wholeFactor(random);
    if (kind === 3) term.names[random.integer(0, term.names.length - 1)] = random.choice(known);
    if (kind === 4) terms.push({ factor: wholeFactor(random), names: [random.choice(known)] });
    const result = gathered(terms, random);
    if (termKey(result) !== before) return { id: line.id, terms: result };
  }
}

function termKey(terms: readonly Term[]): string {
  return terms
    .map(({ factor, names }) => `${factor}*${[...names].sort().join('*')}`)
    .sort()
    .join('+');
}

/** Variables that one other line uses, alone in a term, go into that line. */
function merged(
  lines: readonly Line[],
  different: ReadonlySet<string>,
  sinks: readonly string[],
  random: Random,
): Line[] {
  let result = [...lines];
  for (const { id } of lines) {
    const users = result.filter(({ terms }) => terms.some(({ names }) => names.includes(id)));
    const user = users[0];
    if (
      users.length !== 1 ||
      !user ||
      sinks.includes(id) ||
      different.has(id) ||
      different.has(user.id) ||
      !random.chance(0.3)
    )
      continue;
    const uses = user.terms.filter(({ names }) => names.includes(id));
    const inner = result.find((line) => line.id === id)!;
    if (uses.length !== 1 || uses[0]!.names.length !== 1 || inner.terms.length + user.terms.length > 5) continue;
    const terms = user.terms.flatMap((term) =>
      term === uses[0] ? inner.terms.map(({ factor, names }) => ({ factor: factor * term.factor, names })) : [term],
    );
    const sum = gathered(terms, null);
    if (sum.some(({ factor }) => factor === 0)) continue;
    result = result
      .filter((line) => line !== inner)
      .map((line) => (line === user ? { id: user.id, terms: sum } : line));
  }
  return result;
}

/** Some lines give away a part of their sum to a line of its own. */
function decomposed(lines: readonly Line[], different: ReadonlySet<string>, random: Random): Line[] {
  return lines.flatMap((line) => {
    if (different.has(line.id) || line.terms.length < 2 || !random.chance(0.2)) return [line];
    const cut = random.integer(1, line.terms.length - 1);
    const part = { id: `${line.id}part`, terms: line.terms.slice(0, cut) };
    return [part, { id: line.id, terms: [{ factor: 1, names: [part.id] }, ...line.terms.slice(cut)] }];
  });
}

/** Another order in which every variable is defined before it is used. */
function shuffledLines(lines: readonly Line[], random: Random): Line[] {
  const waiting = [...lines];
  const own = new Set(lines.map(({ id }) => id));
  const done = new Set<string>();
  const result: Line[] = [];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ terms }) =>
      terms.every(({ names }) => names.every((name) => !own.has(name) || done.has(name))),
    );
    const next = random.choice(ready);
    waiting.splice(waiting.indexOf(next), 1);
    done.add(next.id);
    result.push(next);
  }
  return result;
}

function classText(
  lines: readonly Line[],
  name: string,
  parameters: readonly string[],
  sinks: readonly string[],
  language: 'python' | 'typescript',
  random: Random,
): ClassText {
  const names = newNames([...parameters, ...lines.map(({ id }) => id)], random);
  const python = language === 'python';
  const list = parameters.map((parameter) => names.get(parameter)!);
  const head = python
    ? [`class ${name}:`, `    def compute(self, ${list.join(', ')}):`]
    : [`export class ${name} {`, `  compute(${list.map((parameter) => `${parameter}: number`).join(', ')}): number {`];
  const indent = python ? '        ' : '    ';
  const lineOf = new Map(lines.map(({ id }, index) => [id, head.length + index + 1]));
  const body = lines.map(
    ({ id, terms }) =>
      `${python ? '' : 'const '}${names.get(id)} = ${sumText(terms, names, random)}${python ? '' : ';'}`,
  );
  const result = `return ${sinks.map((sink) => names.get(sink)).join(' + ')}${python ? '' : ';'}`;
  const text = [...head, ...[...body, result].map((line) => indent + line), ...(python ? [] : ['  }', '}'])].join('\n');
  return { text: `${text}\n`, lineOf };
}

/** A sum in any order of its terms; small factors may be written as a repeated term. */
function sumText(terms: readonly Term[], names: ReadonlyMap<string, string>, random: Random): string {
  const parts: string[] = [];
  for (const { factor, names: own } of random.shuffled(terms)) {
    const product = random
      .shuffled(own)
      .map((name) => names.get(name)!)
      .join(' * ');
    const sign = factor < 0 ? '-' : '+';
    const size = Math.abs(factor);
    if (size <= 3 && random.chance(0.4)) for (let count = 0; count < size; count++) parts.push(sign, product);
    else parts.push(sign, size === 1 ? product : own.length > 1 ? `${size} * (${product})` : `${size} * ${product}`);
  }
  const [first, ...rest] = parts;
  return (first === '-' ? '-' : '') + rest.join(' ');
}

const KEYWORDS = new Set(['as', 'do', 'if', 'in', 'is', 'of', 'or']);

function newNames(ids: readonly string[], random: Random): Map<string, string> {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const all = [...letters]
    .flatMap((first) => [first, ...[...letters].map((second) => first + second)])
    .filter((name) => !KEYWORDS.has(name));
  const shuffled = random.shuffled(all);
  return new Map(ids.map((id, index) => [id, shuffled[index]!]));
}
