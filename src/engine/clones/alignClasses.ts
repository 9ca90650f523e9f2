import { bodyOf } from '../ir/bodyView.ts';
import { NodeKind } from '../ir/model.ts';
import { extractFacts } from '../language/extract.ts';
import type { GrammarSource } from '../language/runtime.ts';
import type { LanguageId } from '../model/facts.ts';
import { hashText, mix } from './normal/order.ts';
import { freeName, make, termOf, visit, type Term } from './normal/term.ts';
import { dialectOf } from './prints.ts';

/** Lines of two classes that belong together, 1-based. */
export interface LinePair {
  a: number[];
  b: number[];
}

export interface ClassAlignment {
  /** Lines that compute the same from the same. */
  equal: LinePair[];
  /** Lines that stand for each other and compute something else. */
  divergent: LinePair[];
}

/** A line that defines a variable. */
interface Definition {
  line: number;
  value: Term;
  /** Definitions that it reads, by index. */
  reads: number[];
  /** Definitions that read it. */
  readers: number[];
}

/** A value modulo two primes: two sums of products that are equal at a random point are equal. */
type Value = readonly [number, number];

const P = 67_108_859;
const Q = 67_108_837;
const MOST_ROUNDS = 60;
/** Pairs of diverging lines that are tried before one is taken: the right one makes most of what follows equal. */
const MOST_TRIED = 8;
/** What a step between a line and its sources takes away from their likeness. */
const STEP = 0.05;
const MOST_STEPS = 50;
const MOST_NODES = 100_000;

/**
 * Aligns the lines of two classes that define variables out of parameters and earlier variables (papers/cabra.md, section
 * 5.1). Every line is given the value that it has at a random point, so renaming, order, decomposition, distribution and
 * the order of terms make no difference. Where a line diverges, it and its counterpart are given one value, and what
 * depends on them is compared as if they were equal.
 */
export async function alignClasses(
  textA: string,
  textB: string,
  language: LanguageId,
  source: GrammarSource,
): Promise<ClassAlignment> {
  const [a, b] = [await definitionsOf(textA, language, source), await definitionsOf(textB, language, source)];
  const given: [Map<number, Value>, Map<number, Value>] = [new Map(), new Map()];
  const divergent: [number, number][] = [];
  for (let round = 0; ; round++) {
    const values = [evaluate(a, given[0]), evaluate(b, given[1])] as const;
    const partner = paired(values[0], values[1]);
    const fresh: Value = [mix(round + 1, 0xabc1) % P, mix(round + 1, 0xabc2) % Q];
    /** Definitions that are paired once these two have one value. */
    const pairedWith = ([one, other]: [number, number]): number => {
      const left = evaluate(a, new Map(given[0]).set(one, fresh));
      return paired(left, evaluate(b, new Map(given[1]).set(other, fresh)))[0].filter((at) => at >= 0).length;
    };
    const likely = round < MOST_ROUNDS ? nextDivergences(a, b, partner) : [];
    if (likely.length === 0) return told(a, b, partner, divergent);
    const counts = likely.map(pairedWith);
    const next = likely[counts.indexOf(Math.max(...counts))]!;
    divergent.push(next);
    given[0].set(next[0], fresh);
    given[1].set(next[1], fresh);
  }
}

