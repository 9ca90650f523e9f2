import type { SymbolFact } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import { IS_STATEMENT, K } from './kinds.ts';
import { isBytes, isFormatted, literalValue } from './strings.ts';
import type { Walk } from './walk.ts';
import { foldText } from '../foldText.ts';

/** The statement's expression when it is nothing but one string, else -1. */
function stringStatement(walk: Walk, statement: number): number {
  if (walk.kinds[statement] !== K.ExpressionStatement) return -1;
  const value = statement + 1;
  if (walk.next[value] !== walk.next[statement]) return -1;
  if (walk.kinds[value] === K.String) return isFormatted(walk, value) || isBytes(walk, value) ? -1 : value;
  if (walk.kinds[value] !== K.ConcatenatedString) return -1;
  return literalValue(walk, value) === null || isBytes(walk, value) ? -1 : value;
}

/** First statement of a block when that is a docstring, else -1. */
export function docstringNode(walk: Walk, block: number): number {
  for (let child = block + 1; child < walk.next[block]!; child = walk.next[child]!) {
    if (walk.isTrivia(child)) continue;
    return stringStatement(walk, child) < 0 ? -1 : child;
  }
  return -1;
}

/** First paragraph of a block's docstring. */
export function docstringOf(walk: Walk, block: number): string {
  const statement = docstringNode(walk, block);
  if (statement < 0) return '';
  const value = literalValue(walk, statement + 1) ?? '';
  const paragraph = /^\s*([^]*?)(?:\n[ \t]*\n|$)/.exec(value);
  return foldText(paragraph?.[1] ?? '');
}

function statementsOf(walk: Walk, block: number): number[] {
  const doc = docstringNode(walk, block);
  const found: number[] = [];
  for (let child = block + 1; child < walk.next[block]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (child !== doc && (IS_STATEMENT[kind] || kind === K.Error || kind === K.DecoratedDefinition)) found.push(child);
  }
  return found;
}

/** Flags that the shape of a body gives: stub, trivial, a constructor that only stores. */
export function bodyFlags(walk: Walk, body: number, symbol: SymbolFact): number {
  if (walk.kinds[body] !== K.Block) return isTrivialValue(walk, body, symbol) ? SymbolFlag.TrivialBody : 0;
  const statements = statementsOf(walk, body);
  if (statements.every((statement) => onlyDeclares(walk, statement))) return SymbolFlag.Stub;
  let flags = 0;
  const real = statements.filter((statement) => !isEllipsis(walk, statement));
  if (real.length === 1 && isTrivialStatement(walk, real[0]!, symbol)) flags |= SymbolFlag.TrivialBody;
  if (symbol.flags & SymbolFlag.Constructor && storesParameters(walk, real, symbol))
    flags |= SymbolFlag.StoresParameters;
  return flags;
}

function onlyChild(walk: Walk, node: number, kind: number): number {
  const child = node + 1;
  return child < walk.next[node]! && walk.kinds[child] === kind && walk.next[child] === walk.next[node] ? child : -1;
}

function isEllipsis(walk: Walk, statement: number): boolean {
  return walk.kinds[statement] === K.ExpressionStatement && onlyChild(walk, statement, K.Ellipsis) >= 0;
}

function onlyDeclares(walk: Walk, statement: number): boolean {
  if (isEllipsis(walk, statement)) return true;
  if (walk.kinds[statement] !== K.Raise) return false;
  const raised = valueOf(walk, statement);
  const name = raised >= 0 && walk.kinds[raised] === K.Call ? walk.firstNode(raised) : raised;
  if (name < 0) return false;
  const text = walk.textOf(name);
  return text === 'NotImplementedError' || text.endsWith('.NotImplementedError');
}

/** Expression of a `return`, `raise` or expression statement: its first child that is no token, -1 for none. */
function valueOf(walk: Walk, statement: number): number {
  return walk.firstNode(statement);
}

function isTrivialStatement(walk: Walk, statement: number, symbol: SymbolFact): boolean {
  const kind = walk.kinds[statement];
  if (kind === K.Pass) return true;
  if (kind !== K.Return && kind !== K.ExpressionStatement) return false;
  const value = valueOf(walk, statement);
  return value < 0 || isTrivialValue(walk, value, symbol);
}

