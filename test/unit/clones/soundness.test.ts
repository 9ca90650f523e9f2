import assert from 'node:assert/strict';
import { digestOf, parameterSlots } from '../../../src/engine/clones/normal/order.ts';
import { normalForm } from '../../../src/engine/clones/normal/normalise.ts';
import { bodyOf } from '../../../src/engine/ir/bodyView.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { seededRandom } from '../../bench/accuracy/random.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { mutant } from '../../support/programs/mutants.ts';
import { PARAMETERS, program } from '../../support/programs/program.ts';
import { inputs, runJavaScript, runPython } from '../../support/programs/runPrograms.ts';
import { written } from '../../support/programs/written.ts';

const PROGRAMS = Number(process.env.REWHEEL_PROGRAMS ?? 250);
const SEED = process.env.REWHEEL_SEED ?? 'soundness';
const MUTANTS = 8;
const INPUTS = 25;

/** Digest of each function, and its parameters by the numbers that a digest gives them. */
async function digests(
  language: 'python' | 'javascript',
  source: string,
): Promise<Map<string, { digest: string; slots: number[] }>> {
  const result = await extractFacts(language, source, installedGrammars);
  assert.ok(result.ok);
  const { summary, detail } = result.facts;
  const found = new Map<string, { digest: string; slots: number[] }>();
  summary.symbols.forEach(({ qualifiedName }, index) => {
    const view = bodyOf(detail.bodies!, index);
    const form = view && normalForm(view, language === 'python' ? 'python' : 'ecmascript');
    if (form) found.set(qualifiedName, { digest: digestOf(form), slots: parameterSlots(form) });
  });
  return found;
}

/** A function that calls another with its own arguments where the other, called equal, wants them. */
function wrapper(name: string, called: string, slots: number[], wanted: number[], language: string): string {
  const rest = PARAMETERS.filter((_, i) => slots[i]! < 0 || !wanted.includes(slots[i]!));
  const args = wanted.map((slot) => (slot < 0 ? rest.shift() : PARAMETERS[slots.indexOf(slot)]));
  const call = `return ${called}(${args.join(', ')})`;
  const own = PARAMETERS.join(', ');
  return language === 'python' ? `def ${name}(${own}):\n  ${call}` : `function ${name}(${own}) { ${call}; }`;
}

describe('what the normal form calls equal does the same when it is run', () => {
  for (const language of ['python', 'javascript'] as const) {
    it(`${PROGRAMS} programs, written anew and with small changes: ${language}`, async function () {
      this.timeout(0);
      const random = seededRandom(`${SEED}/${language}`);
      const texts = new Map<string, string>();
      const families: { base: string; again: string; others: string[] }[] = [];
      for (let n = 0; n < PROGRAMS; n++) {
        const add = (name: string, of: ReturnType<typeof program>): string => {
          texts.set(name, written(of, name, language, random));
          return name;
        };
        const made = program(random);
        const base = add(`p${n}`, made);
        const again = add(`p${n}again`, made);
        const others = Array.from({ length: MUTANTS }, (_, i) => add(`p${n}m${i}`, mutant(made, random)));
        families.push({ base, again, others });
      }
      const source = [...texts.values()].join('\n');
      const digest = await digests(language, source);
      const equal = families.flatMap(({ base, again, others }) =>
        [again, ...others]
          .filter((name) => digest.get(name)!.digest === digest.get(base)!.digest)
          .map((name) => [base, name] as const),
      );
      const wrappers = equal.map(([base, name]) =>
        wrapper(`${name}w`, name, digest.get(base)!.slots, digest.get(name)!.slots, language),
      );
      const names = [...new Set(equal.map(([base]) => base)), ...equal.map(([, name]) => `${name}w`)];
      const run = language === 'python' ? runPython : runJavaScript;
      const ran = run([source, ...wrappers].join('\n'), names, inputs(random, INPUTS));
      const did = new Map(names.map((name, i) => [name, ran[i]!.join('\n')]));
      const wrong = equal.filter(([one, other]) => did.get(one) !== did.get(`${other}w`));
      assert.deepEqual(
        wrong.slice(0, 3).map((pair) => pair.map((name) => texts.get(name)).join('\n\n')),
        [],
        `${wrong.length} of ${equal.length} pairs`,
      );
      // A normal form that calls nothing equal would pass as well.
      const found = families.filter(({ base, again }) => digest.get(base)!.digest === digest.get(again)!.digest).length;
      if (process.env.REWHEEL_SEED)
        console.log(`${found} of ${PROGRAMS} written anew are equal, ${equal.length} pairs`);
      assert.ok(found > PROGRAMS / 2, `${found} of ${PROGRAMS} programs that were written anew are called equal`);
    });
  }
});
