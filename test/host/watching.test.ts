import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import { hostMissing, installHost } from '../../src/build/host/hostInstall.ts';
import type { TurnRecord } from '../../src/protocol/turns.ts';
import { makeAgentTurn } from '../support/agentTurn.ts';
import { ClaudeLog } from '../support/growingLog.ts';
import { HostPage } from '../support/hostPage.ts';
import { startHost } from '../support/hostServer.ts';
import type { Host, HostOptions } from '../support/hostServer.ts';
import { EXTENSION, requireBuild } from '../support/hostSuite.ts';
import { skipLoudly } from '../support/skip.ts';
import { whatWasSeen } from '../support/whatWasSeen.ts';

/** What a user sees of watching: a log that grows as an agent writes it, or changes of which nobody tells. */
describe('watching in the window', function () {
  this.timeout(600_000);
  let root: string;
  let workspace: string;
  let log: ClaudeLog;
  /** The file with the copy that the agent writes, and its text. */
  let file: string;
  let copy: string;
  let host: Host | undefined;

  before(async function () {
    const missing = hostMissing();
    if (missing) skipLoudly(this, missing);
    requireBuild();
    await installHost(console.log);
  });

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'rewheel-watching-'));
    workspace = join(root, 'shop');
    await makeAgentTurn(workspace);
    file = join(workspace, 'billing', 'invoice.py');
    copy = await readFile(file, 'utf8');
    await rm(file);
    await mkdir(join(root, 'home'));
    log = new ClaudeLog(join(root, 'home'), workspace);
  });

  afterEach(async function () {
    if (host && this.currentTest?.state === 'failed') console.log(await whatWasSeen(host));
    await host?.stop();
    host = undefined;
    if (root) await rm(root, { recursive: true, force: true });
  });

  async function open(options: Partial<HostOptions> = {}): Promise<Host> {
    const env = { HOME: join(root, 'home'), XDG_DATA_HOME: '', REWHEEL_DATA: join(root, 'data'), ...options.env };
    host = await startHost({ workspace, extensionPath: EXTENSION, ...options, env });
    return host;
  }

  /** The agent does a turn in which it writes the copy. */
  async function agentTurn(prompt: string, text: string): Promise<void> {
    log.prompt(prompt);
    await writeFile(file, text);
    log.stop();
  }

  async function keptTurns(): Promise<TurnRecord[]> {
    const args = [join(EXTENSION, 'dist', 'cli.cjs'), 'turns', 'list', '--root', workspace, '--format', 'json'];
    const env = { ...process.env, REWHEEL_DATA: join(root, 'data') };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return (JSON.parse(stdout) as { turns: TurnRecord[] }).turns;
  }

  const eye = (ui: HostPage): Promise<void> => ui.page.locator('.statusbar-item .codicon-eye').waitFor();

  it('tells a turn once in two windows, shows that it runs, and lists it', async () => {
    const { ui, context, url } = await open();
    await ui.command('Rewheel: Start Watching');
    await ui.notification(/Rewheel watches shop/).waitFor();
    await eye(ui);
    const page = await context.newPage();
    await page.goto(url);
    const second = new HostPage(page);
    await second.waitUntilReady();
    // It is remembered, so the second window watches without being asked to.
    await eye(second);

    log.prompt('Write invoices');
    await ui.page.locator('.statusbar-item .codicon-pulse').waitFor();
    await writeFile(file, copy);
    log.stop();
    const windows = [ui, second];
    for (const one of windows) await one.statusBarItem(/Rewheel 1/).waitFor();
    const told = Promise.any(windows.map((one) => one.notification(/turn 1 .*is worse: 1 re-implemented/).waitFor()));
    await told;
    // Both windows are done with the first turn once they show the second.
    const toldAgain = Promise.any(windows.map((one) => one.notification(/turn 2 .*is improved: 1 resolved/).waitFor()));
    await agentTurn('Use what is there', 'from billing.pricing import line_totals\n');
    for (const one of windows) await one.statusBarItem(/Rewheel 0/).waitFor();
    await toldAgain;
    let count = 0;
    for (const one of windows) {
      await one.command('Notifications: Show Notifications');
      await one.page.locator('.notifications-center').waitFor();
      count += await one.page
        .locator('.notifications-center .notification-list-item', { hasText: /turn 1 .*is worse/ })
        .count();
    }
    assert.equal(count, 1);

    await ui.command('Rewheel: Audit Turn…');
    assert.match(await ui.rows().filter({ hasText: '#1 Write invoices' }).innerText(), /claude-code.*finished/);
    await ui.pick('#1 Write invoices');
    await ui.notification(/turn 1 .*is worse: 1 re-implemented \(_compute_amounts\)/).waitFor();
  });

  it('watches again after a reload, until it is told to stop', async () => {
    const { ui } = await open();
    await ui.command('Rewheel: Start Watching');
    await eye(ui);
    await ui.reload();
    await eye(ui);
    await agentTurn('Write invoices', copy);
    await ui.notification(/turn 1 .*is worse/).waitFor();
    await ui.command('Rewheel: Stop Watching');
    await ui.notification(/no longer watches/).waitFor();
    // The workbench in a browser writes what is to be remembered down a moment later.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await ui.reload();
    await ui.statusBarItem(/Rewheel 1/).waitFor();
    assert.equal(await ui.page.locator('.statusbar-item .codicon-eye').count(), 0);
    await ui.command('Rewheel: Stop Watching');
    await ui.notification(/does not watch/).waitFor();
  });

  it('says nothing in quiet mode, and shows what it found all the same', async () => {
    const { ui } = await open({ settings: { 'rewheel.watch.quiet': true } });
    await ui.command('Rewheel: Start Watching');
    await eye(ui);
    await agentTurn('Write invoices', copy);
    await ui.statusBarItem(/Rewheel 1/).waitFor();
    const problems = await ui.problems();
    await problems.filter({ hasText: '_compute_amounts' }).first().waitFor();
    await agentTurn('Use what is there', 'from billing.pricing import line_totals\n');
    await ui.statusBarItem(/Rewheel 0/).waitFor();
    await ui.command('Notifications: Show Notifications');
    await ui.page.locator('.notifications-center').waitFor();
    assert.equal(await ui.page.locator('.notification-list-item', { hasText: /is worse|is improved/ }).count(), 0);
  });

  it('does not take what the user types for a turn, and does so with changes of nobody', async () => {
    const { ui, page } = await open({ settings: { 'files.autoSave': 'off' } });
    await ui.command('Rewheel: Start Watching');
    await eye(ui);
    await ui.openFile('billing/report.py');
    await page.locator('.monaco-editor .view-line').first().click();
    await page.keyboard.type('# typed');
    await page.keyboard.press('Control+s');
    await page.locator('.tab.active:not(.dirty)').waitFor();
    // Longer than changes of nobody take to become a turn; a slow machine sees fewer turns, never more.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    assert.deepEqual(await keptTurns(), []);
    await writeFile(file, copy);
    await ui.notification(/turn 1 in shop is worse/).waitFor();
    assert.deepEqual(
      (await keptTurns()).map(({ source, state }) => [source, state]),
      [['burst', 'finished']],
    );
  });

  it('reads no log where the settings say so: what an agent does is a change of nobody', async () => {
    const { ui } = await open({ settings: { 'rewheel.watch.logs': false } });
    await ui.command('Rewheel: Start Watching');
    await eye(ui);
    await agentTurn('Write invoices', copy);
    await ui.notification(/turn 1 in shop is worse/).waitFor();
    assert.deepEqual(
      (await keptTurns()).map(({ source, agent, prompt }) => [source, agent, prompt]),
      [['burst', null, null]],
    );
  });

  it('takes changes of nobody for no turn where the settings say so', async () => {
    const { ui } = await open({ settings: { 'rewheel.watch.bursts': false } });
    await ui.command('Rewheel: Start Watching');
    await eye(ui);
    await writeFile(join(workspace, 'billing', 'other.py'), copy);
    // Longer than they take to become a turn; a slow machine sees fewer turns, never more.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    await agentTurn('Write invoices', copy);
    await ui.notification(/turn 1 .*is worse/).waitFor();
    assert.deepEqual(
      (await keptTurns()).map(({ source, prompt }) => [source, prompt]),
      [['log', 'Write invoices']],
    );
  });

  it('finds logs at the places that the settings name', async () => {
    const elsewhere = join(root, 'elsewhere');
    log = new ClaudeLog(elsewhere, workspace);
    const { ui } = await open({
      settings: {
        'rewheel.watch.bursts': false,
        'rewheel.watch.logPlaces': { 'claude-code': [join(elsewhere, '.claude', 'projects')] },
      },
    });
    await ui.command('Rewheel: Start Watching');
    await eye(ui);
    await agentTurn('Write invoices', copy);
    await ui.notification(/turn 1 .*is worse/).waitFor();
    assert.deepEqual(
      (await keptTurns()).map(({ source, agent }) => [source, agent]),
      [['log', 'claude-code']],
    );
  });

  for (const hasGit of [true, false])
    it(`asks for the prompt of a turn by hand, and audits it at its end${hasGit ? '' : ', without git in the folder'}`, async () => {
      if (!hasGit) await rm(join(workspace, '.git'), { recursive: true });
      const { ui } = await open();
      await ui.command('Rewheel: Begin Turn');
      await ui.input().fill('Write invoices');
      await ui.page.keyboard.press('Enter');
      await ui.notification(/turn 1 of shop has begun/).waitFor();
      await ui.page.locator('.statusbar-item .codicon-pulse').waitFor();
      await writeFile(file, copy);
      await ui.command('Rewheel: End Turn');
      const told = ui.notification(/turn 1 in shop is worse: 1 re-implemented \(_compute_amounts\)/);
      await ui.press(told.getByRole('button', { name: 'Show Report' }));
      await ui.page.locator('.tab.active').filter({ hasText: 'Rewheel Report' }).waitFor();
      await ui.command('Rewheel: End Turn');
      await ui.notification(/No turn of shop is open/).waitFor();
    });

  it('says that turns need git', async () => {
    const nothing = join(root, 'nothing');
    // VS Code asks the user's shell for its PATH.
    await writeFile(join(root, 'home', '.profile'), `PATH=${nothing}\n`);
    const { ui } = await open({ env: { PATH: nothing } });
    await ui.command('Rewheel: Start Watching');
    await ui.notification(/cannot watch this workspace: .*git/i).waitFor();
    await ui.command('Rewheel: Begin Turn');
    await ui.input().waitFor();
    await ui.page.keyboard.press('Enter');
    await ui.notification(/could not begin a turn: .*git/i).waitFor();
  });

  it('offers to watch where no turn is kept yet', async () => {
    const { ui } = await open();
    await ui.command('Rewheel: Audit Last Turn');
    await ui.notification(/No turn of shop is kept yet/).waitFor();
    await ui.command('Rewheel: Audit Turn…');
    await ui.pick('Start Watching');
    await eye(ui);
  });
});
