import type { BindingKind, ParameterFact } from '../../model/facts.ts';
import { Receiver } from '../../model/references.ts';
import { announceLambda } from './definitions.ts';
import type { FactsWalk } from './factsWalk.ts';
import type { Rule } from './language.ts';
import { partOf, type Where } from './rules.ts';

/** Rules of declarations: variables, patterns, parameters. */

export interface DeclareOptions {
  /** Fields of what is declared: names or patterns; or their nodes. */
  names: string | ((walk: FactsWalk, node: number) => number[]);
  /** Field of the type, or its node. */
  type?: Where;
  /** Field of the value, or its node. */
  value?: Where;
  /** The only name that is declared, where it is no node of the type `identifier` itself. */
  plain?: (walk: FactsWalk, node: number) => number;
  kind?: BindingKind;
  /** Node type of plain names. */
  identifier?: string;
  /** Flags of a function that is stored. */
  flags?: (walk: FactsWalk, node: number) => number;
  /** True where the type is a value, as nothing else tells what the variable begins as. */
  keepType?: (walk: FactsWalk, node: number) => boolean;
  /** Field of what the names are declared for: the body of a loop. */
  body?: Where;
  /** Names that this very scope declares already are written to, not declared again (Go's `:=`). */
  reuse?: boolean;
  /** Node that the symbol of a stored function spans; the declaration itself where it is left out. */
  span?: (walk: FactsWalk, node: number) => number;
}

/**
 * A declaration of variables: patterns are declared when the value has been walked, so that a name in the value means
 * what it meant before. A function without a name that is stored under one becomes a symbol.
 */
export function declareRule(options: DeclareOptions): Rule {
  const { names, type = 'type', value = 'value', kind = 'assignment', identifier = 'identifier' } = options;
  return (walk, node) => {
    const targets = typeof names === 'string' ? walk.fields(node, names) : names(walk, node);
    const values =
      typeof value === 'string' ? walk.fields(node, value) : [value(walk, node)].filter((found) => found >= 0);
    let only = values.length === 1 ? values[0]! : -1;
    while (only >= 0 && /expression_list|parenthesized/.test(walk.type(only)) && walk.children(only).length === 1)
      only = walk.children(only)[0]!;
    const plain = options.plain ? options.plain(walk, node) : plainName(walk, targets[0] ?? -1, identifier);
    const target = targets.length === 1 ? plain : -1;
    let symbol = -1;
    const isFunction = only >= 0 && target >= 0 && walk.table.lambda[walk.kinds[only]!] === 1;
    if (isFunction)
      symbol = announceLambda(walk, options.span?.(walk, node) ?? node, target, options.flags?.(walk, node) ?? 0);
    let declaredType = -1;
    let valueType = -1;
    let from = -1;
    let fromCalled = false;
    const pattern = walk.deferral();
    let made: number[] | undefined;
    const declare = (): number[] => {
      if (made) return made;
      const declared = (made = pattern.declared());
      for (const variable of declared) {
        const fact = walk.scopes.variables[variable]!;
        fact.type = declaredType >= 0 ? declaredType : declared.length === 1 ? valueType : -1;
        if (target >= 0)
          Object.assign(fact.binding, { symbol, value: Math.max(-1, from), valueCalled: from >= 0 && fromCalled });
      }
      return declared;
    };
    const body = options.body === undefined ? -1 : partOf(walk, node, options.body);
    const typeNode = partOf(walk, node, type);
    walk.visitChildren(node, (child) => {
      if (child === body) {
        declare();
        return false;
      }
      if (child === typeNode) {
        const before = walk.references.count;
        if (options.keepType?.(walk, node)) walk.visit(child);
        else walk.asType(() => walk.visit(child));
        if (walk.references.count > before) declaredType = outermost(walk, before);
        return true;
      }
      if (targets.includes(child)) {
        walk.reusing = options.reuse === true;
        walk.patternType = -1;
        pattern.run(() => bindPattern(walk, child, kind, identifier));
        walk.reusing = false;
        if (walk.patternType >= 0) declaredType = walk.patternType;
        return true;
      }
      if (!values.includes(child)) return false;
      walk.called = false;
      walk.valueType = -1;
      const seen = walk.visit(child);
      valueType = values.length === 1 ? walk.valueType : -1;
      from = values.length === 1 && targets.length === 1 ? seen : -1;
      fromCalled = walk.called;
      return true;
    });
    const declared = declare();
    if (symbol >= 0) walk.spans[symbol]!.variable = declared[0] ?? -1;
    walk.called = false;
    return Receiver.Expression;
  };
}

