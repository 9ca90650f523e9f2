import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { lambda, openSymbol } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { note, placeOf } from '../generic/notes.ts';
import { addImport, literalRule, passRule, thisRule, wordRule } from '../generic/rules.ts';
import {
  bodyStatement,
  classCall,
  classOrModule,
  method,
  namesIn,
  singletonClass,
  stateOf,
  VISIBILITY,
} from './classes.ts';
import { bindPattern, localOf, openScope, parameter, parameters, writeName, writeTo } from './locals.ts';

const blockFunction = lambda();

/** A block is a function without a name; that of `->` belongs to it. */
const block: Rule = (walk, node) => {
  if (walk.type(walk.tree.parent[node]!) === 'lambda') walk.visitChildren(node);
  else blockFunction(walk, node);
  walk.called = false;
  return Receiver.Expression;
};

/** A plain name: a variable, the block's own `it`, or a call without an object. */
const identifier: Rule = (walk, node) => {
  const text = walk.textOf(node);
  if (localOf(walk, text) < 0) {
    const inBlock = walk.scopes.scopes[walk.scope]!.kind === 'lambda';
    if (inBlock && /^(?:_[1-9]|it)$/.test(text)) {
      walk.declare(node, 'parameter');
      return Receiver.Expression;
    }
    if (VISIBILITY.test(text) && walk.classSymbol >= 0 && walk.symbol === walk.classSymbol)
      stateOf(walk).visibility.set(openScope(walk), text);
    const value = walk.name(node, text, RefFlag.Call, true);
    walk.called = true;
    return value;
  }
  return walk.name(node);
};

/** A constant is looked for by name in all of the program; what the file says of it is its own class or value. */
const constant: Rule = (walk, node) => walk.name(node);

const scopeResolution: Rule = (walk, node) => {
  const scope = walk.field(node, 'scope');
  const name = walk.field(node, 'name');
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (child !== scope && child !== name) return false;
    if (child === scope) value = walk.visit(child);
    else value = scope < 0 ? walk.name(child) : walk.member(child, value, walk.called);
    return true;
  });
  walk.called = false;
  return value;
};

function requires(walk: FactsWalk, name: string, list: number): void {
  const [text] = namesIn(walk, list);
  if (text === undefined) return;
  const module = name === 'require_relative' && !text.startsWith('.') ? `./${text}` : text;
  addImport(walk, list, { form: 'side-effect', module, imported: '', local: '', typeOnly: false });
}

/** `define_method(:name) { … }`: the block is a method's body. */
function definesMethod(walk: FactsWalk, node: number, list: number): void {
  const [name] = namesIn(walk, list);
  const at = list < 0 ? -1 : (walk.children(list)[0] ?? -1);
  if (name === undefined || walk.field(node, 'block') < 0) return;
  const kind = walk.classSymbol >= 0 ? 'method' : 'function';
  const flags = SymbolFlag.Bound | SymbolFlag.Exported;
  walk.lambdaSymbol = openSymbol(walk, node, { kind, name, nameNode: at, qualifier: '', flags });
}

const call: Rule = (walk, node) => {
  const receiver = walk.field(node, 'receiver');
  const methodNode = walk.field(node, 'method');
  const list = walk.field(node, 'arguments');
  const name = methodNode < 0 ? '' : walk.textOf(methodNode);
  const inClassBody = walk.classSymbol >= 0 && walk.symbol === walk.classSymbol;
  let told = false;
  if (receiver < 0) {
    if (/^(?:require|require_relative|load)$/.test(name)) requires(walk, name, list);
    if (inClassBody) told = classCall(walk, name, list);
    if (name === 'define_method') definesMethod(walk, node, list);
  }
  const { symbolFlags } = walk;
  if (/^(?:describe|context|feature|shared_examples|it)$/.test(name) && walk.field(node, 'block') >= 0)
    walk.symbolFlags |= SymbolFlag.Test;
  let from: number = Receiver.Expression;
  let called = false;
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (child === receiver) {
      from = walk.visit(child);
      ({ called } = walk);
    } else if (child === methodNode) {
      if (walk.type(child) === 'super') value = superCall(walk, child);
      else if (receiver < 0) value = walk.name(child, name, RefFlag.Call, true);
      else value = walk.member(child, from, called, name, RefFlag.Call);
    } else if (child !== list || !told) return false;
    return true;
  });
  walk.symbolFlags = symbolFlags;
  walk.called = true;
  walk.valueType = name === 'new' && from >= 0 && !called ? from : -1;
  return value;
};

/** `super`: the method of the same name of a class or module before this one. */
function superCall(walk: FactsWalk, node: number): number {
  walk.emit(node);
  let at = walk.symbol;
  while (at >= 0 && walk.symbols[at]!.kind !== 'method') at = walk.symbols[at]!.parent;
  const own = at < 0 ? 'super' : walk.symbols[at]!.name;
  const value = walk.refer(walk.intern(own), Receiver.Super, false, node, RefFlag.Call);
  walk.called = true;
  return value;
}

/** True for `->`, `lambda { }` and `proc { }`. */
export function isLambda(walk: FactsWalk, node: number): boolean {
  if (walk.type(node) === 'lambda') return true;
  if (walk.type(node) !== 'call' || walk.field(node, 'block') < 0) return false;
  const receiver = walk.field(node, 'receiver');
  const method = walk.field(node, 'method');
  const name = method < 0 ? '' : walk.textOf(method);
  return receiver < 0 ? /^(?:lambda|proc)$/.test(name) : name === 'new' && walk.textOf(receiver) === 'Proc';
}

