import type { BindingFact, BindingKind, ScopeFact, ScopeKind } from '../../model/facts.ts';

const GLOBAL = -2;
const NONLOCAL = -3;

/**
 * Scopes, bindings and variables of one file, after Python's rules: a name is one variable in the whole of the scope
 * that binds it, a class's names are not visible in the functions inside it, `global` and `nonlocal` send a name
 * elsewhere. A variable is a pair of scope and name; its id is what body digests rename by.
 */
export class ScopeTable {
  readonly scopes: ScopeFact[] = [];
  /** Scope of each variable. */
  readonly variableScope: number[] = [];
  /** Imported path of a variable that an import made first, else undefined. */
  readonly variableImport: (string | undefined)[] = [];
  /** What bound each variable first. */
  private readonly variableFirst: BindingFact[] = [];
  private readonly variables: Map<number, number>[] = [];
  private readonly names: string[];
  private readonly pending: { scope: number; name: number; binding: BindingFact }[] = [];

  constructor(names: string[]) {
    this.names = names;
  }

  open(kind: ScopeKind, parent: number, symbol: number, startLine: number, endLine: number): number {
    this.variables.push(new Map());
    return this.scopes.push({ kind, parent, symbol, startLine, endLine, bindings: [] }) - 1;
  }

  /** Declares a name `global` or `nonlocal` in a scope: bindings that follow go to the scope it names. */
  redirect(scope: number, name: number, kind: 'global' | 'nonlocal', line: number): void {
    if (scope > 0) this.variables[scope]!.set(name, kind === 'global' ? GLOBAL : NONLOCAL);
    this.scopes[scope]!.bindings.push(this.fact(name, kind, line, false));
  }

  /** Binds a name; the fact comes back so that its value, import or symbol can be filled in. */
  bind(scope: number, name: number, kind: BindingKind, line: number, conditional: boolean): BindingFact {
    const binding = this.fact(name, kind, line, conditional);
    const known = this.variables[scope]!.get(name);
    if (known === NONLOCAL) {
      binding.conditional = true;
      this.pending.push({ scope, name, binding });
      return binding;
    }
    const owner = known === GLOBAL ? 0 : scope;
    if (this.variables[owner]!.get(name) === undefined) {
      this.variables[owner]!.set(name, this.variableScope.push(owner) - 1);
      this.variableImport.push(undefined);
      this.variableFirst.push(binding);
    }
    // What a function binds through `global` happens when it is called, if ever.
    if (owner !== scope) binding.conditional = true;
    this.scopes[owner]!.bindings.push(binding);
    return binding;
  }

  /** Remembers what an imported name stands for, unless something else bound the variable before. */
  noteImport(scope: number, name: number, path: string): void {
    const variable = this.lookup(scope, name);
    if (variable < 0) return;
    if (this.variableFirst[variable]!.kind === 'import') this.variableImport[variable] ??= path;
  }

  /** How a variable was bound first. */
  firstKind(variable: number): BindingKind {
    return this.variableFirst[variable]!.kind;
  }

  /** Variable that a plain name means when it stands in `scope`, or -1 when the file does not bind it there. */
  lookup(scope: number, name: number): number {
    let direct = true;
    for (let at = scope; at >= 0; at = this.scopes[at]!.parent) {
      const kind = this.scopes[at]!.kind;
      if (kind !== 'class' || direct) {
        const variable = this.variables[at]!.get(name);
        if (variable === GLOBAL) return Math.max(-1, this.variables[0]!.get(name) ?? -1);
        if (variable !== undefined && variable >= 0) return variable;
      }
      // An annotation scope (type parameters) sees the class around it; function scopes do not.
      if (kind !== 'type') direct = false;
    }
    return -1;
  }

  /** Puts what was bound through `nonlocal` into the scopes that own the names. Called once, at the end of the file. */
  settle(): void {
    for (const { scope, name, binding } of this.pending) {
      const variable = this.lookup(scope, name);
      const owner = variable < 0 ? scope : this.variableScope[variable]!;
      const bindings = this.scopes[owner]!.bindings;
      let at = bindings.length;
      while (at > 0 && bindings[at - 1]!.line > binding.line) at--;
      bindings.splice(at, 0, binding);
    }
  }

  private fact(name: number, kind: BindingKind, line: number, conditional: boolean): BindingFact {
    return { name: this.names[name]!, kind, line, symbol: -1, import: -1, value: -1, valueCalled: false, conditional };
  }
}
