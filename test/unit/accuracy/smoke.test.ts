import assert from 'node:assert/strict';
import { join } from 'node:path';
import { measureWorkspaces, REWHEEL } from '../../bench/accuracy/measureWorkspaces.ts';
import type { MutatedWorkspace, MutationRequest, PackageSources } from '../../bench/accuracy/model.ts';
import { mutatePython } from '../../bench/accuracy/pythonMutator.ts';
import { mutateTypeScript } from '../../bench/accuracy/typescript/mutate.ts';
import { closeTestFacts, PROJECT } from '../../support/auditFolders.ts';

/** Small packages that are always there: the samples as target, code of our own as the unrelated package. */
const LANGUAGES: {
  language: string;
  mutate: (request: MutationRequest) => MutatedWorkspace[];
  target: PackageSources;
  other: PackageSources;
}[] = [
  {
    language: 'Python',
    mutate: mutatePython,
    target: { name: 'samples', root: join(PROJECT, 'test/fixtures/accuracy/python') },
    other: { name: 'harness', root: join(PROJECT, 'test/bench/accuracy/python') },
  },
  {
    language: 'TypeScript',
    mutate: mutateTypeScript,
    target: { name: 'samples', root: join(PROJECT, 'test/fixtures/accuracy/typescript') },
    other: { name: 'findings', root: join(PROJECT, 'src/engine/findings') },
  },
];

describe('accuracy: a small run', () => {
  after(closeTestFacts);

  for (const { language, mutate, target, other } of LANGUAGES) {
    const request = (seed: string, recipes?: string[]): MutationRequest => ({
      seed,
      packages: [target, { ...other, target: false }],
      rounds: 1,
      perRecipe: 2,
      ...(recipes ? { recipes } : {}),
    });

    it(`${language}: the same seed makes the same workspaces, another makes others`, () => {
      assert.deepEqual(mutate(request('one')), mutate(request('one')));
      assert.notDeepEqual(mutate(request('one')), mutate(request('two')));
    });

    it(`${language}: finds what was moved or renamed, and flags nothing else`, async () => {
      const workspaces = mutate(request('small', ['layout', 'rename']));
      const score = (await measureWorkspaces(target, workspaces, { tools: [REWHEEL], related: [] })).get(REWHEEL)!;
      assert.equal(score.pairs.length, 4);
      for (const { pair, outcome } of score.pairs)
        assert.equal(outcome, 'found', `${pair.transformation} of ${pair.target.name}`);
      assert.ok(score.unrelated >= 2);
      assert.deepEqual(score.alarms, []);
    });
  }
});
