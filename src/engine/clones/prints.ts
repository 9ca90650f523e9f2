import { bodyOf } from '../ir/bodyView.ts';
import { NodeKind, type BodyTable } from '../ir/model.ts';
import { SymbolFlag, type BodyPrints, type FileSummary, type LanguageId } from '../model/facts.ts';
import { looseHash } from './compare/items.ts';
import { normalForm } from './normal/normalise.ts';
import { digestWords, hashText, mix } from './normal/order.ts';
import { isLiteral, type BodyTerm, type Term } from './normal/term.ts';

/** Body tokens below which a function has no prints. */
const FEWEST_TOKENS = 8;
/** Prints of one function; of more, every second (fourth, …) value is kept, the same in every function. */
const MOST_PRINTS = 96;
/** Nodes of the parts that make a print. */
const LEAST_PART = 4;
const MOST_PART = 14;

export function dialectOf(language: LanguageId): BodyTerm['language'] {
  return language === 'python'
    ? 'python'
    : language === 'typescript' || language === 'tsx' || language === 'javascript'
      ? 'ecmascript'
      : 'other';
}

/**
 * The prints and the digests of the normal forms of all functions of a file. A body that is too large, or that fails to
 * settle, has none.
 */
export function printsOf(summary: FileSummary, bodies: BodyTable): BodyPrints {
  const { symbols, language } = summary;
  const start = new Uint32Array(symbols.length + 1);
  const normal = new Uint32Array(symbols.length * 4);
  const values: number[] = [];
  const dialect = dialectOf(language);
  const without =
    SymbolFlag.Stub | SymbolFlag.Overload | SymbolFlag.Abstract | SymbolFlag.TypeOnly | SymbolFlag.TrivialBody;
  for (let index = 0; index < symbols.length; index++) {
    start[index] = values.length;
    const symbol = symbols[index]!;
    if (symbol.renamed === '' || symbol.tokens < FEWEST_TOKENS || symbol.flags & without) continue;
    const view = bodyOf(bodies, index);
    const form = view && normalForm(view, dialect);
    if (!form) continue;
    normal.set(digestWords(form), index * 4);
    for (const value of featuresOf(form)) values.push(value);
  }
  start[symbols.length] = values.length;
  return { start, values: Uint32Array.from(values), normal };
}

const COMMON_NUMBERS = new Set(['0', '1', '2', '-1']);

/** Hashes of what a body is known by: free names, attributes, literals, parts of its expressions. Sorted and distinct. */
export function featuresOf(body: BodyTerm): number[] {
  const found = new Set<number>();
  const parts = new Set<number>();
  const walk = (term: Term): void => {
    for (const kid of term.kids) {
      if (kid.kind === NodeKind.Block) walk(kid);
      else {
        looseHash(kid, (part, hash, size) => {
          if (size >= LEAST_PART && size <= MOST_PART) parts.add(hash);
          else if (isNamed(part)) found.add(mix(hashText(part.value), part.kind === NodeKind.StringLiteral ? 1 : 2));
        });
        inner(kid, walk);
      }
    }
  };
  walk(body.block);
  let step = 1;
  while (parts.size / step > MOST_PRINTS) step *= 2;
  for (const part of parts) if ((part & (step - 1)) === 0) found.add(part);
  return [...found].sort((a, b) => a - b);
}

function inner(term: Term, walk: (block: Term) => void): void {
  for (const kid of term.kids) {
    if (kid.kind === NodeKind.Block) walk(kid);
    else if (kid.kids.length > 0) inner(kid, walk);
  }
}

function isNamed(part: Term): boolean {
  if (part.value === '') return false;
  if (part.kind === NodeKind.Name || part.kind === NodeKind.Attribute || part.kind === NodeKind.KeywordArgument)
    return true;
  if (part.kind === NodeKind.NumberLiteral) return !COMMON_NUMBERS.has(part.value);
  return isLiteral(part) && part.value.length > 1 && part.kind !== NodeKind.BooleanLiteral;
}
