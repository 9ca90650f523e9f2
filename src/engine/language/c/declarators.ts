import type { BindingKind } from '../../model/facts.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';

/** Declarators of C's family: a name inside what says of which type it is (`(*name[3])(int)`). */

const WRAPPED =
  /^(?:pointer|array|function|parenthesized|reference|attributed|variadic|init)_declarator$|^bitfield_clause$/;
const NAMES =
  /^(?:identifier|field_identifier|type_identifier|qualified_identifier|operator_name|destructor_name|operator_cast|template_function|structured_binding_declarator)$/;

/** What is directly inside a declarator; -1 for a name and for nothing. */
function inner(walk: FactsWalk, node: number): number {
  if (!WRAPPED.test(walk.type(node))) return -1;
  const field = walk.field(node, 'declarator');
  if (field >= 0) return field;
  return walk.children(node).find((child) => NAMES.test(walk.type(child)) || WRAPPED.test(walk.type(child))) ?? -1;
}

/** The name that a declarator declares, as the grammar's node for it; -1 for none (`int (*)(void)`). */
export function declaredName(walk: FactsWalk, declarator: number): number {
  let at = declarator;
  while (at >= 0 && !NAMES.test(walk.type(at))) at = inner(walk, at);
  return at;
}

/** The declarator of the function that is declared, -1 where a variable is (pointers to functions too). */
export function functionDeclarator(walk: FactsWalk, declarator: number): number {
  let found = -1;
  for (let at = declarator; at >= 0 && !NAMES.test(walk.type(at)); at = inner(walk, at)) {
    const type = walk.type(at);
    if (type === 'function_declarator') found = at;
    else if (found >= 0 && type !== 'parenthesized_declarator') found = -1;
  }
  return found;
}

/** The last name of a path: `c` of `a::b::c`. */
export function lastName(walk: FactsWalk, name: number): number {
  let at = name;
  while (walk.type(at) === 'qualified_identifier') {
    const next = walk.field(at, 'name');
    if (next < 0) break;
    at = next;
  }
  return walk.type(at) === 'template_function' ? walk.field(at, 'name') : at;
}

/** What stands before the last name of a path, arguments of templates left out, joined by dots; empty for none. */
export function qualifierOf(walk: FactsWalk, name: number): string {
  const parts: string[] = [];
  for (let at = name; walk.type(at) === 'qualified_identifier'; at = walk.field(at, 'name')) {
    const scope = walk.field(at, 'scope');
    if (scope >= 0) parts.push(walk.textOf(walk.type(scope) === 'template_type' ? walk.field(scope, 'name') : scope));
    if (walk.field(at, 'name') < 0) break;
  }
  return parts.join('.');
}

/** Declares the names of a declarator; sizes of arrays are values, the rest says the type. Answers their variables. */
export function bindDeclarator(walk: FactsWalk, node: number, kind: BindingKind): number[] {
  const type = walk.type(node);
  if (type === 'identifier' || type === 'field_identifier') return [walk.declare(node, kind)];
  if (type === 'structured_binding_declarator') return walk.children(node).map((name) => walk.declare(name, kind));
  if (NAMES.test(type)) return [];
  const within = inner(walk, node);
  const made = within < 0 ? [] : bindDeclarator(walk, within, kind);
  const size = type === 'array_declarator' ? walk.field(node, 'size') : -1;
  if (size >= 0) walk.visit(size);
  return made;
}
