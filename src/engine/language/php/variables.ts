import { type BindingKind } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { addParameter } from '../generic/declarations.ts';
import { announceLambda } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { thisRule } from '../generic/rules.ts';

/** PHP's variables are declared by writing to them, belong to the whole function, and are no names of functions or classes. */

/** `$x` that is read; `$this` is the object of the method. */
export const variableRule: Rule = (walk, node) => {
  if (walk.textOf(node) === '$this') return thisRule(walk, node);
  return walk.name(node);
};

/** Writes to a variable: declares it in its function when nothing did before. Answers its variable. */
function write(walk: FactsWalk, node: number, kind: BindingKind, flags: number): number {
  const name = walk.intern(walk.textOf(node));
  if (walk.scopes.own(walk.scope, name) >= 0 && kind !== 'parameter') {
    walk.assign(node, flags);
    return -1;
  }
  walk.emitText(walk.textOf(node), node);
  return walk.declareName(name, kind, node, walk.scope, true);
}

/** Names of what is written to: variables, lists of them, and members, which are read but for their last name. */
export function bindTarget(
  walk: FactsWalk,
  node: number,
  kind: BindingKind = 'assignment',
  flags: number = RefFlag.Store,
): number {
  const type = walk.type(node);
  if (type === 'variable_name' && walk.textOf(node) !== '$this') return write(walk, node, kind, flags);
  if (/^(list_literal|array_creation_expression|array_element_initializer|by_ref|pair)$/.test(type)) {
    walk.visitChildren(node, (child) => {
      if (!walk.isNamed(child) || walk.isComment(child)) return false;
      bindTarget(walk, child, kind, flags);
      return true;
    });
    return -1;
  }
  const value = walk.visit(node);
  const isMember = /^(member_access_expression|scoped_property_access_expression)$/.test(type);
  if (value >= 0 && !walk.called && isMember) walk.references.flags[value]! |= flags;
  return -1;
}

/** `$x = value`: the value's evident type is the variable's as long as nothing else is written to it. */
export const assignment: Rule = (walk, node) => {
  const left = walk.field(node, 'left');
  const right = walk.field(node, 'right');
  let made = -1;
  let symbol = -1;
  walk.visitChildren(node, (child) => {
    if (child === left) {
      const stores = right >= 0 && walk.table.lambda[walk.kinds[right]!] === 1;
      if (stores && walk.type(left) === 'variable_name') symbol = announceLambda(walk, node, left);
      made = bindTarget(walk, child);
      if (made < 0) forgetType(walk, child);
      return true;
    }
    if (child !== right) return false;
    walk.called = false;
    walk.valueType = -1;
    const from = walk.visit(child);
    if (made >= 0) {
      const variable = walk.scopes.variables[made]!;
      variable.type = walk.valueType;
      Object.assign(variable.binding, { symbol, value: Math.max(-1, from), valueCalled: from >= 0 && walk.called });
    }
    return true;
  });
  if (symbol >= 0) walk.spans[symbol]!.variable = made;
  walk.called = false;
  return Receiver.Expression;
};

/** A variable that is written to twice has no evident type. */
function forgetType(walk: FactsWalk, node: number): void {
  if (walk.type(node) !== 'variable_name') return;
  const own = walk.scopes.own(walk.scope, walk.intern(walk.textOf(node)));
  const variable = own < 0 ? undefined : walk.scopes.variables[own]!;
  if (!variable || variable.kind === 'parameter') return;
  variable.type = -1;
  Object.assign(variable.binding, { symbol: -1, value: -1, valueCalled: false });
}

/** `$x += value`, `$x++`: the variable is there already. */
export const augmented: Rule = (walk, node) => {
  const left = walk.field(node, 'left');
  walk.visitChildren(node, (child) => {
    if (child !== left) return false;
    bindTarget(walk, child, 'assignment', RefFlag.Store | RefFlag.Augmented);
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

/** `foreach (list as key => value)`. */
export const foreach: Rule = (walk, node) => {
  const [, target] = walk.children(node);
  walk.visitChildren(node, (child) => {
    if (child !== target) return false;
    bindTarget(walk, child, 'loop');
    return true;
  });
  return Receiver.Expression;
};

/** Binds the variables that are direct children: `catch`, `global`, `static`. */
export function bindsChildren(kind: BindingKind): Rule {
  return (walk, node) => {
    walk.visitChildren(node, (child) => {
      if (walk.type(child) !== 'variable_name') return false;
      bindTarget(walk, child, kind);
      return true;
    });
    return Receiver.Expression;
  };
}

/** `T &...$x = default`; a promoted parameter is a property of the class too. */
export const parameter: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const type = walk.field(node, 'type');
  const variadic = walk.type(node) === 'variadic_parameter';
  const optional = walk.field(node, 'default_value') >= 0;
  let declared = -1;
  walk.visitChildren(node, (child) => {
    if (child === type) {
      const before = walk.references.count;
      walk.asType(() => walk.visit(child));
      if (walk.references.count === before + 1) declared = before;
      return true;
    }
    if (/modifier$/.test(walk.type(child)) || walk.type(child) === 'attribute_list') {
      walk.asType(() => walk.visit(child));
      return true;
    }
    if (child !== name) return false;
    addParameter(walk, child, variadic ? 'rest' : 'normal', optional || variadic, 'variable_name');
    const own = walk.scopes.own(walk.scope, walk.intern(walk.textOf(child)));
    if (own >= 0 && !variadic) walk.scopes.variables[own]!.type = declared;
    if (walk.type(node) === 'property_promotion_parameter') property(walk, child, declared);
    return true;
  });
  return Receiver.Expression;
};

/** Notes a property of the class around, with its declared type. */
function property(walk: FactsWalk, node: number, type: number): void {
  const scope = walk.classSymbol < 0 ? -1 : walk.symbols[walk.classSymbol]!.scope;
  if (scope < 0) return;
  const kept = walk.variableOf[node]!;
  const variable = walk.declareName(walk.intern(walk.textOf(node)), 'assignment', node, scope, true);
  walk.scopes.variables[variable]!.type = type;
  walk.variableOf[node] = kept;
}

/** `private T $x = value;` */
export const propertyDeclaration: Rule = (walk, node) => {
  const type = walk.field(node, 'type');
  let declared = -1;
  walk.visitChildren(node, (child) => {
    if (child === type) {
      const before = walk.references.count;
      walk.asType(() => walk.visit(child));
      if (walk.references.count === before + 1) declared = before;
      return true;
    }
    if (walk.type(child) !== 'property_element') return false;
    const name = walk.field(child, 'name');
    walk.visitChildren(child, (part) => {
      if (part !== name) return false;
      walk.emitText(walk.textOf(part), part);
      property(walk, part, declared);
      return true;
    });
    return true;
  });
  return Receiver.Expression;
};
