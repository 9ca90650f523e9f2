import type { Graph } from '../graph/types.ts';
import { Binding, bodyOf, type BodyView } from '../ir/bodyView.ts';
import { NodeKind } from '../ir/model.ts';
import type { FunctionRef } from '../model/state.ts';
import { isAlike, Meanings, type Meaning } from './meanings.ts';
import { sameCallees } from './sameCallees.ts';

const known = new WeakMap<Graph, Meanings>();

/**
 * Whether two functions with equal bodies do the same: they call the same things, and their free names stand for the same
 * values. A name of file level is followed to its definition: one definition, or definitions that are alike, else the two are
 * not known to do the same. Names that are bound nowhere are those of the language or of its surroundings, and equal.
 */
export function sameNames(a: FunctionRef, graphA: Graph, b: FunctionRef, graphB: Graph): boolean {
  if (!sameCallees(a, graphA, b, graphB)) return false;
  if (graphA === graphB && a.file.path === b.file.path && a.symbol.parent === b.symbol.parent) return true;
  const inB = freeNames(b, graphB);
  for (const [name, meaning] of freeNames(a, graphA)) {
    const other = inB.get(name);
    if (other && !isAlike(meaning, other)) return false;
  }
  return true;
}

/** Free names as they are written, and what they stand for where that is known; members of modules by both names. */
function freeNames(ref: FunctionRef, graph: Graph): Map<string, Meaning> {
  let meanings = known.get(graph);
  if (!meanings) known.set(graph, (meanings = new Meanings(graph)));
  const found = new Map<string, Meaning>();
  const bodies = ref.file.detail().bodies;
  const view = bodies && bodyOf(bodies, ref.index);
  if (!view) return found;
  for (let node = view.start; node < view.end; node++) {
    if (view.kind(node) !== NodeKind.Name) continue;
    const text = view.text(node);
    const attribute = memberAt(view, node);
    const name = attribute === null ? text : `${text}.${attribute}`;
    if (found.has(name)) continue;
    const meaning = meaningOf(view, node, attribute, ref, meanings);
    if (!meaning) continue;
    found.set(name, meaning);
    // A name that is imported under another one is known to normal forms by its own.
    const own = view.binding(node) === Binding.Import ? lastOf(view.path(node)) : '';
    if (own !== '' && own !== text) found.set(attribute === null ? own : `${own}.${attribute}`, meaning);
  }
  return found;
}

function meaningOf(
  view: BodyView,
  node: number,
  attribute: string | null,
  { file, symbol }: FunctionRef,
  meanings: Meanings,
): Meaning | null {
  const text = view.text(node);
  switch (view.binding(node)) {
    case Binding.Definition:
    case Binding.Global:
      return meanings.own(file.path, text);
    case Binding.Import:
      return meanings.imported(file.path, text, attribute);
    case Binding.Unbound: {
      const unbound = meanings.unbound(file.path, text);
      if (unbound || file.language === 'python') return unbound;
      const owner = symbol.parent < 0 ? undefined : file.summary.symbols[symbol.parent];
      return owner?.kind === 'class' ? meanings.member(file.path, `${owner.qualifiedName}.${text}`) : null;
    }
    default:
      return null;
  }
}

/** Attribute that is read of a name directly, or null. */
function memberAt(view: BodyView, node: number): string | null {
  if (view.binding(node) !== Binding.Import) return null;
  const parent = view.parent(node);
  return parent >= 0 && view.kind(parent) === NodeKind.Attribute ? view.text(parent) : null;
}

function lastOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('#'), path.lastIndexOf('.'), path.lastIndexOf('/')) + 1);
  return name === '*' || name === 'default' ? '' : name;
}
