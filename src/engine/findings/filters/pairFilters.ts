import type { HiddenReason } from '../../../protocol/hiddenReasons.ts';
import type { Graph } from '../../graph/types.ts';
import { SymbolFlag } from '../../model/facts.ts';
import type { FunctionRef } from '../../model/state.ts';
import { isDataPath } from './dataFiles.ts';
import { keepOwnState } from './closures.ts';
import { sameContract } from './contract.ts';
import { areEntryPoints, areExamples } from './examples.ts';
import { isRecordMaker } from './records.ts';
import type { ParallelFamilies } from './parallel.ts';
import { isRefusal } from './refusals.ts';
import { isRegistered } from './registered.ts';

/** What the filters look at beside the two functions. */
export interface FilterScope {
  graph: Graph;
  parallel: ParallelFamilies;
}

/** One kind of pair that is never reported although the bodies agree. */
interface PairFilter {
  reason: HiddenReason;
  /** Whether equal bodies are hidden too; else only bodies that are merely alike. */
  equal: (a: FunctionRef, b: FunctionRef) => boolean;
  hides: (a: FunctionRef, b: FunctionRef, scope: FilterScope) => boolean;
}

const always = (): boolean => true;
const never = (): boolean => false;
/** Body tokens up to which equal implementations of a contract are what the contract makes of them. */
const SHORT_CONTRACT = 24;
/** Body tokens up to which what an accessor returns is like many another expression. */
const SHORT_ACCESSOR = 32;

/** In the order in which they are tried; the first that hides a pair gives the reason. */
const FILTERS: readonly PairFilter[] = [
  { reason: 'parallel', equal: always, hides: (a, b, { parallel }) => parallel.joining(a, b) !== null },
  { reason: 'no-body', equal: always, hides: (a, b) => isRefusal(a) && isRefusal(b) },
  { reason: 'data', equal: always, hides: (a, b) => isDataPath(a.file.path) && isDataPath(b.file.path) },
  {
    reason: 'contract',
    equal: (a) => a.symbol.tokens <= SHORT_CONTRACT && a.symbol.statements <= 2,
    hides: (a, b, { graph }) => sameContract(a, b, graph),
  },
  { reason: 'examples', equal: always, hides: areExamples },
  { reason: 'examples', equal: never, hides: areEntryPoints },
  { reason: 'own-state', equal: always, hides: keepOwnState },
  { reason: 'registered', equal: never, hides: (a, b, { graph }) => isRegistered(a, graph) && isRegistered(b, graph) },
  { reason: 'accessors', equal: never, hides: (a, b) => both(a, b, SymbolFlag.Accessor | SymbolFlag.Setter) },
  { reason: 'accessors', equal: always, hides: isReadAsAttribute },
  { reason: 'stores-parameters', equal: always, hides: (a, b) => isRecordMaker(a) && isRecordMaker(b) },
  { reason: 'constructors', equal: never, hides: (a, b) => both(a, b, SymbolFlag.Constructor) },
];

function both(a: FunctionRef, b: FunctionRef, flags: number): boolean {
  return (a.symbol.flags & flags) !== 0 && (b.symbol.flags & flags) !== 0;
}

/** A short accessor and a function: one expression over what belongs to the object, and another. */
function isReadAsAttribute(a: FunctionRef, b: FunctionRef): boolean {
  const [ours, theirs] = [a.symbol, b.symbol];
  if ((ours.flags & SymbolFlag.Accessor) === (theirs.flags & SymbolFlag.Accessor)) return false;
  return [ours, theirs].every(({ statements, tokens }) => statements <= 1 && tokens <= SHORT_ACCESSOR);
}

/**
 * Why two functions that are alike, but not equal, are no finding: code that has to be alike by its place, or may be by the
 * settings. Null when they are one.
 */
export function nearExclusion(a: FunctionRef, b: FunctionRef, scope: FilterScope): HiddenReason | null {
  return FILTERS.find(({ hides }) => hides(a, b, scope))?.reason ?? null;
}

/** The same for functions with equal bodies, which fewer filters hide: equal logic can be shared whatever it stands for. */
export function equalExclusion(a: FunctionRef, b: FunctionRef, scope: FilterScope): HiddenReason | null {
  return FILTERS.find(({ equal, hides }) => equal(a, b) && hides(a, b, scope))?.reason ?? null;
}
