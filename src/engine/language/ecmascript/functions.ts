import { SymbolFlag, type ParameterFact } from '../../model/facts.ts';
import { Kind } from './kinds.ts';
import { bindPattern } from './patterns.ts';
import { addSymbol, declared, selfNamed, setSignature } from './symbols.ts';
import { annotated } from './types.ts';
import type { BoundTo, Value, Walk } from './walk.ts';

/** A function declaration, generator declaration or overload signature: binds its name and defines its symbol. */
export function visitFunctionDeclaration(walk: Walk, node: number): Value {
  const nameNode = walk.child(node, walk.field.name);
  const bound = declared(walk, node, nameNode);
  const binding = nameNode >= 0 ? walk.bind(nameNode, 'definition', walk.scope) : undefined;
  const symbol = defineFunction(walk, node, bound);
  if (binding) binding.symbol = symbol;
  walk.made = symbol;
  return -2;
}

/** A function expression or arrow function: a symbol when it is bound to a name or has one of its own. */
export function visitFunctionExpression(walk: Walk, node: number): Value {
  let bound = walk.takeBound(node);
  const nameNode = walk.k(node) === Kind.arrow_function ? -1 : walk.child(node, walk.field.name);
  if (!bound && nameNode >= 0) bound = selfNamed(walk, node, walk.textOf(nameNode), nameNode);
  const symbol = bound ? defineFunction(walk, node, bound) : -1;
  if (!bound) visitFunctionParts(walk, node, -1);
  walk.made = symbol;
  return -2;
}

const MODIFIER_FLAGS = new Map<Kind, number>([
  [Kind.tokenAsync, SymbolFlag.Async],
  [Kind.tokenStar, SymbolFlag.Generator],
  [Kind.tokenStatic, SymbolFlag.Static],
  [Kind.tokenGet, SymbolFlag.Accessor],
  [Kind.tokenSet, SymbolFlag.Accessor | SymbolFlag.Setter],
  [Kind.tokenStaticGet, SymbolFlag.Static | SymbolFlag.Accessor],
  [Kind.tokenAbstract, SymbolFlag.Abstract],
]);

/** Flags that the words before the parameters tell. */
function modifierFlags(walk: Walk, node: number): number {
  let flags = 0;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.formal_parameters) break;
    flags |= MODIFIER_FLAGS.get(kind) ?? 0;
  }
  return flags;
}

/** Defines the symbol of a function node and visits all of it but its name and decorators. */
export function defineFunction(walk: Walk, node: number, bound: BoundTo): number {
  const kind = walk.k(node);
  let flags = bound.flags | modifierFlags(walk, node);
  if (kind === Kind.function_signature) flags |= SymbolFlag.Stub | (walk.ambient ? 0 : SymbolFlag.Overload);
  const symbol = addSymbol(walk, {
    ...bound,
    kind: bound.method ? 'method' : 'function',
    node,
    flags,
  });
  visitFunctionParts(walk, node, symbol);
  setSignature(walk, walk.symbols[symbol]!);
  return symbol;
}

/** Visits type parameters, parameters, return type and body in the scope that the function opens. */
function visitFunctionParts(walk: Walk, node: number, symbol: number): void {
  const draft = symbol >= 0 ? walk.symbols[symbol]! : undefined;
  const before = walk.place();
  const kind = walk.k(node);
  const scope = walk.openScope(kind === Kind.arrow_function ? 'lambda' : 'function', symbol, node);
  walk.scopeOfNode.set(node, scope);
  if (draft) {
    walk.symbol = symbol;
    walk.base = draft.fact.qualifiedName;
    draft.fact.scope = scope;
    draft.refStart = walk.references.count;
  }
  walk.conditional = false;
  walk.registering = false;
  walk.namespaceRoot = '';
  walk.classSymbol = -1;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const part = walk.k(c);
    if (part === Kind.decorator) continue;
    const field = walk.fieldOf[c]!;
    if (part === Kind.formal_parameters) {
      const parameters = visitParameters(walk, c, scope);
      if (draft) {
        draft.fact.parameters = parameters;
        draft.parameters = c;
      }
    } else if (field === walk.field.parameter && field > 0) {
      walk.bind(c, 'parameter', scope);
      if (draft) {
        draft.fact.parameters = [{ name: walk.textOf(c), kind: 'normal', optional: false }];
        draft.parameters = c;
      }
    } else if (field === walk.field.name) {
      if (kind === Kind.function_expression || kind === Kind.generator_function) {
        walk.bind(c, 'definition', scope).symbol = symbol;
        if (draft) draft.innerName = walk.textOf(c);
      }
    } else if (field === walk.field.body) {
      visitBody(walk, c);
      if (draft) {
        draft.body = c;
        draft.expressionBody = walk.k(c) !== Kind.statement_block;
        draft.fact.bodyStart = walk.start[c]!;
        draft.fact.bodyEnd = walk.end[c]!;
      }
    } else walk.visit(c);
  }
  walk.closeScope(scope);
  if (draft) {
    draft.refEnd = walk.references.count;
    draft.scopeEnd = walk.scopes.length;
  }
  walk.returnTo(before);
}

