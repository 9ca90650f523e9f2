import type { Finding } from '../../protocol/report.ts';
import type { Graph } from '../graph/types.ts';
import { NodeFlag } from '../ir/model.ts';
import { SymbolFlag, type SymbolFact } from '../model/facts.ts';
import { isFunction, refKey, type FunctionRef, type State, type StateFile } from '../model/state.ts';
import type { TurnContext } from './auditContext.ts';
import { describe, fingerprintOf, levelFor, placeOf, targetPlaceOf } from './finding.ts';
import { isTestCode } from './neverReported.ts';
import { handsOn, passThroughOf, type PassThrough } from './passThrough.ts';
import { bodyOfFunction } from '../ir/bodyOfFunction.ts';

/** Body tokens beyond which no body is one call of the own parameters. */
const MOST_TOKENS = 120;

/** A function that only hands its arguments on, and what it hands them to. */
interface Wrapper {
  fn: FunctionRef;
  /** The class whose only method it is, else the function itself. */
  shown: FunctionRef;
  target: FunctionRef;
}

/**
 * Rule `wraps-target` (design.md section 3): a new function, or a class whose only method, that passes its own parameters on
 * to an existing function, in order and unchanged. What fixes an argument, sets a default, or has to be there for a base
 * class, an interface or the users of a module is left alone.
 */
export function wrapperFindings(context: TurnContext): { findings: Finding[]; resolved: Finding[] } {
  const { head, headGraph, base, baseGraph, changes, hidden } = context;
  const findings: Finding[] = [];
  const resolved: Finding[] = [];
  const judge = (ref: FunctionRef, before: Wrapper | null): Wrapper | null => {
    const wrapper = wrapperOf(ref, head, headGraph);
    if (!wrapper) return null;
    const { target } = wrapper;
    if (!changes.baseOf(target.file.path, target.index)) return null;
    if (isAskedFor(wrapper, headGraph)) {
      if (!before) hidden.add('asked-for');
      return null;
    }
    return wrapper;
  };
  const earlier = (ref: FunctionRef): Wrapper | null => {
    const wrapper = wrapperOf(ref, base, baseGraph);
    return wrapper && !isAskedFor(wrapper, baseGraph) ? wrapper : null;
  };
  const originOf = (target: FunctionRef): 'repo' | 'self' =>
    context.originOf(changes.baseOf(target.file.path, target.index) ?? target);
  for (const ref of changes.added) {
    const wrapper = judge(ref, null);
    if (wrapper) findings.push(findingOf(wrapper, 'introduced', originOf(wrapper.target), context));
  }
  for (const pair of changes.modified) {
    const before = earlier(pair.base);
    const wrapper = judge(pair.head, before);
    if (wrapper) {
      const known = before && changes.headOf(before.target.file.path, before.target.index);
      const status = known && refKey(known) === refKey(wrapper.target) ? 'inherited' : 'introduced';
      findings.push(findingOf(wrapper, status, originOf(wrapper.target), context));
    } else if (before) resolved.push(findingOf(before, 'inherited', context.originOf(before.target), context));
  }
  for (const ref of changes.deleted) {
    const before = earlier(ref);
    if (before) resolved.push(findingOf(before, 'inherited', context.originOf(before.target), context));
  }
  return { findings, resolved };
}

const NO_WRAPPER =
  SymbolFlag.Stub |
  SymbolFlag.Overload |
  SymbolFlag.Abstract |
  SymbolFlag.TypeOnly |
  SymbolFlag.Constructor |
  SymbolFlag.Accessor |
  SymbolFlag.Setter |
  SymbolFlag.Damaged;

/** Reads one function; null when it is more than a call of its own parameters, or calls nothing that is known. */
function wrapperOf(fn: FunctionRef, state: State, graph: Graph): Wrapper | null {
  const { file, symbol } = fn;
  if (!file.audited || !isFunction(symbol) || symbol.flags & NO_WRAPPER) return null;
  if (symbol.statements > 2 || symbol.tokens > MOST_TOKENS || symbol.calledNames.length !== 1) return null;
  if (isTestCode(file.path, symbol) || isNested(file, symbol)) return null;
  const view = bodyOfFunction(fn);
  const call = view && passThroughOf(view);
  if (!view || !call) return null;
  const target = targetOf(fn, call, state, graph);
  const callee = target && bodyOfFunction(target);
  if (!target || !callee || !target.file.audited || isTestCode(target.file.path, target.symbol)) return null;
  const flags = { wrapper: view.flags(view.start), callee: callee.flags(callee.start) };
  if (!handsOn(view, call, callee, asyncFlags(flags, fn, target), file.language !== 'python')) return null;
  return { fn, shown: classOf(fn) ?? fn, target };
}

function asyncFlags(
  { wrapper, callee }: { wrapper: number; callee: number },
  fn: FunctionRef,
  target: FunctionRef,
): { wrapper: number; callee: number } {
  const of = ({ symbol }: FunctionRef): number =>
    (symbol.flags & SymbolFlag.Async ? NodeFlag.Async : 0) |
    (symbol.flags & SymbolFlag.Generator ? NodeFlag.Generator : 0);
  return { wrapper: wrapper | of(fn), callee: callee | of(target) };
}

/** Functions inside functions, and members of object literals, which have a form that somebody asks for. */
function isNested(file: StateFile, symbol: SymbolFact): boolean {
  if (symbol.parent < 0)
    return symbol.qualifiedName.includes('.') && file.language !== 'go' && file.language !== 'rust';
  return isFunction(file.summary.symbols[symbol.parent]!);
}

