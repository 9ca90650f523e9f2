import { candidatesOf, queryOf, type Candidate } from '../clones/candidates.ts';
import { CloneKeys } from '../clones/cloneKeys.ts';
import { Forms } from '../clones/compare/forms.ts';
import type { Asked } from '../clones/compare/pairs.ts';
import { refKey, symbolKey, type FunctionRef, type State } from '../model/state.ts';
import { writtenFunctions } from '../turns/changes.ts';
import type { TurnContext } from './auditContext.ts';
import { exclusionOf } from './neverReported.ts';

/** What may repeat what in a turn: found once, for groups of equal bodies and for near copies. */
export interface LookAlikes {
  keys: CloneKeys;
  forms: Forms;
  /** Written functions with their new helpers. */
  written: readonly Asked[];
  /** Functions that the turn changed or deleted, as they were. */
  earlier: readonly Asked[];
  /** Of each of `written`, functions of the head that have most of their prints in common with it. */
  inHead: readonly Candidate[][];
  /** The same of `earlier` and the base. */
  inBase: readonly Candidate[][];
}

/** Functions of one turn beyond which fewer look-alikes are compared for each. */
const MANY_WRITTEN = 300;
const FEWER_COMPARED = 4;
/** Functions between two checkpoints. */
const STEP = 20;

/** @param checkpoint awaited now and then: lets other events in, and throws when the audit was cancelled */
export async function lookAlikesOf(context: TurnContext, checkpoint: () => Promise<void>): Promise<LookAlikes> {
  const { base, head, changes, options } = context;
  const forms = new Forms();
  const keys = new CloneKeys(forms);
  const isAskable = (ref: FunctionRef): boolean =>
    ref.file.audited && options.minTokens > 0 && exclusionOf(ref.symbol, options.minTokens) === null;
  const fresh = options.minTokens === 0 ? [] : writtenFunctions(changes).filter(({ file }) => file.audited);
  const helpers = helpersOf(context, new Set(fresh.map(refKey)));
  // What is too small by itself may do much with its helpers.
  const written = fresh
    .filter((ref) => isAskable(ref) || (ref.symbol.renamed !== '' && helpers.has(refKey(ref))))
    .map((fn): Asked => ({ fn, helpers: helpers.get(refKey(fn)) ?? [] }));
  const earlier = [...changes.modified.map((pair) => pair.base), ...changes.deleted]
    .filter(isAskable)
    .map((fn): Asked => ({ fn, helpers: [] }));
  const find = async (asked: readonly Asked[], state: State): Promise<Candidate[][]> => {
    const found = candidatesOf(
      state,
      asked.map(({ fn, helpers: own }) => queryOf([fn, ...own])),
    );
    for (const [i, { fn }] of asked.entries()) {
      if (asked.length > MANY_WRITTEN) found[i] = found[i]!.slice(0, FEWER_COMPARED);
      found[i] = found[i]!.filter(({ target }) => refKey(target) !== refKey(fn));
      if (found[i]!.length > 0) keys.learn(fn);
      for (const { target } of found[i]!) keys.learn(target);
      if (i % STEP === STEP - 1) await checkpoint();
    }
    return found;
  };
  const inHead = await find(written, head);
  const inBase = await find(earlier, base);
  return { keys, forms, written, earlier, inHead, inBase };
}

/** New functions that are called by one written function only, and by helpers of it: for each caller its helpers. */
function helpersOf(context: TurnContext, fresh: ReadonlySet<string>): Map<string, FunctionRef[]> {
  const added = new Map(context.changes.added.map((ref) => [refKey(ref), ref]));
  const callers = new Map<string, Set<string>>();
  for (const { file, container, resolution } of context.uses) {
    if (resolution.kind !== 'symbol') continue;
    const key = symbolKey(resolution.target.file, resolution.target.symbol);
    if (!added.has(key)) continue;
    let at = container;
    // A call in a nested function is one of the function around it.
    for (let up = container; up >= 0; up = file.summary.symbols[up]!.parent)
      if (file.summary.symbols[up]!.kind !== 'class') at = up;
    const from = symbolKey(file.path, at);
    if (from === key) continue;
    const known = callers.get(key) ?? new Set();
    callers.set(key, known.add(from));
  }
  const found = new Map<string, FunctionRef[]>();
  for (const [key, from] of callers) {
    let [only] = from;
    const passed = new Set([key]);
    // Helpers of helpers belong to the function that stands at the top.
    while (from.size === 1 && only && !passed.has(only) && callers.get(only)?.size === 1 && added.has(only)) {
      passed.add(only);
      [only] = callers.get(only)!;
    }
    if (from.size !== 1 || !only || !fresh.has(only)) continue;
    const list = found.get(only) ?? [];
    list.push(added.get(key)!);
    found.set(only, list);
  }
  return found;
}
