import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { after, before, describe, it } from 'mocha';
import { git } from '../support/agentTurn.ts';
import { agentMissing, installAgent } from '../support/agentInstall.ts';
import { EXTENSION, requireBuild } from '../support/hostSuite.ts';
import { skipLoudly } from '../support/skip.ts';
import { billingTask, makeBillingRepository } from './support/billingTask.ts';
import { setUpOpenCode } from './support/openCode.ts';
import { startScriptedModel } from './support/scriptedModel.ts';

interface LogTurn {
  prompt: string;
  outcome: string;
  actions: { kind: string; tool: string }[];
}

/** The agent alone: when this fails, what the editor shows of it cannot be right. */
describe('a real OpenCode with a scripted model', function () {
  this.timeout(600_000);
  let root = '';

  before(async function () {
    await installAgent(console.log);
    const missing = agentMissing();
    if (missing) skipLoudly(this, missing);
    requireBuild();
    root = await mkdtemp(join(tmpdir(), 'rewheel-agent-'));
  });

  after(async () => {
    if (root) await rm(root, { recursive: true, force: true });
  });

  it('goes through the task, and its store holds every turn', async () => {
    const workspace = join(root, 'shop');
    const home = join(root, 'home');
    await makeBillingRepository(workspace);
    const task = billingTask(workspace);
    const model = await startScriptedModel(task);
    try {
      const agent = await setUpOpenCode(home, model.url);
      for (const { prompt } of task) await agent.turn(workspace, prompt);
      assert.deepEqual(model.surprises, []);
    } finally {
      await model.stop();
    }
    assert.equal(
      await git(workspace, 'status', '--porcelain'),
      ['format', 'invoice', 'receipt'].map((name) => `?? billing/${name}.py`).join('\n'),
    );
    const store = join(home, '.local', 'share', 'opencode', 'opencode.db');
    const args = [join(EXTENSION, 'dist', 'cli.cjs'), 'logs', store, '--format', 'json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 << 20 });
    const { turns } = JSON.parse(stdout) as { turns: LogTurn[] };
    assert.deepEqual(
      turns.map(({ prompt, outcome, actions }) => [prompt, outcome, actions.map(({ tool }) => tool)]),
      task.map(({ prompt, steps }) => [
        prompt,
        'finished',
        steps.flatMap((step) => ('tool' in step ? [step.tool] : [])),
      ]),
    );
  });
});
