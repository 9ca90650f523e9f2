import type { BindingKind, ParameterFact } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';

/** Variables of Ruby: a name is one from where it is written to on, in its method or block; else it is a call. */

/** The local variable that a name means where the walk stands, -1 for none. */
export function localOf(walk: FactsWalk, name: string): number {
  const found = walk.scopes.local(walk.scope, walk.intern(name));
  return found >= 0 && walk.scopes.variables[found]!.kind !== 'definition' ? found : -1;
}

/** The scope of a class's or the file's own names: methods see no variables around them. */
export function openScope(walk: FactsWalk): number {
  let at = walk.scope;
  while (at > 0 && !['class', 'module'].includes(walk.scopes.scopes[at]!.kind)) at = walk.scopes.scopes[at]!.parent;
  return at;
}

/** Writes to a name: declares it where it is no variable yet. One that is written to again has no evident type. */
export function writeName(walk: FactsWalk, node: number, kind: BindingKind, flags: number = RefFlag.Store): number {
  const known = localOf(walk, walk.textOf(node));
  // Variables of the file's own code are not seen in its methods: they have a scope beside these.
  if (walk.scope === 0) walk.scope = walk.scopes.open('block', 0, -1, 1, walk.tree.lineStarts.length);
  if (known < 0) return walk.declare(node, kind);
  walk.assign(node, flags);
  walk.scopes.variables[known]!.type = -1;
  return -1;
}

/** Writes to whatever stands left of `=`. */
export function writeTo(walk: FactsWalk, node: number, kind: BindingKind, flags: number = RefFlag.Store): void {
  switch (walk.type(node)) {
    case 'identifier':
      writeName(walk, node, kind, flags);
      return;
    case 'constant':
      walk.declareName(walk.intern(walk.textOf(node)), 'assignment', node, openScope(walk), true);
      walk.emitText(walk.textOf(node), node);
      return;
    case 'left_assignment_list':
    case 'destructured_left_assignment':
    case 'rest_assignment':
      walk.visitChildren(node, (child) => {
        if (!walk.isNamed(child) || walk.isComment(child)) return false;
        writeTo(walk, child, kind, flags);
        return true;
      });
      return;
    default: {
      const value = walk.visit(node);
      if (value >= 0 && walk.type(node) === 'call') {
        walk.references.flags[value]! &= ~RefFlag.Call;
        walk.references.flags[value]! |= flags;
      }
    }
  }
}

const KINDS: Record<string, ParameterFact['kind']> = {
  optional_parameter: 'normal',
  splat_parameter: 'rest',
  hash_splat_parameter: 'keyword-rest',
  keyword_parameter: 'keyword-only',
  block_parameter: 'normal',
};

/** A parameter, by the kind of its node. */
export const parameter: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const value = walk.field(node, 'value');
  const type = walk.type(node);
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    walk.declare(child, 'parameter');
    return true;
  });
  const optional = value >= 0 || type === 'block_parameter';
  walk.parameters?.push({
    name: name < 0 ? walk.textOf(node) : walk.textOf(name),
    kind: KINDS[type] ?? 'normal',
    optional,
  });
  return Receiver.Expression;
};

/** True for what stands in the bars of a block of `each`, which is a loop. */
function isLoop(walk: FactsWalk, node: number): boolean {
  let at = node;
  while (/parameter/.test(walk.type(at))) at = walk.tree.parent[at]!;
  const call = walk.tree.parent[at]!;
  return walk.type(call) === 'call' && walk.textOf(Math.max(call, walk.field(call, 'method'))) === 'each';
}

/** Lists of parameters: plain names in them, and lists that are taken apart. */
export const parameters: Rule = (walk, node) => {
  const outer = walk.parameters;
  const inner = walk.type(node) === 'destructured_parameter';
  if (inner) {
    outer?.push({ name: walk.textOf(node), kind: 'pattern', optional: false });
    walk.parameters = null;
  }
  const kind = isLoop(walk, node) ? 'loop' : 'parameter';
  walk.visitChildren(node, (child) => {
    if (walk.type(child) !== 'identifier') return false;
    walk.declare(child, kind);
    walk.parameters?.push({ name: walk.textOf(child), kind: 'normal', optional: false });
    return true;
  });
  walk.parameters = outer;
  return Receiver.Expression;
};

/** Patterns of `in`: names are bound, constants and pinned values are read. */
export function bindPattern(walk: FactsWalk, node: number): void {
  const type = walk.type(node);
  if (type === 'identifier') writeName(walk, node, 'pattern');
  else if (/^(?:variable_reference_pattern|expression_reference_pattern|string|constant|scope_resolution)$/.test(type))
    walk.visit(node);
  else if (type === 'keyword_pattern' && walk.field(node, 'value') < 0) {
    const key = walk.field(node, 'key');
    if (key >= 0 && localOf(walk, walk.textOf(key)) < 0) walk.declare(key, 'pattern');
    else walk.visitChildren(node);
  } else if (walk.next[node]! === node + 1) walk.visit(node);
  else
    walk.visitChildren(node, (child) => {
      if (!walk.isNamed(child) || walk.isComment(child)) return false;
      bindPattern(walk, child);
      return true;
    });
}
