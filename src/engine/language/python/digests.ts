import { SymbolFlag } from '../../model/facts.ts';
import { RefFlag } from '../../model/references.ts';
import { digestTokens } from '../digest.ts';
import { DEDENT, INDENT, NEWLINE, SELF } from './tokenStream.ts';
import type { Walk } from './walk.ts';

/**
 * Fills in what can only be known when the whole file has been walked: digests (names need all bindings of a scope)
 * and called names.
 */
export function fillDigests(walk: Walk): void {
  if (walk.symbols.length === 0) return;
  const variables = variablesOfTokens(walk);
  const scopeEnds = endsOfScopes(walk);
  for (let index = 0; index < walk.symbols.length; index++) {
    const symbol = walk.symbols[index]!;
    symbol.calledNames = calledNames(walk, index);
    // A definition that was only recovered by its head has no tokens of its own.
    if (walk.spans[index]!.tokenEnd === 0) continue;
    if (symbol.kind === 'class') symbol.content = classContent(walk, index);
    else if ((symbol.flags & SymbolFlag.Stub) === 0) fillFunction(walk, index, variables, scopeEnds);
    else symbol.content = stubContent(walk, index);
  }
}

/** Variable of every plain name in the token stream, -1 for other tokens and for names that the file does not bind. */
function variablesOfTokens(walk: Walk): Int32Array {
  const { tokens, scopes } = walk;
  const variables = new Int32Array(tokens.count);
  for (let i = 0; i < tokens.count; i++) {
    const scope = tokens.scope[i]!;
    variables[i] = scope >= 0 ? scopes.lookup(scope, tokens.name[i]!) : -1;
  }
  return variables;
}

/** Index behind the last scope that lies inside each scope (scopes are in source order). */
function endsOfScopes(walk: Walk): Int32Array {
  const { scopes } = walk.scopes;
  const ends = new Int32Array(scopes.length);
  for (let i = 0; i < scopes.length; i++) ends[i] = i + 1;
  for (let i = scopes.length - 1; i > 0; i--) {
    const parent = scopes[i]!.parent;
    if (ends[i]! > ends[parent]!) ends[parent] = ends[i]!;
  }
  return ends;
}

const exactTokens: string[] = [];
const renamedTokens: string[] = [];

function fillFunction(walk: Walk, index: number, variables: Int32Array, scopeEnds: Int32Array): void {
  const symbol = walk.symbols[index]!;
  const span = walk.spans[index]!;
  const { tokens, scopes } = walk;
  const first = symbol.scope;
  const end = scopeEnds[first]!;
  const own = walk.scopes.lookup(span.scope, span.name);
  const exact = exactTokens;
  const renamed = renamedTokens;
  exact.length = renamed.length = 0;
  const places = new Map<number, string>();
  if (symbol.flags & SymbolFlag.Async) {
    exact.push('async');
    renamed.push('async');
  }
  for (let i = span.tokenStart; i < span.tokenEnd; i++) {
    const text = tokens.text[i]!;
    const variable = variables[i]!;
    if (variable < 0) {
      const scope = tokens.scope[i]!;
      const token =
        scope < -1 && tokens.name[i] === span.name && callsItself(walk, -2 - scope, span.self) ? SELF : text;
      exact.push(token);
      renamed.push(token);
      continue;
    }
    if (variable === own && symbol.kind === 'function') {
      exact.push(SELF);
      renamed.push(SELF);
      continue;
    }
    exact.push(text);
    const owner = scopes.variableScope[variable]!;
    if (owner < first || owner >= end || scopes.scopes[owner]!.kind === 'class') renamed.push(text);
    else {
      let place = places.get(variable);
      if (place === undefined) {
        const path = scopes.variableImport[variable];
        place = path === undefined ? `\u0001${places.size}` : `\u0001m${path}`;
        places.set(variable, place);
      }
      renamed.push(place);
    }
  }
  symbol.exact = digestTokens(exact);
  symbol.renamed = digestTokens(renamed);
  symbol.content = span.decorators.length > 0 ? digestTokens([symbol.exact].concat(span.decorators)) : symbol.exact;
}

/** `self.name(…)` inside the method `name`. */
function callsItself(walk: Walk, reference: number, self: number): boolean {
  const table = walk.references;
  if (self < 0 || (table.flags[reference]! & RefFlag.Call) === 0 || table.receiverCalled[reference]) return false;
  const receiver = table.receiver[reference]!;
  return receiver >= 0 && table.receiver[receiver] === -1 && table.name[receiver] === self;
}

function stubContent(walk: Walk, index: number): string {
  const span = walk.spans[index]!;
  return digestTokens(walk.tokens.text.slice(span.tokenStart, span.tokenEnd).concat(span.decorators));
}

/** All of a class that is not inside a method: bases, class-level statements, nested classes' heads. */
function classContent(walk: Walk, index: number): string {
  const span = walk.spans[index]!;
  const { text } = walk.tokens;
  const kept = span.decorators.slice();
  let at = span.tokenStart;
  for (let inner = index + 1; inner < walk.symbols.length; inner++) {
    const member = walk.symbols[inner]!;
    const range = walk.spans[inner]!;
    if (range.outerStart >= span.tokenEnd) break;
    if (member.kind === 'class' || range.outerStart < at) continue;
    for (; at < range.outerStart; at++) kept.push(text[at]!);
    at = Math.max(at, range.tokenEnd);
  }
  for (; at < span.tokenEnd; at++) kept.push(text[at]!);
  return digestTokens(kept.filter((token) => token !== NEWLINE && token !== INDENT && token !== DEDENT));
}

/** Distinct last segments of the calls between two places in the file. */
function calledNames(walk: Walk, index: number): string[] {
  const { referenceStart, referenceEnd } = walk.spans[index]!;
  const table = walk.references;
  let names: Set<number> | undefined;
  for (let id = referenceStart; id < referenceEnd; id++)
    if (table.flags[id]! & RefFlag.Call) (names ??= new Set()).add(table.name[id]!);
  if (!names) return [];
  return Array.from(names, (name) => walk.strings[name]!).sort();
}
