import { builtinsOf, isBuiltinMethod } from '../graph/builtins.ts';
import type { Callee, Graph } from '../graph/types.ts';
import { SymbolFlag, type LanguageId, type SymbolFact } from '../model/facts.ts';
import { isFunction, type FunctionRef, type State, type StateFile } from '../model/state.ts';

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

/** A function that may be a target, with what it calls as far as names tell. */
interface Candidate {
  target: FunctionRef;
  /** Names that it calls and that are no builtin's. */
  plainNames: number;
  /** What it calls, resolved when it was first judged. */
  calls: { name: string; key: string }[] | undefined;
}

/**
 * The functions of a state as targets of the rule, found by the names that they call: one pass over all functions for
 * all callers of a turn, then each caller looks only at functions that share a name with it.
 */
export class CallTargets {
  private readonly candidates: Candidate[] = [];
  private readonly byName = new Map<string, number[]>();
  private readonly common: Uint16Array;

  /**
   * @param callers all callers that will be asked for
   * @param keyOf identity of the state's callees as it stands in callers' keys
   * @param ownKey identity of a target as it stands in callers' keys
   * @param accept what may be a target at all: what it leaves out costs nothing later
   */
  constructor(
    state: State,
    callers: readonly Caller[],
    private readonly graph: Graph,
    private readonly rule: CallRule,
    private readonly keyOf: KeyOf,
    private readonly ownKey: (target: FunctionRef) => string,
    private readonly accept: (target: FunctionRef) => boolean,
  ) {
    const names = new Set(callers.flatMap((caller) => (this.canHit(caller) ? [...caller.names] : [])));
    for (const name of names) this.byName.set(name, []);
    for (const file of names.size === 0 ? [] : state.files) if (file.audited) this.addFile(file);
    this.common = new Uint16Array(this.candidates.length);
  }

  private addFile(file: StateFile): void {
    const { symbols } = file.summary;
    for (let index = 0; index < symbols.length; index++) {
      const symbol = symbols[index]!;
      if (!isFunction(symbol) || (symbol.flags & SymbolFlag.Stub) !== 0) continue;
      if (!symbol.calledNames.some((name) => this.byName.has(name))) continue;
      const target = { file, index, symbol };
      if (!this.accept(target)) continue;
      for (const name of symbol.calledNames) this.byName.get(name)?.push(this.candidates.length);
      this.candidates.push({ target, plainNames: plainNames(symbol, file.language), calls: undefined });
    }
  }

  /** A caller of fewer functions than the rule asks of a target to be called again re-implements none. */
  private canHit(caller: Caller): boolean {
    const { share, minCalls } = this.rule;
    return share > 0 && minCalls > 0 && caller.keys.size >= Math.ceil(share * minCalls);
  }

  /**
   * Targets that `caller` re-implements, in the order of the state.
   * @param confirm asked of the few that the rule holds for
   */
  hits(caller: Caller, confirm: (target: FunctionRef) => boolean): CallHit[] {
    if (!this.canHit(caller)) return [];
    const touched: number[] = [];
    for (const name of caller.names) {
      for (const id of this.byName.get(name) ?? []) if (this.common[id]!++ === 0) touched.push(id);
    }
    const hits: CallHit[] = [];
    for (const id of touched.sort((a, b) => a - b)) {
      const common = this.common[id]!;
      this.common[id] = 0;
      const candidate = this.candidates[id]!;
      const { target } = candidate;
      if (!this.maybe(candidate, common) || caller.keys.has(this.ownKey(target))) continue;
      const hit = this.judge(candidate, caller);
      if (hit && confirm(target)) hits.push(hit);
    }
    return hits;
  }

  /**
   * Cheap test on names alone, without resolving anything: at least half of the names that are no builtin's must be
   * called again. A hit has at least 80% of its distinct callees called again, so it passes unless more than four of
   * those bear one name (`a.run`, `b.run`, …) for each name that is missing.
   */
  private maybe({ plainNames }: Candidate, common: number): boolean {
    const { share } = this.rule;
    return plainNames - common <= common * (share >= 0.5 ? 1 : (1 - share) / share);
  }

  private judge(candidate: Candidate, caller: Caller): CallHit | null {
    const { target } = candidate;
    candidate.calls ??= nonBuiltinCalls(target, this.graph).map((callee) => ({
      name: callee.name,
      key: this.keyOf(callee),
    }));
    const { calls } = candidate;
    if (calls.length < this.rule.minCalls) return null;
    const shared = calls.filter((call) => caller.keys.has(call.key));
    const share = shared.length / calls.length;
    if (share < this.rule.share) return null;
    return { target, sharedCalls: [...new Set(shared.map((call) => call.name))].sort(), share };
  }
}

function plainNames({ calledNames }: SymbolFact, language: LanguageId): number {
  const builtins = builtinsOf(language);
  let count = 0;
  for (const name of calledNames) if (!builtins.names.has(name) && !isBuiltinMethod(language, name)) count++;
  return count;
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
