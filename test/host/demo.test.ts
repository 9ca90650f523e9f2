import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';
import { hostUnsupported, installHost } from '../../src/build/host/hostInstall.ts';
import { DIST, ROOT } from '../../src/build/paths.ts';
import { skipLoudly } from '../support/skip.ts';

/** `npm run demo -- --editor`, as far as it needs no browser. */
describe('the demo in the editor', function () {
  this.timeout(600_000);

  before(async function () {
    const unsupported = hostUnsupported();
    if (unsupported) skipLoudly(this, unsupported);
    await installHost(console.log);
  });

  it('serves the last turn as uncommitted work, and ends with Ctrl+C', async () => {
    const demo = spawn(process.execPath, ['--import', 'tsx', 'src/build/demo.ts', '--editor'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(demo, 'exit');
    let printed = '';
    demo.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const url = await new Promise<string>((found, failed) => {
      demo.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const match = /(http:\/\/localhost:\S+)\s[\s\S]*Ctrl\+C/.exec(printed);
        if (match) found(match[1]!);
      });
      demo.once('exit', () => failed(new Error(`it ended early:\n${printed}`)));
    });
    try {
      const answer = await fetch(url);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /workbench/);
      const folder = join(DIST, 'demo/gaugekit');
      assert.equal(new URL(url).searchParams.get('folder'), folder);
      const { stdout } = await promisify(execFile)('git', ['status', '--porcelain'], { cwd: folder });
      assert.deepEqual(stdout.trim().split('\n').sort(), ['?? gaugekit/dashboard.py', '?? gaugekit/export.py']);
    } finally {
      demo.kill('SIGINT');
    }
    assert.deepEqual(await ended, [0, null], printed);
    await assert.rejects(fetch(url), 'the server is still there');
  });
});
