import type { Graph } from '../graph/types.ts';
import { SymbolFlag } from '../model/facts.ts';
import { isFunction, type FunctionRef } from '../model/state.ts';
import type { Counterpart } from './variableMap.ts';
import type { Dialect } from './writeTerm.ts';

/** How the target is called from the new function. */
export interface Callee {
  /** Name of the target's file that has to be imported; null when the target comes with an object. */
  root: { name: string; symbol: number } | null;
  /** Text behind the imported name, or the whole where nothing is imported; null when it cannot be called. */
  rest: string | null;
  obstacles: string[];
  /** False for what stands inside a function. */
  reachable: boolean;
}

const FREE = SymbolFlag.Static | SymbolFlag.ClassMethod;

export function calleeOf(
  fn: FunctionRef,
  target: FunctionRef,
  receiver: { counterpart: Counterpart | null; isUsed: boolean },
  dialect: Dialect,
  graph: Graph,
): Callee {
  const { symbols } = target.file.summary;
  const { symbol } = target;
  const around = symbols[symbol.parent];
  if (around && isFunction(around)) {
    const sameAround = fn.file === target.file && fn.symbol.parent === symbol.parent;
    const obstacles = sameAround ? [] : [`it stands inside ${around.qualifiedName}`];
    return { root: null, rest: sameAround ? symbol.name : null, obstacles, reachable: sameAround };
  }
  const path = symbol.qualifiedName.split('.');
  const [first, ...rest] = path as [string, ...string[]];
  const root = { name: first, symbol: symbols.findLastIndex((one) => one.qualifiedName === first) };
  const isMember = symbol.kind === 'method';
  // What belongs to an object of Kotlin is called through its name.
  const isOfObject = dialect === 'kotlin' && /^(?:\w+\s+)*object\b/.test(around?.signature ?? '');
  if (!isMember || isOfObject || symbol.flags & FREE) {
    const mark = memberMark(dialect);
    const tail = rest.length === 0 ? '' : `${mark}${rest.join(mark === '::' && dialect !== 'rust' ? mark : '.')}`;
    return { root, rest: tail, obstacles: [], reachable: true };
  }
  const owner = around?.qualifiedName ?? path.slice(0, -1).join('.');
  const own = ownReceiver(fn, dialect);
  if (own !== null && isOfClass(fn, target, graph)) {
    // An override that names the own object would call itself.
    const object = fn.symbol.name !== symbol.name ? own : dialect === 'python' ? 'super()' : 'super';
    const arrow = dialect === 'php' || dialect === 'cpp' ? '->' : '.';
    return { root: null, rest: `${object}${arrow}${symbol.name}`, obstacles: [], reachable: true };
  }
  const { counterpart, isUsed } = receiver;
  if (counterpart && counterpart.kind !== 'value')
    return {
      root: null,
      rest: `${counterpart.text}.${symbol.name}`,
      obstacles: [`${counterpart.text} would have to be of ${owner}`],
      reachable: true,
    };
  const why = isUsed
    ? `it is a method and needs an object of ${owner}`
    : `it is a method of ${owner} and needs an object`;
  return { root: null, rest: null, obstacles: [why], reachable: true };
}

/** Name of the own object inside the function, null where it has none. */
function ownReceiver({ symbol }: FunctionRef, dialect: Dialect): string | null {
  if (symbol.kind !== 'method' || symbol.flags & FREE) return null;
  if (dialect === 'python') return symbol.parameters[0]?.name ?? null;
  if (dialect === 'go' || dialect === 'c') return null;
  if (dialect === 'php') return '$this';
  return dialect === 'rust' || dialect === 'ruby' || dialect === 'swift' ? 'self' : 'this';
}

/** What stands between a class and what belongs to it. */
export function memberMark(dialect: Dialect): string {
  return dialect === 'rust' || dialect === 'php' || dialect === 'cpp' ? '::' : '.';
}

const MOST_CLASSES = 30;

/** True when the class of the function is that of the target, or has it among its bases. */
function isOfClass(fn: FunctionRef, target: FunctionRef, graph: Graph): boolean {
  if (fn.symbol.parent < 0 || target.symbol.parent < 0) {
    const owner = (ref: FunctionRef): string => ref.symbol.qualifiedName.split('.').slice(0, -1).join('.');
    return fn.file === target.file && fn.symbol.parent === target.symbol.parent && owner(fn) === owner(target);
  }
  const queue = [{ file: fn.file.path, symbol: fn.symbol.parent }];
  for (let i = 0; i < queue.length && i < MOST_CLASSES; i++) {
    const one = queue[i]!;
    if (one.file === target.file.path && one.symbol === target.symbol.parent) return true;
    queue.push(...graph.baseClasses(one));
  }
  return false;
}
