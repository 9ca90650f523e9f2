import type { BodyView } from './bodyView.ts';
import { NodeFlag, NodeKind } from './model.ts';

/** A parameter as it stands in a body. */
export interface BodyParameter {
  /** Empty for a pattern. */
  name: string;
  /** Variable of the name, -1 for a pattern. */
  variable: number;
  kind: 'normal' | 'keyword-only' | 'rest' | 'keyword-rest' | 'pattern';
  optional: boolean;
  /** Node of the default, -1 for none. */
  defaultValue: number;
}

/** Parameters of a function in order, the receiver of a method left out. */
export function parametersOf(view: BodyView): BodyParameter[] {
  const list = view.child(view.start, 0);
  if (list < 0 || view.kind(list) !== NodeKind.Parameters) return [];
  const found: BodyParameter[] = [];
  for (const node of view.children(list)) {
    const flags = view.flags(node);
    if (view.kind(node) !== NodeKind.Parameter || flags & NodeFlag.Receiver) continue;
    const target = view.child(node, 0);
    const named = target >= 0 && view.kind(target) === NodeKind.Name;
    const defaultValue = view.child(node, 1);
    found.push({
      name: named ? view.text(target) : '',
      variable: named ? view.variable(target) : -1,
      kind: !named
        ? 'pattern'
        : flags & NodeFlag.KeywordRest
          ? 'keyword-rest'
          : flags & NodeFlag.Rest
            ? 'rest'
            : flags & NodeFlag.KeywordOnly
              ? 'keyword-only'
              : 'normal',
      optional: defaultValue >= 0 || (flags & NodeFlag.Optional) !== 0,
      defaultValue,
    });
  }
  return found;
}

/** Block of the function, -1 for none. */
export function blockOf(view: BodyView): number {
  return view.children(view.start).find((node) => view.kind(node) === NodeKind.Block) ?? -1;
}

/** True when the function itself, not one inside it, returns a value or yields. */
export function givesValue(view: BodyView): boolean {
  const { table } = view;
  const block = blockOf(view);
  for (let node = block; block >= 0 && node < view.next(block);) {
    const kind = view.kind(node);
    if (kind === NodeKind.Function) node = table.next[node]!;
    else if (kind === NodeKind.Yield || (kind === NodeKind.Return && view.child(node, 0) >= 0)) return true;
    else node++;
  }
  return false;
}
