import type { LanguageId } from '../../model/facts.ts';
import { Receiver } from '../../model/references.ts';
import { builtinsOf, isBuiltinMethod } from '../builtins.ts';
import type { Resolution, ResolverContext, SymbolRef } from '../types.ts';
import { FileNames, ownerOf } from './fileNames.ts';
import type { ModuleScheme, Outside } from './scheme.ts';

type Meaning = Resolution | Extract<Outside, { kind: 'package' }>;

const UNRESOLVED: Meaning = { kind: 'unresolved' };
const VALUE: Meaning = { kind: 'value' };

const INHERITS_NAMES: ReadonlySet<LanguageId> = new Set<LanguageId>(['java', 'kotlin', 'csharp', 'swift']);

/** Base classes are followed this far up; a longer chain is damage or a cycle. */
const MAX_BASES = 32;

/**
 * Resolution of one language that the table-driven extractor reads. Inside a file the extractor has said what plain names
 * mean; here they are followed over imports, packages and evident types. What is not evident stays unresolved: a method
 * of a value without a declared type, one of several overloads, a type parameter.
 */
export class GenericEvaluation {
  private readonly files = new Map<string, FileNames | null>();
  private readonly known = new Map<string, (Meaning | undefined)[]>();
  private readonly importsOf = new Map<string, Meaning>();

  constructor(
    private readonly context: ResolverContext,
    private readonly language: LanguageId,
    private readonly scheme: ModuleScheme,
  ) {}

  file(path: string): FileNames | null {
    let file = this.files.get(path);
    if (file === undefined) {
      const source = this.context.file(path);
      file = source?.summary.language === this.language ? new FileNames(source) : null;
      this.files.set(path, file);
    }
    return file;
  }

  reference(path: string, id: number): Resolution {
    const meaning = this.meaning(path, id);
    return meaning.kind === 'package' ? moduleOf(meaning.files) : meaning;
  }

  baseClasses(ref: SymbolRef): SymbolRef[] {
    const bases = this.file(ref.file)?.detail.bases.find((entry) => entry.symbol === ref.symbol);
    return (bases?.references ?? []).flatMap((id) => {
      const meaning = this.meaning(ref.file, id);
      return meaning.kind === 'symbol' ? [meaning.target] : [];
    });
  }

  private meaning(path: string, id: number): Meaning {
    const file = this.file(path);
    if (!file || id < 0 || id >= file.detail.references.name.length) return UNRESOLVED;
    let memo = this.known.get(path);
    if (!memo) this.known.set(path, (memo = new Array<Meaning | undefined>(file.detail.references.name.length)));
    const known = memo[id];
    if (known) return known;
    memo[id] = UNRESOLVED;
    return (memo[id] = this.evaluate(file, id));
  }

  private evaluate(file: FileNames, id: number): Meaning {
    const { references, strings } = file.detail;
    const name = strings[references.name[id]!]!;
    const receiver = references.receiver[id]!;
    if (receiver === Receiver.None) return this.plainName(file, id, name);
    if (receiver === Receiver.Super) return this.ofBases(file, id, name);
    if (receiver === Receiver.Literal) return builtinMember(this.language, name);
    if (receiver < 0) return UNRESOLVED;
    if (references.receiverCalled[id]) {
      // `new T().name()`: what a constructor gives is evident, what a function gives is not.
      const made = this.meaning(file.file.path, receiver);
      return made.kind === 'symbol' && this.isType(made.target) ? this.member(made.target, name) : UNRESOLVED;
    }
    return this.memberOf(file, receiver, name);
  }

  private memberOf(file: FileNames, receiver: number, name: string): Meaning {
    const type = this.typeOf(file, receiver);
    const own = type && this.member(type, name);
    if (own?.kind === 'symbol') return own;
    const extension = this.extension(file, receiver, name);
    if (extension ?? own) return extension ?? own!;
    const object = this.meaning(file.file.path, receiver);
    if (object.kind === 'external') return { kind: 'external', name: object.name + this.scheme.separator + name };
    if (object.kind === 'builtin') return { kind: 'builtin', name: `${object.name}.${name}` };
    if (object.kind === 'package') {
      const found = this.inPackage(object, name) ?? this.scheme.inside?.(object, name);
      return found ?? UNRESOLVED;
    }
    return object.kind === 'symbol' && this.isType(object.target) ? this.member(object.target, name) : UNRESOLVED;
  }

  /** The only function that is seen here and extends the evident type of a reference's value, by the type's name. */
  private extension(file: FileNames, receiver: number, name: string): Meaning | null {
    const type = file.detail.lexical?.type[receiver] ?? -1;
    const files = type === -1 ? undefined : this.scheme.extensionFiles?.(file.file.path, name);
    if (!files) return null;
    const { references, strings } = file.detail;
    const typeName = type >= 0 ? strings[references.name[type]!]! : file.summary.symbols[-2 - type]!.name;
    const found: SymbolRef[] = [];
    for (const path of files)
      for (const symbol of this.file(path)?.extensionsOf(typeName, name) ?? []) found.push({ file: path, symbol });
    return found.length === 1 ? { kind: 'symbol', target: found[0]! } : null;
  }

