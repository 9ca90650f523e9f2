import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipLoudly } from '../support/skip.ts';
import { newFolder, write } from '../unit/platform/testRepository.ts';
import { cleanEnvironment, cleanUp, CLI, rewheel } from './runCli.ts';

const COPY = 'def one(xs):\n    out = []\n    for x in xs:\n        out.append(x * 2)\n    return out\n';

describe('files of a workspace that are not what they seem', () => {
  after(cleanUp);
  before(function () {
    if (process.platform === 'win32') skipLoudly(this, 'links, pipes and /dev/full are not made on Windows');
  });

  const workspace = (): string => {
    const folder = newFolder();
    write(folder, { 'a.py': COPY, 'b.py': COPY.replace('one', 'two') });
    return folder;
  };

  it('a baseline that is a link is not written through', async () => {
    const folder = workspace();
    const victim = join(newFolder(), 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(folder, 'rewheel-baseline.json'));
    const named = ['--baseline', join(folder, 'rewheel-baseline.json')];
    const { code, stderr } = await rewheel(['audit', folder, '--all', '--update-baseline', ...named]);
    assert.equal(code, 4);
    assert.match(stderr, /rewheel-baseline\.json/);
    assert.equal(readFileSync(victim, 'utf8'), 'precious');
  });

  it('a pipe in the place of the settings ends the audit with a message, not never', async () => {
    const folder = workspace();
    execFileSync('mkfifo', [join(folder, '.rewheel.json')]);
    const { code, stderr } = await rewheel(['audit', folder, '--all']);
    assert.equal(code, 4);
    assert.match(stderr, /\.rewheel\.json cannot be read: it is no regular file/);
  });

  it('a full disk under the output is told in a line, with a code of its own', function () {
    if (!existsSync('/dev/full')) skipLoudly(this, 'there is no /dev/full');
    const command = `exec "$0" "$1" audit "$2" --all > /dev/full`;
    const args = ['-c', command, process.execPath, CLI, workspace()];
    const { status, stderr } = spawnSync('sh', args, { env: cleanEnvironment(), encoding: 'utf8' });
    assert.equal(status, 4);
    assert.match(stderr, /^rewheel: the output cannot be written: .*ENOSPC/m);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
});
