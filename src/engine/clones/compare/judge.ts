import { NodeKind } from '../../ir/model.ts';
import { align, type Alignment } from './align.ts';
import { changesMeaning, EQUAL } from './changes.ts';
import { joinForms, plainForm, type Form, type Meaning } from './forms.ts';
import type { Item } from './items.ts';
import { alignedOrderNote, fixedNotes, fixedParameters, withFixed } from './parameters.ts';
import { shownLiteral } from './shownLiteral.ts';
import type { BodyTerm } from '../normal/term.ts';

/** What two bodies have in common, proved on the bodies. */
export interface Judgement {
  cloneType: 3 | 4;
  containment: 'whole' | 'contained';
  /** 0 to 1, three digits. */
  similarity: number;
  /** Lines of the first body that repeat the second. */
  region: { startLine: number; endLine: number };
  /** Sentences on what differs, without full stops. */
  differences: string[];
}

/** Share of both bodies that must be equal for the whole to be called a copy. */
const WHOLE = 0.75;
/** The same where the statements that were found are equal. */
const WHOLE_GAPPED = 0.66;
/** Share from which two bodies are the same but for a statement or two. */
const NEARLY_ALL = 0.92;
/** The same for bodies below `SHORT` nodes, where one difference is another function. */
const WHOLE_SHORT = 0.86;
const SHORT = 40;
/** Statements up to which the same holds, whatever they hold. */
const FEW = 4;
/** Share of the target that must be found in a larger body. */
const CONTAINED = 0.82;
/** Share of the target from which nothing but a trifle is missing. */
const COMPLETE = 0.95;
/** Share of statements, from the first match to the last, that match. */
const DENSE = 0.25;
const DENSE_COMPLETE = 0.1;
/** Nodes of the target below which a part of a larger body says nothing. */
const LEAST_CONTAINED = 20;
/** Share of variable places that must agree with one renaming. */
const CONSISTENT = 0.85;
/** Share that must be equal once the parameters of the target are literals. */
const FIXED = 0.9;
/** Nodes of such a target below which it says nothing. */
const LEAST_FIXED = 16;
/** Differences that a message names. */
const MOST_NAMED = 4;

/**
 * Judges whether `a` repeats `b`: as a whole, or inside itself. Only the outline being alike is not enough: callees,
 * operators, literals of short bodies and what is returned must agree too.
 */
export function judge(a: Form, b: Form): Judgement | null {
  const light = align(a.light, b.light);
  const normal = align(a.normal, b.normal);
  const whole = wholeOf(a, b, light, normal);
  if (whole) return whole;
  return fixedWhole(a, b, normal) ?? containedIn(a, b, light, normal);
}

function wholeOf(a: Form, b: Form, light: Alignment, normal: Alignment): Judgement | null {
  const [plain, deep] = [symmetric(light), symmetric(normal)];
  const totals = Math.min(light.totalA, light.totalB, normal.totalA, normal.totalB);
  const by = (best: Alignment): Judgement | null => {
    const isPlain = best === light;
    const similarity = isPlain ? plain : deep;
    const [items, others] = isPlain ? [a.light, b.light] : [a.normal, b.normal];
    const [ours, theirs] = isPlain ? [a.lightMeaning, b.lightMeaning] : [a.meaning, b.meaning];
    const short = totals < SHORT;
    // Where only whole statements were put in or taken out, what is left is the same to the letter.
    const gapped = best.matches.length > 1 && best.matches.every(({ quality }) => quality >= EQUAL);
    const least = gapped ? WHOLE_GAPPED : short ? WHOLE_SHORT : WHOLE;
    if (similarity < least || best.consistency < CONSISTENT) return null;
    if (!endsAlike(items, others, best)) return null;
    const few = short || Math.min(items.length, others.length) <= FEW;
    if (gapped ? !callsMost(ours, theirs, similarity) : !agrees(ours, theirs, few)) return null;
    if (changesMeaning(items, others, best)) return null;
    return {
      cloneType: plain >= 0.6 ? 3 : 4,
      containment: 'whole',
      similarity: rounded(similarity),
      region: regionOf(items, best),
      differences: [
        ...parameterNotes(a, b, best),
        ...missing(theirs, ours, b.lightMeaning),
        ...missing(ours, theirs, a.lightMeaning, 'more: '),
      ],
    };
  };
  if (a.meaning.returns !== b.meaning.returns) return null;
  if (answersOther(a.lightMeaning, b.lightMeaning)) return null;
  // What looks changed as it is written may be one more form of the same.
  return plain >= deep ? (by(light) ?? by(normal)) : by(normal);
}

/** The same for a target of which some parameters are literals in the other body. */
function fixedWhole(a: Form, b: Form, normal: Alignment): Judgement | null {
  if (b.size < LEAST_FIXED || a.body.parameters.length >= b.body.parameters.length + 1) return null;
  const fixed = fixedParameters(a.normal, b.normal, b.body, normal);
  if (fixed.size === 0) return null;
  const other = normalOnly(withFixed(b.body, fixed));
  const own = normalOnly(a.body);
  const aligned = align(own.normal, other.normal);
  if (symmetric(aligned) < FIXED) return null;
  const whole = wholeOf(own, other, aligned, aligned);
  return whole && { ...whole, cloneType: 4, differences: [...fixedNotes(b.body, fixed), ...whole.differences] };
}

/** A form of which only the normal half is looked at. */
function normalOnly(body: BodyTerm): Form {
  const half = plainForm(body);
  return joinForms(body, half);
}

