import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { joinForms, plainForm, type Form } from '../../../src/engine/clones/compare/forms.ts';
import { judge } from '../../../src/engine/clones/compare/judge.ts';
import { lightForm, normalForm } from '../../../src/engine/clones/normal/normalise.ts';
import { bodyOf } from '../../../src/engine/ir/bodyView.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { installedGrammars } from '../../support/grammars.ts';

async function formOf(text: string): Promise<Form> {
  const result = await extractFacts('python', text, installedGrammars);
  assert.ok(result.ok);
  const view = bodyOf(result.facts.detail.bodies!, 0)!;
  return joinForms(normalForm(view, 'python')!, plainForm(lightForm(view, 'python')!));
}

/** What a pair is judged to be, and what is said of it: the first text repeats the second one, or does not. */
describe('judging pairs of bodies', () => {
  const text = readFileSync(new URL('judgements.py.txt', import.meta.url), 'utf8');
  for (const part of text.split(/^# /m).slice(1)) {
    const [name, expected, ...lines] = part.split('\n') as [string, string, ...string[]];
    it(name, async () => {
      const [a, b] = lines.join('\n').split(/^==\n/m) as [string, string];
      const judged = judge(await formOf(a), await formOf(b));
      const said = judged ? [judged.containment, ...judged.differences].join('; ') : 'nothing';
      assert.equal(said, expected);
    });
  }
});
