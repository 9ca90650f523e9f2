import { Binding, bodyOf, type BodyView } from '../../ir/bodyView.ts';
import { NodeKind } from '../../ir/model.ts';
import { SymbolFlag } from '../../model/facts.ts';
import type { FunctionRef, StateFile } from '../../model/state.ts';

/** Body tokens up to which a callback of one statement is no more than its place makes of it. */
const SHORT_CALLBACK = 32;

/**
 * True when both functions set variables of the functions around them, of different ones: the text may be the same, but
 * what they set is another function's state, and no function can be shared without passing it around.
 */
export function keepOwnState(a: FunctionRef, b: FunctionRef): boolean {
  const beside = a.file.path === b.file.path && a.symbol.parent === b.symbol.parent && a.symbol.parent >= 0;
  return !beside && setsCaptured(a) && setsCaptured(b);
}

/** True for a callback of one short statement that uses variables of the function around it. */
export function isSmallCallback(ref: FunctionRef): boolean {
  const { flags, statements, tokens } = ref.symbol;
  if ((flags & SymbolFlag.Bound) === 0 || statements > 1 || tokens > SHORT_CALLBACK) return false;
  const view = viewOf(ref);
  if (!view) return false;
  for (let node = view.start; node < view.end; node++) if (isCaptured(view, node, ref.file)) return true;
  return false;
}

function setsCaptured(ref: FunctionRef): boolean {
  const view = viewOf(ref);
  if (!view) return false;
  for (let node = view.start; node < view.end; node++)
    if (targetsOf(view, node).some((at) => isCaptured(view, at, ref.file))) return true;
  return false;
}

/** Nodes that a statement or an expression sets. */
function targetsOf(view: BodyView, node: number): number[] {
  switch (view.kind(node)) {
    case NodeKind.Assign:
      return view.children(node).slice(0, -1);
    case NodeKind.AugmentedAssign:
    case NodeKind.Update:
      return [node + 1];
    case NodeKind.Delete:
      return view.children(node);
    default:
      return [];
  }
}

/** Also what is bound in a function without a name: bodies do not tell it from a variable of the file, scopes do. */
function isCaptured(view: BodyView, node: number, file: StateFile): boolean {
  if (view.kind(node) !== NodeKind.Name) return false;
  const binding = view.binding(node);
  return binding === Binding.Captured || (binding === Binding.Global && !namesOfFile(file).has(view.text(node)));
}

const known = new WeakMap<StateFile, ReadonlySet<string>>();

function namesOfFile(file: StateFile): ReadonlySet<string> {
  let names = known.get(file);
  if (!names) known.set(file, (names = new Set(file.detail().scopes[0]?.bindings.map(({ name }) => name))));
  return names;
}

function viewOf({ file, index }: FunctionRef): BodyView | undefined {
  const { bodies } = file.detail();
  return bodies && bodyOf(bodies, index);
}
