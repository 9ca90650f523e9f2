import { SymbolFlag } from '../../model/facts.ts';
import { RefFlag } from '../../model/references.ts';
import { digestTokens } from '../digest.ts';
import type { FactsWalk } from './factsWalk.ts';
import { SELF } from './tokens.ts';

const CALLED = RefFlag.Call | RefFlag.New;

/** Fills in what can only be known when the whole file has been walked: digests and called names. */
export function fillDigests(walk: FactsWalk): void {
  for (let index = 0; index < walk.symbols.length; index++) {
    const symbol = walk.symbols[index]!;
    const span = walk.spans[index]!;
    symbol.calledNames = calledNames(walk, index);
    if (symbol.kind !== 'function' && symbol.kind !== 'method') symbol.content = classContent(walk, index);
    else if (span.body >= 0 && (symbol.flags & SymbolFlag.Stub) === 0) fillFunction(walk, index);
    else symbol.content = digestTokens(walk.tokens.text.slice(span.tokenStart, span.tokenEnd).concat(span.decorators));
    if (span.body >= 0 && symbol.kind !== 'class') symbol.tokens = bodyTokens(walk, index);
  }
}

/** Tokens of the body, without the brackets around it. */
function bodyTokens(walk: FactsWalk, index: number): number {
  const { bodyToken, tokenEnd } = walk.spans[index]!;
  const { text } = walk.tokens;
  const braced = tokenEnd - bodyToken >= 2 && text[bodyToken] === '{' && text[tokenEnd - 1] === '}';
  return tokenEnd - bodyToken - (braced ? 2 : 0);
}

function fillFunction(walk: FactsWalk, index: number): void {
  const symbol = walk.symbols[index]!;
  const span = walk.spans[index]!;
  const { tokens, scopes } = walk;
  const exact: string[] = [];
  const renamed: string[] = [];
  const places = new Map<number, string>();
  if (symbol.flags & SymbolFlag.Async) {
    exact.push('async');
    renamed.push('async');
  }
  for (let i = span.tokenStart; i < span.tokenEnd; i++) {
    const text = tokens.text[i]!;
    const node = tokens.node[i]!;
    const variable = node >= 0 ? walk.variableOf[node]! : -1;
    if (variable >= 0 ? variable === span.variable : node < -1 && callsItself(walk, -2 - node, symbol.name)) {
      exact.push(SELF);
      renamed.push(SELF);
      continue;
    }
    exact.push(text);
    const known = variable < 0 ? undefined : scopes.variables[variable]!;
    if (!known || !scopes.within(known.scope, symbol.scope) || scopes.scopes[known.scope]!.kind === 'class') {
      renamed.push(text);
      continue;
    }
    let place = places.get(variable);
    if (place === undefined) {
      place = known.path === '' ? `\u0001${places.size}` : `\u0001m${known.path}`;
      places.set(variable, place);
    }
    renamed.push(place);
  }
  symbol.exact = digestTokens(exact);
  symbol.renamed = digestTokens(renamed);
  symbol.content = span.decorators.length > 0 ? digestTokens([symbol.exact, ...span.decorators]) : symbol.exact;
}

/** `this.name(…)` inside the method `name`. */
function callsItself(walk: FactsWalk, reference: number, name: string): boolean {
  const { references } = walk;
  if ((references.flags[reference]! & RefFlag.Call) === 0 || references.receiverCalled[reference]) return false;
  if (walk.strings[references.name[reference]!] !== name) return false;
  const receiver = references.receiver[reference]!;
  if (receiver < 0) return false;
  const variable = walk.variableOfReference[receiver] ?? -1;
  return walk.typeOfReference.has(receiver) || (variable >= 0 && walk.scopes.variables[variable]!.receiver);
}

/** All of a class that is not inside a method. */
function classContent(walk: FactsWalk, index: number): string {
  const span = walk.spans[index]!;
  const { text } = walk.tokens;
  const kept = span.decorators.slice();
  let at = span.tokenStart;
  for (let inner = index + 1; inner < walk.symbols.length; inner++) {
    const member = walk.symbols[inner]!;
    const range = walk.spans[inner]!;
    if (range.outerStart >= span.tokenEnd) break;
    if ((member.kind !== 'function' && member.kind !== 'method') || range.outerStart < at) continue;
    for (; at < range.outerStart; at++) kept.push(text[at]!);
    at = Math.max(at, range.tokenEnd);
  }
  for (; at < span.tokenEnd; at++) kept.push(text[at]!);
  return digestTokens(kept);
}

/** Distinct last segments of the calls in a body, sorted. */
function calledNames(walk: FactsWalk, index: number): string[] {
  const { referenceStart, referenceEnd } = walk.spans[index]!;
  const names = new Set<number>();
  for (let id = referenceStart; id < referenceEnd; id++)
    if (walk.references.flags[id]! & CALLED) names.add(walk.references.name[id]!);
  return Array.from(names, (name) => walk.strings[name]!).sort();
}
