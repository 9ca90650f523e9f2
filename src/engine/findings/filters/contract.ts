import type { Graph, SymbolRef } from '../../graph/types.ts';
import { SymbolFlag, type SymbolFact } from '../../model/facts.ts';
import { symbolKey, type FunctionRef, type StateFile } from '../../model/state.ts';

/** Methods that a language or its standard library asks for by name, whatever the class. */
const ASKED_FOR = new Set([
  ...['toString', 'toJSON', 'valueOf', 'equals', 'hashCode', 'compareTo', 'clone', 'close', 'dispose', 'render'],
  ...['ToString', 'Equals', 'GetHashCode', 'CompareTo', 'Dispose', 'DisposeAsync', 'Clone'],
  ...['String', 'GoString', 'Error', 'Unwrap', 'Len', 'Less', 'Swap', 'Read', 'Write', 'Close', 'ServeHTTP', 'Scan'],
  ...['Value', 'MarshalJSON', 'UnmarshalJSON', 'MarshalText', 'UnmarshalText', 'MarshalYAML', 'UnmarshalYAML'],
  ...['to_s', 'to_h', 'to_a', 'inspect', 'hash', 'eql?', '==', '<=>', 'each', 'coerce', 'call', 'respond_to_missing?'],
  ...['encode', 'jsonSerialize', 'getIterator', 'offsetGet', 'offsetSet', 'offsetExists', 'offsetUnset'],
]);
const DOUBLE_UNDERSCORE = /^__\w+(?:__)?$/;
/** Python's asynchronous protocols: `__anext__` beside `__next__`. */
const ASYNCHRONOUS = /^__a(?=(?:next|iter|enter|exit)__$)/;
/** Methods that two classes have both, from which they are taken for implementations of one unwritten contract. */
const SHARED_METHODS = 3;

/**
 * True for methods of two classes that implement one contract: a trait or interface, a base class (one may override the
 * other), a protocol, an interface of the workspace that names the method, what the language asks for by name, or the same
 * set of methods without a word of it. Methods that merely have one name are no contract.
 */
export function sameContract(a: FunctionRef, b: FunctionRef, graph: Graph): boolean {
  // A computed name (`[Symbol.iterator]`) is there for those who ask for it by the symbol, in objects as in classes.
  if (a.symbol.name === b.symbol.name && a.symbol.name.startsWith('[')) return true;
  if (a.symbol.kind !== 'method' || b.symbol.kind !== 'method' || contractName(a) !== contractName(b)) return false;
  if (a.file === b.file && a.symbol.parent === b.symbol.parent && ownerName(a) === ownerName(b)) return false;
  const { name, flags } = a.symbol;
  if (flags & b.symbol.flags & SymbolFlag.Implements) return true;
  if (DOUBLE_UNDERSCORE.test(name) || ASKED_FOR.has(name)) return true;
  return haveCommonBase(a, b, graph) || askedForNames(graph).has(name) || sharedMethods(a, b) >= SHARED_METHODS;
}

function contractName({ symbol }: FunctionRef): string {
  return symbol.name.replace(ASYNCHRONOUS, '__');
}

function ownerName({ symbol }: FunctionRef): string {
  return symbol.qualifiedName.slice(0, -symbol.name.length);
}

function haveCommonBase(a: FunctionRef, b: FunctionRef, graph: Graph): boolean {
  if (a.symbol.parent < 0 || b.symbol.parent < 0) return false;
  const above = ancestry(a, graph);
  for (const one of ancestry(b, graph)) if (above.has(one)) return true;
  return false;
}

/** The class of a method and all that it extends, as keys; of classes outside the workspace the name. */
function ancestry({ file, symbol }: FunctionRef, graph: Graph): Set<string> {
  const found = new Set<string>();
  const open: SymbolRef[] = [{ file: file.path, symbol: symbol.parent }];
  for (let at = open.pop(); at; at = open.pop()) {
    const key = symbolKey(at.file, at.symbol);
    if (found.has(key)) continue;
    found.add(key);
    open.push(...graph.baseClasses(at));
    for (const name of outsideBases(at, graph)) found.add(name);
  }
  return found;
}

/** Names of bases that are no classes of the workspace; `object` and the like say nothing. */
function outsideBases({ file, symbol }: SymbolRef, graph: Graph): string[] {
  const detail = graph.file(file)?.detail();
  const entry = detail?.bases.find((base) => base.symbol === symbol);
  if (!detail || !entry) return [];
  return entry.references.flatMap((id) => {
    const name = detail.strings[detail.references.name[id]!]!;
    return name === 'object' || name === 'Object' || graph.resolve(file, id).kind === 'symbol'
      ? []
      : [`outside ${name}`];
  });
}

const asked = new WeakMap<Graph, ReadonlySet<string>>();

/** Names of methods that an interface, a protocol or an abstract class of the workspace declares. */
function askedForNames(graph: Graph): ReadonlySet<string> {
  let names = asked.get(graph);
  if (!names) {
    const found = new Set<string>();
    for (const { summary } of graph.input.files) for (const name of declaredIn(summary.symbols)) found.add(name);
    asked.set(graph, (names = found));
  }
  return names;
}

function* declaredIn(symbols: readonly SymbolFact[]): Iterable<string> {
  for (const { kind, flags, parent, name } of symbols) {
    if (kind !== 'method' || parent < 0) continue;
    if (symbols[parent]!.kind === 'interface' || flags & (SymbolFlag.Abstract | SymbolFlag.Stub)) yield name;
  }
}

/** Methods of one name in both classes, constructors left out. */
function sharedMethods(a: FunctionRef, b: FunctionRef): number {
  const inA = methodsBeside(a.file, a);
  let shared = 0;
  for (const name of methodsBeside(b.file, b)) if (inA.has(name)) shared++;
  return shared;
}

function methodsBeside(file: StateFile, ref: FunctionRef): Set<string> {
  const names = new Set<string>();
  const owner = ownerName(ref);
  for (const { kind, parent, name, flags, qualifiedName } of file.summary.symbols) {
    if (kind !== 'method' || parent !== ref.symbol.parent || flags & SymbolFlag.Constructor) continue;
    if (qualifiedName.slice(0, -name.length) === owner) names.add(name);
  }
  return names;
}
