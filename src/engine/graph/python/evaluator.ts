import type { BindingFact } from '../../model/facts.ts';
import { Receiver } from '../../model/references.ts';
import { builtinsOf, isBuiltinMethod } from '../builtins.ts';
import type { ResolverContext } from '../types.ts';
import { chooseBinding } from './chooseBinding.ts';
import { ClassTable } from './classes.ts';
import { CycleGuard, newEntry } from './cycleGuard.ts';
import { ModuleTable, type Module } from './modules.ts';
import { PythonFile, type NameGroup, type Value } from './pythonFile.ts';
import { ExternalNames, NOT_FOUND, UNRESOLVED, VALUE } from './values.ts';

const PYTHON_NAMES = builtinsOf('python').names;

/** A star import's search goes through at most so many modules. */
const MAX_STAR_MODULES = 500;

/**
 * Finds what references stand for: names by scopes (local, enclosing, module, builtin), imports by the module table,
 * attributes by what their receiver is. Everything is found on demand and remembered in the files.
 */
export class Evaluator {
  private readonly files = new Map<string, PythonFile | null>();
  private readonly modules: ModuleTable;
  private readonly outside = new ExternalNames();
  private readonly guard = new CycleGuard();
  readonly classes = new ClassTable(this, this.guard);

  constructor(private readonly context: ResolverContext) {
    this.modules = new ModuleTable(context);
  }

  /** The Python file at `path`, null when the state has none. */
  file(path: string): PythonFile | null {
    let file = this.files.get(path);
    if (file === undefined) {
      const source = this.context.file(path);
      file = source?.summary.language === 'python' ? new PythonFile(source) : null;
      this.files.set(path, file);
    }
    return file;
  }

  /** What a reference stands for. */
  reference(file: PythonFile, id: number): Value {
    const known = file.resolved[id];
    if (known) return known;
    const { receiver } = file.detail.references;
    // Receivers first, without recursion: chains of calls may be long.
    const chain = [id];
    let at = receiver[id]!;
    for (; at >= 0 && !file.resolved[at]; at = receiver[at]!) chain.push(at);
    let value = at >= 0 ? file.resolved[at]! : UNRESOLVED;
    for (let i = chain.length - 1; i >= 0; i--) {
      value = this.step(file, chain[i]!, value);
      if (this.guard.settled) file.resolved[chain[i]!] = value;
    }
    return value;
  }

  /** One reference; `base` is what its receiver stands for, when that is a reference. */
  private step(file: PythonFile, id: number, base: Value): Value {
    const { references, strings } = file.detail;
    const name = strings[references.name[id]!]!;
    const receiver = references.receiver[id]!;
    if (receiver >= 0) {
      return references.receiverCalled[id] === 1 ? this.attributeOfResult(base, name) : this.attribute(base, name);
    }
    switch (receiver) {
      case Receiver.None:
        return this.name(file, references.scope[id]!, name, references.line[id]!);
      case Receiver.Super: {
        const inside = file.enclosingClass(references.symbol[id]!);
        return inside < 0 ? UNRESOLVED : this.classes.member(file.symbolValue(inside), name, 'super');
      }
      case Receiver.Literal:
        return isBuiltinMethod('python', name) ? this.outside.builtin(`.${name}`) : UNRESOLVED;
      default:
        return UNRESOLVED;
    }
  }

  /** Looks a plain name up from a scope: class scopes are seen only by the code that stands directly in them. */
  private name(file: PythonFile, scope: number, name: string, line: number): Value {
    const { scopes } = file.detail;
    let direct = true;
    for (let at = scope; at > 0; at = scopes[at]!.parent) {
      const { kind } = scopes[at]!;
      if (kind !== 'class' || direct) {
        const group = file.names(at).get(name);
        if (group?.global) break;
        if (group && !group.nonlocal) {
          const value = group.deleted
            ? this.beforeDeletion(file, at, group, at === scope, line)
            : this.group(file, at, group);
          // A class body falls through to the module while its own name is not bound yet (`x = x`).
          if (value !== NOT_FOUND || kind !== 'class') return value === NOT_FOUND ? VALUE : value;
        }
      }
      if (kind !== 'type') direct = false;
    }
    const value = this.moduleName(file, name, scope === 0 ? line : 0);
    if (value !== NOT_FOUND) return value;
    return PYTHON_NAMES.has(name) ? this.outside.builtin(name) : UNRESOLVED;
  }