function containedIn(a: Form, b: Form, light: Alignment, normal: Alignment): Judgement | null {
  if (b.size < LEAST_CONTAINED) return null;
  const share = (one: Alignment): number => (one.consistency < CONSISTENT ? 0 : one.weightB / one.totalB);
  const [plain, deep] = [share(light), share(normal)];
  const by = (best: Alignment): Judgement | null => {
    const isPlain = best === light;
    const found = isPlain ? plain : deep;
    if (found < CONTAINED) return null;
    const [items, others] = isPlain ? [a.light, b.light] : [a.normal, b.normal];
    const [ours, theirs] = isPlain ? [a.lightMeaning, b.lightMeaning] : [a.meaning, b.meaning];
    // What the target calls and compares with must be there.
    if (coverage(theirs.callees, ours.callees) < 0.8) return null;
    if (coverage(theirs.literals, ours.literals) < 0.75) return null;
    if (!isDense(items, best, found) || changesMeaning(items, others, best)) return null;
    return {
      cloneType: plain >= 0.6 ? 3 : 4,
      containment: 'contained',
      similarity: rounded(found),
      region: regionOf(items, best),
      differences: [...parameterNotes(a, b, best), ...missing(theirs, ours, b.lightMeaning)],
    };
  };
  return plain >= deep ? (by(light) ?? by(normal)) : by(normal);
}

/** The matched statements must not be strewn over a much larger body; less so where nothing is missing. */
function isDense(items: readonly Item[], { matches }: Alignment, share: number): boolean {
  if (matches.length < 3) return true;
  const first = matches[0]!.a;
  const last = matches[matches.length - 1]!.a;
  return matches.length / (last - first + 1) >= (share >= COMPLETE ? DENSE_COMPLETE : DENSE);
}

function symmetric({ weightA, weightB, totalA, totalB }: Alignment): number {
  return totalA + totalB === 0 ? 0 : (weightA + weightB) / (totalA + totalB);
}

function rounded(value: number): number {
  return Math.min(1, Math.round(value * 1000) / 1000);
}

/** True when the bodies call, compare, read and compute with the same. */
function agrees(a: Meaning, b: Meaning, short: boolean): boolean {
  if (short) {
    const sides = ['callees', 'literals', 'operators', 'attributes'] as const;
    return sides.every((side) => equal(a[side], b[side]));
  }
  if (coverage(b.callees, a.callees) < 0.75 || coverage(a.callees, b.callees) < 0.5) return false;
  if (coverage(b.literals, a.literals) < 0.5 || coverage(a.literals, b.literals) < 0.4) return false;
  return coverage(b.operators, a.operators) >= 0.6;
}

/** True when one of the values that both return is the same, unless one of them returns none. */
function endsAlike(a: readonly Item[], b: readonly Item[], { matches }: Alignment): boolean {
  const gives = (item: Item): boolean => item.term.kind === NodeKind.Return && item.term.kids.length > 0;
  if (!a.some(gives) || !b.some(gives)) return true;
  return matches.some((match) => gives(b[match.b]!) && (gives(a[match.a]!) || a[match.a]!.core === b[match.b]!.core));
}

/** True when one evidently says yes or no, and the other evidently gives something else. */
function answersOther(a: Meaning, b: Meaning): boolean {
  return a.answers !== b.answers && a.answers !== null && b.answers !== null;
}

/** One call may be missing where a statement was taken out, two where little else differs. */
function callsMost(a: Meaning, b: Meaning, similarity: number): boolean {
  const missed = b.callees.size - Math.round(coverage(b.callees, a.callees) * b.callees.size);
  return missed <= (similarity >= NEARLY_ALL ? 2 : 1) || missed <= b.callees.size * 0.4;
}

function equal(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && coverage(a, b) === 1;
}

/** Share of `what` that is in `all`; 1 for an empty set. */
function coverage(what: ReadonlySet<string>, all: ReadonlySet<string>): number {
  if (what.size === 0) return 1;
  let found = 0;
  for (const one of what) if (all.has(one)) found++;
  return found / what.size;
}

function regionOf(items: readonly Item[], { matches }: Alignment): { startLine: number; endLine: number } {
  let startLine = Infinity;
  let endLine = 0;
  for (const { a } of matches) {
    const item = items[a]!;
    startLine = Math.min(startLine, item.line);
    endLine = Math.max(endLine, item.endLine);
  }
  return { startLine, endLine };
}

function parameterNotes(a: Form, b: Form, best: Alignment): string[] {
  const note = alignedOrderNote(a.body, b.body, best);
  return note ? [note] : [];
}

/**
 * What `of` has and `from` lacks, in words.
 * @param written what stands in the source: names that only the normal form has would tell nobody anything
 */
function missing(of: Meaning, from: Meaning, written: Meaning, prefix = 'not there: '): string[] {
  const lacking = (kind: 'callees' | 'literals' | 'attributes' | 'operators'): string[] =>
    [...of[kind]].filter((one) => !from[kind].has(one) && written[kind].has(one));
  const found = [
    lacking('callees').map((name) => `${name}()`),
    lacking('literals').map(literalOf),
    lacking('attributes').flatMap((name) => (of.callees.has(name) ? [] : [`.${name}`])),
    lacking('operators'),
  ];
  const named = found.flatMap((one) => one.sort()).slice(0, MOST_NAMED);
  return named.length === 0 ? [] : [`${prefix}${named.join(', ')}`];
}

function literalOf(literal: string): string {
  const cut = literal.indexOf(':');
  return shownLiteral({ kind: Number(literal.slice(0, cut)) as NodeKind, value: literal.slice(cut + 1) });
}
