import type { FileDetail, FileSummary, SymbolFact } from '../../model/facts.ts';
import type { GraphFile } from '../types.ts';
import { addToList } from '../../model/counts.ts';

/** The names of one file, for lookups by qualified name. */
export class FileNames {
  readonly summary: FileSummary;
  readonly detail: FileDetail;
  private readonly byName = new Map<string, number[]>();
  /** Symbols of a method's name by the name of the type that they belong to: `Server` to `Start`. */
  private readonly methods = new Map<string, Map<string, number[]>>();

  /** Functions that extend a type of elsewhere, by the type's name and their own. */
  private readonly extensions = new Map<string, Map<string, number[]>>();

  constructor(readonly file: GraphFile) {
    this.summary = file.summary;
    this.detail = file.detail();
    this.summary.symbols.forEach((symbol, index) => {
      addToList(this.byName, symbol.qualifiedName, index);
      const owner = ownerOf(symbol);
      if (owner === null) return;
      pushIn(this.methods, owner, symbol.name, index);
      const extended = symbol.parent < 0 ? owner : EXTENDS.exec(symbol.signature)?.[1];
      if (extended !== undefined)
        pushIn(this.extensions, extended.slice(extended.lastIndexOf('.') + 1), symbol.name, index);
    });
  }

  /** Functions `name` of the file that extend the type `type`: methods outside of a type, C#'s with `this`. */
  extensionsOf(type: string, name: string): readonly number[] {
    return this.extensions.get(type)?.get(name) ?? [];
  }

  /** Symbols of exactly this qualified name. */
  named(qualifiedName: string): readonly number[] {
    return this.byName.get(qualifiedName) ?? [];
  }

  /** Methods `name` of the type with this qualified name, those of contracts (`<Trait for Type>`) included. */
  methodsOf(owner: string, name: string): readonly number[] {
    return this.methods.get(owner)?.get(name) ?? [];
  }
}

/** The type that the first parameter of an extension method in C# has. */
const EXTENDS = /\(\s*this\s+(?:(?:in|ref|readonly)\s+)*([\w.]+)/;

function pushIn(map: Map<string, Map<string, number[]>>, outer: string, key: string, value: number): void {
  let inner = map.get(outer);
  if (!inner) map.set(outer, (inner = new Map<string, number[]>()));
  addToList(inner, key, value);
}

/** Qualified name of the type that a method belongs to; null for what is no method. */
export function ownerOf(symbol: SymbolFact): string | null {
  if (symbol.kind !== 'method') return null;
  const { qualifiedName, name } = symbol;
  const owner = qualifiedName.slice(0, Math.max(0, qualifiedName.length - name.length - 1));
  const contract = /^(.*?)<[^]* for ([^>]+)>$/.exec(owner);
  return contract ? contract[1]! + contract[2]! : owner;
}
