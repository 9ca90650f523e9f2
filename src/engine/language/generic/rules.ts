import type { ImportFact } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import type { FactsWalk } from './factsWalk.ts';
import type { Rule } from './language.ts';

/** Rules that most languages share. Each takes the names of the grammar's fields. */

/** Where a part of a node stands: its field, or what finds it (-1 for none) in grammars without fields. */
export type Where = string | ((walk: FactsWalk, node: number) => number);

/** The part of a node that `where` tells, -1 for none. */
export function partOf(walk: FactsWalk, node: number, where: Where): number {
  return typeof where === 'string' ? walk.field(node, where) : where(walk, node);
}

/** A list of the one node, empty for -1. */
export function only(node: number): number[] {
  return node < 0 ? [] : [node];
}

/** A plain name that is read. */
export const nameRule: Rule = (walk, node) => walk.name(node);

/** A type's name: read as a type; its token stays where types are values (conversions, `make(T)`). */
export const typeNameRule: Rule = (walk, node) =>
  walk.name(node, undefined, walk.referenceFlags & RefFlag.Base ? 0 : RefFlag.Type);

/** The object that a method belongs to, as a word of the language. */
export const thisRule: Rule = (walk, node) => {
  const text = walk.textOf(node);
  walk.emitText(text);
  const reference = walk.refer(walk.intern(text), Receiver.None, false, node);
  walk.typeOfReference.set(reference, walk.ownerType);
  walk.variableOfReference[reference] = -1;
  walk.called = false;
  return reference;
};

/** A name, unless it is `Self`, which means the type that the code at hand belongs to. */
export function orOwnType(rule: Rule, flag: number): Rule {
  return (walk, node) => {
    if (walk.textOf(node) !== 'Self') return rule(walk, node);
    const reference = thisRule(walk, node);
    walk.references.flags[reference]! |= flag;
    walk.valueType = -1;
    return reference;
  };
}

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

/** A word that is no name here: labels, fields of literals. */
export const wordRule: Rule = (walk, node) => {
  walk.emit(node);
  return Receiver.Expression;
};

/** Annotations and attributes: what they name decorates. */
export const decoratorRule: Rule = (walk, node) => {
  walk.with(RefFlag.Decorator, () => walk.visitChildren(node));
  return Receiver.Expression;
};

/** Modifiers: walked through, tokens out. */
export const quietRule: Rule = (walk, node) => {
  walk.with(0, () => walk.visitChildren(node));
  return Receiver.Expression;
};

/** What holds types only. */
export const typesRule: Rule = (walk, node) => {
  walk.asType(() => walk.visitChildren(node));
  return Receiver.Expression;
};

/** The value of one part; the others are walked through: the type of `T<U>`, what stands behind a word. */
export function valueOfRule(where: Where): Rule {
  return (walk, node) => {
    const part = partOf(walk, node, where);
    let value: number = Receiver.Expression;
    walk.visitChildren(node, (child) => {
      if (child !== part) return false;
      value = walk.visit(child);
      return true;
    });
    return value;
  };
}

/** What is made of the only part is another value, of which nothing is known: `x?`, `x as T`. */
export const convertRule: Rule = (walk, node) => {
  passRule(walk, node);
  walk.called = false;
  walk.valueType = -1;
  return Receiver.Expression;
};

/** `T`, `a.T<U>` in one node that holds the segments. */
export const userTypeRule: Rule = (walk, node) => {
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (part) => {
    if (walk.type(part) !== 'type_identifier') return false;
    value = value < 0 ? walk.visit(part) : walk.member(part, value, false);
    return true;
  });
  return value;
};

/** `object.name`. */
export function memberRule(object: Where, name: Where): Rule {
  return (walk, node) => {
    const objectNode = partOf(walk, node, object);
    const nameNode = partOf(walk, node, name);
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
export function callRule(callee: Where): Rule {
  return (walk, node) => {
    const calleeNode = partOf(walk, node, callee);
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
export function methodCallRule(object: Where, name: Where): Rule {
  return (walk, node) => {
    const objectNode = partOf(walk, node, object);
    const nameNode = partOf(walk, node, name);
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
          ? walk.name(child, undefined, RefFlag.Call, true)
          : walk.member(child, receiver, called, undefined, RefFlag.Call);
      return true;
    });
    walk.called = true;
    walk.valueType = -1;
    return reference;
  };
}

/** `new Type(arguments)`, `Type{…}`: the value's type is evident. */
export function constructRule(type: Where, flag: number = RefFlag.New): Rule {
  return (walk, node) => {
    const typeNode = partOf(walk, node, type);
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