  /**
   * A name of a module, as its own code and importers see it; NOT_FOUND when the module does not bind it.
   * @param line where the module's own top-level code asks, 0 for all others (which run later)
   */
  private moduleName(file: PythonFile, name: string, line: number): Value {
    const group = file.names(0).get(name);
    const stars = file.starsOf(0);
    if (!group) return stars.length === 0 ? NOT_FOUND : this.starName(file, name, 0);
    if (stars.length > 0) {
      const bound = Math.max(...group.bindings.map((binding) => binding.line));
      if (stars.some((star) => file.detail.imports[star]!.line > bound)) {
        const later = this.starName(file, name, bound);
        if (later.kind === 'symbol' || later.kind === 'module') return later;
      }
    }
    return group.deleted ? this.beforeDeletion(file, 0, group, line > 0, line) : this.group(file, 0, group);
  }

  /** What the star imports of a module below line `after` give for a name. */
  private starName(file: PythonFile, name: string, after: number): Value {
    const key = after === 0 ? name : `${after}:${name}`;
    let entry = file.starNames.get(key);
    if (!entry) file.starNames.set(key, (entry = newEntry<Value>()));
    return this.guard.evaluate<Value>(entry, NOT_FOUND, () => this.searchStars(file, name, after, new Set([file])));
  }

  /** Depth first through the modules that import each other by star, each one once. */
  private searchStars(file: PythonFile, name: string, after: number, visited: Set<PythonFile>): Value {
    let unclear: Value = NOT_FOUND;
    for (const star of file.starsOf(0)) {
      if (file.detail.imports[star]!.line <= after) break;
      const value = this.offeredByStar(file, star, name, visited);
      // A name that the module only has from elsewhere and that leads nowhere (or back here) may come from another.
      if (value.kind !== 'unresolved') return value;
      if (value !== NOT_FOUND) unclear = value;
    }
    return unclear;
  }

  private offeredByStar(file: PythonFile, star: number, name: string, visited: Set<PythonFile>): Value {
    const module = (file.importValues[star] ??= this.starModule(file, star));
    if (module.kind !== 'module' || module.path === undefined) return NOT_FOUND;
    const target = this.file(module.path);
    if (!target || visited.has(target) || visited.size > MAX_STAR_MODULES || !target.offersToStar(name))
      return NOT_FOUND;
    visited.add(target);
    const value = target.names(0).has(name)
      ? this.moduleName(target, name, 0)
      : this.searchStars(target, name, 0, visited);
    if (value !== NOT_FOUND) return value;
    const child = this.modules.child(module, name);
    // A submodule is a name of its package once it is imported: by name in `__all__`, or by the package's own code.
    return child && (target.detail.dunderAll || this.imports(target, child)) ? child : NOT_FOUND;
  }

  private starModule(file: PythonFile, star: number): Value {
    const module = this.modules.find(file.path, file.detail.imports[star]!.module);
    return module.kind === 'module' ? module : UNRESOLVED;
  }

  private imports(file: PythonFile, module: Module): boolean {
    return file.detail.imports.some((fact) => this.modules.find(file.path, fact.module) === module);
  }

  /** Meaning of a name group of a scope; NOT_FOUND while it is being found. */
  group(file: PythonFile, scope: number, group: NameGroup): Value {
    if (group.value) return group.value;
    return this.guard.evaluate<Value>(group, NOT_FOUND, () => this.choose(file, scope, group.bindings));
  }

  private choose(file: PythonFile, scope: number, bindings: readonly BindingFact[]): Value {
    const binding = (fact: BindingFact): Value => this.binding(file, scope, fact);
    return bindings.length === 1 ? binding(bindings[0]!) : chooseBinding(file, bindings, binding);
  }

