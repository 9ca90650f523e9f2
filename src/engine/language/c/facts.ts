import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { nameDeclaredRule, outermost } from '../generic/declarations.ts';
import { announceLambda, classDefinition, definition } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { note, placeOf } from '../generic/notes.ts';
import {
  addImport,
  assignRule,
  blockRule,
  callRule,
  memberRule,
  nameRule,
  passRule,
  scopedRule,
  skipRule,
  stringRule,
  typeNameRule,
} from '../generic/rules.ts';
import { bindDeclarator, declaredName, functionDeclarator, lastName, qualifierOf } from './declarators.ts';

/** Words of a declaration that are no types: `static`, `const`, `inline`, `virtual`. */
export function wordsOf(walk: FactsWalk, node: number): string[] {
  const words: string[] = [];
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!)
    if (/specifier$|qualifier$|^virtual$|^inline$/.test(walk.type(child)) && walk.end[child]! - walk.start[child]! < 20)
      words.push(walk.textOf(child));
  return words;
}

/** `static` hides a function from other files, unless it is there to be included (`static inline`). */
export function isHidden(walk: FactsWalk, node: number): boolean {
  const words = wordsOf(walk, node);
  return words.includes('static') && !words.some((word) => /inline/i.test(word));
}

/** Visits a type's node; answers the reference that names it, -1 for none. */
export function visitType(walk: FactsWalk, node: number): number {
  if (walk.field(node, 'body') >= 0) {
    walk.visit(node);
    return -1;
  }
  const before = walk.references.count;
  walk.asType(() => walk.visit(node));
  return walk.references.count > before ? outermost(walk, before) : -1;
}

/** One declarator of a declaration, with its value. */
export function declareOne(walk: FactsWalk, declaration: number, node: number, flags = 0): void {
  const isInit = walk.type(node) === 'init_declarator';
  const declarator = isInit ? walk.field(node, 'declarator') : node;
  let value = isInit ? walk.field(node, 'value') : -1;
  if (!isInit) value = valueOf(walk, node);
  const name = declaredName(walk, declarator);
  const isFunction = value >= 0 && name >= 0 && walk.table.lambda[walk.kinds[value]!] === 1;
  const symbol = isFunction ? announceLambda(walk, declaration, name, flags) : -1;
  const declared = declarator < 0 ? [] : bindDeclarator(walk, declarator, 'assignment');
  for (const variable of declared) walk.scopes.variables[variable]!.type = walk.declaredType;
  if (symbol >= 0) {
    walk.spans[symbol]!.variable = declared[0] ?? -1;
    if (declared.length === 1) walk.scopes.variables[declared[0]!]!.binding.symbol = symbol;
  }
  for (let child = node + 1; isInit && child < walk.next[node]!; child = walk.next[child]!) {
    if (child === declarator) continue;
    walk.called = false;
    walk.valueType = -1;
    const seen = walk.visit(child);
    if (child !== value || declared.length !== 1) continue;
    const variable = walk.scopes.variables[declared[0]!]!;
    if (variable.type < 0) variable.type = walk.valueType;
    Object.assign(variable.binding, { value: Math.max(-1, seen), valueCalled: seen >= 0 && walk.called });
  }
}

/** Value of a member: it stands behind the declarator. */
function valueOf(walk: FactsWalk, declarator: number): number {
  const id = walk.table.field('default_value');
  const end = walk.next[walk.tree.parent[declarator]!]!;
  for (let at = walk.next[declarator]!; at < end; at = walk.next[at]!) {
    if (walk.tree.field[at] === walk.table.field('declarator')) return -1;
    if (walk.tree.field[at] === id && walk.isNamed(at)) return at;
  }
  return -1;
}

/** `T a = x, *b;` and prototypes, which are noted and are no functions. */
export const declaration: Rule = (walk, node) => {
  const type = walk.field(node, 'type');
  const declarator = walk.table.field('declarator');
  const outer = walk.declaredType;
  walk.declaredType = -1;
  walk.visitChildren(node, (child) => {
    if (child === type) walk.declaredType = visitType(walk, child);
    else if (walk.tree.field[child] === declarator && walk.isNamed(child)) {
      if (isPrototype(walk, child)) prototype(walk, child);
      else declareOne(walk, node, child);
    } else return walk.isNamed(child) && /specifier|qualifier|modifier/.test(walk.type(child));
    return true;
  });
  walk.declaredType = outer;
  walk.called = false;
  return Receiver.Expression;
};

/** Inside functions `T x(y);` makes a variable, as nobody declares functions there. */
function isPrototype(walk: FactsWalk, declarator: number): boolean {
  const { kind } = walk.scopes.scopes[walk.scope]!;
  if (functionDeclarator(walk, declarator) < 0) return false;
  return kind === 'module' || kind === 'class' || walk.symbol < 0 || walk.symbols[walk.symbol]!.kind === 'class';
}