/** The reference that a type's node, whose first reference is `first`, names: the last of a path `a.b.C`. */
export function outermost(walk: FactsWalk, first: number): number {
  let at = first;
  while (at + 1 < walk.references.count && walk.references.receiver[at + 1] === at) at++;
  return at;
}

function plainName(walk: FactsWalk, node: number, identifier: string): number {
  if (walk.type(node) === identifier) return node;
  const inner = /expression_list/.test(walk.type(node)) ? walk.children(node) : [];
  return inner.length === 1 && walk.type(inner[0]!) === identifier ? inner[0]! : -1;
}

/** Declares the names of a pattern: identifiers are bound, everything else has its rule. */
export function bindPattern(walk: FactsWalk, node: number, kind: BindingKind, identifier = 'identifier'): void {
  if (walk.type(node) === identifier) {
    const text = walk.textOf(node);
    if (text === '_') walk.emit(node);
    else if (walk.reusing && walk.scopes.own(walk.scope, walk.intern(text)) >= 0) walk.assign(node);
    else if (walk.language.constantPattern?.test(text)) walk.visit(node);
    else walk.declare(node, kind);
    return;
  }
  const rule = walk.table.rules[walk.kinds[node]!];
  const before = walk.bindingKind;
  walk.bindingKind = kind;
  if (rule) rule(walk, node);
  else if (walk.next[node]! === node + 1) walk.visit(node);
  else
    walk.visitChildren(node, (child) => {
      if (!walk.isNamed(child) || walk.isComment(child) || walk.table.typeField[walk.tree.field[child]!]) return false;
      bindPattern(walk, child, kind, identifier);
      return true;
    });
  walk.bindingKind = before;
}

/** Declares the one name that `where` tells: enumerators, type parameters, what is caught. */
export function nameDeclaredRule(where: Where, kind: BindingKind): Rule {
  return (walk, node) => {
    const name = partOf(walk, node, where);
    walk.visitChildren(node, (child) => {
      if (child !== name) return false;
      walk.declare(child, kind);
      return true;
    });
    return Receiver.Expression;
  };
}

export interface ParameterOptions {
  /** Field of the name or pattern; several for grammars that share one type among names. */
  name?: string;
  type?: string;
  kind?: ParameterFact['kind'];
  /** Field of a default value. */
  value?: string;
  optional?: boolean;
  identifier?: string;
}

/** One parameter: its name is bound in the function's scope, its type is known. */
export function parameterRule(options: ParameterOptions = {}): Rule {
  const { name = 'name', type = 'type', kind = 'normal', value = 'value', identifier = 'identifier' } = options;
  return (walk, node) => {
    const names = walk.fields(node, name);
    const typeNode = walk.field(node, type);
    const first = walk.scopes.variables.length;
    let declaredType = -1;
    walk.visitChildren(node, (child) => {
      if (child === typeNode) {
        const before = walk.references.count;
        walk.asType(() => walk.visit(child));
        if (walk.references.count > before) declaredType = outermost(walk, before);
        return true;
      }
      if (!names.includes(child)) return false;
      addParameter(walk, child, kind, options.optional ?? walk.field(node, value) >= 0, identifier);
      return true;
    });
    for (let variable = first; variable < walk.scopes.variables.length; variable++)
      if (walk.scopes.variables[variable]!.kind === 'parameter') walk.scopes.variables[variable]!.type = declaredType;
    return Receiver.Expression;
  };
}

/** Binds a parameter's name or pattern and notes it as a parameter of the function at hand. */
export function addParameter(
  walk: FactsWalk,
  node: number,
  kind: ParameterFact['kind'] = 'normal',
  optional = false,
  identifier = 'identifier',
): void {
  const plain = walk.type(node) === identifier;
  bindPattern(walk, node, 'parameter', identifier);
  walk.parameters?.push({ name: walk.textOf(node), kind: plain ? kind : 'pattern', optional });
}
