import { SymbolFlag } from '../../model/facts.ts';
import type { GraphFile, ResolverContext, SymbolRef } from '../types.ts';
import { addToList } from '../../model/counts.ts';

/** Definitions of C and C++ by qualified name, over all files of a state, and what each file only declares. */
export class FamilyIndex {
  private readonly files = new Map<string, GraphFile>();
  private readonly definitions = new Map<string, SymbolRef[]>();
  private readonly namespaces = new Set<string>();
  private readonly notes = new Map<string, { declarations: ReadonlySet<string>; macros: ReadonlySet<string> }>();

  constructor({ input }: ResolverContext) {
    for (const file of input.files) {
      if (file.summary.language !== 'c' && file.summary.language !== 'cpp') continue;
      this.files.set(file.path, file);
      file.summary.symbols.forEach((symbol, index) => {
        const ref = { file: file.path, symbol: index };
        addToList(this.definitions, symbol.qualifiedName, ref);
        if (symbol.parent >= 0) return;
        for (let name = symbol.qualifiedName; name.includes('.');) {
          name = name.slice(0, name.lastIndexOf('.'));
          this.namespaces.add(name);
        }
      });
    }
  }

  file(path: string): GraphFile | undefined {
    return this.files.get(path);
  }

  defined(qualifiedName: string): readonly SymbolRef[] {
    return this.definitions.get(qualifiedName) ?? [];
  }

  /** True for a name that qualified names of the workspace begin with: a namespace, or a class. */
  isScope(qualifiedName: string): boolean {
    return this.namespaces.has(qualifiedName);
  }

  isExported(ref: SymbolRef): boolean {
    return this.has(ref, SymbolFlag.Exported);
  }

  isConditional(ref: SymbolRef): boolean {
    return this.has(ref, SymbolFlag.Conditional);
  }

  private has({ file, symbol }: SymbolRef, flag: number): boolean {
    return (this.files.get(file)!.summary.symbols[symbol]!.flags & flag) !== 0;
  }

  isClass({ file, symbol }: SymbolRef): boolean {
    const kind = this.files.get(file)?.summary.symbols[symbol]?.kind;
    return kind === 'class' || kind === 'interface';
  }

  declares(paths: Iterable<string>, qualifiedName: string): boolean {
    for (const path of paths) if (this.notesOf(path).declarations.has(qualifiedName)) return true;
    return false;
  }

  hasMacro(paths: Iterable<string>, name: string): boolean {
    for (const path of paths) if (this.notesOf(path).macros.has(name)) return true;
    return false;
  }

  private notesOf(path: string): { declarations: ReadonlySet<string>; macros: ReadonlySet<string> } {
    let made = this.notes.get(path);
    if (!made) {
      const bindings = this.files.get(path)?.detail().scopes[0]?.bindings ?? [];
      const named = (wanted: string): Set<string> =>
        new Set(bindings.flatMap(({ kind, name }) => (kind === wanted ? [name] : [])));
      this.notes.set(path, (made = { declarations: named('declaration'), macros: named('macro') }));
    }
    return made;
  }
}
