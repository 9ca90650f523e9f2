import { bodyOf } from '../../src/engine/ir/bodyView.ts';
import { extractFacts } from '../../src/engine/language/extract.ts';
import type { LanguageId } from '../../src/engine/model/facts.ts';
import { digestOf } from '../../src/engine/clones/normal/order.ts';
import { normalForm } from '../../src/engine/clones/normal/normalise.ts';
import type { Term } from '../../src/engine/clones/normal/term.ts';
import { NodeKind } from '../../src/engine/ir/model.ts';
import { installedGrammars } from './grammars.ts';

/** The first function of a text in normal form: its digest, and the form itself for messages. */
export async function normalOf(language: LanguageId, text: string): Promise<{ digest: string; shown: string }> {
  const result = await extractFacts(language, text, installedGrammars);
  if (!result.ok) throw new Error(`not read: ${result.reason}`);
  const { summary, detail } = result.facts;
  const index = summary.symbols.findIndex((symbol) => symbol.kind === 'function' || symbol.kind === 'method');
  const view = detail.bodies && bodyOf(detail.bodies, index);
  if (!view) throw new Error('no body');
  const form = normalForm(view, language === 'python' ? 'python' : 'ecmascript');
  if (!form) throw new Error('too large');
  return { digest: digestOf(form), shown: shown(form.block) };
}

/** A term as an S-expression. */
export function shown(term: Term): string {
  if (term.variable >= 0) return `$${term.variable}`;
  if (term.kind === NodeKind.Name) return term.value;
  const head = `${NodeKind[term.kind]}${term.value === '' ? '' : ` ${JSON.stringify(term.value)}`}${term.flags === 0 ? '' : `!${term.flags}`}`;
  return term.kids.length === 0 ? `(${head})` : `(${head} ${term.kids.map(shown).join(' ')})`;
}
