import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import { hostMissing, installHost } from '../../src/build/host/hostInstall.ts';
import { makeDropInTurn } from '../support/agentTurn.ts';
import { startHost } from '../support/hostServer.ts';
import type { Host } from '../support/hostServer.ts';
import { EXTENSION, requireBuild } from '../support/hostSuite.ts';
import { skipLoudly } from '../support/skip.ts';
import { whatWasSeen } from '../support/whatWasSeen.ts';

/** Quick fixes as a user applies them: the light bulb's menu, the preview, and one undo. */
describe('the quick fixes in the window', function () {
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
    root = await mkdtemp(join(tmpdir(), 'rewheel-fixes-'));
    workspace = join(root, 'shop');
    await makeDropInTurn(workspace);
  });

  afterEach(async function () {
    if (host && this.currentTest?.state === 'failed') console.log(await whatWasSeen(host));
    await host?.stop();
    host = undefined;
    if (root) await rm(root, { recursive: true, force: true });
  });

  it('call the target after a preview, one by one and all at once, and are undone at once', async () => {
    const settings = { 'files.autoSave': 'off' };
    host = await startHost({
      workspace,
      extensionPath: EXTENSION,
      settings,
      env: { REWHEEL_DATA: join(root, 'data') },
    });
    const { ui, page } = host;
    const file = join(workspace, 'billing', 'invoice.py');
    const before = await readFile(file, 'utf8');
    const saved = async (): Promise<string> => {
      await page.keyboard.press('Control+s');
      await page.locator('.tab.active:not(.dirty)').filter({ hasText: 'invoice.py' }).waitFor();
      return readFile(file, 'utf8');
    };
    await ui.command('Rewheel: Audit Turn…');
    await ui.pick('Since the last commit');
    await ui.statusBarItem(/Rewheel 1/).waitFor();
    await ui.command('Notifications: Clear All Notifications');
    await ui.openFile('billing/invoice.py');
    const signature = page.locator('.view-line').filter({ hasText: '_compute_amounts(items, vat_rates):' }).first();

    const preview = page.locator('.bulk-edit-panel');
    const applyAll = async (): Promise<void> => {
      await preview.waitFor();
      // What needs to be confirmed is ticked first.
      await preview.locator('input.edit-checkbox').first().waitFor();
      for (const box of await preview.locator('input.edit-checkbox').all())
        if (!(await box.isChecked())) await box.check();
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.locator('.tab.active.dirty').filter({ hasText: 'invoice.py' }).waitFor();
    };
    const changed = before
      .replace('import round_cents\n', 'import round_cents\nfrom billing.pricing import line_totals\n')
      .replace(/(every invoice item\."""\n)[^]*?return amounts\n/, '$1    return line_totals(items, vat_rates)\n');

    await signature.click();
    await page.keyboard.press('Control+.');
    const menu = page.locator('.action-widget');
    await menu.getByText('Call line_totals instead').waitFor();
    const titles = (await menu.locator('.monaco-list-row.action').allInnerTexts()).map((one) => one.trim());
    for (const title of ['Ignore _compute_amounts with a reason…', 'Add _compute_amounts to the baseline'])
      assert.ok(titles.includes(title), titles.join(' | '));
    assert.ok(titles.includes('Copy request for the agent'), titles.join(' | '));
    if (process.env.REWHEEL_SCREENSHOTS) await ui.screenshot(join(process.env.REWHEEL_SCREENSHOTS, 'fixes-menu.png'));
    // The preferred one has the focus.
    await page.keyboard.press('Enter');
    await preview.locator('input.edit-checkbox').first().waitFor();
    if (process.env.REWHEEL_SCREENSHOTS)
      await ui.screenshot(join(process.env.REWHEEL_SCREENSHOTS, 'fixes-preview.png'));
    await applyAll();
    assert.equal(await saved(), changed);
    await signature.click();
    await page.keyboard.press('Control+z');
    assert.equal(await saved(), before);

    await ui.command('Rewheel: Fix All Safe Findings of This Turn');
    await applyAll();
    assert.equal(await saved(), changed);
    await signature.click();
    await page.keyboard.press('Control+z');
    assert.equal(await saved(), before);

    // The reason is asked for.
    await signature.click();
    await page.keyboard.press('Control+.');
    await menu.getByText('Ignore _compute_amounts with a reason…').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await ui.input().fill('Rates of invoices will differ');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active.dirty').filter({ hasText: 'invoice.py' }).waitFor();
    const comment = '# rewheel-ignore[reimplements-logic]: Rates of invoices will differ\n';
    assert.equal(await saved(), before.replace('def _compute', `${comment}def _compute`));
  });
});
