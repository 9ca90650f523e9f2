import { NodeKind } from '../../ir/model.ts';
import { PRODUCT, SUM } from './arithmetic.ts';
import { conflict, Effect, effectsOf, readsOf, writesOf } from './effects.ts';
import { isBooleanValued, SYMMETRIC } from './logic.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** Statements of one block up to which their order is made canonical. */
const MOST_ORDERED = 120;
const ROUNDS = 2;

/** Mixes a number into a hash. */
export function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const TEXTS = new Map<string, number>();

/** Hash of a text. */
export function hashText(text: string): number {
  let known = TEXTS.get(text);
  if (known !== undefined) return known;
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  known = mix(h >>> 0, text.length);
  if (TEXTS.size > 50_000) TEXTS.clear();
  if (text.length < 200) TEXTS.set(text, known);
  return known;
}

/** In Python `|` joins dictionaries too, where the right side wins. */
const UNORDERED_OPERATORS: Readonly<Record<BodyTerm['language'], ReadonlySet<string>>> = {
  python: new Set([SUM, PRODUCT, '&', '^']),
  ecmascript: new Set([SUM, PRODUCT, '&', '|', '^']),
  other: new Set([SUM, PRODUCT]),
};

/** Flag of a Logical of which only the truth counts; `markTests` sets it. */
const TEST = 1;

/** True when the order of the children has no meaning. */
function isUnordered(term: Term, language: BodyTerm['language']): boolean {
  switch (term.kind) {
    case NodeKind.Binary:
      return UNORDERED_OPERATORS[language].has(term.value) && isFree(term);
    case NodeKind.Comparison:
      return SYMMETRIC.has(term.value) && !t.isLiteral(term.kids[1]) && isFree(term);
    case NodeKind.Logical:
      return (term.flags & TEST) !== 0 && term.kids.every((kid) => isSafeTest(kid, language));
    case NodeKind.Set:
      return isFree(term);
    default:
      return false;
  }
}

/** True when the children can be computed in any order. */
function isFree({ kids }: Term): boolean {
  const effects = kids.map(effectsOf);
  return effects.every((one, i) => !effects.some((other, j) => j < i && conflict(one, other)));
}

/** Marks every `and` and `or` of which only the truth counts: of tests, and of operands that are true or false. */
function markTests(term: Term, isTest: boolean): void {
  const { kind, kids } = term;
  if (kind === NodeKind.Logical && term.value !== '??') {
    const only = isTest || kids.every(isBooleanValued);
    term.flags = only ? term.flags | TEST : term.flags & ~TEST;
    for (const kid of kids) markTests(kid, only);
    return;
  }
  kids.forEach((kid, i) => {
    if (kid.kids.length > 0) markTests(kid, TESTED[kind] === i);
  });
}

/** Index of the child of which only the truth counts. */
const TESTED: Partial<Record<NodeKind, number>> = {
  [NodeKind.If]: 0,
  [NodeKind.While]: 0,
  [NodeKind.DoWhile]: 1,
  [NodeKind.Conditional]: 0,
  [NodeKind.Not]: 0,
  [NodeKind.IfClause]: 0,
  [NodeKind.Assert]: 0,
  [NodeKind.Guard]: 0,
};

/** Comparisons that never fail, whatever they are given. */
const SAFE_COMPARISONS = new Set(['==', '!=', 'is', 'is not']);

/** A test that can stand before or after another: it reads nothing through an object that another test may guard. */
function isSafeTest(term: Term, language: BodyTerm['language']): boolean {
  switch (term.kind) {
    case NodeKind.Name:
      return true;
    case NodeKind.Comparison:
      if (
        language === 'python' ? !SAFE_COMPARISONS.has(term.value) : term.value === 'in' || term.value === 'instanceof'
      )
        return false;
      return term.kids.every((kid) => isSafeTest(kid, language));
    case NodeKind.Not:
    case NodeKind.Logical:
      return term.kids.every((kid) => isSafeTest(kid, language));
    case NodeKind.Call:
      return t.calledName(term) === 'isinstance' && term.kids.slice(1).every((kid) => kid.kids.length === 0);
    default:
      return t.isLiteral(term);
  }
}

