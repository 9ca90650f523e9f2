import { SymbolFlag } from '../../model/facts.ts';
import { Receiver } from '../../model/references.ts';
import { classDefinition, definition, visitBases } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { note, placeOf } from '../generic/notes.ts';
import { openScope } from './locals.ts';

/** Classes, modules and methods of Ruby, and what calls in a class's body say of them. */

interface State {
  /** In `class << self`. */
  singleton: boolean;
  /** Name of a class that is made by a call: `Point = Struct.new(…) do`. */
  made: string;
  /** By scope of a class: what `private` and its like said last. */
  visibility: Map<number, string>;
  /** Modules that extend themselves. */
  extended: Set<number>;
}

const states = new WeakMap<FactsWalk, State>();

export function stateOf(walk: FactsWalk): State {
  let state = states.get(walk);
  if (!state)
    states.set(walk, (state = { singleton: false, made: '', visibility: new Map(), extended: new Set<number>() }));
  return state;
}

const TEST_CLASS = /(?:^|::)(?:Test|TestCase|Spec)\b|Minitest/;

/** True in a class of tests: by its base. */
function inTests(walk: FactsWalk): boolean {
  if (walk.classSymbol < 0) return false;
  const base = walk.field(walk.spans[walk.classSymbol]!.node, 'superclass');
  return base >= 0 && TEST_CLASS.test(walk.textOf(base));
}

function methodFlags(walk: FactsWalk, node: number): number {
  const state = stateOf(walk);
  const said = state.visibility.get(openScope(walk)) ?? 'public';
  const nameNode = walk.field(node, 'name');
  const name = nameNode < 0 ? '' : walk.textOf(nameNode);
  const isOwn = state.singleton || walk.type(node) === 'singleton_method' || said === 'module_function';
  let bits = 0;
  if (isOwn) bits |= SymbolFlag.Static;
  if (said !== 'private' || walk.type(node) === 'singleton_method') bits |= SymbolFlag.Exported;
  if (name === 'initialize' && !isOwn) bits |= SymbolFlag.Constructor;
  if (/^\w+=$/.test(name)) bits |= SymbolFlag.Setter;
  if (inTests(walk)) bits |= SymbolFlag.Test | (/^test_|^(?:setup|teardown)$/.test(name) ? SymbolFlag.Registered : 0);
  return bits;
}

const methodRule = definition({
  owner: (walk) => stateOf(walk).made,
  flags: methodFlags,
  kind: (walk) => (walk.classSymbol >= 0 || stateOf(walk).made !== '' ? 'method' : 'function'),
  part: (walk, child) => walk.tree.field[child] === walk.table.field('object'),
});

/** A method sees no variables around it, and has a class around it only where it stands in one. */
export const method: Rule = (walk, node) => {
  const { scope } = walk;
  walk.scope = openScope(walk);
  methodRule(walk, node);
  walk.scope = scope;
  return Receiver.Expression;
};

/** What a class's name is behind: `A::` of `class A::B`. */
const qualifier = (walk: FactsWalk, node: number): string => {
  const name = walk.field(node, 'name');
  const scope = walk.type(name) === 'scope_resolution' ? walk.field(name, 'scope') : -1;
  return scope < 0
    ? ''
    : `${walk
        .textOf(scope)
        .replace(/^::/, '')
        .replace(/\s*::\s*/g, '.')}.`;
};

const classRule = classDefinition({
  name: (walk, node) => {
    const name = walk.field(node, 'name');
    return walk.type(name) === 'scope_resolution' ? walk.field(name, 'name') : name;
  },
  qualifier,
  flags: () => SymbolFlag.Exported,
  bases: (walk, node) => walk.children(node).filter((child) => walk.type(child) === 'superclass'),
});

export const classOrModule: Rule = (walk, node) => {
  const { scope } = walk;
  const state = stateOf(walk);
  const { singleton, made } = state;
  Object.assign(state, { singleton: false, made: '' });
  walk.scope = openScope(walk);
  const index = walk.symbols.length;
  classRule(walk, node);
  walk.scope = scope;
  Object.assign(state, { singleton, made });
  if (state.extended.has(index))
    for (let at = index + 1; at < walk.symbols.length; at++)
      if (walk.symbols[at]!.parent === index) walk.symbols[at]!.flags |= SymbolFlag.Static;
  return Receiver.Expression;
};

/** `class << self`. */
export const singletonClass: Rule = (walk, node) => {
  const state = stateOf(walk);
  const { singleton } = state;
  const scope = openScope(walk);
  const said = state.visibility.get(scope);
  const value = walk.field(node, 'value');
  state.singleton = value >= 0 && walk.textOf(value) === 'self';
  state.visibility.delete(scope);
  const body = walk.field(node, 'body');
  if (body >= 0) walk.visit(body);
  state.singleton = singleton;
  if (said === undefined) state.visibility.delete(scope);
  else state.visibility.set(scope, said);
  return Receiver.Expression;
};

/** The body of a class has variables of its own. */
export const bodyStatement: Rule = (walk, node) => {
  if (/^(?:class|module|singleton_class)$/.test(walk.type(walk.tree.parent[node]!)))
    walk.inScope(node, 'block', -1, () => walk.visitChildren(node));
  else walk.visitChildren(node);
  return Receiver.Expression;
};

export const VISIBILITY = /^(?:private|public|protected|module_function)$/;

/** Names that a list of symbols or strings gives: `:a, "b"`. */
export function namesIn(walk: FactsWalk, list: number): string[] {
  if (list < 0) return [];
  return walk
    .children(list)
    .filter((child) => /^(?:simple_symbol|string)$/.test(walk.type(child)))
    .map((child) => walk.textOf(child).replace(/^:|^["']|["']$/g, ''));
}

/** What calls in a class's body say of the class. True when the call is wholly told. */
export function classCall(walk: FactsWalk, name: string, list: number): boolean {
  const state = stateOf(walk);
  if (/^attr_(?:reader|writer|accessor)$|^alias_method$|^delegate$|^def_delegators?$/.test(name))
    for (const made of namesIn(walk, list)) note(walk, 'declaration', placeOf(walk) + made, list);
  if (VISIBILITY.test(name) || name === 'private_class_method') {
    const named = namesIn(walk, list);
    for (const symbol of walk.symbols)
      if (symbol.parent === walk.classSymbol && named.includes(symbol.name)) {
        if (/^private/.test(name)) symbol.flags &= ~SymbolFlag.Exported;
        if (name === 'module_function') symbol.flags |= SymbolFlag.Static;
      }
    const scope = openScope(walk);
    const said = state.visibility.get(scope) ?? 'public';
    state.visibility.set(scope, name === 'private_class_method' ? 'private' : name);
    if (list >= 0) walk.visit(list);
    state.visibility.set(scope, said);
    return true;
  }
  if (/^(?:include|prepend)$/.test(name) && list >= 0) {
    for (const base of walk.children(list)) visitBases(walk, base, walk.classSymbol);
    return true;
  }
  if (name === 'extend' && list >= 0 && walk.textOf(list).replace(/[()]/g, '') === 'self')
    state.extended.add(walk.classSymbol);
  return false;
}