function prototype(walk: FactsWalk, declarator: number): void {
  const name = declaredName(walk, declarator);
  if (name >= 0) note(walk, 'declaration', placeOf(walk) + plainText(walk, name), name);
}

/** Name of a function, blanks out: `operator==`, `~T`, `operator bool`. */
export function plainText(walk: FactsWalk, name: number): string {
  const last = lastName(walk, name);
  const text = walk.textOf(last).replace(/\s+/g, ' ');
  return walk.type(last) === 'operator_cast' ? text.replace(/ ?\([^]*$/, '') : text.replace(/ ?([^\w ]+) ?/g, '$1');
}

/** The declarator's part of a function's head, and the code of a constructor's initialisers. */
export function functionPart(walk: FactsWalk, child: number, visitParameters: (list: number) => void): boolean {
  if (/^field_initializer_list$|^try_statement$/.test(walk.type(child))) {
    walk.visit(child);
    return true;
  }
  if (walk.tree.field[child] !== walk.table.field('declarator')) return false;
  const declarator = walk.type(child) === 'abstract_function_declarator' ? child : functionDeclarator(walk, child);
  const list = walk.field(declarator, 'parameters');
  if (list >= 0) visitParameters(list);
  for (const part of walk.children(declarator < 0 ? child : declarator))
    if (walk.type(part) === 'trailing_return_type') walk.asType(() => walk.visit(part));
  return true;
}

export const functionName = (walk: FactsWalk, node: number): number =>
  lastName(walk, declaredName(walk, walk.field(node, 'declarator')));

export const functionText = (walk: FactsWalk, node: number): string => {
  const name = functionName(walk, node);
  return name < 0 ? '' : plainText(walk, name);
};

/** What stands before the name of a function: `Server` of `Server::run`. */
export const functionOwner = (walk: FactsWalk, node: number): string =>
  qualifierOf(walk, declaredName(walk, walk.field(node, 'declarator')));

const cFunction = definition({
  name: functionName,
  nameText: functionText,
  owner: functionOwner,
  flags: (walk, node) => (isHidden(walk, node) ? 0 : SymbolFlag.Exported),
  part: functionPart,
});

/** What a broken file makes of a macro's call is no function. */
export function isFunctionDefinition(walk: FactsWalk, node: number): boolean {
  return functionName(walk, node) >= 0 && functionDeclarator(walk, walk.field(node, 'declarator')) >= 0;
}

/**
 * A definition of a function. Where one stands in another, a brace is missing above: it belongs to the file.
 */
export const definitionWith =
  (rule: Rule): Rule =>
  (walk, node) => {
    if (!isFunctionDefinition(walk, node)) return walk.visitChildren(node);
    const kind = walk.symbol < 0 ? 'class' : walk.symbols[walk.symbol]!.kind;
    if (kind !== 'function' && kind !== 'method') return rule(walk, node);
    const { symbol, scope } = walk;
    Object.assign(walk, { symbol: -1, scope: 0 });
    walk.damaged++;
    rule(walk, node);
    walk.damaged--;
    Object.assign(walk, { symbol, scope });
    return Receiver.Expression;
  };

/** One parameter; of a pointer to a function only the name. */
export const parameter: Rule = (walk, node) => {
  const type = walk.field(node, 'type');
  const declarator = walk.field(node, 'declarator');
  const value = walk.field(node, 'default_value');
  const name = declarator < 0 ? -1 : declaredName(walk, declarator);
  const { parameters } = walk;
  const declared = type < 0 ? -1 : visitType(walk, type);
  if (declarator >= 0) {
    for (const variable of bindDeclarator(walk, declarator, 'parameter'))
      walk.scopes.variables[variable]!.type = declared;
  }
  const rest = /^variadic|^\.\.\.$/.test(walk.type(node)) || walk.type(declarator) === 'variadic_declarator';
  if (name >= 0 || walk.textOf(node) !== 'void')
    parameters?.push({
      name: name < 0 ? (rest ? '...' : '_') : walk.textOf(name),
      kind: rest ? 'rest' : 'normal',
      optional: value >= 0,
    });
  if (value >= 0) {
    walk.emitText('=');
    walk.visit(value);
  }
  return Receiver.Expression;
};

/** `struct`, `union`: a class when it is named and has members; without members its name is a type. */
export const structSpecifier =
  (named: Rule): Rule =>
  (walk, node) => {
    if (walk.field(node, 'body') < 0) {
      const name = walk.field(node, 'name');
      return name < 0 ? Receiver.Expression : walk.visit(name);
    }
    if (walk.field(node, 'name') >= 0) return named(walk, node);
    const { classSymbol, ownerType } = walk;
    Object.assign(walk, { classSymbol: -1, ownerType: -1 });
    walk.inScope(node, 'class', -1, () => walk.visitChildren(node));
    Object.assign(walk, { classSymbol, ownerType });
    return Receiver.Expression;
  };

/** `typedef struct { … } name;` names the struct; other names are types. */
export const typeDefinition: Rule = (walk, node) => {
  const type = walk.field(node, 'type');
  const names = walk.fields(node, 'declarator').map((declarator) => declaredName(walk, declarator));
  const isStruct = /^(?:struct|union|class)_specifier$/.test(walk.type(type));
  if (isStruct && walk.field(type, 'body') >= 0 && walk.field(type, 'name') < 0 && (names[0] ?? -1) >= 0) {
    classDefinition({ name: () => names.shift()!, flags: () => SymbolFlag.Exported })(walk, type);
  } else if (type >= 0) visitType(walk, type);
  for (const name of names)
    if (name >= 0 && walk.textOf(name) !== walk.textOf(walk.field(type, 'name'))) walk.declare(name, 'type');
  return Receiver.Expression;
};

const enumSpecifier: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const body = walk.field(node, 'body');
  if (body < 0) return name < 0 ? Receiver.Expression : walk.visit(name);
  if (name >= 0 && walk.type(name) === 'type_identifier') walk.declare(name, 'type');
  walk.visit(body);
  return Receiver.Expression;
};

