import { NodeKind } from '../../ir/model.ts';
import type { FunctionRef } from '../../model/state.ts';

/**
 * True for a body that does nothing but put its parameters into a new record (`({ key, value }) => ({ value, key })`): a
 * constructor that stores parameters, in languages that need no class for it.
 */
export function isRecordMaker({ file, index, symbol }: FunctionRef): boolean {
  if (symbol.statements > 1) return false;
  const { bodies } = file.detail();
  const root = bodies?.root[index] ?? -1;
  if (!bodies || root < 0) return false;
  const { kind, next } = bodies;
  const block = next[root + 1]!;
  const statement = block + 1;
  if (kind[block] !== NodeKind.Block || statement >= next[block]! || next[statement] !== next[block]) return false;
  if (kind[statement] !== NodeKind.Return || kind[statement + 1] !== NodeKind.Dictionary) return false;
  for (let entry = statement + 2; entry < next[statement]!; entry = next[entry]!) {
    if (kind[entry] !== NodeKind.Entry) return false;
    const value = next[entry + 1]!;
    if (kind[entry + 1] !== NodeKind.StringLiteral || kind[value] !== NodeKind.Name) return false;
  }
  return true;
}
