import type { SymbolFact, SymbolKind } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { newSymbol } from '../symbolTable.ts';
import { bodyFlags, docstringOf } from './bodyShape.ts';
import { decoratorFlags, visitDecorator } from './decorators.ts';
import { K } from './kinds.ts';
import { visitParameters } from './parameters.ts';
import { signatureOf } from './signature.ts';
import type { DefinitionSpan, Walk } from './walk.ts';

interface Opening {
  kind: SymbolKind;
  nameNode: number;
  keywordNode: number;
  name: string;
  startOffset: number;
  endOffset: number;
  flags: number;
}

/** Adds the symbol in its place in the order of the file; what only the end of the walk knows is filled in later. */
function open(walk: Walk, opening: Opening): number {
  const parent = walk.symbol;
  const around = parent < 0 ? undefined : walk.symbols[parent]!;
  const { name, startOffset, endOffset } = opening;
  const at = walk.start[opening.nameNode < 0 ? opening.keywordNode : opening.nameNode]!;
  let flags = opening.flags;
  if (!around || (around.kind === 'class' && (around.flags & SymbolFlag.Exported) !== 0)) flags |= SymbolFlag.Exported;
  if (walk.conditional > 0) flags |= SymbolFlag.Conditional;
  if (walk.damaged > 0) flags |= SymbolFlag.Damaged;
  const symbol = newSymbol({
    kind: opening.kind,
    name,
    qualifiedName: around ? `${around.qualifiedName}.${name}` : name,
    parent,
    startLine: walk.line(startOffset),
    endLine: walk.line(Math.max(startOffset, endOffset - 1)),
    nameLine: walk.line(at),
    nameColumn: walk.column(at),
    startOffset,
    endOffset,
    signature: '',
    doc: '',
    flags,
  });
  walk.spans.push({
    node: opening.keywordNode,
    tokenStart: walk.tokens.count,
    tokenEnd: walk.tokens.count,
    outerStart: walk.tokens.count,
    referenceStart: walk.references.count,
    referenceEnd: walk.references.count,
    scope: walk.scope,
    name: walk.intern(name),
    self: -1,
    decorators: [],
  });
  return walk.symbols.push(symbol) - 1;
}

/** What a definition changes in the walk's state while its inside is visited. */
function enter(walk: Walk, symbol: number): () => void {
  const { scope, symbol: outer, functionSymbol, conditional } = walk;
  walk.symbol = symbol;
  walk.conditional = 0;
  walk.depth++;
  return () => {
    walk.scope = scope;
    walk.symbol = outer;
    walk.functionSymbol = functionSymbol;
    walk.conditional = conditional;
    walk.depth--;
  };
}

/** Decorators first (evaluated outside), then the definition, whose range they begin. */
export function visitDecorated(walk: Walk, node: number): number {
  const outerStart = walk.tokens.count;
  const decorators: { text: string; tokens: string[] }[] = [];
  walk.depth++;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child];
    if (kind === K.Decorator) {
      const from = walk.tokens.count;
      const text = visitDecorator(walk, child);
      decorators.push({ text, tokens: walk.tokens.text.slice(from, walk.tokens.count) });
    } else if (kind === K.FunctionDefinition || kind === K.ClassDefinition) {
      walk.depth--;
      const index = walk.symbols.length;
      if (kind === K.FunctionDefinition) define(walk, child, walk.start[node]!, decorators);
      else defineClass(walk, child, walk.start[node]!, decorators);
      walk.spans[index]!.outerStart = outerStart;
      walk.depth++;
    } else walk.visit(child);
  }
  walk.depth--;
  return Receiver.Expression;
}

export function visitFunction(walk: Walk, node: number): number {
  define(walk, node, walk.start[node]!, []);
  return Receiver.Expression;
}

export function visitClass(walk: Walk, node: number): number {
  defineClass(walk, node, walk.start[node]!, []);
  return Receiver.Expression;
}

type Decorators = readonly { text: string; tokens: string[] }[];

function openTypeParameters(walk: Walk, node: number): void {
  const parameters = walk.childOf(node, K.TypeParameter);
  if (parameters < 0) return;
  const endLine = walk.line(walk.end[node]!);
  walk.scope = walk.scopes.open('type', walk.scope, -1, walk.line(walk.start[node]!), endLine);
  walk.asType(() => bindTypeParameters(walk, parameters));
}

/** `[T: bound, *Ts, **P]`: the first identifier of each entry is bound, the rest is read. */
export function bindTypeParameters(walk: Walk, list: number): void {
  for (let entry = list + 1; entry < walk.next[list]!; entry = walk.next[entry]!) {
    if (walk.kinds[entry] !== K.Type && walk.kinds[entry] !== K.Other) continue;
    let bound = -1;
    for (let at = entry; at < walk.next[entry]!; at++) {
      if (walk.kinds[at] !== K.Identifier) continue;
      if (bound < 0) {
        bound = at;
        walk.bindName(walk.nameOf(at), 'type', at);
      } else walk.refer(walk.nameOf(at), Receiver.None, false, at);
    }
  }
}

