import { IS_STATEMENT, NodeKind, Origin, type BodyTable } from '../../ir/model.ts';
import type { SymbolFact } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';

const CONSTANTS = new Set<number>([
  ...[NodeKind.StringLiteral, NodeKind.NumberLiteral, NodeKind.BooleanLiteral, NodeKind.NoneLiteral],
  ...[NodeKind.RegexLiteral, NodeKind.BytesLiteral, NodeKind.CharacterLiteral, NodeKind.SymbolLiteral],
]);
const COLLECTIONS = new Set<number>([NodeKind.List, NodeKind.Tuple, NodeKind.Set, NodeKind.Dictionary, NodeKind.Entry]);

/** Flags and counts that the shape of a body gives, in all languages alike (design.md section 3, "trivial bodies"). */
export function fillFromBody(bodies: BodyTable, index: number, symbol: SymbolFact): void {
  const root = bodies.root[index]!;
  if (root < 0) return;
  const end = bodies.next[root]!;
  for (let node = root; node < end; node++) symbol.statements += IS_STATEMENT[bodies.kind[node]!]!;
  const statements = statementsOf(bodies, root);
  if (statements.length === 0) symbol.flags |= SymbolFlag.TrivialBody;
  if (statements.length === 1 && isTrivialStatement(bodies, statements[0]!)) symbol.flags |= SymbolFlag.TrivialBody;
  if (symbol.flags & SymbolFlag.Constructor && storesParameters(bodies, statements))
    symbol.flags |= SymbolFlag.StoresParameters;
}

function children(bodies: BodyTable, node: number): number[] {
  const found: number[] = [];
  for (let child = node + 1; child < bodies.next[node]!; child = bodies.next[child]!) found.push(child);
  return found;
}

/** Statements of the body of the function `root`. */
export function statementsOf(bodies: BodyTable, root: number): number[] {
  const block = bodies.next[root + 1]!;
  return block < bodies.next[root]! ? children(bodies, block) : [];
}

function isTrivialStatement(bodies: BodyTable, statement: number): boolean {
  const kind = bodies.kind[statement];
  if (kind !== NodeKind.Return && kind !== NodeKind.ExpressionStatement) return false;
  const [value] = children(bodies, statement);
  return value === undefined || isConstant(bodies, value) || isPath(bodies, value) || isCallOnParameters(bodies, value);
}

function isConstant(bodies: BodyTable, node: number): boolean {
  const kind = bodies.kind[node]!;
  if (CONSTANTS.has(kind)) return true;
  if (COLLECTIONS.has(kind) || kind === NodeKind.Unary)
    return children(bodies, node).every((child) => isConstant(bodies, child));
  return false;
}

function isPath(bodies: BodyTable, node: number): boolean {
  let at = node;
  const steps = new Set<number>([NodeKind.Attribute, NodeKind.Unary, NodeKind.Await]);
  while (steps.has(bodies.kind[at]!) && bodies.next[at]! > at + 1) at++;
  return [NodeKind.Name, NodeKind.This, NodeKind.Super, NodeKind.TypeName].includes(bodies.kind[at]!);
}

function isParameter(bodies: BodyTable, node: number): boolean {
  const kind = bodies.kind[node]!;
  if (kind === NodeKind.This) return true;
  if (kind === NodeKind.Unary || kind === NodeKind.Spread || kind === NodeKind.KeywordArgument)
    return bodies.next[node]! > node + 1 && isParameter(bodies, node + 1);
  if (kind !== NodeKind.Name) return false;
  const origin = bodies.variables.origin[bodies.value[node]!];
  return origin === Origin.Parameter || origin === Origin.Receiver;
}

function isCallOnParameters(bodies: BodyTable, node: number): boolean {
  let at = node;
  while (bodies.kind[at] === NodeKind.Propagate || bodies.kind[at] === NodeKind.Await) at++;
  if (bodies.kind[at] !== NodeKind.Call) return false;
  const [callee, ...rest] = children(bodies, at);
  return callee !== undefined && isPath(bodies, callee) && rest.every((argument) => isParameter(bodies, argument));
}

/** Only `this.name = <parameter or constant>`, and a call of the base's constructor beside it. */
function storesParameters(bodies: BodyTable, statements: readonly number[]): boolean {
  let stored = 0;
  for (const statement of statements) {
    const parts = children(bodies, statement);
    const [target, value] = parts;
    if (bodies.kind[statement] === NodeKind.ExpressionStatement && target !== undefined) {
      if (bodies.kind[target] !== NodeKind.Call || !isCallOnParameters(bodies, target)) return false;
      if (bodies.kind[target + 1] !== NodeKind.Super && bodies.kind[target + 2] !== NodeKind.Super) return false;
      continue;
    }
    if (bodies.kind[statement] !== NodeKind.Assign || parts.length !== 2) return false;
    if (bodies.kind[target!] !== NodeKind.Attribute || !isParameter(bodies, target! + 1)) return false;
    if (isParameter(bodies, value!)) stored++;
    else if (!isConstant(bodies, value!)) return false;
  }
  return stored > 0;
}
