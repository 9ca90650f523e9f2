import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SUITES, testFiles } from '../../support/suites.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SKIP = pathToFileURL(join(ROOT, 'test/support/skip.ts')).href;

const SAMPLE = `
  import { skipLoudly } from '${SKIP}';
  describe('sample', () => {
    it('holds', () => {});
    it('fails', () => { throw new Error('as it must'); });
    it('cannot run', function () { skipLoudly(this, 'there is no such thing here'); });
    describe('part', () => {
      before(function () { skipLoudly(this, 'nor this'); });
      it('one', () => {});
      it('two', () => {});
    });
  });
`;

describe('the test runner', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewheel-runner-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs the sample in a mocha of its own, as test/run.ts runs a suite. */
  async function runSample(all: string): Promise<{ status: number | null; printed: string; totals: unknown }> {
    const file = join(folder, 'sample.mts');
    const totals = join(folder, 'totals.json');
    await writeFile(file, SAMPLE);
    const args = ['node_modules/mocha/bin/mocha.js', '--reporter', 'test/support/totalsReporter.cjs', file];
    const env = { ...process.env, REWHEEL_TEST_TOTALS: totals, REWHEEL_TEST_ALL: all };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
    return { status, printed: stdout + stderr, totals: JSON.parse(await readFile(totals, 'utf8')) };
  }

  it('counts what passed, failed and was skipped, and names what was skipped and why', async () => {
    const { status, printed, totals } = await runSample('');
    assert.notEqual(status, 0);
    const skippedTitles = ['sample cannot run', 'sample part one', 'sample part two'];
    assert.deepEqual(totals, { passed: 1, failed: 1, skipped: 3, skippedTitles });
    assert.match(printed, /SKIPPED: sample cannot run: there is no such thing here/);
    assert.match(printed, /nor this/);
  });

  it('fails what would be skipped when REWHEEL_TEST_ALL=1', async () => {
    const { totals } = await runSample('1');
    assert.deepEqual(totals, { passed: 1, failed: 3, skipped: 0, skippedTitles: [] });
  });

  it('finds the test files of a suite, and not those of packages or inside VS Code', async () => {
    const files = ['host/a.test.ts', 'host/deep/b.test.ts', 'host/c.ts'];
    const others = ['host/vscode/node_modules/x/d.test.ts', 'host/suite/e.test.ts', 'unit/f.test.ts'];
    for (const file of [...files, ...others]) {
      await mkdir(dirname(join(folder, 'test', file)), { recursive: true });
      await writeFile(join(folder, 'test', file), '');
    }
    const host = SUITES.find(({ name }) => name === 'host');
    assert.ok(host);
    assert.deepEqual(testFiles(folder, host), ['test/host/a.test.ts', 'test/host/deep/b.test.ts']);
  });

  it('leaves no folder with tests out', async () => {
    const everything = testFiles(ROOT, { name: 'all', folder: '', needs: [], vscode: false });
    const listed = SUITES.flatMap((suite) => testFiles(ROOT, suite));
    const normal = everything
      .map((path) => path.replace('//', '/'))
      // Code that is audited may have tests of its own.
      .filter((path) => !/^test\/(fixtures|recorded)\//.test(path));
    assert.deepEqual(normal.sort(), listed.sort());
  });
});
