import type { SymbolFact } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import type { GraphFile, ResolverContext, SymbolRef } from '../types.ts';
import { addToList } from '../../model/counts.ts';

/** Methods of one class or module, by name: of its objects, and of itself. */
interface Members {
  own: Map<string, SymbolRef[]>;
  singleton: Map<string, SymbolRef[]>;
}

/** Classes and modules of Ruby by full name, over all files of a state: one may be opened in many places. */
export class ClassIndex {
  private readonly files = new Map<string, GraphFile>();
  private readonly classes = new Map<string, SymbolRef[]>();
  private readonly members = new Map<string, Members>();
  private readonly notes = new Map<string, ReadonlySet<string>>();
  private declared: ReadonlySet<string> | undefined;

  constructor({ input }: ResolverContext) {
    for (const file of input.files) {
      if (file.summary.language !== 'ruby') continue;
      this.files.set(file.path, file);
      file.summary.symbols.forEach((symbol, index) => this.add(symbol, { file: file.path, symbol: index }));
    }
  }

  private add(symbol: SymbolFact, ref: SymbolRef): void {
    const { kind, name, qualifiedName } = symbol;
    if (kind === 'class') {
      addToList(this.classes, qualifiedName, ref);
      return;
    }
    if ((symbol.flags & SymbolFlag.Bound) !== 0 && kind === 'function') return;
    const owner = kind === 'method' ? qualifiedName.slice(0, Math.max(0, qualifiedName.length - name.length - 1)) : '';
    let members = this.members.get(owner);
    if (!members) this.members.set(owner, (members = { own: new Map(), singleton: new Map() }));
    addToList(symbol.flags & SymbolFlag.Static ? members.singleton : members.own, name, ref);
  }

  file(path: string): GraphFile | undefined {
    return this.files.get(path);
  }

  paths(): Iterable<string> {
    return this.files.keys();
  }

  /** All places where the class is opened. */
  opened(name: string): readonly SymbolRef[] {
    return this.classes.get(name) ?? [];
  }

  nameOf({ file, symbol }: SymbolRef): string {
    return this.files.get(file)!.summary.symbols[symbol]!.qualifiedName;
  }

  isClass({ file, symbol }: SymbolRef): boolean {
    return this.files.get(file)?.summary.symbols[symbol]?.kind === 'class';
  }

  /** Methods of exactly this class; the empty name stands for the methods outside classes. */
  methods(owner: string, name: string, singleton: boolean): readonly SymbolRef[] {
    const members = this.members.get(owner);
    return (singleton ? members?.singleton : members?.own)?.get(name) ?? [];
  }

  /** True for a constant, attribute or alias of this full name, which is no method that can be followed. */
  isNoted(name: string): boolean {
    if (!this.declared) {
      const all = new Set<string>();
      for (const path of this.files.keys()) for (const note of this.notesOf(path)) all.add(note);
      this.declared = all;
    }
    return this.declared.has(name);
  }

  private notesOf(path: string): ReadonlySet<string> {
    let made = this.notes.get(path);
    if (!made) {
      const bindings = this.files.get(path)?.detail().scopes[0]?.bindings ?? [];
      made = new Set(bindings.flatMap(({ kind, name }) => (kind === 'declaration' ? [name] : [])));
      this.notes.set(path, made);
    }
    return made;
  }
}
