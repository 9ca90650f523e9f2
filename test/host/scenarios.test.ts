import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import { git, makeAgentTurn, makeDropInTurn } from '../support/agentTurn.ts';
import { hostMissing, installHost } from '../../src/build/host/hostInstall.ts';
import type { HostOptions } from '../support/hostServer.ts';
import { buildSuite, requireBuild, runScenario } from '../support/hostSuite.ts';
import { skipLoudly } from '../support/skip.ts';

/** The suite inside the extension host, a window a scenario: the real extension, engine and git. */
describe('inside the extension host', function () {
  this.timeout(600_000);
  let root: string;
  let suite: string;
  let cache: string;

  before(async function () {
    const missing = hostMissing();
    if (missing) skipLoudly(this, missing);
    requireBuild();
    await installHost(console.log);
    suite = await buildSuite();
  });

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'rewheel-scenario-'));
    cache = join(root, 'data');
  });

  afterEach(async () => {
    if (root) await rm(root, { recursive: true, force: true });
  });

  const run = (scenario: string, options: Omit<HostOptions, 'env'>): Promise<void> =>
    runScenario(scenario, suite, {
      ...options,
      env: { REWHEEL_DATA: cache },
      // In a browser VS Code saves by itself, and these tests are about what is not saved.
      settings: { 'files.autoSave': 'off' },
    });

  for (const scenario of ['folder', 'edits', 'engine', 'turns', 'marks']) {
    it(`scenario ${scenario}`, async () => {
      const workspace = join(root, 'shop');
      await makeAgentTurn(workspace);
      await run(scenario, { workspace });
    });
  }

  it('scenario fixes', async () => {
    const workspace = join(root, 'shop');
    await makeDropInTurn(workspace);
    await run('fixes', { workspace });
  });

  it('scenario inherited', async () => {
    const workspace = join(root, 'shop');
    await makeAgentTurn(workspace);
    await git(workspace, 'add', '.');
    await git(workspace, 'commit', '--quiet', '--message', 'Invoices');
    await appendFile(
      join(workspace, 'billing', 'invoice.py'),
      '\n\ndef footer(name):\n    return f"Thank you, {name}!"\n',
    );
    await run('inherited', { workspace });
  });

  it('scenario notebook', async () => {
    const workspace = join(root, 'shop');
    await makeAgentTurn(workspace);
    const body = (name: string, own: string): string =>
      [`def ${name}(path):`, `    ${own} = pd.read_csv(path, sep=";", decimal=",")`]
        .concat(`    ${own}["day"] = pd.to_datetime(${own}["day"], dayfirst=True)`)
        .concat(`    ${own} = ${own}.dropna(subset=["amount"])`, `    return ${own}.sort_values("day")`)
        .join('\n');
    const notebook = (...cells: string[]): string =>
      JSON.stringify({
        cells: cells.map((source) => ({ cell_type: 'code', metadata: {}, source, outputs: [], execution_count: null })),
        metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } },
        nbformat: 4,
        nbformat_minor: 5,
      });
    await writeFile(join(workspace, 'sales.py'), `import pandas as pd\n\n\n${body('load_sales', 'frame')}\n`);
    await writeFile(join(workspace, 'other.ipynb'), notebook('x = 1'));
    await git(workspace, 'add', '.');
    await git(workspace, 'commit', '--quiet', '--message', 'Sales');
    const cells = [
      '# a',
      '%matplotlib inline\nimport pandas as pd',
      `!ls\n\n${body('read_sales', 'table')}`,
      'read_sales(1)',
    ];
    await writeFile(join(workspace, 'report.ipynb'), notebook(...cells));
    await run('notebook', { workspace });
  });

  it('scenario untrusted', async () => {
    const workspace = join(root, 'shop');
    await makeAgentTurn(workspace);
    await run('untrusted', { workspace, trusted: false });
  });

  it('scenario empty', () => run('empty', { workspace: null }));

  it('scenario folders', async () => {
    await makeAgentTurn(join(root, 'one'));
    await makeAgentTurn(join(root, 'two'));
    await mkdir(join(root, 'workspace'));
    const workspace = join(root, 'workspace', 'shop.code-workspace');
    const cloud = { uri: 'rewheel-cloud:/cloud', name: 'cloud' };
    await writeFile(workspace, JSON.stringify({ folders: [{ path: '../one' }, { path: '../two' }, cloud] }));
    await run('folders', { workspace });
  });
});