  /** Class of the workspace that is the evident type of a reference's value. */
  private typeOf(file: FileNames, id: number): SymbolRef | null {
    const type = file.detail.lexical?.type[id] ?? -1;
    if (type === -1) return null;
    if (type <= -2) return { file: file.file.path, symbol: -2 - type };
    const meaning = this.meaning(file.file.path, type);
    return meaning.kind === 'symbol' && this.isType(meaning.target) ? meaning.target : null;
  }

  private isType(ref: SymbolRef): boolean {
    const kind = this.file(ref.file)?.summary.symbols[ref.symbol]?.kind;
    return kind === 'class' || kind === 'interface';
  }

  private plainName(file: FileNames, id: number, name: string): Meaning {
    const { detail } = file;
    const { path } = file.file;
    const meaning = detail.lexical?.meaning[id] ?? -1;
    if (meaning >= 0) return this.one(path, [meaning, ...this.overloads(file, meaning)]);
    if (meaning === -2) return VALUE;
    if (meaning <= -3) return this.imported(path, -3 - meaning);
    const scope = detail.references.scope[id]!;
    const prefix = prefixOf(file, scope);
    const word = this.scheme.word?.(path, name, prefix);
    if (word) return word;
    // A name that no scope of the file declares may be a member that the class inherits.
    const inherited = this.inherited(file, detail.references.symbol[id]!, name);
    if (inherited) return inherited;
    if (prefix === '') {
      const files = this.scheme.packageFiles(path).filter((other) => other !== path);
      const found = this.inPackage({ kind: 'package', files, prefix: '' }, name);
      if (found) return found;
    }
    let hidden = false;
    for (const [index, fact] of detail.imports.entries()) {
      if (fact.form !== 'star' || prefixOf(file, fact.scope) !== prefix) continue;
      const source = this.imported(path, index);
      if (source.kind === 'package') {
        const found = this.inPackage(source, name);
        if (found) return found;
      } else if (source.kind === 'symbol') {
        const found = this.member(source.target, name);
        if (found.kind === 'symbol') return found;
      } else hidden = true;
    }
    if (builtinsOf(this.language).names.has(name)) return { kind: 'builtin', name };
    // An import of all names of something unknown may bring in any name.
    const root = hidden ? null : this.scheme.root?.(path, name);
    if (root) return root;
    return UNRESOLVED;
  }

  /** Other methods of the same class and name: which one is meant is not evident. */
  private overloads(file: FileNames, symbol: number): number[] {
    const fact = file.summary.symbols[symbol]!;
    if (fact.kind !== 'method') return [];
    return file.named(fact.qualifiedName).filter((other) => other !== symbol);
  }

  private one(path: string, candidates: readonly number[]): Meaning {
    return candidates.length === 1 ? { kind: 'symbol', target: { file: path, symbol: candidates[0]! } } : UNRESOLVED;
  }

  private imported(path: string, index: number): Meaning {
    const key = `${index} ${path}`;
    let meaning = this.importsOf.get(key);
    if (meaning) return meaning;
    this.importsOf.set(key, UNRESOLVED);
    const fact = this.file(path)?.detail.imports[index];
    meaning = (fact && this.scheme.imported(path, fact)) ?? UNRESOLVED;
    // A package's name may be that of a symbol in it: `use a::b` where b is a function.
    if (meaning.kind === 'package' && fact && fact.imported !== '' && fact.form === 'from')
      meaning = this.inPackage(meaning, fact.imported) ?? this.scheme.inside?.(meaning, fact.imported) ?? UNRESOLVED;
    this.importsOf.set(key, meaning);
    return meaning;
  }

  /** A symbol at the level of a package, or what the package itself imports for others (`pub use`). */
  private inPackage(source: Extract<Outside, { kind: 'package' }>, name: string): Meaning | null {
    const found: SymbolRef[] = [];
    for (const path of source.files) {
      const file = this.file(path);
      if (!file) continue;
      for (const symbol of file.named(source.prefix + name))
        if (file.summary.symbols[symbol]!.parent < 0) found.push({ file: path, symbol });
    }
    if (found.length === 1) return { kind: 'symbol', target: found[0]! };
    if (found.length > 1) {
      const target = this.scheme.parts?.(found);
      return target ? { kind: 'symbol', target } : UNRESOLVED;
    }
    if (!this.scheme.inside) return null;
    for (const path of source.files) {
      const imports = this.file(path)?.detail.imports ?? [];
      const index = imports.findIndex(
        (fact) => fact.local === name && prefixOf(this.file(path)!, fact.scope) === source.prefix,
      );
      if (index >= 0) return this.imported(path, index);
    }
    return null;
  }

