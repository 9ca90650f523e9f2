import type { BindingFact, BindingKind, ScopeFact, ScopeKind } from '../../model/facts.ts';

/** One declaration of a name. In languages with lexical scopes a second declaration of a name is another variable. */
export interface Variable {
  name: number;
  scope: number;
  kind: BindingKind;
  binding: BindingFact;
  /** Seen in all of its scope, also before its declaration: functions, classes, members, what stands at file level. */
  hoisted: boolean;
  /** The object that a method belongs to. */
  receiver: boolean;
  /** Imported path, empty for what is not imported. */
  path: string;
  /** Evident type: id of the reference that names it, -1 for none, -2 - n for the class symbol n. */
  type: number;
}

/**
 * Scopes and variables of one file, by the rules that languages with declarations share: a name means the latest
 * declaration before it in the innermost scope that has one; hoisted names are seen from everywhere in their scope.
 * Lookups of local names happen while the file is walked, those of hoisted names when all is known.
 */
export class LexicalScopes {
  readonly scopes: ScopeFact[] = [];
  readonly variables: Variable[] = [];
  private readonly latest: Map<number, number>[] = [];
  private readonly hoisted: Map<number, number>[] = [];

  /** Function scopes that see no variables (`$name`) of the scopes around them. */
  private readonly closed = new Set<number>();

  constructor(private readonly names: readonly string[]) {}

  /** Lookups of variables written `$name` end in this scope: functions of PHP. */
  close(scope: number): void {
    this.closed.add(scope);
  }

  private endsIn(scope: number, name: number): boolean {
    return this.closed.has(scope) && this.names[name]!.startsWith('$');
  }

  open(kind: ScopeKind, parent: number, symbol: number, startLine: number, endLine: number): number {
    this.latest.push(new Map());
    this.hoisted.push(new Map());
    return this.scopes.push({ kind, parent, symbol, startLine, endLine, bindings: [] }) - 1;
  }

  /** Declares a name and answers its variable. */
  declare(
    scope: number,
    name: number,
    kind: BindingKind,
    line: number,
    hoisted: boolean,
    conditional = false,
    /** What it is looked up by, where that is not the name. */
    key = name,
  ): number {
    const binding: BindingFact = {
      ...{ name: this.names[name]!, kind, line, symbol: -1, import: -1, value: -1, valueCalled: false },
      conditional,
    };
    this.scopes[scope]!.bindings.push(binding);
    const variable = this.variables.push({
      ...{ name, scope, kind, binding, hoisted, receiver: false, path: '', type: -1 },
    });
    (hoisted ? this.hoisted : this.latest)[scope]!.set(key, variable - 1);
    return variable - 1;
  }

  /** Local variable that a name means where the walk stands, -1 when the innermost functions declare none. */
  local(scope: number, name: number): number {
    for (let at = scope; at >= 0; at = this.scopes[at]!.parent) {
      const found = this.latest[at]!.get(name);
      if (found !== undefined) return found;
      if (this.hoisted[at]!.has(name)) return -1;
      const { kind } = this.scopes[at]!;
      if (kind === 'module' || kind === 'class' || this.endsIn(at, name)) return -1;
    }
    return -1;
  }

  /**
   * Variable of a name that was not local, when the whole file is known; -1 when the file does not declare it.
   * A module scope inside the file ends the lookup, as what is around it is not seen from within.
   */
  later(scope: number, name: number): number {
    let outside = false;
    for (let at = scope; at >= 0; at = this.scopes[at]!.parent) {
      const hoisted = this.hoisted[at]!.get(name);
      if (hoisted !== undefined) return hoisted;
      const { kind } = this.scopes[at]!;
      const latest = outside || kind === 'module' || kind === 'class' ? this.latest[at]!.get(name) : undefined;
      if (latest !== undefined) return latest;
      if (kind === 'module' || this.endsIn(at, name)) return -1;
      if (kind === 'class') outside = true;
    }
    return -1;
  }

  /** Variable that this very scope declares under the name, -1 for none. */
  own(scope: number, name: number): number {
    return this.latest[scope]!.get(name) ?? this.hoisted[scope]!.get(name) ?? -1;
  }

  /** True when `scope` is `outer` or lies in it. */
  within(scope: number, outer: number): boolean {
    let at = scope;
    while (at > outer) at = this.scopes[at]!.parent;
    return at === outer;
  }
}