interface Begun {
  index: number;
  symbol: SymbolFact;
  span: DefinitionSpan;
  inClass: boolean;
  leave: () => void;
}

/**
 * What begins a function and a class alike: the symbol, its binding, its decorators; the walk's state is the inside's.
 * @param counted the flags that decorators may give to this kind of definition
 */
function begin(walk: Walk, node: number, startOffset: number, decorators: Decorators, counted: number): Begun {
  const nameNode = walk.childOf(node, K.Identifier);
  const inClass = walk.symbol >= 0 && walk.symbols[walk.symbol]!.kind === 'class';
  const isClass = walk.kinds[node] === K.ClassDefinition;
  const index = open(walk, {
    kind: isClass ? 'class' : inClass ? 'method' : 'function',
    nameNode,
    keywordNode: node,
    name: nameNode < 0 ? '' : walk.strings[walk.nameOf(nameNode)]!,
    startOffset,
    endOffset: walk.lastOffset(node),
    flags: walk.hasError(node) ? SymbolFlag.Damaged : 0,
  });
  const symbol = walk.symbols[index]!;
  const span = walk.spans[index]!;
  walk.emit(isClass ? 'class' : 'def');
  if (nameNode >= 0) walk.bind(nameNode, 'definition').symbol = index;
  const leave = enter(walk, index);
  for (const { text, tokens } of decorators) {
    symbol.decorators.push(text);
    symbol.flags |= decoratorFlags(text) & counted;
    span.decorators = span.decorators.concat(tokens);
  }
  return { index, symbol, span, inClass, leave };
}

const ANY_FLAG = ~0;

function define(walk: Walk, node: number, startOffset: number, decorators: Decorators): void {
  const end = walk.next[node]!;
  const outer = walk.scope;
  const { index, symbol, span, inClass, leave } = begin(walk, node, startOffset, decorators, ANY_FLAG);
  const { name } = symbol;
  if (inClass && (name === '__init__' || name === '__new__')) symbol.flags |= SymbolFlag.Constructor;
  openTypeParameters(walk, node);
  const annotations = walk.scope;
  const inner = walk.scopes.open('function', annotations, index, symbol.startLine, symbol.endLine);
  symbol.scope = inner;
  walk.scopeOfNode.set(node, inner);
  span.tokenStart = walk.tokens.count;
  let statements = walk.statements;
  let body = -1;
  let bodyTokens = walk.tokens.real;
  for (let child = node + 1; child < end; child = walk.next[child]!) {
    switch (walk.kinds[child]) {
      case K.Async:
        symbol.flags |= SymbolFlag.Async;
        walk.emit('async');
        break;
      case K.Parameters:
        symbol.parameters = visitParameters(walk, child, inner, outer, annotations);
        break;
      case K.Type:
        walk.scope = annotations;
        walk.asType(() => walk.visit(child));
        break;
      case K.Block: {
        body = child;
        walk.scope = inner;
        walk.functionSymbol = index;
        span.referenceStart = walk.references.count;
        statements = walk.statements;
        bodyTokens = walk.tokens.real;
        walk.visit(child);
        break;
      }
      case K.Comment:
      case K.Error:
        walk.visit(child);
        break;
    }
  }
  finish(walk, index, node, body, statements, bodyTokens);
  if (inClass && (symbol.flags & SymbolFlag.Static) === 0 && symbol.parameters[0])
    span.self = walk.intern(symbol.parameters[0].name);
  leave();
}

function finish(walk: Walk, index: number, node: number, body: number, statements: number, bodyTokens: number): void {
  const symbol = walk.symbols[index]!;
  const span = walk.spans[index]!;
  span.tokenEnd = walk.tokens.count;
  span.referenceEnd = walk.references.count;
  symbol.statements = walk.statements - statements;
  symbol.tokens = walk.tokens.real - bodyTokens;
  symbol.signature = signatureOf(walk, node, body);
  if (body < 0) {
    if (symbol.kind !== 'class') symbol.flags |= SymbolFlag.Stub;
    return;
  }
  symbol.bodyStart = walk.start[body]!;
  symbol.bodyEnd = symbol.endOffset;
  if (walk.kinds[body] === K.Block) symbol.doc = docstringOf(walk, body);
  if (symbol.kind === 'class') return;
  symbol.flags |= bodyFlags(walk, body, symbol);
  if ((symbol.flags & SymbolFlag.Stub) !== 0 && isProtocol(walk, symbol.parent)) symbol.flags |= SymbolFlag.Overload;
}

function isProtocol(walk: Walk, symbol: number): boolean {
  const entry = symbol < 0 ? undefined : walk.bases.findLast((base) => base.symbol === symbol);
  return !!entry?.references.some((id) => walk.strings[walk.references.name[id]!] === 'Protocol');
}

