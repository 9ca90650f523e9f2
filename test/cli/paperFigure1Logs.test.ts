import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditReport } from '../../src/protocol/report.ts';
import { SHARED } from '../support/auditFolders.ts';
import { skipLoudly } from '../support/skip.ts';
import { cleanUp, reportOf } from './runCli.ts';

const FIGURE = join(SHARED, 'agent-logs/paper-figure-1');

interface Rates {
  repo: number | null;
  self: number | null;
}

interface TurnTruth {
  prompt: string;
  reuseRate: Rates;
  recallRate: Rates;
  recalled: Record<'repo' | 'self', string[]>;
  targets: Record<'repo' | 'self', string[]>;
  gaps?: Record<string, string>;
  files: number | Record<string, number>;
  lines: number;
}

const RUNS = ['logs/opencode-1.18.33-run-turn-1.jsonl', 'logs/opencode-1.18.33-run-turn-2.jsonl'];
const LOGS = [
  { agent: 'claude-code', logs: ['logs/claude-code-2.1.328.jsonl'], end: './workspace-end', prompts: true },
  { agent: 'codex', logs: ['logs/codex-0.169.0-rollout.jsonl'], end: './workspace-end-codex', prompts: true },
  { agent: 'opencode', logs: ['logs/opencode-1.18.33-export.json'], end: './workspace-end', prompts: true },
  // One file a turn, without prompts, and without the folder that the agent worked in.
  { agent: 'opencode', logs: RUNS, end: './workspace-end', prompts: false },
];

/** truth.json of the paper's Figure 1, for each agent's log: what the turns read, recalled and missed. */
describe('the logs of the paper’s Figure 1', () => {
  before(function () {
    if (!existsSync(FIGURE)) skipLoudly(this, `needs ${FIGURE}`);
  });
  after(cleanUp);

  for (const { agent, logs, end, prompts } of LOGS) {
    for (const turn of [1, 2]) {
      const states = turn === 1 ? ['./workspace-start', './workspace-turn-1'] : ['./workspace-turn-1', end];
      const args = ['--base', states[0]!, '--head', states[1]!, '--turn', String(turn)];
      args.push(...logs.flatMap((log) => ['--log', log]));

      it(`${logs[0]}, turn ${turn}: rates, gaps, Files and Lines over the paper’s targets`, async () => {
        const truth = truthOf(turn);
        const report = await reportOf([...args, '--targets', `targets-turn-${turn}.json`], { cwd: FIGURE });
        const { reuse, recall, exploration } = report.metrics;
        assert.deepEqual({ repo: reuse.repo.rate, self: reuse.self.rate }, truth.reuseRate);
        assert.deepEqual({ repo: recall?.repo.rate, self: recall?.self.rate }, truth.recallRate);
        for (const origin of ['repo', 'self'] as const) {
          assert.equal(recall?.[origin].recalled, truth.recalled[origin].length);
          assert.equal(recall?.[origin].targets, truth.targets[origin].length);
        }
        const files = typeof truth.files === 'number' ? truth.files : truth.files[agent];
        assert.deepEqual([exploration?.files, exploration?.lines], [files, truth.lines]);
        const missed = report.findings.filter(({ rule }) => rule === 'bypasses-target');
        const gaps = missed.map(({ target, gap }) => [`${target.file}:${target.name}`, gap]);
        assert.deepEqual(Object.fromEntries(gaps), truth.gaps ?? {});
        for (const { gap, message } of missed) {
          const why =
            gap === 'execution'
              ? /It was read in this turn at \d\d:\d\d UTC/
              : /the agent read repo\/\S+ \(\d+ lines\)/;
          assert.match(message, why);
        }
        checkTurn(report, agent, turn, prompts ? truth.prompt : null);
      });
    }

    it(`${logs[0]}, turn 2: code of turn 1 is own code, told by the log alone`, async () => {
      const states = ['--base', './workspace-turn-1', '--head', end, ...logs.flatMap((log) => ['--log', log])];
      const report = await reportOf([...states, '--turn', '2'], { cwd: FIGURE });
      const origins = report.adopted.map(({ file, name, origin }) => `${file}:${name} ${origin}`);
      assert.deepEqual(origins.sort(), [
        'repo/encoding_pipeline.py:combine_batches self',
        'repo/scales.py:fit_scale repo',
      ]);
    });
  }
});

function truthOf(turn: number): TurnTruth {
  return (JSON.parse(readFileSync(join(FIGURE, 'truth.json'), 'utf8')) as { turns: TurnTruth[] }).turns[turn - 1]!;
}

function checkTurn(report: AuditReport, agent: string, index: number, prompt: string | null): void {
  assert.equal(report.turn?.index, index);
  assert.ok(report.turn?.agent?.startsWith(agent), report.turn?.agent ?? 'no agent');
  // OpenCode's export has the prompt in quotes.
  assert.equal(report.turn?.prompt?.replace(/^"|"$/g, '') ?? null, prompt);
  const { effort } = report.metrics;
  assert.ok(effort && effort.read.calls > 0 && effort.edit.calls > 0);
  assert.ok(effort.read.tokens > 0 && !effort.estimated);
}
