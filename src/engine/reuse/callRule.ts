import { builtinsOf, isBuiltinMethod } from '../graph/builtins.ts';
import type { Callee, Graph } from '../graph/types.ts';
import { functionsOf, type FunctionRef, type State } from '../model/state.ts';
import { SymbolFlag } from '../model/facts.ts';

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

/**
 * Targets among the functions of `state` that `caller` re-implements.
 * @param ownKey identity of a target as it stands in callers' keys
 * @param accept leaves out targets, e.g. the function itself
 */
export function callHits(
  caller: Caller,
  state: State,
  graph: Graph,
  rule: CallRule,
  keyOf: KeyOf,
  ownKey: (target: FunctionRef) => string,
  accept: (target: FunctionRef) => boolean,
): CallHit[] {
  if (rule.share === 0 || rule.minCalls === 0) return [];
  const hits: CallHit[] = [];
  for (const file of state.files) {
    if (!file.audited) continue;
    for (const target of functionsOf(file)) {
      if (!maybe(target, caller, rule) || !accept(target)) continue;
      if (caller.keys.has(ownKey(target))) continue;
      const hit = judge(target, caller, graph, rule, keyOf);
      if (hit) hits.push(hit);
    }
  }
  return hits;
}

/**
 * Cheap test on names alone, without resolving anything: at least half of the names that are no builtin's must be
 * called again. A hit has at least 80% of its distinct callees called again, so it passes unless more than four of
 * those bear one name (`a.run`, `b.run`, …) for each name that is missing.
 */
function maybe(target: FunctionRef, caller: Caller, rule: CallRule): boolean {
  const { calledNames, flags } = target.symbol;
  if (calledNames.length === 0 || (flags & SymbolFlag.Stub) !== 0) return false;
  const { language } = target.file;
  const allowed = rule.share >= 0.5 ? 1 : (1 - rule.share) / rule.share;
  let common = 0;
  let missing = 0;
  for (const name of calledNames) {
    if (caller.names.has(name)) common++;
    else if (!builtinsOf(language).names.has(name) && !isBuiltinMethod(language, name)) missing++;
  }
  return common > 0 && missing <= common * allowed;
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