function defineClass(walk: Walk, node: number, startOffset: number, decorators: Decorators): void {
  const { index, symbol, span, leave } = begin(walk, node, startOffset, decorators, SymbolFlag.Registered);
  openTypeParameters(walk, node);
  const around = walk.scope;
  span.tokenStart = walk.tokens.count;
  let body = -1;
  let statements = walk.statements;
  let bodyTokens = walk.tokens.real;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    switch (walk.kinds[child]) {
      case K.ArgumentList: {
        const references: number[] = [];
        walk.bases.push({ symbol: index, references });
        visitBases(walk, child, symbol, references);
        break;
      }
      case K.Block:
        body = child;
        walk.scope = walk.scopes.open('class', around, index, symbol.startLine, symbol.endLine);
        symbol.scope = walk.scope;
        walk.scopeOfNode.set(node, walk.scope);
        span.referenceStart = walk.references.count;
        statements = walk.statements;
        bodyTokens = walk.tokens.real;
        walk.functionSymbol = -1;
        walk.visit(child);
        break;
      case K.Comment:
      case K.Error:
        walk.visit(child);
        break;
    }
  }
  finish(walk, index, node, body, statements, bodyTokens);
  leave();
}

function visitBases(walk: Walk, list: number, symbol: SymbolFact, references: number[]): void {
  walk.visitChildren(list, (child) => {
    const kind = walk.kinds[child]!;
    if (kind === K.KeywordArgument) {
      const before = walk.references.count;
      walk.visit(child);
      if (/^metaclass\s*=.*\bABCMeta$/s.test(walk.textOf(child)) && walk.references.count > before)
        symbol.flags |= SymbolFlag.Abstract;
      return;
    }
    // `*mixins` are bases that no reference names.
    if (kind === K.ListSplat) {
      walk.visit(child);
      return;
    }
    const value = kind === K.Subscript ? visitSubscriptBase(walk, child) : walk.visit(child);
    if (value < 0 || (kind !== K.Subscript && walk.called)) return;
    walk.references.flags[value]! |= RefFlag.Base;
    references.push(value);
    if (walk.strings[walk.references.name[value]!] === 'ABC') symbol.flags |= SymbolFlag.Abstract;
  });
}

/** `Generic[T]`: the base is what is indexed. */
function visitSubscriptBase(walk: Walk, node: number): number {
  let base: number = Receiver.Expression;
  let first = true;
  walk.visitChildren(node, (child) => {
    const value = walk.visit(child);
    if (first && value >= 0 && !walk.called) base = value;
    first = false;
  });
  return base;
}

/** A lambda that is nobody's name: a scope, no symbol. */
export function visitLambda(walk: Walk, node: number): number {
  const outer = walk.functionSymbol;
  walk.functionSymbol = -1;
  visitLambdaParts(walk, node, -1);
  walk.functionSymbol = outer;
  return Receiver.Expression;
}

/** Parameters and body of a lambda; for one with a symbol the symbol's facts are filled in. */
function visitLambdaParts(walk: Walk, node: number, symbol: number): void {
  const outer = walk.scope;
  const { conditional } = walk;
  walk.conditional = 0;
  const line = walk.line(walk.start[node]!);
  const statements = walk.statements;
  const inner = walk.scopes.open('lambda', outer, symbol, line, walk.line(walk.end[node]!));
  const fact = symbol < 0 ? undefined : walk.symbols[symbol]!;
  const span = symbol < 0 ? undefined : walk.spans[symbol]!;
  walk.scopeOfNode.set(node, inner);
  if (fact) fact.scope = inner;
  if (span) {
    span.node = node;
    span.tokenStart = walk.tokens.count;
  }
  let body = -1;
  let bodyTokens = walk.tokens.real;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (kind === K.LambdaParameters) {
      const parameters = visitParameters(walk, child, inner, outer, outer);
      if (fact) fact.parameters = parameters;
    } else if (kind > K.Error && kind !== K.Colon) {
      body = child;
      if (span) span.referenceStart = walk.references.count;
      bodyTokens = walk.tokens.real;
      walk.scope = inner;
      walk.visit(child);
      walk.scope = outer;
    } else walk.visit(child);
  }
  walk.conditional = conditional;
  if (symbol >= 0) finish(walk, symbol, node, body, statements, bodyTokens);
}

/** Opens the symbol of `name = lambda …`, over the whole assignment; the caller binds the name to it. */
export function openLambda(walk: Walk, assignment: number, nameNode: number): number {
  const inClass = walk.symbol >= 0 && walk.symbols[walk.symbol]!.kind === 'class';
  return open(walk, {
    kind: inClass ? 'method' : 'function',
    nameNode,
    keywordNode: assignment,
    name: walk.strings[walk.nameOf(nameNode)]!,
    startOffset: walk.start[assignment]!,
    endOffset: walk.lastOffset(assignment),
    flags: SymbolFlag.Bound | (walk.hasError(assignment) ? SymbolFlag.Damaged : 0),
  });
}

/** Visits the lambda of a symbol that `openLambda` made. */
export function visitBoundLambda(walk: Walk, symbol: number, lambda: number): void {
  const leave = enter(walk, symbol);
  walk.functionSymbol = symbol;
  visitLambdaParts(walk, lambda, symbol);
  leave();
}
