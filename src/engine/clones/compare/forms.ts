import { bodyOf } from '../../ir/bodyView.ts';
import { NodeKind } from '../../ir/model.ts';
import type { FunctionRef, StateFile } from '../../model/state.ts';
import { lightForm, normalForm } from '../normal/normalise.ts';
import { isLiteral, type BodyTerm, type Term } from '../normal/term.ts';
import { dialectOf } from '../prints.ts';
import { itemsOf, type Item } from './items.ts';

/** What a body means apart from its outline. */
export interface Meaning {
  callees: Set<string>;
  literals: Set<string>;
  operators: Set<string>;
  /** Attributes that are read or set, callees apart. */
  attributes: Set<string>;
  /** Returns a value, or hands values out. */
  returns: boolean;
  /** Answers yes or no: true when all results are evidently truth values, false when none is, null for what is between. */
  answers: boolean | null;
}

/** A body in the two forms in which bodies are compared. */
export interface Form {
  body: BodyTerm;
  /** As written, expressions in one form. */
  light: Item[];
  /** In normal form. */
  normal: Item[];
  /** Of the body as written. */
  lightMeaning: Meaning;
  /** Of the normal form. */
  meaning: Meaning;
  /** Nodes of the normal form. */
  size: number;
}

/** Forms that are kept: some ten kilobytes each. */
const MOST_KEPT = 4000;

/** Forms of functions, made when they are asked for, and kept as long as they are not too many. */
export class Forms {
  private readonly known = new Map<StateFile, Map<number, Form | null>>();
  private count = 0;

  of(ref: FunctionRef): Form | null {
    if (this.count > MOST_KEPT) {
      this.known.clear();
      this.count = 0;
    }
    let ofFile = this.known.get(ref.file);
    if (!ofFile) this.known.set(ref.file, (ofFile = new Map()));
    let form = ofFile.get(ref.index);
    if (form === undefined) {
      ofFile.set(ref.index, (form = formOf(ref)));
      this.count++;
    }
    return form;
  }
}

function formOf({ file, index }: FunctionRef): Form | null {
  const bodies = file.detail().bodies;
  const view = bodies && bodyOf(bodies, index);
  if (!view) return null;
  const dialect = dialectOf(file.language);
  const light = lightForm(view, dialect);
  const body = normalForm(view, dialect);
  return light && body ? joinForms(body, plainForm(light)) : null;
}

/** The half of a form that shows a body as it is written. */
export function plainForm(light: BodyTerm): Pick<Form, 'light' | 'lightMeaning'> {
  return { light: itemsOf(light), lightMeaning: meaningOf(light) };
}

export function joinForms(body: BodyTerm, plain: Pick<Form, 'light' | 'lightMeaning'>): Form {
  const normal = itemsOf(body);
  const size = normal.reduce((sum, item) => sum + item.weight, 0);
  return { ...plain, body, normal, meaning: meaningOf(body), size };
}

/** Kinds whose value is true or false. */
const TRUTHS = new Set([NodeKind.BooleanLiteral, NodeKind.Comparison, NodeKind.Not]);
/** Kinds whose value is neither. */
const OTHERS = new Set([
  ...[NodeKind.StringLiteral, NodeKind.NumberLiteral, NodeKind.StringTemplate, NodeKind.Binary],
  ...[NodeKind.List, NodeKind.Tuple, NodeKind.Set, NodeKind.Dictionary, NodeKind.Comprehension],
]);

function meaningOf(body: BodyTerm): Meaning {
  const meaning: Meaning = {
    callees: new Set(),
    literals: new Set(),
    operators: new Set(),
    attributes: new Set(),
    returns: false,
    answers: null,
  };
  let [truths, others, unknown] = [0, 0, 0];
  const own = new Set(body.parameters.map(({ kids }) => kids[0]?.variable ?? -1).filter((variable) => variable >= 0));
  const walk = (term: Term, outer: boolean): void => {
    switch (term.kind) {
      case NodeKind.Call: {
        const callee = term.kids[0]!;
        if (callee.value !== '') meaning.callees.add(callee.value);
        break;
      }
      case NodeKind.Return:
        if (!outer || term.kids.length === 0) break;
        meaning.returns = true;
        if (TRUTHS.has(term.kids[0]!.kind)) truths++;
        else if (OTHERS.has(term.kids[0]!.kind) || own.has(term.kids[0]!.variable)) others++;
        else unknown++;
        break;
      case NodeKind.Attribute:
        meaning.attributes.add(term.value);
        break;
      case NodeKind.Yield:
        meaning.returns = true;
        break;
      case NodeKind.Binary:
      case NodeKind.AugmentedAssign:
      case NodeKind.Comparison:
      case NodeKind.Unary:
        meaning.operators.add(term.value);
    }
    if (isLiteral(term)) meaning.literals.add(`${term.kind}:${term.value}`);
    for (const kid of term.kids) walk(kid, outer && term.kind !== NodeKind.Function);
  };
  walk(body.block, true);
  if (truths + others > 0 && truths + others >= unknown && (truths === 0 || others === 0))
    meaning.answers = others === 0;
  return meaning;
}
