import { NodeKind } from '../../../src/engine/ir/model.ts';
import { sExpression, type BodyView } from '../../../src/engine/ir/bodyView.ts';

/** The body with names by their text, as the references (CPython, the TypeScript compiler) give it. */
export function namedText(view: BodyView, number: (text: string) => string): string {
  const named = Object.create(view, {
    text: {
      value: (node: number): string => {
        const text = view.text(node);
        return view.kind(node) === NodeKind.NumberLiteral ? number(text) : text;
      },
    },
  }) as BodyView;
  return sExpression(named, view.start, (node) => view.text(node)).replaceAll(' :receiver', '');
}