  /** A member of a class: its own methods, then those of its bases. Several of a name are none that is evident. */
  private member(type: SymbolRef, name: string, depth = 0): Meaning {
    const file = this.file(type.file);
    if (!file || depth > MAX_BASES) return UNRESOLVED;
    const owner = file.summary.symbols[type.symbol]!.qualifiedName;
    const found: SymbolRef[] = [];
    for (const path of [type.file, ...this.scheme.methodFiles(type.file).filter((other) => other !== type.file)]) {
      for (const symbol of this.file(path)?.methodsOf(owner, name) ?? []) found.push({ file: path, symbol });
      if (path === type.file)
        for (const symbol of file.named(`${owner}.${name}`))
          if (file.summary.symbols[symbol]!.kind !== 'method') found.push({ file: path, symbol });
    }
    if (found.length === 1) return { kind: 'symbol', target: found[0]! };
    if (found.length > 1) return this.inherent(found);
    const bases = this.baseClasses(type);
    const inherited = bases.map((base) => this.member(base, name, depth + 1)).filter((one) => one.kind === 'symbol');
    return inherited.length === 1 ? inherited[0]! : UNRESOLVED;
  }

  /** Of several methods of a name the one that belongs to the type itself rather than to a contract. */
  private inherent(found: readonly SymbolRef[]): Meaning {
    const own = found.filter((ref) => !this.file(ref.file)!.summary.symbols[ref.symbol]!.qualifiedName.includes('<'));
    return own.length === 1 ? { kind: 'symbol', target: own[0]! } : UNRESOLVED;
  }

  /** `super.name`: a member of the bases of the class around. */
  private ofBases(file: FileNames, id: number, name: string): Meaning {
    const type = classAround(file, file.detail.references.symbol[id]!);
    if (type < 0) return UNRESOLVED;
    const bases = this.baseClasses({ file: file.file.path, symbol: type });
    const found = bases.map((base) => this.member(base, name)).filter((one) => one.kind === 'symbol');
    return found.length === 1 ? found[0]! : UNRESOLVED;
  }

  private inherited(file: FileNames, symbol: number, name: string): Meaning | null {
    if (!this.inheritsNames) return null;
    for (let at = classAround(file, symbol); at >= 0; at = classAround(file, file.summary.symbols[at]!.parent)) {
      const found = this.member({ file: file.file.path, symbol: at }, name);
      if (found.kind === 'symbol') return found;
    }
    // A method outside of its type (Swift's extensions) sees the type's members.
    const fact = file.summary.symbols[outermostOf(file, symbol)];
    const owner = fact && ownerOf(fact);
    if (!fact || fact.parent >= 0 || !owner) return null;
    const files = this.scheme.packageFiles(file.file.path);
    const type = this.inPackage({ kind: 'package', files, prefix: '' }, owner);
    const found = type?.kind === 'symbol' && this.isType(type.target) ? this.member(type.target, name) : null;
    return found?.kind === 'symbol' ? found : null;
  }

  /** Languages in which a class's members are named without a receiver. */
  private get inheritsNames(): boolean {
    return INHERITS_NAMES.has(this.language);
  }
}

function outermostOf(file: FileNames, symbol: number): number {
  let at = symbol;
  while (at >= 0 && file.summary.symbols[at]!.parent >= 0) at = file.summary.symbols[at]!.parent;
  return at;
}

function classAround(file: FileNames, symbol: number): number {
  for (let at = symbol; at >= 0; at = file.summary.symbols[at]!.parent) {
    const { kind } = file.summary.symbols[at]!;
    if (kind === 'class' || kind === 'interface') return at;
  }
  return -1;
}

/** Prefix of qualified names in the module (inside a file) that a scope stands in. */
function prefixOf(file: FileNames, scope: number): string {
  const { scopes } = file.detail;
  let at = scope;
  while (at > 0 && scopes[at]!.kind !== 'module') at = scopes[at]!.parent;
  if (at <= 0) return '';
  const names: string[] = [];
  for (let inner = at; inner > 0; inner = scopes[inner]!.parent) {
    if (scopes[inner]!.kind !== 'module') continue;
    const line = scopes[inner]!.startLine;
    const around = scopes[scopes[inner]!.parent]!;
    const binding = around.bindings.find((one) => one.kind === 'definition' && one.symbol < 0 && one.line === line);
    names.unshift(binding?.name ?? '?');
  }
  return names.map((name) => `${name}.`).join('');
}

function builtinMember(language: LanguageId, name: string): Meaning {
  return isBuiltinMethod(language, name) ? { kind: 'builtin', name: `.${name}` } : UNRESOLVED;
}

function moduleOf(files: readonly string[]): Resolution {
  return files.length > 0 ? { kind: 'module', file: files[0]! } : { kind: 'unresolved' };
}
