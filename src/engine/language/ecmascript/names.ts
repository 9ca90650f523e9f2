import { RefFlag } from '../../model/references.ts';
import type { Walk } from './walk.ts';

/** Finds the scope that a plain name is bound in, for every use of a name in a file. */
export class NameLookup {
  /** Per name: scopes that bind it as a value, ascending. Scopes are numbered in the order they open. */
  private readonly scopesOf: (number[] | undefined)[];

  constructor(private readonly walk: Walk) {
    this.scopesOf = new Array<number[] | undefined>(walk.strings.length);
    for (let scope = 0; scope < walk.scopes.length; scope++) {
      const fact = walk.scopes[scope]!;
      if (fact.kind === 'class') continue;
      for (const binding of fact.bindings) {
        if (binding.kind === 'type') continue;
        const name = walk.intern(binding.name);
        const list = this.scopesOf[name];
        if (list === undefined) this.scopesOf[name] = [scope];
        else if (list[list.length - 1] !== scope) list.push(scope);
      }
    }
  }

  /** Scope that binds string `name` as seen from `scope`, -1 when the file binds it nowhere around. */
  find(name: number, scope: number): number {
    const list = this.scopesOf[name];
    if (list === undefined) return -1;
    if (list.length === 1) {
      const only = list[0]!;
      return only <= scope && scope < this.walk.scopeEnds[only]! ? only : -1;
    }
    for (let at = scope; at >= 0; at = this.walk.scopes[at]!.parent) if (holds(list, at)) return at;
    return -1;
  }

  /** Scope that binds what reference `id` names; -1 for members, types and free names. */
  ofReference(id: number): number {
    const { references } = this.walk;
    if (references.receiver[id] !== -1 || (references.flags[id]! & RefFlag.Type) !== 0) return -1;
    return this.find(references.name[id]!, references.scope[id]!);
  }
}

function holds(list: number[], value: number): boolean {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = list[middle]!;
    if (found === value) return true;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/**
 * Gives the scope that declares a name a binding for each assignment to it, so that whoever looks the name up sees
 * every value it may have. A name that nothing declares is a global of the module.
 */
export function placeAssignments(walk: Walk): void {
  if (walk.assignments.length === 0) return;
  const lookup = new NameLookup(walk);
  const touched = new Set<number>();
  for (const { reference, scope, binding } of walk.assignments) {
    const found = lookup.find(walk.references.name[reference]!, scope);
    if (found < 0 && binding.symbol < 0) continue;
    const home = Math.max(found, 0);
    walk.scopes[home]!.bindings.push(binding);
    touched.add(home);
    if (binding.symbol >= 0) walk.symbols[binding.symbol]!.home = home;
  }
  for (const scope of touched) walk.scopes[scope]!.bindings.sort((a, b) => a.line - b.line);
}