/** Definitions of all methods of a text, one after the other. */
async function definitionsOf(text: string, language: LanguageId, source: GrammarSource): Promise<Definition[]> {
  const result = await extractFacts(language, text, source);
  const bodies = result.ok ? result.facts.detail.bodies : undefined;
  if (!result.ok || !bodies) return [];
  const found: Definition[] = [];
  const latest = new Map<string, number>();
  result.facts.summary.symbols.forEach((symbol, index) => {
    const view = symbol.kind === 'method' || symbol.kind === 'function' ? bodyOf(bodies, index) : undefined;
    const body = view && termOf(view, dialectOf(language), MOST_NODES);
    if (!body) return;
    const names = new Map<number, string>();
    body.parameters.forEach((parameter, at) => names.set(parameter.kids[0]?.variable ?? -1, `parameter ${at}`));
    const nameOf = (term: Term): string => {
      if (term.kind === NodeKind.Attribute && term.kids[0]!.variable === body.receiver) return `.${term.value}`;
      return term.variable >= 0 ? (names.get(term.variable) ?? `${index}:${term.variable}`) : '';
    };
    /** The value with its variables as free names: of definitions by their index, of inputs by their name. */
    const resolve = (term: Term, reads: Set<number>): Term => {
      const name = nameOf(term);
      if (name !== '') {
        const at = latest.get(name);
        if (at !== undefined) reads.add(at);
        return freeName(at === undefined ? name : `#${at}`, term);
      }
      return make(
        term.kind,
        term.value,
        term.kids.map((kid) => resolve(kid, reads)),
        term,
      );
    };
    const statement = (term: Term): void => {
      const value = term.kids[term.kids.length - 1];
      const name = term.kind === NodeKind.Assign && term.kids.length === 2 ? nameOf(term.kids[0]!) : '';
      if (name !== '' && value) {
        const reads = new Set<number>();
        const resolved = resolve(value, reads);
        for (const read of reads) found[read]!.readers.push(found.length);
        latest.set(name, found.push({ line: term.line, value: resolved, reads: [...reads], readers: [] }) - 1);
      } else for (const kid of term.kids) if (kid.kind === NodeKind.Block) kid.kids.forEach(statement);
    };
    body.block.kids.forEach(statement);
  });
  return found;
}

function evaluate(definitions: readonly Definition[], given: ReadonlyMap<number, Value>): Value[] {
  const values: Value[] = [];
  definitions.forEach(({ value }, at) => values.push(given.get(at) ?? valueOf(value, values)));
  return values;
}

function valueOf(term: Term, values: readonly Value[]): Value {
  const opaque = (): Value => {
    const parts = term.kids.map((kid) => valueOf(kid, values).join());
    const hash = hashText(`${term.kind}:${term.value}(${parts.join(';')})`);
    return [hash % P, mix(hash, 0x51ed) % Q];
  };
  if (term.kind === NodeKind.Name) return term.value.startsWith('#') ? values[Number(term.value.slice(1))]! : opaque();
  if (term.kind === NodeKind.NumberLiteral && /^-?\d{1,9}$/.test(term.value)) {
    const number = Number(term.value);
    return [(number + P * 16) % P, (number + Q * 16) % Q];
  }
  if (term.kind === NodeKind.Unary && term.value === '-') {
    const [x, y] = valueOf(term.kids[0]!, values);
    return [(P - x) % P, (Q - y) % Q];
  }
  if (term.kind !== NodeKind.Binary || term.kids.length !== 2) return opaque();
  const [[a, b], [x, y]] = [valueOf(term.kids[0]!, values), valueOf(term.kids[1]!, values)];
  if (term.value === '+') return [(a + x) % P, (b + y) % Q];
  if (term.value === '-') return [(a + P - x) % P, (b + Q - y) % Q];
  return term.value === '*' ? [(a * x) % P, (b * y) % Q] : opaque();
}

/** For each definition of one side the one of the other with the same value, -1 for none. */
function paired(a: readonly Value[], b: readonly Value[]): [Int32Array, Int32Array] {
  const partner: [Int32Array, Int32Array] = [new Int32Array(a.length).fill(-1), new Int32Array(b.length).fill(-1)];
  const byValue = new Map<string, number[]>();
  b.forEach((value, at) => {
    const key = value.join();
    const list = byValue.get(key);
    if (list) list.push(at);
    else byValue.set(key, [at]);
  });
  a.forEach((value, at) => {
    const other = byValue.get(value.join())?.shift();
    if (other === undefined) return;
    partner[0][at] = other;
    partner[1][other] = at;
  });
  return partner;
}

/**
 * The likeliest definitions, with their counterparts, that are no step of an equal line and whose counterpart diverges: all that it reads, steps aside, is
 * paired. Its counterpart reads most of the same.
 */