const include: Rule = (walk, node) => {
  const path = walk.field(node, 'path');
  if (!/string/.test(walk.type(path))) return Receiver.Expression;
  const text = walk.textOf(path);
  const module = text.startsWith('"') ? text.slice(1, -1) : text;
  addImport(walk, path, { form: 'side-effect', module, imported: '', local: '', typeOnly: false });
  return Receiver.Expression;
};

const macro: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  if (name >= 0) note(walk, 'macro', walk.textOf(name), name);
  return Receiver.Expression;
};

/** `#ifndef X` around a whole header, which defines X first, is no condition. */
function isGuard(walk: FactsWalk, node: number): boolean {
  if (walk.tree.parent[node] !== 0 || !/^#[ \t]*ifndef/.test(walk.text.slice(walk.start[node], walk.start[node]! + 20)))
    return false;
  const [name, first] = walk.children(node);
  if (name === undefined || first === undefined || walk.type(first) !== 'preproc_def') return false;
  return walk.textOf(walk.field(first, 'name')) === walk.textOf(name);
}

/** A branch of the preprocessor: its condition is text, what is inside may be absent. */
const branch: Rule = (walk, node) => {
  const condition = [walk.field(node, 'name'), walk.field(node, 'condition')];
  const head = Math.max(...condition);
  const end = head < 0 ? walk.start[node]! + 5 : walk.end[head]!;
  const guard = isGuard(walk, node);
  if (!guard) walk.emitText(walk.text.slice(walk.start[node], end).replace(/\s+/g, ' '));
  if (!guard) walk.conditional++;
  walk.visitChildren(node, (child) => !walk.isNamed(child) || condition.includes(child));
  if (!guard) walk.conditional--;
  return Receiver.Expression;
};

/** A type where a value stands (`sizeof`, casts): its tokens matter. */
export const typeDescriptor: Rule = (walk, node) => {
  const before = walk.referenceFlags;
  walk.referenceFlags |= RefFlag.Type;
  walk.visitChildren(node);
  walk.referenceFlags = before;
  return Receiver.Expression;
};

const struct = classDefinition({ flags: () => SymbolFlag.Exported });

export const C_FACTS: Readonly<Record<string, Rule>> = {
  preproc_include: include,
  preproc_def: macro,
  preproc_function_def: macro,
  preproc_call: skipRule,
  preproc_if: branch,
  preproc_ifdef: branch,
  preproc_elif: branch,
  preproc_elifdef: branch,
  preproc_else: branch,
  function_definition: definitionWith(cFunction),
  declaration,
  field_declaration: declaration,
  type_definition: typeDefinition,
  parameter_declaration: parameter,
  variadic_parameter: parameter,
  struct_specifier: structSpecifier(struct),
  union_specifier: structSpecifier(struct),
  enum_specifier: enumSpecifier,
  enumerator: nameDeclaredRule('name', 'assignment'),
  identifier: nameRule,
  type_identifier: typeNameRule,
  type_descriptor: typeDescriptor,
  field_expression: memberRule('argument', 'field'),
  call_expression: callRule('function'),
  assignment_expression: assignRule(),
  parenthesized_expression: passRule,
  string_literal: stringRule,
  char_literal: stringRule,
  system_lib_string: skipRule,
  compound_statement: blockRule,
  for_statement: scopedRule,
  attribute_specifier: skipRule,
  attribute_declaration: skipRule,
  ms_declspec_modifier: skipRule,
  macro_type_specifier: (walk, node) => {
    const type = walk.field(node, 'type');
    if (type >= 0) walk.visit(type);
    return Receiver.Expression;
  },
};
