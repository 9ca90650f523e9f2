import { NodeKind } from '../../ir/model.ts';
import { calledMethod, step, type Term } from './term.ts';

/** What running a term may do to its surroundings, as bits. */
export const Effect = {
  /** Reads what another statement may change: attributes, elements, module variables. */
  Load: 1 << 0,
  /** Changes attributes or elements. */
  Store: 1 << 1,
  /** Calls what is not known to be without effect. */
  Call: 1 << 2,
  /** Leaves the block: return, throw, break, continue, await, yield. */
  Exit: 1 << 3,
} as const;

/** Builtins that only compute their result. They may read what their arguments hold. */
const PURE_CALLS = new Set(
  (
    'abs all any bool bytes chr complex dict divmod enumerate float format frozenset hash hex int isinstance issubclass ' +
    'len list max min oct ord pow range repr reversed round set slice sorted str sum tuple type zip ' +
    'Array BigInt Boolean Error Map Number Object RegExp Set String Symbol TypeError RangeError ValueError KeyError ' +
    'parseInt parseFloat isNaN isFinite'
  ).split(' '),
);

/** Methods that builtin types have and that change nothing. `get`, `items` and the like are among them: reading. */
const PURE_METHODS = new Set(
  (
    'lower upper strip lstrip rstrip split rsplit splitlines join replace startswith endswith title capitalize casefold ' +
    'zfill ljust rjust center partition rpartition isdigit isalpha isalnum isspace isupper islower find rfind count ' +
    'encode decode format items keys values get copy index bit_length hexdigest ' +
    'toLowerCase toUpperCase trim trimStart trimEnd slice substring substr startsWith endsWith includes indexOf ' +
    'lastIndexOf charAt charCodeAt codePointAt padStart padEnd repeat toString toFixed concat has entries ' +
    'isArray assign freeze floor ceil sqrt'
  ).split(' '),
);

/** True for a call that is known to change nothing. */
export function isPureCall(term: Term): boolean {
  const callee = term.kids[0]!;
  if (callee.kind === NodeKind.Name && callee.variable < 0) return PURE_CALLS.has(callee.value);
  const name = calledMethod(term);
  if (name === '') return false;
  if (PURE_METHODS.has(name)) return true;
  const object = callee.kids[0]!;
  return object.kind === NodeKind.Name && object.variable < 0 && (object.value === 'Math' || object.value === 'math');
}

/** Effects of a term. A function that is only written down has none. */
export function effectsOf(term: Term): number {
  step();
  switch (term.kind) {
    case NodeKind.Function:
      return 0;
    case NodeKind.Call: {
      let effects = isPureCall(term) ? Effect.Load : Effect.Call | Effect.Load;
      for (const kid of term.kids)
        effects |= effectsOf(kid) | (kid.kind === NodeKind.Function ? functionEffects(kid) : 0);
      return effects;
    }
    case NodeKind.Assign: {
      let effects = 0;
      for (let i = 0; i < term.kids.length; i++) {
        const kid = term.kids[i]!;
        if (i < term.kids.length - 1) effects |= targetEffects(kid);
        else effects |= effectsOf(kid);
      }
      return effects;
    }
    case NodeKind.AugmentedAssign:
      return targetEffects(term.kids[0]!) | effectsOf(term.kids[1]!);
    case NodeKind.Update:
      return targetEffects(term.kids[0]!);
    case NodeKind.Delete:
    case NodeKind.ScopeStatement:
    case NodeKind.Import:
    case NodeKind.ClassDefinition:
    case NodeKind.Other:
    case NodeKind.Propagate:
    case NodeKind.Scoped:
    case NodeKind.With:
      return Effect.Call | Effect.Store | Effect.Load | kidEffects(term);
    case NodeKind.TaggedTemplate:
    case NodeKind.Decorator:
      return Effect.Call | Effect.Load | kidEffects(term);
    case NodeKind.Return:
    case NodeKind.Throw:
    case NodeKind.Break:
    case NodeKind.Continue:
    case NodeKind.Assert:
    case NodeKind.Try:
      return Effect.Exit | kidEffects(term);
    case NodeKind.Await:
    case NodeKind.Yield:
      return Effect.Exit | Effect.Call | kidEffects(term);
    case NodeKind.Attribute:
    case NodeKind.Index:
      return Effect.Load | kidEffects(term);
    case NodeKind.Name:
      return 0;
    default:
      return kidEffects(term);
  }
}

