import { NodeKind } from '../../ir/model.ts';

/** Characters of a text that a message shows. */
const MOST_SHOWN = 30;

/** A literal as messages show it. */
export function shownLiteral({ kind, value }: { kind: NodeKind; value: string }): string {
  return kind === NodeKind.StringLiteral ? JSON.stringify(value.slice(0, MOST_SHOWN)) : value || 'nothing';
}
