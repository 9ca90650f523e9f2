import { builtinsOf, isBuiltinMethod } from '../graph/builtins.ts';
import type { Callee, Graph } from '../graph/types.ts';
import { SymbolFlag, type LanguageId, type SymbolFact } from '../model/facts.ts';
import { isFunction, type FunctionRef, type State } from '../model/state.ts';

/**
 * The paper's re-implementation rule (papers/reporeuse.md 3.3.2): a submission re-implements f when it does not call f
 * but calls at least 80% of the distinct non-builtin functions that f itself calls, f calling at least three.
 */
export interface CallRule {
  /** 0.8 in the paper; 0 switches the rule off. */
  share: number;
  /** 3 in the paper; 0 switches the rule off. */
  minCalls: number;
}

export interface CallHit {
  target: FunctionRef;
  /** Names of the target's callees that are called again, sorted. */
  sharedCalls: string[];
  share: number;
}

/** What one function, or a whole submission, calls: keys of callees, names, and keys of what it uses in any way. */
export interface Caller {
  keys: Set<string>;
  /** Last segments of what is called: for choosing candidates without resolving. */
  names: Set<string>;
}

/** A translation of callee keys between two states, so that a moved callee is the same callee. */
export type KeyOf = (callee: Callee) => string;

/**
 * The caller that consists of the given functions, or, with `isNew`, of their calls on the lines that it accepts.
 * @param modules files whose module-level code is part of it
 */
export function callerOf(
  refs: readonly FunctionRef[],
  graph: Graph,
  keyOf: KeyOf,
  isNew?: (path: string, line: number) => boolean,
  modules: readonly string[] = [],
): Caller {
  const caller: Caller = { keys: new Set(), names: new Set() };
  const take = (path: string, callees: readonly Callee[]): void => {
    for (const callee of callees) {
      if (isNew && !callee.sites.some((site) => isNew(path, site.line))) continue;
      caller.keys.add(keyOf(callee));
      if (!callee.builtin) caller.names.add(callee.name);
    }
  };
  for (const ref of refs) take(ref.file.path, graph.callees({ file: ref.file.path, symbol: ref.index }));
  for (const path of modules) take(path, graph.moduleCallees(path));
  return caller;
}

/** What may be a target, cheapest question first. */
export interface TargetTests {
  /** Asked of every target whose calls look alike by name: must be cheap. */
  accept(target: FunctionRef): boolean;
  /** Asked of the few that the rule holds for. */
  confirm(target: FunctionRef): boolean;
}

/**
 * Targets among `candidates` that `caller` re-implements.
 * @param candidates functions of the state before, as `candidateTargets` chose them
 * @param ownKey identity of a target as it stands in callers' keys
 */
export function callHits(
  caller: Caller,
  candidates: readonly FunctionRef[],
  graph: Graph,
  rule: CallRule,
  keyOf: KeyOf,
  ownKey: (target: FunctionRef) => string,
  tests: TargetTests,
): CallHit[] {
  const hits: CallHit[] = [];
  for (const target of candidates) {
    if (!maybe(target.symbol, target.file.language, caller.names, rule) || !tests.accept(target)) continue;
    if (caller.keys.has(ownKey(target))) continue;
    const hit = judge(target, caller, graph, rule, keyOf);
    if (hit && tests.confirm(target)) hits.push(hit);
  }
  return hits;
}

/**
 * Functions of a state that any of the callers could re-implement, by the names that they call alone: one pass over
 * all functions for all callers of a turn. Empty when the rule is switched off.
 */
export function candidateTargets(state: State, callers: readonly Caller[], rule: CallRule): FunctionRef[] {
  if (rule.share === 0 || rule.minCalls === 0) return [];
  // A caller of fewer functions than the rule asks of a target to be called again re-implements none.
  const least = Math.ceil(rule.share * rule.minCalls);
  const names = new Set(callers.flatMap((caller) => (caller.keys.size < least ? [] : [...caller.names])));
  const found: FunctionRef[] = [];
  for (const file of names.size === 0 ? [] : state.files) {
    if (!file.audited) continue;
    const { symbols } = file.summary;
    for (let index = 0; index < symbols.length; index++) {
      const symbol = symbols[index]!;
      if (isFunction(symbol) && maybe(symbol, file.language, names, rule)) found.push({ file, index, symbol });
    }
  }
  return found;
}

/**
 * Cheap test on names alone, without resolving anything: at least half of the names that are no builtin's must be
 * called again. A hit has at least 80% of its distinct callees called again, so it passes unless more than four of
 * those bear one name (`a.run`, `b.run`, …) for each name that is missing.
 */
function maybe(symbol: SymbolFact, language: LanguageId, names: ReadonlySet<string>, rule: CallRule): boolean {
  const { calledNames, flags } = symbol;
  let common = 0;
  for (const name of calledNames) if (names.has(name)) common++;
  if (common === 0 || (flags & SymbolFlag.Stub) !== 0) return false;
  const allowed = common * (rule.share >= 0.5 ? 1 : (1 - rule.share) / rule.share);
  const builtins = builtinsOf(language);
  let missing = 0;
  for (const name of calledNames) {
    if (!names.has(name) && !builtins.names.has(name) && !isBuiltinMethod(language, name)) missing++;
  }
  return missing <= allowed;
}

function judge(target: FunctionRef, caller: Caller, graph: Graph, rule: CallRule, keyOf: KeyOf): CallHit | null {
  const callees = nonBuiltinCalls(target, graph);
  if (callees.length < rule.minCalls) return null;
  const shared = callees.filter((callee) => caller.keys.has(keyOf(callee)));
  const share = shared.length / callees.length;
  if (share < rule.share) return null;
  return { target, sharedCalls: [...new Set(shared.map((callee) => callee.name))].sort(), share };
}

/** The distinct non-builtin functions that a function calls. */
export function nonBuiltinCalls(ref: FunctionRef, graph: Graph): Callee[] {
  return graph
    .callees({ file: ref.file.path, symbol: ref.index })
    .filter((callee) => callee.called && !callee.builtin && callee.resolution.kind !== 'module');
}

/** Identity of a function within its state, as `Callee.key` writes it. */
export function ownKey(ref: FunctionRef): string {
  return `${ref.file.path}#${ref.symbol.qualifiedName}`;
}
