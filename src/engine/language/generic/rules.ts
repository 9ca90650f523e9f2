import type { BindingKind, ImportFact, ParameterFact } from '../../model/facts.ts';
import { Receiver, RefFlag, SymbolFlag } from '../../model/facts.ts';
import { announceLambda } from './definitions.ts';
import type { FactsWalk } from './factsWalk.ts';
import type { Rule } from './language.ts';

/** Rules that most languages share. Each takes the names of the grammar's fields. */

/** A plain name that is read. */
export const nameRule: Rule = (walk, node) => walk.name(node);

/** A type's name: read as a type; its token stays where types are values (conversions, `make(T)`). */
export const typeNameRule: Rule = (walk, node) => walk.name(node, undefined, RefFlag.Type);

/** The object that a method belongs to, as a word of the language. */
export const thisRule: Rule = (walk, node) => {
  const text = walk.textOf(node);
  walk.emitText(text);
  const reference = walk.refer(walk.intern(text), Receiver.None, false, node);
  if (walk.ownerType <= -2) walk.classOfReference.set(reference, -2 - walk.ownerType);
  walk.variableOfReference[reference] = -1;
  walk.called = false;
  return reference;
};

/** `super`, `base`. */
export const superRule: Rule = (walk, node) => {
  walk.emit(node);
  return Receiver.Super;
};

/** A literal; what is inside (interpolations) is walked through. */
export const literalRule: Rule = (walk, node) => {
  if (walk.next[node]! === node + 1) walk.emit(node);
  else walk.visitChildren(node);
  return Receiver.Literal;
};

/** A string without interpolations, one token as written. */
export const stringRule: Rule = (walk, node) => {
  walk.emit(node);
  return Receiver.Literal;
};

/** What only groups: the value is that of its only named child. */
export const passRule: Rule = (walk, node) => {
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (!walk.isNamed(child) || walk.isComment(child)) return false;
    value = walk.visit(child);
    return true;
  });
  return value;
};

/** Not walked at all: no tokens, no references. */
export const skipRule: Rule = () => Receiver.Expression;

/** Walked through, and the answer is no reference. */
export const childrenRule: Rule = (walk, node) => {
  walk.visitChildren(node);
  walk.called = false;
  return Receiver.Expression;
};

/** `object.name`. */
export function memberRule(object: string, name: string): Rule {
  return (walk, node) => {
    const objectNode = walk.field(node, object);
    const nameNode = walk.field(node, name);
    let receiver: number = Receiver.Expression;
    let called = false;
    let reference: number = Receiver.Expression;
    walk.visitChildren(node, (child) => {
      if (child === objectNode) {
        receiver = walk.visit(child);
        called = walk.called;
        return true;
      }
      if (child !== nameNode) return false;
      reference = walk.member(child, receiver, called);
      return true;
    });
    return reference;
  };
}

/** `callee(arguments)`. */
export function callRule(callee: string): Rule {
  return (walk, node) => {
    const calleeNode = walk.field(node, callee);
    let value: number = Receiver.Expression;
    walk.visitChildren(node, (child) => {
      if (child !== calleeNode) return false;
      value = markCalled(walk, walk.visit(child), RefFlag.Call);
      return true;
    });
    walk.called = true;
    walk.valueType = -1;
    return value;
  };
}

/** Notes that the reference `value` is called; answers the value of the call. */
export function markCalled(walk: FactsWalk, value: number, flag: number): number {
  if (value < 0 || walk.called) return Receiver.Expression;
  walk.references.flags[value]! |= flag;
  walk.references.flags[value]! &= ~RefFlag.Type;
  return value;
}

/** `object.name(arguments)` and `name(arguments)` in one node (Java). */
export function methodCallRule(object: string, name: string): Rule {
  return (walk, node) => {
    const objectNode = walk.field(node, object);
    const nameNode = walk.field(node, name);
    let receiver: number = Receiver.Expression;
    let called = false;
    let reference: number = Receiver.Expression;
    walk.visitChildren(node, (child) => {
      if (child === objectNode) {
        receiver = walk.visit(child);
        called = walk.called;
        return true;
      }
      if (child !== nameNode) return false;
      reference =
        objectNode < 0
          ? walk.name(child, undefined, RefFlag.Call)
          : walk.member(child, receiver, called, undefined, RefFlag.Call);
      return true;
    });
    walk.called = true;
    walk.valueType = -1;
    return reference;
  };
}

