import { Receiver, RefFlag } from '../../model/references.ts';
import { visitBases } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { addImport, partOf, superRule, typeNameRule, markCalled } from '../generic/rules.ts';
import { spaceless } from '../generic/texts.ts';

/** Names of functions, classes and namespaces. */

/** `A\B\c`: the first name means an import or a namespace, the others are members. With a `\` before it, it starts at the root. */
export const qualifiedName: Rule = (walk, node) => {
  const text = spaceless(walk.textOf(node));
  const parts = text.split('\\');
  const absolute = parts[0] === '';
  if (absolute) parts.shift();
  const [first, ...rest] = parts;
  if (first === undefined || first === '') {
    walk.emit(node);
    return Receiver.Expression;
  }
  let value: number;
  if (absolute || first === 'namespace') {
    walk.emitText(first);
    value = walk.refer(walk.intern(absolute ? `\\${first}` : first), Receiver.None, false, node);
    walk.variableOfReference[value] = -1;
  } else value = walk.name(node, first);
  const last = walk.children(node).at(-1) ?? node;
  for (const part of rest) value = walk.member(last, value, false, part);
  walk.called = false;
  walk.valueType = -1;
  return value;
};

/** A plain name where a value stands; `self` and `static` are the class at hand. */
export const nameRule: Rule = (walk, node) => {
  const text = walk.textOf(node);
  if (text === 'self' || text === 'static') return ownClass(walk, node);
  if (text === 'parent') return superRule(walk, node);
  return walk.referenceFlags & RefFlag.Type ? typeNameRule(walk, node) : walk.name(node);
};

/** `self`, `static`, `parent` before `::`. */
export const relativeScope: Rule = (walk, node) =>
  walk.textOf(node) === 'parent' ? superRule(walk, node) : ownClass(walk, node);

function ownClass(walk: FactsWalk, node: number): number {
  walk.emitText('self');
  const reference = walk.refer(walk.intern('self'), Receiver.None, false, node);
  walk.typeOfReference.set(reference, walk.ownerType);
  walk.variableOfReference[reference] = -1;
  walk.called = false;
  return reference;
}

/** `object->name`, `A::name`, with arguments or without; what is no plain name (`$object->{$name}`) is walked through. */
export function accessRule(object: string | ((walk: FactsWalk, node: number) => number), called: boolean): Rule {
  return (walk, node) => {
    const objectNode = partOf(walk, node, object);
    const nameNode = walk.fields(node, 'name').at(-1) ?? walk.children(node).at(-1) ?? -1;
    let receiver: number = Receiver.Expression;
    let receiverCalled = false;
    let reference: number = Receiver.Expression;
    walk.visitChildren(node, (child) => {
      if (child === objectNode) {
        receiver = walk.visit(child);
        receiverCalled = walk.called;
        return true;
      }
      if (child !== nameNode || !/^(name|variable_name)$/.test(walk.type(child))) return false;
      const isStatic = walk.type(node) === 'scoped_property_access_expression';
      if (walk.type(child) === 'variable_name' && !isStatic) return false;
      reference = walk.member(child, receiver, receiverCalled, undefined, called ? RefFlag.Call : 0);
      return true;
    });
    walk.called = called;
    walk.valueType = -1;
    return reference;
  };
}

/** The class of `new`, which the grammar gives no field. */
export const firstName = (walk: FactsWalk, node: number): number =>
  walk.children(node).find((child) => /^(name|qualified_name|relative_name)$/.test(walk.type(child))) ?? -1;

/** `name(…)` and `$f(…)`. */
export const functionCall: Rule = (walk, node) => {
  const callee = walk.field(node, 'function');
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (child !== callee) return false;
    value = markCalled(walk, walk.visit(child), RefFlag.Call);
    return true;
  });
  walk.called = true;
  walk.valueType = -1;
  return value;
};

/** `namespace A\B;`: a file of several namespaces belongs to none that could be told. */
export const namespaceDefinition: Rule = (walk, node) => {
  const name = spaceless(walk.textOf(Math.max(0, walk.field(node, 'name'))));
  const own = walk.field(node, 'name') < 0 ? '' : name;
  walk.namespace = walk.namespace === '' || walk.namespace === own ? own : '?';
  const body = walk.field(node, 'body');
  if (body >= 0) walk.visitChildren(body);
  return Receiver.Expression;
};

/** `use A\{B, C as D};` and its forms for functions and constants. */
export const useDeclaration: Rule = (walk, node) => {
  const group = walk.field(node, 'body');
  const prefix = group < 0 ? '' : spaceless(walk.textOf(walk.childOf(node, 'namespace_name')));
  for (const clause of walk.children(group < 0 ? node : group))
    if (walk.type(clause) === 'namespace_use_clause') useClause(walk, clause, prefix);
  return Receiver.Expression;
};

function useClause(walk: FactsWalk, node: number, prefix: string): void {
  const path = firstName(walk, node);
  if (path < 0) return;
  const alias = walk.field(node, 'alias');
  const whole = spaceless(`${prefix === '' ? '' : `${prefix}\\`}${walk.textOf(path)}`).replace(/^\\/, '');
  const cut = whole.lastIndexOf('\\');
  const imported = whole.slice(cut + 1);
  const local = alias < 0 ? imported : walk.textOf(alias);
  const at = alias < 0 ? (walk.children(path).at(-1) ?? path) : alias;
  addImport(walk, at, { form: 'from', module: whole.slice(0, Math.max(0, cut)), imported, local, typeOnly: false });
}

/** `use T;` in a class: its methods are the class's own. */
export const useTrait: Rule = (walk, node) => {
  for (const child of walk.children(node)) {
    if (walk.type(child) === 'use_list') continue;
    if (walk.classSymbol < 0) walk.visit(child);
    else walk.with(0, () => visitBases(walk, child, walk.classSymbol));
  }
  return Receiver.Expression;
};
