import { NodeKind, type BodyTable } from '../../ir/model.ts';
import type { FunctionRef } from '../../model/state.ts';

/** Calls that end in an error, and those that make one, by the last part of their name. */
const REFUSING = /^(?:panic|todo|unimplemented|unreachable|fatalError|preconditionFailure|abort|TODO|error|fail|bail)$/;
const ERROR = /^(?:New|Errorf|Error|Err|anyhow|status|failure)$/;
/** Body tokens above which a message of its own is made. */
const MOST_TOKENS = 40;

/**
 * True for a body that does nothing but refuse (`throw new Error("not supported")`, `panic("…")`, `return nil,
 * errors.New("…")`): it holds no logic, whatever the language calls it.
 */
export function isRefusal({ file, index, symbol }: FunctionRef): boolean {
  if (symbol.statements > 1 || symbol.tokens > MOST_TOKENS) return false;
  const { bodies } = file.detail();
  const root = bodies?.root[index] ?? -1;
  if (!bodies || root < 0) return false;
  const block = bodies.next[root + 1]!;
  const statement = block + 1;
  if (statement >= bodies.next[block]! || bodies.next[statement] !== bodies.next[block]) return false;
  const kind = bodies.kind[statement]! as NodeKind;
  if (kind === NodeKind.Throw) return true;
  if (kind === NodeKind.ExpressionStatement) return REFUSING.test(calledAt(bodies, statement + 1));
  return kind === NodeKind.Return && makesError(bodies, statement);
}

/** Last part of the name that a call calls; empty for what is no call. */
function calledAt(bodies: BodyTable, node: number): string {
  if (bodies.kind[node] !== NodeKind.Call) return '';
  const { kind, value, strings, variables } = bodies;
  const callee = node + 1;
  return strings[kind[callee] === NodeKind.Name ? variables.name[value[callee]!]! : value[callee]!] ?? '';
}

/** A result of literals and errors that are made of literals. */
function makesError(bodies: BodyTable, statement: number): boolean {
  let errors = 0;
  for (let node = statement + 1; node < bodies.next[statement]!; node++) {
    const kind = bodies.kind[node]! as NodeKind;
    if (kind !== NodeKind.Call) {
      if (kind === NodeKind.Name || kind === NodeKind.This) return false;
      continue;
    }
    if (!ERROR.test(calledAt(bodies, node))) return false;
    errors++;
    const callee = node + 1;
    node = bodies.next[callee]! - 1;
  }
  return errors > 0;
}