/** `new Type(arguments)`, `Type{…}`: the value's type is evident. */
export function constructRule(type: string, flag: number = RefFlag.New): Rule {
  return (walk, node) => {
    const typeNode = walk.field(node, type);
    let value: number = Receiver.Expression;
    walk.visitChildren(node, (child) => {
      if (child !== typeNode) return false;
      const from = walk.references.count;
      const visited = walk.visit(child);
      // The outermost reference of a generic type is the class; its arguments are types.
      value = visited >= from ? visited : Receiver.Expression;
      walk.called = false;
      if (value >= 0) markCalled(walk, value, flag);
      return true;
    });
    walk.called = true;
    walk.valueType = value >= 0 ? value : -1;
    return value;
  };
}

/** A block that opens a scope. */
export const blockRule: Rule = (walk, node) => {
  const parent = walk.tree.parent[node]!;
  // A function's body is the scope of its parameters.
  if (parent >= 0 && walk.scopeOfNode.has(parent) && walk.scopes.scopes[walk.scope]!.kind !== 'block')
    walk.visitChildren(node);
  else walk.inScope(node, 'block', -1, () => walk.visitChildren(node));
  return Receiver.Expression;
};

/** A statement that opens a scope around all of it: loops with variables, `if` with an initialiser. */
export const scopedRule: Rule = (walk, node) => {
  walk.inScope(node, 'block', -1, () => walk.visitChildren(node));
  return Receiver.Expression;
};

export interface DeclareOptions {
  /** Fields of what is declared: names or patterns. */
  names: string;
  type?: string;
  value?: string;
  kind?: BindingKind;
  /** Node type of plain names. */
  identifier?: string;
  /** Flags of a function that is stored. */
  flags?: (walk: FactsWalk, node: number) => number;
  /** True where the type is a value, as nothing else tells what the variable begins as. */
  keepType?: (walk: FactsWalk, node: number) => boolean;
  /** Field of what the names are declared for: the body of a loop. */
  body?: string;
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
    const targets = walk.fields(node, names);
    const values = walk.fields(node, value);
    let only = values.length === 1 ? values[0]! : -1;
    while (only >= 0 && /expression_list|parenthesized/.test(walk.type(only)) && walk.children(only).length === 1)
      only = walk.children(only)[0]!;
    const target = targets.length === 1 ? plainName(walk, targets[0]!, identifier) : -1;
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
    const body = options.body ? walk.field(node, options.body) : -1;
    const typeNode = walk.field(node, type);
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
        pattern.run(() => bindPattern(walk, child, kind, identifier));
        walk.reusing = false;
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
function outermost(walk: FactsWalk, first: number): number {
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

/** `target = value`: what is written to is marked, so that it counts as no use. */
export function assignRule(left = 'left', operator = 'operator'): Rule {
  return (walk, node) => {
    const target = walk.field(node, left);
    const id = walk.table.field(operator);
    let sign = '=';
    for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!)
      if (id > 0 && walk.tree.field[child] === id) sign = walk.textOf(child);
    walk.visitChildren(node, (child) => {
      if (child !== target) return false;
      storeTo(walk, child, sign === '=' ? RefFlag.Store : RefFlag.Store | RefFlag.Augmented);
      return true;
    });
    walk.called = false;
    return Receiver.Expression;
  };
}

/** Visits what is written to: a name, a member, or a list of them. */
export function storeTo(walk: FactsWalk, node: number, flags: number): void {
  if (/list|tuple/.test(walk.type(node))) {
    walk.visitChildren(node, (child) => {
      if (!walk.isNamed(child) || walk.isComment(child)) return false;
      storeTo(walk, child, flags);
      return true;
    });
    return;
  }
  const value = walk.visit(node);
  // `a[i] = …` and `f(x).y[i] = …` read what they are given.
  if (value >= 0 && !walk.called && walk.end[node]! === endOf(walk, value)) walk.references.flags[value]! |= flags;
}

/** Offset behind the last segment of a reference. */
function endOf(walk: FactsWalk, reference: number): number {
  const { references, strings, tree } = walk;
  const start = tree.lineStarts[references.line[reference]! - 1]! + references.column[reference]!;
  return start + strings[references.name[reference]!]!.length;
}

/** Notes an import and binds its name; `node` is where the name stands. Answers the import's index. */
export function addImport(walk: FactsWalk, node: number, fact: Omit<ImportFact, 'line' | 'scope'>): number {
  const index = walk.imports.push({ ...fact, line: walk.lineOf(node), scope: walk.scope }) - 1;
  if (fact.local !== '' && fact.local !== '*') {
    const variable = walk.declareName(walk.intern(fact.local), 'import', node);
    const made = walk.scopes.variables[variable]!;
    made.binding.import = index;
    made.path = fact.imported === '' ? fact.module : `${fact.module}#${fact.imported}`;
  }
  return index;
}

/** The symbol's flag for what other files may use. */
export function exportedIf(condition: boolean): number {
  return condition ? SymbolFlag.Exported : 0;
}
