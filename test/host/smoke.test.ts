import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostMissing, hostVersion, installHost } from '../../src/build/host/hostInstall.ts';
import { startHost } from '../support/hostServer.ts';
import type { Host } from '../support/hostServer.ts';
import { skipLoudly } from '../support/skip.ts';

const EXTENSION = fileURLToPath(new URL('../fixtures/hostExtension', import.meta.url));

describe('the VS Code that tests drive', function () {
  this.timeout(300_000);
  let workspace: string;
  let host: Host | undefined;

  before(async function () {
    const missing = hostMissing();
    if (missing) skipLoudly(this, missing);
    await installHost(console.log);
    workspace = await mkdtemp(join(tmpdir(), 'rewheel-smoke-'));
    await writeFile(join(workspace, 'area.py'), 'def area(width, height):\n    return width * height\n');
  });

  afterEach(async () => {
    await host?.stop();
    host = undefined;
  });

  after(async () => {
    if (workspace) await rm(workspace, { recursive: true, force: true });
  });

  it('is the oldest VS Code supported', async () => {
    const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      engines: { vscode: string };
    };
    const supported = manifest.engines.vscode.replace('^', '').split('.').slice(0, 2);
    assert.deepEqual(hostVersion().split('.').slice(0, 2), supported);
  });

  it('opens a trusted folder, runs an extension’s command and takes a picture', async () => {
    host = await startHost({ workspace, extensionPath: EXTENSION });
    await host.ui.openFile('area.py');
    await host.page.locator('.view-lines').filter({ hasText: 'def' }).waitFor();
    await host.ui.command('Host: Greet');
    await host.ui.notification('Greetings from a trusted folder').waitFor();
    const picture = join(workspace, 'pictures', 'greeting.png');
    await host.ui.screenshot(picture);
    assert.equal((await readFile(picture)).subarray(1, 4).toString(), 'PNG');
  });

  it('opens an untrusted folder in restricted mode; an extension under development runs all the same and is told', async () => {
    host = await startHost({ workspace, extensionPath: EXTENSION, trusted: false });
    await host.ui.statusBarItem('Restricted Mode').waitFor();
    await host.ui.command('Host: Greet');
    await host.ui.notification('Greetings from an untrusted folder').waitFor();
  });

  it('opens an empty window', async () => {
    host = await startHost({ workspace: null, extensionPath: EXTENSION });
    await host.ui.command('Host: Greet');
    await host.ui.notification('Greetings').waitFor();
  });

  it('runs a module inside the extension host and tells how it ended', async () => {
    const testsPath = join(EXTENSION, 'insideTests.cjs');
    host = await startHost({ workspace, extensionPath: EXTENSION, testsPath });
    const good = await host.testsDone;
    assert.equal(good?.code, 0, good?.output);
    assert.match(good?.output ?? '', /seen: area\.py/);
    await host.stop();
    host = await startHost({ workspace, extensionPath: EXTENSION, testsPath, settings: { 'smoke.fail': true } });
    const bad = await host.testsDone;
    assert.notEqual(bad?.code, 0);
    assert.match(bad?.output ?? '', /asked to fail/);
  });
});