/** `Struct.new(…) do … end` and its like make a class. */
function makesClass(walk: FactsWalk, node: number): boolean {
  if (walk.type(node) !== 'call' || walk.field(node, 'block') < 0) return false;
  const receiver = walk.field(node, 'receiver');
  return receiver >= 0 && /^(?:Struct|Class|Module|Data)$/.test(walk.textOf(receiver));
}

const assignment: Rule = (walk, node) => {
  const left = walk.field(node, 'left');
  const right = walk.field(node, 'right');
  const isName = /^(?:identifier|constant)$/.test(walk.type(left));
  const state = stateOf(walk);
  const { made } = state;
  let symbol = -1;
  if (left < 0 || right < 0) return walk.visitChildren(node);
  if (isName && isLambda(walk, right)) {
    const flags = SymbolFlag.Bound | (walk.type(left) === 'constant' ? SymbolFlag.Exported : 0);
    symbol = openSymbol(walk, node, {
      kind: 'function',
      name: walk.textOf(left),
      nameNode: left,
      qualifier: '',
      flags,
    });
  } else if (walk.type(left) === 'constant') {
    note(walk, 'declaration', placeOf(walk) + walk.textOf(left), left);
    if (makesClass(walk, right)) state.made = walk.textOf(left);
  }
  const known = isName ? localOf(walk, walk.textOf(left)) : -1;
  writeTo(walk, left, 'assignment');
  const variable = isName ? walk.variableOf[left]! : -1;
  walk.emitText('=');
  walk.lambdaSymbol = symbol;
  walk.called = false;
  walk.valueType = -1;
  walk.visit(right);
  walk.lambdaSymbol = -1;
  state.made = made;
  if (variable >= 0 && known < 0) {
    walk.scopes.variables[variable]!.type = symbol < 0 ? walk.valueType : -1;
    if (symbol >= 0) {
      walk.scopes.variables[variable]!.binding.symbol = symbol;
      walk.spans[symbol]!.variable = variable;
    }
  } else if (known >= 0) walk.scopes.variables[known]!.type = -1;
  walk.called = false;
  return Receiver.Expression;
};

const operatorAssignment: Rule = (walk, node) => {
  const left = walk.field(node, 'left');
  walk.visitChildren(node, (child) => {
    if (child !== left) return false;
    writeTo(walk, child, 'assignment', RefFlag.Store | RefFlag.Augmented);
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

/** A string without interpolations is one token, its quotes out. */
const string: Rule = (walk, node) => {
  if (walk.has(node, 'interpolation')) walk.visitChildren(node);
  else walk.emitText(`"${walk.textOf(node).slice(1, -1)}"`);
  return Receiver.Literal;
};

/** `{name:}` reads the variable or calls the method of that name. */
const pair: Rule = (walk, node) => {
  const key = walk.field(node, 'key');
  if (walk.field(node, 'value') >= 0 || key < 0 || walk.type(key) !== 'hash_key_symbol')
    return walk.visitChildren(node);
  const text = walk.textOf(key);
  walk.emitText(`${text}:`);
  if (localOf(walk, text) >= 0) walk.name(key, text);
  else walk.name(key, text, RefFlag.Call, true);
  return Receiver.Expression;
};

const inClause: Rule = (walk, node) => {
  const pattern = walk.field(node, 'pattern');
  walk.visitChildren(node, (child) => {
    if (child !== pattern) return false;
    bindPattern(walk, child);
    return true;
  });
  return Receiver.Expression;
};

const written = (kind: 'loop' | 'except', field: string): Rule => {
  return (walk, node) => {
    const target = field === '' ? (walk.children(node)[0] ?? -1) : walk.field(node, field);
    walk.visitChildren(node, (child) => {
      if (child !== target) return false;
      if (walk.type(child) === 'identifier') writeName(walk, child, kind);
      else writeTo(walk, child, kind);
      return true;
    });
    return Receiver.Expression;
  };
};

/** `alias new old` makes a method that is not followed. */
const alias: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  if (name >= 0) note(walk, 'declaration', placeOf(walk) + walk.textOf(name).replace(/^:/, ''), node);
  return Receiver.Expression;
};

/** The words `class` and `module` have the names of the nodes that they begin. */
const classOrWord: Rule = (walk, node) =>
  walk.next[node] === node + 1 ? wordRule(walk, node) : classOrModule(walk, node);

export const RUBY_FACTS: Readonly<Record<string, Rule>> = {
  class: classOrWord,
  module: classOrWord,
  singleton_class: singletonClass,
  body_statement: bodyStatement,
  method,
  singleton_method: method,
  method_parameters: parameters,
  lambda_parameters: parameters,
  block_parameters: parameters,
  destructured_parameter: parameters,
  optional_parameter: parameter,
  splat_parameter: parameter,
  hash_splat_parameter: parameter,
  keyword_parameter: parameter,
  block_parameter: parameter,
  block,
  do_block: block,
  lambda: lambda(),
  identifier,
  constant,
  scope_resolution: scopeResolution,
  self: (walk, node) => (walk.isNamed(node) ? thisRule(walk, node) : wordRule(walk, node)),
  super: (walk, node) => (walk.isNamed(node) ? superCall(walk, node) : wordRule(walk, node)),
  call,
  assignment,
  operator_assignment: operatorAssignment,
  string,
  simple_symbol: literalRule,
  array: literalRule,
  hash: literalRule,
  string_array: literalRule,
  regex: literalRule,
  integer: literalRule,
  float: literalRule,
  pair,
  in_clause: inClause,
  for: (walk, node) => (walk.isNamed(node) ? written('loop', 'pattern')(walk, node) : wordRule(walk, node)),
  exception_variable: written('except', ''),
  alias: (walk, node) => (walk.isNamed(node) ? alias(walk, node) : wordRule(walk, node)),
  undef: wordRule,
  parenthesized_statements: passRule,
};