function targetOf(fn: FunctionRef, call: PassThrough, state: State, graph: Graph): FunctionRef | null {
  const called = graph.callees({ file: fn.file.path, symbol: fn.index }).filter((one) => one.called);
  const [callee] = called;
  if (called.length !== 1 || callee?.resolution.kind !== 'symbol') return null;
  const file = state.byPath.get(callee.resolution.target.file);
  const symbol = file?.summary.symbols[callee.resolution.target.symbol];
  if (!file || !symbol || !isFunction(symbol)) return null;
  const target = { file, index: callee.resolution.target.symbol, symbol };
  if (isNested(file, symbol)) return null;
  // A method of another object: which object it is, is what the wrapper adds.
  const free = SymbolFlag.Static | SymbolFlag.ClassMethod;
  if (call.through !== 'own' && symbol.kind === 'method' && !(symbol.flags & free)) {
    const sameClass = call.through === 'name' && file === fn.file && symbol.parent === fn.symbol.parent;
    if (!sameClass) return null;
  }
  return target;
}

/** The class that has this method and nothing else but a constructor that stores its parameters. */
function classOf(fn: FunctionRef): FunctionRef | null {
  const { file, symbol } = fn;
  const owner = file.summary.symbols[symbol.parent];
  if (owner?.kind !== 'class') return null;
  const bases = file.detail().bases.find((one) => one.symbol === symbol.parent)?.references ?? [];
  // With a base class it is more than the method.
  if (bases.length > 0) return null;
  for (const [index, other] of file.summary.symbols.entries()) {
    if (other.parent !== symbol.parent || index === fn.index) continue;
    const stores = other.flags & (SymbolFlag.StoresParameters | SymbolFlag.TrivialBody | SymbolFlag.Stub);
    if (!(other.flags & SymbolFlag.Constructor) || stores === 0) return null;
  }
  // The method's body stands for the class: what else it holds does nothing.
  return { file, index: symbol.parent, symbol: { ...owner, exact: symbol.exact } };
}

const PLAIN_DECORATORS = new Set(['staticmethod', 'classmethod']);
/** Names by which a language or a starter calls a function. */
const CALLED_BY_NAME = /^(?:__\w+__|main|toString|toJSON|valueOf|equals|hashCode)$/;
/** Files whose functions are the face of a package. */
const FACE = /(?:^|\/)(?:__init__\.pyi?|index\.[cm]?[jt]sx?|mod\.rs|lib\.rs)$/;

/** A wrapper that has to be there: for a base class, an interface, a decorator, or those who use the module. */
function isAskedFor({ fn, target }: Wrapper, graph: Graph): boolean {
  const { file, symbol } = fn;
  const { flags } = symbol;
  if (flags & (SymbolFlag.Registered | SymbolFlag.Implements | SymbolFlag.Conditional)) return true;
  if (symbol.decorators.some((name) => !PLAIN_DECORATORS.has(name))) return true;
  if (CALLED_BY_NAME.test(symbol.name) || FACE.test(file.path) || /\bdeprecated\b/i.test(symbol.doc)) return true;
  if (isHidden(target) && !isHidden(fn)) return true;
  if (symbol.kind !== 'method') return false;
  // Which interfaces a Go type has to fit stands nowhere.
  if (file.language === 'go') return true;
  return isInherited(fn, graph);
}

/** A function that only its own file, or its own class, may call. */
function isHidden({ file, symbol }: FunctionRef): boolean {
  if (/^(?:_|#)/.test(symbol.name)) return true;
  return file.language !== 'python' && (symbol.flags & SymbolFlag.Exported) === 0;
}

const MOST_CLASSES = 50;

/** True when a base class or an interface has, or may have, a method of the name. */
function isInherited({ file, symbol }: FunctionRef, graph: Graph): boolean {
  const owner = file.summary.symbols[symbol.parent];
  if (owner?.kind !== 'class') return false;
  if (/\bimplements\b/.test(owner.signature) || owner.decorators.length > 0) return true;
  const queue = [{ file: file.path, symbol: symbol.parent }];
  const seen = new Set<string>();
  for (let i = 0; i < queue.length && i < MOST_CLASSES; i++) {
    const ref = queue[i]!;
    const key = `${ref.file}\0${ref.symbol}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const of = graph.file(ref.file);
    if (!of) return true;
    const { symbols } = of.summary;
    if (i > 0 && symbols.some((one) => one.parent === ref.symbol && one.name === symbol.name)) return true;
    const detail = of.detail();
    const written = detail.bases.find((one) => one.symbol === ref.symbol)?.references ?? [];
    const known = graph.baseClasses(ref);
    const open = written.filter((id) => detail.strings[detail.references.name[id]!] !== 'object');
    if (open.length > known.length) return true;
    queue.push(...known);
  }
  return false;
}

function findingOf(
  { shown, target }: Wrapper,
  status: Finding['status'],
  origin: 'repo' | 'self',
  context: TurnContext,
): Finding {
  const { symbol } = shown;
  const what = symbol.kind === 'class' ? 'its only method does nothing but pass' : 'it does nothing but pass';
  return {
    rule: 'wraps-target',
    level: levelFor('wraps-target', 'info', context.options),
    status,
    function: placeOf(shown),
    target: targetPlaceOf(target, origin),
    members: [],
    region: { startLine: symbol.startLine, endLine: symbol.endLine },
    cloneType: null,
    containment: null,
    similarity: null,
    sharedCalls: [target.symbol.name],
    gap: null,
    message: `${symbol.qualifiedName} wraps ${describe(target)}: ${what} its arguments on.`,
    fingerprint: fingerprintOf('wraps-target', shown, target),
  };
}