/** Colours of variables: numbers that tell them apart by how they are used and not by their names. */
type Colours = Map<number, number>;

/**
 * Sets `hash` of the term and of all in it; children without order are put in the order of their hashes. The order of
 * statements has no say: it is what the hashes are wanted for.
 */
export function hashTerm(term: Term, colours: Colours, language: BodyTerm['language']): number {
  t.step();
  if (term.variable >= 0) return (term.hash = colours.get(term.variable) ?? 0x51ed270b);
  const { kids } = term;
  let hash = mix(0x9e3779b9, term.kind | (term.flags << 8));
  if (term.value !== '') hash = mix(hash, hashText(term.value));
  if (kids.length > 0) {
    for (const kid of kids) hashTerm(kid, colours, language);
    if (kids.length > 1 && isUnordered(term, language)) {
      kids.sort((a, b) => a.hash - b.hash);
    }
    if (term.kind === NodeKind.Block) {
      let sum = 0;
      for (const kid of kids) sum = (sum + mix(kid.hash, 0x5bd1e995)) >>> 0;
      hash = mix(hash, sum);
    } else for (const kid of kids) hash = mix(hash, kid.hash);
    hash = mix(hash, kids.length);
  }
  return (term.hash = hash);
}

/**
 * Puts a body into its canonical order: independent statements, children without order, and colours of variables by which
 * both are chosen. Names and the order in the source have no say in it, but where two statements are alike.
 */
export function order(body: BodyTerm): void {
  const colours: Colours = new Map();
  for (const parameter of body.parameters)
    t.visit(parameter, (one) => one.variable >= 0 && colours.set(one.variable, 0x27d4eb2f));
  if (body.receiver >= 0) colours.set(body.receiver, 0x27d4eb2f);
  const { language } = body;
  markTests(body.block, false);
  for (let round = 0; round < ROUNDS; round++) {
    hashTerm(body.block, colours, language);
    recolour(body.block, colours, language);
  }
  hashTerm(body.block, colours, language);
  arrange(body.block);
  hashTerm(body.block, colours, language);
}

/** New colours out of the places where each variable stands: the hash of the statement part around it. */
function recolour(block: Term, colours: Colours, language: BodyTerm['language']): void {
  const gathered = new Map<number, number>();
  const add = (variable: number, place: number): void => {
    // A sum does not depend on the order of the places.
    gathered.set(variable, ((gathered.get(variable) ?? 0) + place) >>> 0);
  };
  const walk = (term: Term, context: number): void => {
    const { kids } = term;
    const unordered = kids.length > 1 && isUnordered(term, language);
    for (let i = 0; i < kids.length; i++) {
      const kid = kids[i]!;
      if (kid.variable >= 0)
        add(kid.variable, mix(mix(context, term.hash), unordered || term.kind === NodeKind.Block ? 99 : i));
      else if (kid.kids.length > 0) walk(kid, term.kind === NodeKind.Block ? mix(context, 7) : term.hash);
    }
  };
  walk(block, 0);
  for (const [variable, place] of gathered) colours.set(variable, mix(colours.get(variable) ?? 0x51ed270b, place));
}