  /** Names that the scope deletes: its own code sees what was bound before it, others what is bound at the end. */
  private beforeDeletion(file: PythonFile, scope: number, group: NameGroup, own: boolean, line: number): Value {
    let bindings: BindingFact[] = [];
    for (const binding of group.bindings) {
      if (binding.kind !== 'delete') bindings.push(binding);
      else if (own && line <= binding.line) break;
      else bindings = [];
    }
    if (bindings.length === 0) return UNRESOLVED;
    return this.guard.evaluate<Value>(newEntry<Value>(), NOT_FOUND, () => this.choose(file, scope, bindings));
  }

  private binding(file: PythonFile, scope: number, binding: BindingFact): Value {
    if (binding.kind === 'parameter') return this.parameter(file, scope, binding.name);
    if (binding.symbol >= 0) return file.symbolValue(binding.symbol);
    if (binding.import >= 0) return this.imported(file, binding.import);
    if (binding.kind !== 'assignment' || binding.value < 0) return VALUE;
    const value = this.reference(file, binding.value);
    if (binding.valueCalled) return this.result(value);
    return value.kind === 'unresolved' ? VALUE : value;
  }

  private parameter(file: PythonFile, scope: number, name: string): Value {
    const self = file.selfIn(scope, name);
    if (!self) return VALUE;
    return self.isClass ? file.classParameterOf(self.classSymbol) : file.instanceOf(self.classSymbol);
  }

  private imported(file: PythonFile, index: number): Value {
    const known = file.importValues[index];
    if (known) return known;
    const value = this.findImported(file, index);
    if (this.guard.settled) file.importValues[index] = value;
    return value;
  }

  private findImported(file: PythonFile, index: number): Value {
    const fact = file.detail.imports[index]!;
    if (fact.form === 'module') {
      const dot = fact.module.indexOf('.');
      const top = dot < 0 ? fact.module : fact.module.slice(0, dot);
      // `import a.b` binds a, `import a.b as c` binds the module a.b.
      if (dot < 0 || fact.local === top) return this.modules.findTop(file.path, top) ?? this.outside.external(top);
    }
    const module = this.modules.find(file.path, fact.module);
    if (module.kind === 'missing') return UNRESOLVED;
    if (fact.form !== 'from') return module.kind === 'module' ? module : this.outside.external(module.name);
    if (module.kind === 'module') return this.moduleMember(module, fact.imported);
    return this.outside.member(this.outside.external(module.name), fact.imported);
  }

  /** `module.name`: what the module binds, else its submodule. */
  private moduleMember(module: Module, name: string): Value {
    if (module.path !== undefined) {
      const file = this.file(module.path);
      const value = file ? this.moduleName(file, name, 0) : NOT_FOUND;
      if (value !== NOT_FOUND) return value;
    }
    const child = this.modules.child(module, name);
    if (child) return child;
    // Below a namespace package there may be portions outside the workspace.
    return module.path === undefined ? this.outside.external(`${module.name}.${name}`) : UNRESOLVED;
  }

  private attribute(base: Value, name: string): Value {
    switch (base.kind) {
      case 'module':
        return this.moduleMember(base, name);
      case 'external':
      case 'builtin':
        return this.outside.member(base, name);
      case 'symbol':
        return base.file.isClass(base.symbol) ? this.classes.member(base, name, 'class') : UNRESOLVED;
      case 'instance':
        if (name === '__class__') return base.of.file.classParameterOf(base.of.symbol);
        return this.classes.member(base.of, name, 'instance');
      case 'class-parameter':
        return this.classes.member(base.of, name, 'class');
      default:
        return UNRESOLVED;
    }
  }

  private attributeOfResult(base: Value, name: string): Value {
    const result = this.result(base);
    return result === VALUE ? UNRESOLVED : this.attribute(result, name);
  }

  /** What a call of the value gives: an object of a class of the workspace, else a value of unknown type. */
  result(called: Value): Value {
    if (called.kind === 'symbol' && called.file.isClass(called.symbol)) return called.file.instanceOf(called.symbol);
    if (called.kind === 'class-parameter') return called.of.file.instanceOf(called.of.symbol);
    return VALUE;
  }
}
