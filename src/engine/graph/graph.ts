import type { LanguageId, SymbolFact } from '../model/facts.ts';
import { Receiver, RefFlag } from '../model/references.ts';
import { builtinsOf, isBuiltinMethod } from './builtins.ts';
import { createFamilyResolver } from './cfamily/resolver.ts';
import { createEcmascriptResolver } from './ecmascript/resolver.ts';
import { createGenericResolver } from './generic/resolver.ts';
import { createPythonResolver } from './python/resolver.ts';
import { createRubyResolver } from './ruby/resolver.ts';
import { SymbolReferences } from './symbolReferences.ts';
import type { Callee, Graph, GraphFile, GraphInput, LanguageResolver, Resolution } from './types.ts';
import type { ResolverContext, SymbolRef } from './types.ts';

/** Makes the resolver of a language family. */
export type ResolverFactory = (context: ResolverContext) => LanguageResolver;

export interface ResolverFactories {
  python: ResolverFactory;
  ecmascript: ResolverFactory;
  /** Languages that tables describe. */
  generic: ResolverFactory;
  /** C and C++. */
  cfamily: ResolverFactory;
  ruby: ResolverFactory;
}

const DEFAULT_RESOLVERS: ResolverFactories = {
  python: createPythonResolver,
  ecmascript: createEcmascriptResolver,
  generic: createGenericResolver,
  cfamily: createFamilyResolver,
  ruby: createRubyResolver,
};

const FAMILY_OF: Partial<Record<LanguageId, keyof ResolverFactories>> = {
  python: 'python',
  typescript: 'ecmascript',
  tsx: 'ecmascript',
  javascript: 'ecmascript',
  c: 'cfamily',
  cpp: 'cfamily',
  ruby: 'ruby',
};

/** References that are no use in the body: types, targets of stores, decorators, base lists. */
const NO_USE = RefFlag.Type | RefFlag.Store | RefFlag.Decorator | RefFlag.Base;

/**
 * The graph of one state. Nothing is read or resolved before somebody asks; what was found is remembered, so one graph
 * must not outlive its input.
 * @param resolvers what resolves each language family; only tests replace it
 */
export function createGraph(input: GraphInput, resolvers: Partial<ResolverFactories> = {}): Graph {
  return new StateGraph(input, { ...DEFAULT_RESOLVERS, ...resolvers });
}

class StateGraph implements Graph {
  private readonly files = new Map<string, GraphFile>();
  private readonly made = new Map<keyof ResolverFactories, LanguageResolver>();
  private readonly indexes = new Map<string, SymbolReferences>();
  private readonly calleesOf = new Map<string, Map<number, Callee[]>>();

  constructor(
    readonly input: GraphInput,
    private readonly factories: ResolverFactories,
  ) {
    for (const file of input.files) this.files.set(file.path, file);
  }

  file(path: string): GraphFile | undefined {
    return this.files.get(path);
  }

  symbol(ref: SymbolRef): SymbolFact {
    const symbol = this.files.get(ref.file)?.summary.symbols[ref.symbol];
    if (!symbol) throw new RangeError(`no symbol ${ref.symbol} in ${ref.file}`);
    return symbol;
  }

  resolve(path: string, reference: number): Resolution {
    const file = this.files.get(path);
    if (!file) return { kind: 'unresolved' };
    return this.resolver(file.summary.language).resolve(path, reference);
  }

  baseClasses(ref: SymbolRef): SymbolRef[] {
    const file = this.files.get(ref.file);
    return file ? this.resolver(file.summary.language).baseClasses(ref) : [];
  }

  callees(ref: SymbolRef): Callee[] {
    this.symbol(ref);
    return this.remembered(ref.file, ref.symbol);
  }

  moduleCallees(path: string): Callee[] {
    return this.files.has(path) ? this.remembered(path, -1) : [];
  }

  references(ref: SymbolRef): Uint32Array {
    this.symbol(ref);
    return this.indexOf(this.files.get(ref.file)!).within(ref.symbol);
  }