/** Orders the statements of every block, those that depend on each other as they are. */
function arrange(term: Term): void {
  for (const kid of term.kids) if (kid.kids.length > 0) arrange(kid);
  if (term.kind !== NodeKind.Block || term.kids.length < 2 || term.kids.length > MOST_ORDERED) return;
  const { kids } = term;
  const n = kids.length;
  const effects = kids.map(effectsOf);
  if (isFixed(effects)) return;
  const reads = kids.map((kid) => readsOf(kid, new Set()));
  const writes = kids.map((kid) => writesOf(kid, new Set()));
  const before: number[][] = kids.map(() => []);
  const waits = new Uint16Array(n);
  for (let j = 1; j < n; j++) {
    for (let i = 0; i < j; i++) {
      if (
        !conflict(effects[i]!, effects[j]!) &&
        !meets(writes[i]!, reads[j]!) &&
        !meets(writes[i]!, writes[j]!) &&
        !meets(reads[i]!, writes[j]!) &&
        !(effects[i]! & Effect.Exit) &&
        !(effects[j]! & Effect.Exit)
      )
        continue;
      before[i]!.push(j);
      waits[j]!++;
    }
  }
  const done = new Uint8Array(n);
  const found: Term[] = [];
  for (let step = 0; step < n; step++) {
    let best = -1;
    for (let i = 0; i < n; i++) {
      if (done[i] || waits[i]! > 0) continue;
      if (best < 0 || kids[i]!.hash < kids[best]!.hash) best = i;
    }
    done[best] = 1;
    found.push(kids[best]!);
    for (const after of before[best]!) waits[after]!--;
  }
  term.kids = found;
}

/** True when no statement may pass its neighbour. */
function isFixed(effects: readonly number[]): boolean {
  for (let i = 1; i < effects.length; i++) {
    const [a, b] = [effects[i - 1]!, effects[i]!];
    if (!conflict(a, b) && !((a | b) & Effect.Exit)) return false;
  }
  return true;
}

function meets(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}

/**
 * Digest of a body in its canonical order: 128 bits in hexadecimal, variables numbered as they first occur. Two bodies of one
 * digest have equal normal forms.
 */
export function digestOf(body: BodyTerm): string {
  return hexOf(digestWords(body), 0);
}

/** The four words at an index as hexadecimal digits. */
export function hexOf(words: ArrayLike<number>, at: number): string {
  let text = '';
  for (let i = at; i < at + 4; i++) text += words[i]!.toString(16).padStart(8, '0');
  return text;
}

/**
 * For each parameter the number of its variable by first occurrence, as a digest counts them; -1 for those that the body does
 * not name, and for patterns. Two bodies of one digest take their arguments by these numbers: which parameter stands where is
 * no part of a digest.
 */
export function parameterSlots(body: BodyTerm): number[] {
  const slots = new Map<number, number>();
  t.visit(body.block, ({ variable }) => {
    if (variable >= 0 && !slots.has(variable)) slots.set(variable, slots.size);
  });
  return body.parameters.map(({ kids }) => slots.get(kids[0]?.variable ?? -1) ?? -1);
}

/** The digest as four words. */
export function digestWords(body: BodyTerm): Uint32Array {
  const slots = new Map<number, number>();
  const state = new Uint32Array([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344]);
  const take = (value: number): void => {
    for (let i = 0; i < 4; i++) state[i] = mix(state[i]! + 0x9e3779b9 * (i + 1), value ^ state[(i + 3) & 3]!);
  };
  const walk = (term: Term): void => {
    if (term.variable >= 0) {
      let slot = slots.get(term.variable);
      if (slot === undefined) slots.set(term.variable, (slot = slots.size));
      take(0x40000000 + slot);
      return;
    }
    take(term.kind | (term.flags << 8) | (term.kids.length << 16));
    if (term.value !== '') {
      take(hashText(term.value));
      take(hashAgain(term.value));
    }
    for (const kid of term.kids) walk(kid);
  };
  take(body.flags);
  walk(body.block);
  // Which of the variables are parameters is part of what a body does; their order is told, not asked.
  const parameters: number[] = [];
  for (const parameter of body.parameters)
    t.visit(parameter, (one) => one.variable >= 0 && parameters.push(slots.get(one.variable) ?? -1));
  if (body.receiver >= 0) parameters.push(slots.get(body.receiver) ?? -1);
  for (const slot of parameters.filter((one) => one >= 0).sort((a, b) => a - b)) take(slot);
  return state;
}

function hashAgain(text: string): number {
  let h = text.length;
  for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) | 0;
  return h >>> 0;
}
