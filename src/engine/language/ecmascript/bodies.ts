import { SymbolFlag } from '../../model/facts.ts';
import { RefFlag } from '../../model/references.ts';
import { Kind } from './kinds.ts';
import type { SymbolDraft, Walk } from './walk.ts';

/** Sets the flags that a function's body tells: trivial, or a constructor that only stores its parameters. */
export function flagBody(walk: Walk, draft: SymbolDraft): void {
  const { fact } = draft;
  if (fact.kind === 'class' || fact.kind === 'interface') return;
  if (draft.body < 0) {
    fact.flags |= SymbolFlag.Stub;
    return;
  }
  const parameters = namesOf(walk, draft);
  if (draft.expressionBody) {
    if (isTrivialValue(walk, walk.unwrap(draft.body), parameters)) fact.flags |= SymbolFlag.TrivialBody;
    return;
  }
  const statements = statementsOf(walk, draft.body);
  const first = statements[0];
  if (first === undefined) fact.flags |= SymbolFlag.TrivialBody;
  else if (statements.length === 1 && isTrivialStatement(walk, first, parameters)) fact.flags |= SymbolFlag.TrivialBody;
  if (fact.flags & SymbolFlag.Constructor && storesOnly(walk, draft, statements, parameters))
    fact.flags |= SymbolFlag.StoresParameters;
}

function namesOf(walk: Walk, draft: SymbolDraft): Set<string> {
  const names = new Set<string>();
  if (draft.fact.scope >= 0)
    for (const binding of walk.scopes[draft.fact.scope]!.bindings)
      if (binding.kind === 'parameter') names.add(binding.name);
  return names;
}

/** Statements of a block without directives, comments, empty statements and type declarations. */
function statementsOf(walk: Walk, block: number): number[] {
  const found: number[] = [];
  const stop = walk.next[block]! - 1;
  for (let c = block + 2; c < stop; c = walk.next[c]!) {
    switch (walk.k(c)) {
      case Kind.comment:
      case Kind.empty_statement:
      case Kind.interface_declaration:
      case Kind.type_alias_declaration:
      case Kind.ambient_declaration:
      case Kind.function_signature:
        continue;
      case Kind.expression_statement:
        if (walk.k(c + 1) === Kind.string) continue;
        break;
      default:
    }
    found.push(c);
  }
  return found;
}

function isTrivialStatement(walk: Walk, statement: number, parameters: Set<string>): boolean {
  const kind = walk.k(statement);
  if (kind === Kind.return_statement) {
    const value = operand(walk, statement + 2, walk.next[statement]!);
    return value < 0 || isTrivialValue(walk, walk.unwrap(value), parameters);
  }
  if (kind !== Kind.expression_statement) return false;
  const value = walk.unwrap(statement + 1);
  return isTrivialCall(walk, value, parameters) || isTrivialValue(walk, value, parameters);
}

/** First child from `from` that is no comment and no semicolon, -1 when there is none. */
function operand(walk: Walk, from: number, stop: number): number {
  for (let c = from; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind !== Kind.comment && kind !== Kind.tokenSemicolon) return c;
  }
  return -1;
}

function isTrivialValue(walk: Walk, node: number, parameters: Set<string>): boolean {
  switch (walk.k(node)) {
    case Kind.identifier:
    case Kind.this:
    case Kind.undefined:
    case Kind.string:
    case Kind.number:
    case Kind.regex:
    case Kind.true:
    case Kind.false:
    case Kind.null:
      return true;
    case Kind.template_string:
      return walk.childOf(node, Kind.other) < 0 || !walk.textOf(node).includes('${');
    case Kind.array:
    case Kind.object:
      return walk.next[node]! - node <= 3;
    case Kind.unary_expression: {
      const argument = walk.child(node, walk.field.argument);
      return argument >= 0 && walk.k(argument) === Kind.number;
    }
    case Kind.member_expression:
      return isAttribute(walk, node);
    case Kind.await_expression:
      return isTrivialCall(walk, walk.unwrap(node + 2), parameters);
    default:
      return isTrivialCall(walk, node, parameters);
  }
}

/** `a.b.c`: nothing but names, `this` and `super`. */
function isAttribute(walk: Walk, node: number): boolean {
  const kind = walk.k(node);
  if (kind === Kind.identifier || kind === Kind.this || kind === Kind.super) return true;
  if (kind !== Kind.member_expression) return false;
  const object = walk.child(node, walk.field.object);
  return object >= 0 && isAttribute(walk, walk.unwrap(object));
}

