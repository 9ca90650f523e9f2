import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED } from '../support/auditFolders.ts';
import { skipLoudly } from '../support/skip.ts';
import { cleanUp, reportOf, rewheel } from './runCli.ts';

const FIGURE = join(SHARED, 'agent-logs/paper-figure-1');

interface Truth {
  turns: {
    turn: number;
    targets: Record<'repo' | 'self', string[]>;
    reused: Record<'repo' | 'self', string[]>;
    reuseRate: Record<'repo' | 'self', number | null>;
  }[];
}

/** The example of papers/reporeuse.md, Figure 1, played by real agents. */
describe('the paper’s Figure 1', () => {
  before(function () {
    if (!existsSync(FIGURE)) skipLoudly(this, `needs ${FIGURE}`);
  });
  after(cleanUp);

  it('turn 2: what was adopted, and the copy of convert_units', async () => {
    const report = await reportOf(['--base', './workspace-turn-1', '--head', './workspace-end'], { cwd: FIGURE });
    assert.deepEqual(report.adopted.map(({ file, name }) => `${file}:${name}`).sort(), [
      'repo/encoding_pipeline.py:combine_batches',
      'repo/scales.py:fit_scale',
    ]);
    const copy = report.findings.find((finding) => finding.function.name === '_encode_values');
    assert.ok(copy);
    assert.deepEqual(
      [copy.rule, copy.level, copy.status, copy.cloneType, copy.containment],
      ['reimplements-logic', 'warning', 'introduced', 2, 'whole'],
    );
    assert.deepEqual(
      [copy.function.file, copy.target.file, copy.target.name],
      ['repo/encoding_batches.py', 'repo/scales.py', 'convert_units'],
    );
    assert.equal(report.verdict, 'worse');
    assert.equal(report.metrics.redundancy.reimplemented, 0);
  });

  it('no agent’s turn 1 repeats anything', async () => {
    const turn = ['--base', './workspace-start', '--head', './workspace-turn-1'];
    const { code, stdout } = await rewheel(['audit', ...turn], { cwd: FIGURE });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^Verdict: clean$/m);
  });

  const states = [
    { turn: 1, base: './workspace-start', head: './workspace-turn-1' },
    { turn: 2, base: './workspace-turn-1', head: './workspace-end' },
    { turn: 2, base: './workspace-turn-1', head: './workspace-end-codex' },
  ];
  for (const { turn, base, head } of states) {
    for (const match of ['resolved', 'names']) {
      it(`turn ${turn} (${head}, --match ${match}): the rates over the paper’s targets`, async () => {
        const truth = (JSON.parse(readFileSync(join(FIGURE, 'truth.json'), 'utf8')) as Truth).turns[turn - 1]!;
        const targets = `targets-turn-${turn}.json`;
        const args = ['--base', base, '--head', head, '--targets', targets, '--match', match];
        const { metrics, findings } = await reportOf(args, { cwd: FIGURE });
        assert.equal(metrics.reuse.targets, 'known');
        const missed: string[] = [];
        for (const origin of ['repo', 'self'] as const) {
          const { adopted, bypassed, rate } = metrics.reuse[origin];
          assert.equal(rate, truth.reuseRate[origin], origin);
          assert.deepEqual([adopted, adopted + bypassed], [truth.reused[origin].length, truth.targets[origin].length]);
          missed.push(...truth.targets[origin].filter((target) => !truth.reused[origin].includes(target)));
        }
        const bypassed = findings.filter(({ rule }) => rule === 'bypasses-target').map(({ target }) => target);
        assert.deepEqual(bypassed.map(({ file, name }) => `${file}:${name}`).sort(), missed.sort());
        // Log files tell these; without one they are not measured.
        assert.deepEqual([metrics.recall, metrics.exploration, metrics.effort], [null, null, null]);
      });
    }
  }
});
