import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { chromiumPath } from '../../src/build/host/hostInstall.ts';
import { htmlReport } from '../../src/engine/reports/html.ts';
import { PROJECT } from '../support/auditFolders.ts';
import { skipLoudly } from '../support/skip.ts';
import { newFolder, removeFolders } from '../unit/platform/testRepository.ts';
import { reportWith } from '../unit/reports/manyFindings.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const recorded = (name: string): string => join(PROJECT, 'test/recorded/reports', name, 'expect.html');

/** The recorded HTML reports in a real browser. */
describe('the HTML report in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  before(async function () {
    let executablePath: string;
    try {
      executablePath = chromiumPath();
    } catch (error) {
      return skipLoudly(this, (error as Error).message);
    }
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  });
  after(async () => {
    await browser?.close();
    removeFolders();
  });

  /** Opens a page and gives what it logged, asked for, or wanted to say in a dialog. */
  async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; trouble: string[] }> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const trouble: string[] = [];
    const url = pathToFileURL(path).href;
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('dialog', (dialog) => {
      trouble.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url() !== url) trouble.push(request.url());
    });
    await page.goto(url);
    return { page, trouble };
  }

  it('hostile texts stay texts: no element, script, request or dialog comes of them', async () => {
    const { page, trouble } = await open(recorded('hostile'));
    assert.deepEqual(trouble, []);
    assert.equal(await page.locator('script').count(), 1);
    assert.equal(await page.locator('img, iframe, a, link').count(), 0);
    assert.equal(await page.locator('h1').innerText(), 'Rewheel: </script><script>alert(1)</script>');
    assert.match(await page.locator('pre').first().innerText(), /<\/script><script>alert\(1\)<\/script>/);
  });

  it('the policy lets nothing in but the page’s own script and style', async () => {
    const { page } = await open(recorded('hostile'));
    const ran = await page.evaluate(`(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.body.append(script);
      return 'injected' in window;
    })()`);
    assert.equal(ran, false);
  });

  it('filters by words, level and status, and reads without scripts', async () => {
    const { page, trouble } = await open(recorded('hostile'));
    const shown = (): Promise<number> => page.locator('.finding:visible').count();
    const all = await shown();
    await page.getByLabel('Level').selectOption('warning');
    assert.equal(await shown(), 3);
    assert.equal(await page.locator('output').innerText(), `3 of ${all} shown`);
    await page.getByLabel('Words').fill('IN_CELL');
    assert.equal(await shown(), 1);
    await page.getByLabel('Words').fill('');
    await page.getByLabel('Level').selectOption('');
    await page.getByLabel('Status').selectOption('inherited');
    assert.equal(await shown(), 1);
    assert.deepEqual(trouble, []);

    const { page: plain } = await open(recorded('hostile'), { javaScriptEnabled: false });
    assert.equal(await plain.locator('.finding:visible').count(), all);
    assert.equal(await plain.locator('#filters').isVisible(), false);
  });

  for (const name of ['turn-with-log', 'hostile', 'suppressed', 'everything', 'improved', 'empty']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`${name}, ${colorScheme}: axe finds nothing, and nothing is wider than a phone`, async () => {
        const { page } = await open(recorded(name), {
          colorScheme,
          viewport: { width: 380, height: 700 },
          bypassCSP: true,
        });
        await page.evaluate('document.querySelectorAll("details").forEach((details) => (details.open = true))');
        await page.evaluate(axe);
        const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] };
        assert.deepEqual(
          found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`),
          [],
        );
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 380);
      });
    }
  }

  it('opens with 3,000 findings, and filters them', async () => {
    const { report, sources } = reportWith(3000);
    const path = join(newFolder(), 'report.html');
    writeFileSync(path, htmlReport(report, false, sources));
    const { page, trouble } = await open(path);
    assert.deepEqual(trouble, []);
    await page.getByLabel('Words').fill('fn2999');
    assert.equal(await page.locator('output').innerText(), '1 of 3000 shown');
  });
});
