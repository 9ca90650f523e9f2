import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import { hostMissing, installHost } from '../../src/build/host/hostInstall.ts';
import { makeAgentTurn } from '../support/agentTurn.ts';
import { ClaudeLog } from '../support/growingLog.ts';
import { startHost } from '../support/hostServer.ts';
import type { Host, HostOptions } from '../support/hostServer.ts';
import { EXTENSION, requireBuild } from '../support/hostSuite.ts';
import { skipLoudly } from '../support/skip.ts';
import { whatWasSeen } from '../support/whatWasSeen.ts';

/** The views and the marks in the code, as a user sees and uses them. */
describe('the views in the window', function () {
  this.timeout(600_000);
  let root: string;
  let workspace: string;
  let host: Host | undefined;

  before(async function () {
    const missing = hostMissing();
    if (missing) skipLoudly(this, missing);
    requireBuild();
    await installHost(console.log);
  });

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'rewheel-views-'));
    workspace = join(root, 'shop');
    await makeAgentTurn(workspace);
    await mkdir(join(root, 'home'));
  });

  afterEach(async function () {
    if (host && this.currentTest?.state === 'failed') console.log(await whatWasSeen(host));
    await host?.stop();
    host = undefined;
    if (root) await rm(root, { recursive: true, force: true });
  });

  async function open(options: Partial<HostOptions> = {}): Promise<Host> {
    const env = { HOME: join(root, 'home'), XDG_DATA_HOME: '', REWHEEL_DATA: join(root, 'data') };
    const settings = { 'files.autoSave': 'off' };
    host = await startHost({ workspace, extensionPath: EXTENSION, settings, ...options, env });
    await host.ui.command('View: Show Rewheel');
    return host;
  }

  const row = (text: string | RegExp): Locator =>
    host!.page.locator('.part.sidebar .monaco-list-row').filter({ hasText: text }).first();
  const button = (name: string): Locator =>
    host!.page.locator('.part.sidebar').getByRole('button', { name, exact: true });
  const badge = (): Locator =>
    host!.page
      .locator('.activitybar .action-item')
      .filter({ has: host!.page.locator('[aria-label^="Rewheel"]') })
      .locator('.badge-content');

  it('say what to do where there is nothing to show', async () => {
    await open({ workspace: null });
    await button('Open Folder').first().waitFor();
    await host?.stop();
    await open({ trusted: false });
    await button('Manage Workspace Trust').first().waitFor();
    await button('Audit Current File').waitFor();
    await host?.stop();
    const { ui } = await open();
    await button('Audit Last Turn').waitFor();
    await button('Start Watching').click();
    await ui.notification(/Rewheel watches shop/).waitFor();
    await button('Stop Watching').waitFor();
  });

  it('list turns and findings, keep what is open, and survive a reload', async () => {
    const { ui, page } = await open();
    const log = new ClaudeLog(join(root, 'home'), workspace);
    const file = join(workspace, 'billing', 'invoice.py');
    const copy = await readFile(file, 'utf8');
    await rm(file);
    await ui.command('Rewheel: Start Watching');
    await ui.notification(/Rewheel watches shop/).waitFor();
    log.prompt('Write invoices');
    await page.locator('.statusbar-item .codicon-pulse').waitFor();
    await row('Write invoices').waitFor();
    const pricing = join(workspace, 'billing', 'pricing.py');
    const lines = (await readFile(pricing, 'utf8')).split('\n');
    log.call('read-1', 'Read', { file_path: pricing });
    log.result('read-1', lines.map((line, at) => `${String(at + 1).padStart(6)}\u2192${line}`).join('\n'));
    await writeFile(file, copy);
    log.stop();
    await ui.notification(/turn 1 .*is worse/).waitFor();
    await ui.command('Notifications: Clear All Notifications');

    // The newest turn is open and tells what came of it.
    for (const text of ['Missed targets: read, not used', 'Reused', /New functions\s*2/]) await row(text).waitFor();
    assert.equal(await badge().innerText(), '1');
    await row('New functions').click();
    await row('render_invoice').waitFor();
    await row('render_invoice').click();
    await page.locator('.tab.active').filter({ hasText: 'invoice.py' }).waitFor();
    await row('render_invoice').waitFor();

    // By key: from the turn's row down to its first finding, which Enter opens.
    await row('Write invoices').click();
    await row('Write invoices').press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.monaco-editor .view-line').filter({ hasText: '_compute_amounts(items' }).first().waitFor();

    // Inline action of a finding.
    const finding = row(/_compute_amounts.*line_totals/);
    await finding.hover();
    await finding.getByRole('button', { name: /Compare with Target/ }).click();
    await page.locator('.tab.active').filter({ hasText: 'line_totals ↔ _compute_amounts' }).waitFor();
    // Inline action of a turn.
    await row('Write invoices').hover();
    await row('Write invoices')
      .getByRole('button', { name: /Compare Turn/ })
      .click();
    await page.locator('.tab.active').filter({ hasText: 'Turn 1: Write invoices' }).waitFor();

    // Filter and grouping.
    await ui.command('Rewheel: Filter Findings…');
    await ui.input().fill('no such word');
    await page.keyboard.press('Enter');
    await page.locator('.part.sidebar').getByText('Filter: no such word').waitFor();
    await ui.command('Rewheel: Filter Findings…');
    await ui.input().fill('execution pricing');
    await page.keyboard.press('Enter');
    await row('billing/invoice.py').waitFor();
    await ui.command('Rewheel: Group Findings…');
    await ui.pick('By rule');
    await row(/^reimplements-logic/).waitFor();

    await ui.reload();
    await ui.command('View: Show Rewheel');
    await row('Write invoices').waitFor();
    await row('render_invoice').waitFor();
    await row(/^reimplements-logic/).waitFor();
    assert.equal(await badge().innerText(), '1');
  });

  it('mark the code, not while it is typed in, and let the hints be switched off', async () => {
    const { ui, page } = await open();
    await ui.command('Rewheel: Audit Turn…');
    await ui.pick('Since the last commit');
    await ui.statusBarItem(/Rewheel 1/).waitFor();
    await ui.command('Notifications: Clear All Notifications');
    await ui.openFile('billing/invoice.py');
    // What stands after a line is no text of the page.
    const hint = `[...document.querySelectorAll('.view-line span')].some((one) => /re-implements line_totals/.test(getComputedStyle(one, '::after').content))`;
    const hinted = async (wanted: boolean): Promise<void> => {
      while ((await page.evaluate<boolean>(hint)) !== wanted) await page.waitForTimeout(50);
    };
    await hinted(true);
    await page.locator('.monaco-editor .glyph-margin-widgets .cgmr').first().waitFor();
    await ui.command('Rewheel: Toggle Hints');
    await hinted(false);
    await ui.command('Rewheel: Toggle Hints');
    await hinted(true);
    // An edit in the function takes the mark away; when it is undone the mark comes back after a while.
    await page.locator('.view-line').filter({ hasText: 'amounts = []' }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.type('  # x');
    await hinted(false);
    for (let undone = 0; undone < 5; undone += 1) {
      await page.keyboard.press('Control+z');
      if (!(await page.locator('.tab.active.dirty').count())) break;
    }
    await hinted(true);
  });
});
