import type { Graph } from '../graph/types.ts';
import { Binding, type BodyView } from '../ir/bodyView.ts';
import { NodeKind } from '../ir/model.ts';
import type { FunctionRef } from '../model/state.ts';

interface Free {
  binding: Binding;
  path: string;
}

/**
 * What two bodies that are equal name alike and mean differently: variables of their own files, of functions around them,
 * and imports that lead elsewhere. Called functions are compared by what they resolve to.
 */
export function freeNameObstacles(
  fn: FunctionRef,
  view: BodyView,
  target: FunctionRef,
  other: BodyView,
  graph: Graph,
): string[] {
  const [ours, theirs] = [freeNames(view), freeNames(other)];
  const sameFile = fn.file === target.file;
  const paths = new Set([...theirs.values()].map(({ path }) => path));
  const keys = (ref: FunctionRef): Map<string, string> =>
    new Map(graph.callees({ file: ref.file.path, symbol: ref.index }).map(({ name, key }) => [name, key]));
  let called: [Map<string, string>, Map<string, string>] | undefined;
  const sameCallee = (name: string): boolean => {
    called ??= [keys(fn), keys(target)];
    const key = called[0].get(name);
    return key !== undefined && key === called[1].get(name);
  };
  const obstacles: string[] = [];
  for (const [name, { binding, path }] of new Map([...theirs, ...ours])) {
    const bindings = [binding, theirs.get(name)?.binding, ours.get(name)?.binding];
    if (bindings.includes(Binding.Captured)) obstacles.push(`${name} belongs to a function around it`);
    else if (sameFile) continue;
    else if (bindings.includes(Binding.Global)) {
      if (!hasSameConstant(fn, target, name)) obstacles.push(`${name} is a variable of each file`);
    } else if (binding === Binding.Import && !(path !== '' && paths.has(path)) && !sameCallee(name))
      obstacles.push(`${name} may be imported from elsewhere there`);
  }
  return obstacles;
}

function freeNames(view: BodyView): Map<string, Free> {
  const found = new Map<string, Free>();
  for (let node = view.start; node < view.end; node++) {
    if (view.kind(node) !== NodeKind.Name) continue;
    const binding = view.binding(node);
    if (binding === Binding.Slot || binding === Binding.Self || binding === Binding.Unbound) continue;
    if (binding === Binding.Definition || binding === Binding.Member) continue;
    found.set(view.text(node), { binding, path: binding === Binding.Import ? view.path(node) : '' });
  }
  return found;
}

function hasSameConstant(a: FunctionRef, b: FunctionRef, name: string): boolean {
  const digest = ({ file }: FunctionRef): string | undefined =>
    file.summary.constants?.find((one) => one.qualifiedName === name && one.kind !== 'collection')?.digest;
  return digest(a) !== undefined && digest(a) === digest(b);
}