  private resolver(language: LanguageId): LanguageResolver {
    const family = FAMILY_OF[language] ?? 'generic';
    let resolver = this.made.get(family);
    if (!resolver) {
      resolver = this.factories[family]({ input: this.input, file: (path) => this.files.get(path) });
      this.made.set(family, resolver);
    }
    return resolver;
  }

  private remembered(path: string, symbol: number): Callee[] {
    let known = this.calleesOf.get(path);
    if (!known) this.calleesOf.set(path, (known = new Map()));
    let callees = known.get(symbol);
    if (!callees) known.set(symbol, (callees = this.collect(this.files.get(path)!, symbol)));
    return callees;
  }

  private indexOf(file: GraphFile): SymbolReferences {
    let index = this.indexes.get(file.path);
    if (!index) this.indexes.set(file.path, (index = new SymbolReferences(file.summary, file.detail())));
    return index;
  }

  private collect(file: GraphFile, symbol: number): Callee[] {
    const index = this.indexOf(file);
    const { references } = file.detail();
    // What is nested in the symbol is part of it: a call of an own helper is no callee, as little as a call of itself.
    const itself = new Set(symbol < 0 ? [] : index.nested(symbol));
    const found = new Map<string, Callee>();
    for (const id of symbol < 0 ? index.own(-1) : index.within(symbol)) {
      const flags = references.flags[id]!;
      if ((flags & NO_USE) !== 0) continue;
      // A name in `__all__` is no use; `getattr(module, 'f')` is.
      if ((flags & RefFlag.Reflective) !== 0 && references.receiver[id]! < 0) continue;
      const resolution = this.resolve(file.path, id);
      const called = (flags & (RefFlag.Call | RefFlag.New)) !== 0;
      if (!called && !isUse(resolution, flags)) continue;
      if (resolution.kind === 'symbol' && resolution.target.file === file.path && itself.has(resolution.target.symbol))
        continue;
      this.add(found, file, id, resolution, called);
    }
    return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }

  private add(found: Map<string, Callee>, file: GraphFile, id: number, resolution: Resolution, called: boolean): void {
    const { references, strings } = file.detail();
    const name = strings[references.name[id]!]!;
    const key = this.keyOf(name, references.receiver[id]!, resolution);
    const site = { reference: id, line: references.line[id]! };
    const known = found.get(key);
    if (known) {
      known.called ||= called;
      known.sites.push(site);
      return;
    }
    const builtin = this.isBuiltin(file, id, name, resolution);
    found.set(key, { key, name, resolution, builtin, called, sites: [site] });
  }

  private keyOf(name: string, receiver: number, resolution: Resolution): string {
    if (resolution.kind === 'symbol')
      return `${resolution.target.file}#${this.symbol(resolution.target).qualifiedName}`;
    if (resolution.kind === 'external' || resolution.kind === 'builtin') return resolution.name;
    return receiver === Receiver.None ? name : `.${name}`;
  }

  private isBuiltin(file: GraphFile, id: number, name: string, resolution: Resolution): boolean {
    if (resolution.kind === 'builtin') return true;
    if (resolution.kind === 'symbol' || resolution.kind === 'external' || resolution.kind === 'module') return false;
    const language = file.summary.language;
    const receiver = file.detail().references.receiver[id]!;
    if (receiver === Receiver.None) return builtinsOf(language).names.has(name);
    if (isBuiltinMethod(language, name)) return true;
    return (
      receiver >= 0 &&
      file.detail().references.receiverCalled[id] === 0 &&
      this.resolve(file.path, receiver).kind === 'builtin'
    );
  }
}

/** A reference that is not called is a use when it passes on a known function or names a JSX element's component. */
function isUse(resolution: Resolution, flags: number): boolean {
  return resolution.kind === 'symbol' || (resolution.kind === 'external' && (flags & RefFlag.Jsx) !== 0);
}