function nextDivergences(
  a: readonly Definition[],
  b: readonly Definition[],
  [ofA, ofB]: readonly [Int32Array, Int32Array],
): [number, number][] {
  const found: { pair: [number, number]; score: number }[] = [];
  const right = openOf(b, ofB).map((at) => ({ at, made: sourcesOf(b, ofB, at, (source) => source) }));
  for (const one of openOf(a, ofA)) {
    const left = sourcesOf(a, ofA, one, (source) => ofA[source]!);
    for (const { at, made } of right) {
      let common = 0;
      for (const source of made.sources) if (left.sources.has(source)) common++;
      const shared = (2 * common + 1) / (left.sources.size + made.sources.size + 1);
      const score = shared - STEP * (left.steps + made.steps) + likeness(a[one]!, b[at]!);
      found.push({ pair: [one, at], score });
    }
  }
  found.sort((x, y) => y.score - x.score);
  return found.slice(0, MOST_TRIED).map(({ pair }) => pair);
}

/** Unpaired definitions whose sources are all paired, those left out that are a step of a paired one. */
function openOf(definitions: readonly Definition[], partner: Int32Array): number[] {
  const found: number[] = [];
  definitions.forEach((_, at) => {
    if (partner[at]! >= 0 || leadsToPaired(definitions, partner, at)) return;
    if (isReady(definitions, partner, at)) found.push(at);
  });
  return found;
}

function leadsToPaired(definitions: readonly Definition[], partner: Int32Array, at: number): boolean {
  const { readers } = definitions[at]!;
  return readers.length === 1 && partner[readers[0]!]! >= 0;
}

function isReady(definitions: readonly Definition[], partner: Int32Array, at: number): boolean {
  return definitions[at]!.reads.every(
    (read) => partner[read]! >= 0 || (definitions[read]!.readers.length === 1 && isReady(definitions, partner, read)),
  );
}

/** What a definition is made of, through its steps: paired definitions and inputs. */
function sourcesOf(
  definitions: readonly Definition[],
  partner: Int32Array,
  at: number,
  identity: (source: number) => number,
): { sources: Set<number | string>; steps: number } {
  const sources = new Set<number | string>();
  let steps = 0;
  const add = (one: number): void => {
    visit(definitions[one]!.value, (term) => {
      if (term.kind !== NodeKind.Name) return;
      if (!term.value.startsWith('#')) sources.add(term.value);
      else if (partner[Number(term.value.slice(1))]! >= 0) sources.add(identity(Number(term.value.slice(1))));
      else {
        steps++;
        if (steps < MOST_STEPS) add(Number(term.value.slice(1)));
      }
    });
  };
  add(at);
  return { sources, steps };
}

/** A little more for lines at like places: it decides where nothing else does. */
function likeness(a: Definition, b: Definition): number {
  return 0.1 / (1 + Math.abs(a.line - b.line));
}

function told(
  a: readonly Definition[],
  b: readonly Definition[],
  [ofA, ofB]: readonly [Int32Array, Int32Array],
  divergent: readonly [number, number][],
): ClassAlignment {
  const apart = new Map(divergent);
  const pairs: { pair: LinePair; equal: boolean }[] = [];
  a.forEach((_, at) => {
    const other = ofA[at]!;
    if (other < 0) return;
    pairs.push({ pair: { a: linesOf(a, ofA, at), b: linesOf(b, ofB, other) }, equal: apart.get(at) !== other });
  });
  return {
    equal: pairs.filter(({ equal }) => equal).map(({ pair }) => pair),
    divergent: pairs.filter(({ equal }) => !equal).map(({ pair }) => pair),
  };
}

/** The line of a definition and those of its unpaired steps. */
function linesOf(definitions: readonly Definition[], partner: Int32Array, at: number): number[] {
  const lines = new Set<number>();
  const add = (one: number): void => {
    lines.add(definitions[one]!.line);
    for (const read of definitions[one]!.reads) if (partner[read]! < 0) add(read);
  };
  add(at);
  return [...lines].sort((x, y) => x - y);
}