function kidEffects(term: Term): number {
  let effects = 0;
  for (const kid of term.kids) effects |= effectsOf(kid);
  return effects;
}

/** What a function that is passed to a call may do there. */
function functionEffects(term: Term): number {
  let effects = 0;
  for (const kid of term.kids) if (kid.kind === NodeKind.Block) effects |= effectsOf(kid);
  return effects & ~Effect.Exit;
}

function targetEffects(target: Term): number {
  if (target.kind === NodeKind.Name) return target.variable >= 0 ? 0 : Effect.Store;
  if (target.kind === NodeKind.Attribute || target.kind === NodeKind.Index) {
    return Effect.Store | (kidEffects(target) & ~Effect.Exit);
  }
  let effects = 0;
  for (const kid of target.kids) effects |= targetEffects(kid);
  return effects;
}

/** True when the term has no effect and leaves nothing; it may read. */
export function isPure(term: Term): boolean {
  return (effectsOf(term) & ~Effect.Load) === 0;
}

/** True when the value depends on local variables and literals alone. */
export function isPureLocal(term: Term): boolean {
  return effectsOf(term) === 0 && term.kind !== NodeKind.Function;
}

/** True when two effects may not change their order. */
export function conflict(a: number, b: number): boolean {
  if (a & Effect.Exit) return (b & ~Effect.Load) !== 0;
  if (b & Effect.Exit) return (a & ~Effect.Load) !== 0;
  if (a & Effect.Call) return (b & (Effect.Call | Effect.Store | Effect.Load)) !== 0;
  if (b & Effect.Call) return (a & (Effect.Store | Effect.Load)) !== 0;
  return (
    ((a & Effect.Store) !== 0 && (b & (Effect.Store | Effect.Load)) !== 0) ||
    ((b & Effect.Store) !== 0 && (a & Effect.Load) !== 0)
  );
}

/** Variables that a term assigns, loops over or otherwise binds, those of nested functions included. */
export function writesOf(term: Term, into: Set<number>): Set<number> {
  step();
  const targets = targetsOf(term);
  for (let i = 0; i < targets; i++) namesIn(term.kids[i + firstTarget(term)]!, into);
  for (const kid of term.kids) if (kid.kids.length > 0) writesOf(kid, into);
  return into;
}

/** Variables that a term names and that it does not only write. */
export function readsOf(term: Term, into: Set<number>): Set<number> {
  step();
  if (term.variable >= 0) into.add(term.variable);
  const first = firstTarget(term);
  const targets = targetsOf(term);
  for (let i = 0; i < term.kids.length; i++) {
    const kid = term.kids[i]!;
    if (i >= first && i < first + targets && kid.variable >= 0 && term.kind !== NodeKind.AugmentedAssign) continue;
    readsOf(kid, into);
  }
  return into;
}

function namesIn(target: Term, into: Set<number>): void {
  if (target.variable >= 0) into.add(target.variable);
  else if (target.kind !== NodeKind.Attribute && target.kind !== NodeKind.Index)
    for (const kid of target.kids) namesIn(kid, into);
}

/** Index of the first child that is bound. */
function firstTarget(term: Term): number {
  return term.kind === NodeKind.Catch || term.kind === NodeKind.WithItem ? 1 : 0;
}

/** Number of children that are bound. */
function targetsOf(term: Term): number {
  switch (term.kind) {
    case NodeKind.Assign:
      return term.kids.length - 1;
    case NodeKind.Declare:
    case NodeKind.Delete:
      return term.kids.length;
    case NodeKind.AugmentedAssign:
    case NodeKind.Update:
    case NodeKind.ForEach:
    case NodeKind.ForClause:
    case NodeKind.FunctionDefinition:
    case NodeKind.ClassDefinition:
    case NodeKind.Parameter:
    case NodeKind.ImportedName:
      return Math.min(1, term.kids.length);
    case NodeKind.Catch:
      return 1;
    case NodeKind.WithItem:
      return term.kids.length > 1 ? 1 : 0;
    case NodeKind.Pattern:
      return term.value === 'capture' || term.value === 'as' || term.value === 'rest' ? term.kids.length : 0;
    default:
      return 0;
  }
}