function visitBody(walk: Walk, body: number): void {
  // The block of a function shares the scope of its parameters: JavaScript forbids redeclaring them there.
  if (walk.k(body) === Kind.statement_block) walk.visitChildren(body);
  else walk.visit(body);
}

/** Binds the parameters in `scope`, visits annotations and default values, and tells the parameters' facts. */
export function visitParameters(walk: Walk, node: number, scope: number): ParameterFact[] {
  const facts: ParameterFact[] = [];
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    switch (walk.k(c)) {
      case Kind.required_parameter:
      case Kind.optional_parameter:
        visitTypedParameter(walk, c, scope, facts);
        break;
      case Kind.identifier:
      case Kind.undefined:
      case Kind.object_pattern:
      case Kind.array_pattern:
      case Kind.rest_pattern:
      case Kind.assignment_pattern:
        bindPattern(walk, c, 'parameter', scope);
        facts.push(parameterFact(walk, c, false));
        break;
      default:
        walk.visit(c);
    }
  }
  return facts;
}

function parameterFact(walk: Walk, node: number, optional: boolean): ParameterFact {
  switch (walk.k(node)) {
    case Kind.assignment_pattern: {
      const left = walk.child(node, walk.field.left);
      return parameterFact(walk, left >= 0 ? left : node + 1, true);
    }
    case Kind.rest_pattern: {
      const inner = node + 2 < walk.next[node]! ? node + 2 : node;
      return { name: patternName(walk, inner), kind: 'rest', optional: false };
    }
    case Kind.object_pattern:
    case Kind.array_pattern:
      return { name: patternName(walk, node), kind: 'pattern', optional };
    default:
      return { name: walk.textOf(node), kind: 'normal', optional };
  }
}

function patternName(walk: Walk, node: number): string {
  const kind = walk.k(node);
  return kind === Kind.object_pattern ? '{}' : kind === Kind.array_pattern ? '[]' : walk.textOf(node);
}

function visitTypedParameter(walk: Walk, node: number, scope: number, facts: ParameterFact[]): void {
  let pattern = -1;
  let optional = walk.k(node) === Kind.optional_parameter;
  let stored = false;
  let binding;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (walk.fieldOf[c] === walk.field.pattern) {
      pattern = c;
      binding = bindPattern(walk, c, 'parameter', scope);
    } else if (kind === Kind.accessibility_modifier || kind === Kind.tokenReadonly || kind === Kind.override_modifier)
      stored = true;
    else if (kind === Kind.tokenEquals) optional = true;
    else if (kind === Kind.type_annotation) {
      walk.visit(c);
      if (binding) walk.setValue(binding, annotated(walk, c));
    } else walk.visit(c);
  }
  if (pattern < 0 || walk.k(pattern) === Kind.this) return;
  const fact = parameterFact(walk, pattern, optional);
  facts.push(fact);
  const outer = walk.scopes[scope]!.parent;
  if (!stored || !binding || outer < 0 || walk.scopes[outer]!.kind !== 'class') return;
  const field = walk.bindName(fact.name, 'assignment', outer, binding.line);
  field.value = binding.value;
  field.valueCalled = binding.valueCalled;
}
