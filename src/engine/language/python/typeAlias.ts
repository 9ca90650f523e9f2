import { Receiver, RefFlag } from '../../model/references.ts';
import { bindTypeParameters } from './definitions.ts';
import { K } from './kinds.ts';
import type { Walk } from './walk.ts';

/** `type X[T] = …`: binds X; the value is a type, in a scope of its own where the type parameters are bound. */
export function visitTypeAlias(walk: Walk, node: number): number {
  const parts: number[] = [];
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!)
    if (walk.kinds[child] === K.Type) parts.push(child);
  const [left, right] = parts;
  if (left === undefined) return walk.visitChildren(node);
  const first = left + 1;
  const named = walk.kinds[first] === K.Identifier || walk.kinds[first + 1] === K.Identifier;
  if (!named || walk.kinds[first] === K.Attribute) return visitMisreadStore(walk, node, first, right);

  const outer = walk.scope;
  let name = left;
  while (walk.kinds[name] !== K.Identifier) name++;
  walk.bindName(walk.nameOf(name), 'type', name);
  const line = walk.line(walk.start[node]!);
  walk.scope = walk.scopes.open('type', outer, -1, line, walk.line(walk.end[node]!));
  for (let at = left; at < walk.next[left]!; at++)
    if (walk.kinds[at] === K.TypeParameter) {
      walk.asType(() => bindTypeParameters(walk, at));
      break;
    }
  if (right !== undefined) walk.asType(() => walk.visit(right));
  walk.scope = outer;
  return Receiver.Expression;
}

/** The grammar reads `type(x).name = value` as a type alias; it is a store into an attribute of what `type` answers. */
function visitMisreadStore(walk: Walk, node: number, target: number, value: number | undefined): number {
  const name = walk.intern('type');
  walk.emitName(name);
  const type = walk.refer(name, Receiver.None, false, node, RefFlag.Call);
  visitMisread(walk, target, type, RefFlag.Store);
  walk.emit('=');
  if (value !== undefined) walk.visitChildren(value);
  return Receiver.Expression;
}

function visitMisread(walk: Walk, node: number, type: number, flags: number): number {
  if (walk.kinds[node] !== K.Attribute) {
    // The brackets of the call: what is in them are its arguments.
    walk.visitChildren(node);
    return type;
  }
  const object = walk.firstNode(node);
  const receiver = visitMisread(walk, object, type, 0);
  walk.emit('.');
  const attribute = walk.next[node]! - 1;
  if (walk.kinds[attribute] !== K.Identifier) return Receiver.Expression;
  const name = walk.nameOf(attribute);
  const answer = walk.refer(name, receiver, receiver === type, attribute, flags);
  if (walk.emitting) walk.tokens.pushName(walk.strings[name]!, -2 - answer, name);
  return answer;
}
