import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import { hostMissing, installHost } from '../../src/build/host/hostInstall.ts';
import type { AuditReport } from '../../src/protocol/report.ts';
import { agentMissing, installAgent } from '../support/agentInstall.ts';
import { startHost } from '../support/hostServer.ts';
import type { Host } from '../support/hostServer.ts';
import { EXTENSION, requireBuild } from '../support/hostSuite.ts';
import { skipLoudly } from '../support/skip.ts';
import { whatWasSeen } from '../support/whatWasSeen.ts';
import { billingTask, makeBillingRepository } from './support/billingTask.ts';
import { setUpOpenCode } from './support/openCode.ts';
import type { OpenCode } from './support/openCode.ts';
import { startScriptedModel } from './support/scriptedModel.ts';
import type { ModelTurn, ScriptedModel } from './support/scriptedModel.ts';

/**
 * The proof with a real agent: OpenCode works in a folder that the extension watches in a real VS Code. What each turn
 * was and what came of it appears without a command; the tests go on from each other.
 */
describe('a real OpenCode in a watched workspace', function () {
  this.timeout(600_000);
  this.bail(true);
  let root = '';
  let workspace: string;
  let host: Host;
  let model: ScriptedModel;
  let agent: OpenCode;
  let task: ModelTurn[];

  before(async function () {
    const missing = hostMissing();
    if (missing) skipLoudly(this, missing);
    await installAgent(console.log);
    const noAgent = agentMissing();
    if (noAgent) skipLoudly(this, noAgent);
    requireBuild();
    await installHost(console.log);
    root = await mkdtemp(join(tmpdir(), 'rewheel-e2e-'));
    workspace = join(root, 'shop');
    const home = join(root, 'home');
    await mkdir(home);
    await makeBillingRepository(workspace);
    task = billingTask(workspace);
    model = await startScriptedModel(task);
    agent = await setUpOpenCode(home, model.url);
    // The home folder is all that the extension is told: it finds the agent's store in it by itself.
    const env = { HOME: home, XDG_DATA_HOME: '', XDG_CONFIG_HOME: '', REWHEEL_DATA: join(root, 'data') };
    host = await startHost({ workspace, extensionPath: EXTENSION, env });
    await host.ui.command('Rewheel: Start Watching');
    await host.ui.notification(/Rewheel watches shop/).waitFor();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') console.log(await whatWasSeen(host));
  });

  after(async () => {
    await host?.stop();
    await model?.stop();
    if (root) await rm(root, { recursive: true, force: true });
  });

  /** Lets the agent do a turn of the task, and waits until its verdict is told. */
  async function turn(number: number, verdict: RegExp): Promise<void> {
    // A notification goes by itself after a while, so it is awaited while the agent still works.
    const told = host.ui.notification(new RegExp(`turn ${number} \\(opencode [\\d.]+\\) in shop is`));
    const text = told.innerText({ timeout: 300_000 });
    await Promise.all([agent.turn(workspace, task[number - 1]?.prompt ?? ''), text]);
    assert.deepEqual(model.surprises, []);
    assert.match(await text, verdict);
  }

  /** The report that the window holds: the one result that it stored. */
  async function report(): Promise<AuditReport> {
    const files = await readdir(host.userDataDir, { recursive: true });
    const stored = files.filter((file) => /rewheel\.rewheel[/\\]results[/\\][^/\\]+\.json$/.test(file));
    assert.equal(stored.length, 1, stored.join(' '));
    const text = await readFile(join(host.userDataDir, stored[0] ?? ''), 'utf8');
    return (JSON.parse(text) as { report: AuditReport }).report;
  }

  it('tells a clean turn, what it reused and what it had read', async () => {
    await turn(1, /clean: reused 1/);
    const { turn: known, metrics, findings } = await report();
    assert.deepEqual([known?.index, known?.agent?.split(' ')[0], known?.prompt], [1, 'opencode', task[0]?.prompt]);
    assert.deepEqual(findings, []);
    assert.deepEqual(metrics.recall?.repo, { recalled: 1, targets: 1, rate: 1 });
    assert.deepEqual(metrics.exploration, { files: 1, lines: 7, searchedLines: 0 });
    assert.deepEqual([metrics.effort?.read.calls, metrics.effort?.edit.calls], [1, 1]);
  });

  it('warns of what the agent wrote again without having looked at it', async () => {
    await turn(2, /worse: 1 re-implemented \(_compute_amounts\), reused 2/);
    const { findings, metrics, verdict } = await report();
    assert.equal(verdict, 'worse');
    assert.deepEqual(
      findings.map(({ function: own, target, gap }) => [own.name, target.name, target.origin, gap]),
      [['_compute_amounts', 'line_totals', 'repo', 'exploration']],
    );
    assert.deepEqual(metrics.recall?.repo, { recalled: 1, targets: 2, rate: 0.5 });
    assert.deepEqual(metrics.recall?.self, { recalled: 1, targets: 1, rate: 1 });
    await host.ui.statusBarItem(/Rewheel 1/).waitFor();
    const problems = await host.ui.problems();
    await problems
      .filter({ hasText: '_compute_amounts' })
      .filter({ hasText: /never read|not read/ })
      .first()
      .waitFor();
  });

  it('warns of what the agent wrote again though it had read it', async () => {
    await turn(3, /worse: 1 re-implemented \(_as_text\)/);
    const { findings, metrics } = await report();
    assert.deepEqual(
      findings
        .filter(({ level }) => level === 'warning')
        .map(({ function: own, target, gap }) => [own.name, target.name, target.origin, gap]),
      [['_as_text', 'format_amount', 'self', 'execution']],
    );
    // `cat … | head -12` showed twelve lines of one file.
    assert.deepEqual(metrics.exploration, { files: 1, lines: 12, searchedLines: 0 });
    const problems = await host.ui.problems();
    await problems.filter({ hasText: '_as_text' }).first().waitFor();
  });

  it('lists the turns with prompt, agent and state', async () => {
    await host.ui.command('Rewheel: Audit Turn…');
    for (const [index, { prompt }] of task.entries()) {
      const row = host.ui.rows().filter({ hasText: `#${index + 1} ${prompt}` });
      await row.waitFor();
      assert.match(await row.innerText(), /opencode .* finished/);
    }
    await host.page.keyboard.press('Escape');
  });
});