/** One call of a name or attribute whose arguments are the function's own parameters or constants. */
function isTrivialCall(walk: Walk, node: number, parameters: Set<string>): boolean {
  const kind = walk.k(node);
  if (kind === Kind.await_expression) return isTrivialCall(walk, walk.unwrap(node + 2), parameters);
  if (kind !== Kind.call_expression && kind !== Kind.new_expression) return false;
  const callee = walk.child(node, kind === Kind.new_expression ? walk.field.constructor : walk.field.function);
  if (callee < 0 || !isAttribute(walk, walk.unwrap(callee))) return false;
  const list = walk.child(node, walk.field.arguments);
  if (list < 0) return true;
  if (walk.k(list) !== Kind.arguments) return false;
  const stop = walk.next[list]!;
  for (let c = list + 1; c < stop; c = walk.next[c]!) {
    let argument = walk.unwrap(c);
    if (walk.k(argument) === Kind.spread_element) argument = walk.unwrap(argument + 2);
    switch (walk.k(argument)) {
      case Kind.identifier:
        if (!parameters.has(walk.textOf(argument)) && walk.textOf(argument) !== 'arguments') return false;
        break;
      case Kind.string:
      case Kind.number:
      case Kind.true:
      case Kind.false:
      case Kind.null:
      case Kind.undefined:
      case Kind.this:
      case Kind.comment:
        break;
      default:
        if (walk.next[argument] !== argument + 1) return false;
    }
  }
  return true;
}

/** `this.x = x` throughout (calls of `super(…)` aside), or parameter properties alone. */
function storesOnly(walk: Walk, draft: SymbolDraft, statements: number[], parameters: Set<string>): boolean {
  let stores = 0;
  if (draft.parameters >= 0) {
    const stop = walk.next[draft.parameters]!;
    for (let c = draft.parameters + 1; c < stop; c = walk.next[c]!)
      if (walk.childOf(c, Kind.accessibility_modifier) >= 0 || walk.childOf(c, Kind.tokenReadonly) >= 0) stores++;
  }
  for (const statement of statements) {
    if (walk.k(statement) !== Kind.expression_statement) return false;
    const expression = walk.unwrap(statement + 1);
    if (walk.k(expression) === Kind.call_expression && walk.k(expression + 1) === Kind.super) {
      if (!hasPlainArguments(walk, expression, parameters)) return false;
      continue;
    }
    if (walk.k(expression) !== Kind.assignment_expression) return false;
    const left = walk.child(expression, walk.field.left);
    const right = walk.child(expression, walk.field.right);
    if (left < 0 || right < 0 || walk.k(left) !== Kind.member_expression || walk.k(left + 1) !== Kind.this)
      return false;
    const value = walk.unwrap(right);
    if (walk.k(value) !== Kind.identifier || !parameters.has(walk.textOf(value))) return false;
    stores++;
  }
  return stores > 0;
}

function hasPlainArguments(walk: Walk, call: number, parameters: Set<string>): boolean {
  const list = walk.child(call, walk.field.arguments);
  if (list < 0) return true;
  const stop = walk.next[list]!;
  for (let c = list + 1; c < stop; c = walk.next[c]!) {
    if (walk.next[c] !== c + 1) return false;
    if (walk.k(c) === Kind.identifier && !parameters.has(walk.textOf(c))) return false;
  }
  return true;
}

/** Distinct last segments of what the body calls, sorted. */
export function calledNamesOf(walk: Walk, draft: SymbolDraft): string[] {
  const { references, strings } = walk;
  const names = new Set<number>();
  for (let id = draft.refStart; id < draft.refEnd; id++) {
    const flags = references.flags[id]!;
    if ((flags & (RefFlag.Call | RefFlag.New | RefFlag.Jsx)) === 0 || references.receiver[id] === -3) {
      // `super.m()` calls m; `super()` calls no name.
      if ((flags & RefFlag.Call) === 0 || strings[references.name[id]!] === 'super') continue;
    }
    names.add(references.name[id]!);
  }
  if (names.size === 0) return [];
  return [...names].map((name) => strings[name]!).sort();
}