/** A constant, a name or attribute, or one call on the own parameters (design.md, "trivial bodies"). */
function isTrivialValue(walk: Walk, value: number, symbol: SymbolFact): boolean {
  const node = unwrapped(walk, value);
  return isConstant(walk, node) || isPath(walk, node) || isCallOnParameters(walk, node, symbol);
}

function unwrapped(walk: Walk, node: number): number {
  let at = node;
  while (walk.kinds[at] === K.Parenthesized || walk.kinds[at] === K.Await) {
    const inner = walk.firstNode(at);
    if (inner < 0) return at;
    at = inner;
  }
  return at;
}

function isConstant(walk: Walk, node: number): boolean {
  switch (walk.kinds[node]) {
    case K.Number:
    case K.Constant:
    case K.Ellipsis:
      return true;
    case K.String:
    case K.ConcatenatedString:
      return literalValue(walk, node) !== null;
    case K.UnaryOperator:
      return walk.kinds[walk.firstNode(node)] === K.Number;
    case K.Collection:
    case K.Tuple:
      for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
        const kind = walk.kinds[child]!;
        if (kind > K.Error && kind !== K.Open && !isConstant(walk, child)) return false;
        if (kind === K.Other) return false;
      }
      return true;
    default:
      return false;
  }
}

function isPath(walk: Walk, node: number): boolean {
  let at = node;
  while (walk.kinds[at] === K.Attribute) at = walk.firstNode(at);
  return walk.kinds[at] === K.Identifier;
}

function isParameter(walk: Walk, node: number, symbol: SymbolFact): boolean {
  if (walk.kinds[node] !== K.Identifier) return false;
  const name = walk.textOf(node);
  return symbol.parameters.some((parameter) => parameter.name === name);
}

function isCallOnParameters(walk: Walk, node: number, symbol: SymbolFact): boolean {
  if (walk.kinds[node] !== K.Call) return false;
  const callee = walk.firstNode(node);
  if (callee < 0 || !(isPath(walk, callee) || isSuperMethod(walk, callee))) return false;
  const list = walk.childOf(node, K.ArgumentList);
  if (list < 0) return false;
  for (let child = list + 1; child < walk.next[list]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (kind <= K.Error || kind === K.Open) continue;
    let value = child;
    if (kind === K.ListSplat || kind === K.DictionarySplat) value = walk.next[child]! - 1;
    if (kind === K.KeywordArgument) value = walk.next[child]! - 1;
    if (!isParameter(walk, value, symbol)) return false;
  }
  return true;
}

/** `super().name`. */
function isSuperMethod(walk: Walk, callee: number): boolean {
  if (walk.kinds[callee] !== K.Attribute) return false;
  const object = walk.firstNode(callee);
  return walk.kinds[object] === K.Call && walk.textOf(walk.firstNode(object)) === 'super';
}

/** Only `self.name = <parameter or constant>`, and `super().__init__(<parameters>)` beside it. */
function storesParameters(walk: Walk, statements: number[], symbol: SymbolFact): boolean {
  let stored = 0;
  for (const statement of statements) {
    if (walk.kinds[statement] !== K.ExpressionStatement) return false;
    const inner = statement + 1;
    if (walk.kinds[inner] === K.Call) {
      const callee = walk.firstNode(inner);
      if (!isSuperMethod(walk, callee) || !isCallOnParameters(walk, inner, symbol)) return false;
      continue;
    }
    if (walk.kinds[inner] !== K.Assignment) return false;
    const target = inner + 1;
    if (walk.kinds[target] !== K.Attribute || !isParameter(walk, walk.firstNode(target), symbol)) return false;
    const assign = walk.childOf(inner, K.Assign);
    if (assign < 0) continue;
    const value = walk.next[assign]!;
    if (isParameter(walk, value, symbol)) stored++;
    else if (!isConstant(walk, value)) return false;
  }
  return stored > 0;
}
