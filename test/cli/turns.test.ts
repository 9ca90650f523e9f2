import assert from 'node:assert/strict';
import { chmodSync, chownSync, copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from '../../src/build/host/hostInstall.ts';
import { turnRecordSchema, type TurnChanges, type TurnRecord } from '../../src/protocol/turns.ts';
import { skipLoudly } from '../support/skip.ts';
import { digestOf, newFolder, newRepository, write } from '../unit/platform/testRepository.ts';
import { cleanUp, CLI, rewheel, type RunOptions } from './runCli.ts';

async function said(args: string[], options: RunOptions): Promise<string> {
  const { code, stdout, stderr } = await rewheel(['turns', ...args], options);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

async function listed(options: RunOptions, ...args: string[]): Promise<TurnRecord[]> {
  const value = JSON.parse(await said(['list', '--format', 'json', ...args], options)) as { turns: unknown[] };
  return value.turns.map((turn) => turnRecordSchema.parse(turn));
}

describe('rewheel turns', () => {
  let options: RunOptions & { cwd: string };
  beforeEach(() => {
    options = { cwd: newRepository({ 'a.py': 'a\n', 'old.py': 'o\n' }), env: { REWHEEL_DATA: newFolder() } };
  });
  after(cleanUp);

  it('keeps a turn from its beginning to its end', async () => {
    const before = digestOf(join(options.cwd, '.git'));
    const none = await rewheel(['turns', 'list'], options);
    assert.deepEqual([none.code, none.stdout], [0, '']);
    assert.match(none.stderr, /no turn is kept\. Begin one with: rewheel turns begin/);
    const begun = await said(
      ['begin', '--prompt', 'Write b\u001b[31m\nand more', '--agent', 'Ada', '--model', 'm'],
      options,
    );
    assert.match(begun, /^Turn 1 has begun \(\d{8}T\d{6}Z-[0-9a-f]{8}, turn 1 of session command:.*\)\.\n$/);
    write(options.cwd, { 'b.py': 'b\n', 'a.py': 'A\n' });
    rmSync(join(options.cwd, 'old.py'));
    assert.match(
      await said(['show'], options),
      / open .*\n.*\n.*model m\n.*it is open.*\n {2}1 added, 1 modified, 1 deleted\n/,
    );
    assert.match(await said(['end'], options), /^Turn 1 has ended \(.*\): 1 added, 1 modified, 1 deleted\.\n$/);
    const shown = await said(['show', '1'], options);
    assert.match(shown, /^ {3}1 {2}finished {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}Ada {2}Write b\\u001b\[31m…\n/);
    assert.match(shown, /\n {2}A b\.py\n {2}M a\.py\n {2}D old\.py\n$/);
    write(options.cwd, { 'c.py': 'c\n' });
    await said(['begin', '-C', '.'], options);
    await said(['end', '--root', options.cwd], { ...options, cwd: newFolder() });
    const [one, two] = await listed(options);
    assert.equal(one!.prompt, 'Write b\u001b[31m\nand more');
    assert.deepEqual([two!.number, two!.index, two!.sessionKey], [2, 2, one!.sessionKey]);
    assert.equal(two!.userChangesBefore, true);
    assert.equal((await said(['list'], options)).split('\n').length, 3);
    const value = JSON.parse(await said(['show', two!.id, '--format', 'json'], options)) as {
      schema: string;
      turn: TurnRecord;
      changes: TurnChanges;
    };
    assert.equal(value.schema, 'rewheel/turn@1');
    assert.deepEqual(value.turn, two);
    assert.deepEqual(value.changes, { added: [], modified: [], deleted: [] });
    assert.equal(digestOf(join(options.cwd, '.git')), before);
  });

  it('takes sessions by name, and cuts a turn that was not ended', async () => {
    await said(['begin', '--session', 'x'], options);
    await said(['begin', '--session', 'y'], options);
    const which = await rewheel(['turns', 'end'], options);
    assert.equal(which.code, 2);
    assert.match(which.stderr, /Several turns are open\. Say which with --session, one of: named:x, named:y/);
    await said(['end', '--session', 'x'], options);
    await said(['end'], options);
    await said(['begin'], options);
    await said(['begin', '--new-session'], options);
    const turns = await listed(options);
    assert.deepEqual(
      turns.map(({ state, index }) => `${state} ${index}`),
      ['finished 1', 'finished 1', 'cut 1', 'open 1'],
    );
    assert.match(await said(['show', '3'], options), /nobody saw its end/);
    assert.equal((await listed(options, '--session', 'y')).length, 1);
  });

  it('says what is wrong, and what to do', async () => {
    const fails = async (args: string[], code: number, message: RegExp, more: RunOptions = {}) => {
      const ended = await rewheel(['turns', ...args], { ...options, ...more });
      assert.deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr);
      assert.match(ended.stderr, message);
    };
    await fails(['end'], 4, /No turn is open in .*\. Begin one with: rewheel turns begin/);
    await fails(['end', '--session', 'z'], 4, /No turn of session 'z' is open/);
    await fails(['show'], 4, /No turn of .* is kept yet/);
    await fails(['begin', '--session', 'x', '--new-session'], 2, /exclude each other/);
    await fails(['begin', '--session', ''], 2, /--session is empty/);
    await fails(['begin', '-C', './nowhere'], 4, /There is no folder .*nowhere/);
    await fails(['begin', '-C', 'a.py'], 4, /There is no folder .*a\.py/);
    await fails(['list', '--format', 'xml'], 2, /--format/);
    await fails(['begin'], 3, /Git was not found on PATH\. The turns of .* are kept with git/, {
      env: { ...options.env, PATH: newFolder() },
    });
    await said(['begin'], options);
    await said(['end'], options);
    await fails(['end'], 4, /No turn is open/);
    await fails(['show', '7'], 4, /There is no turn '7' of .* the numbers 1 to 1 are kept/);
    await fails(['show', '../x'], 4, /There is no turn '\.\.\/x'/);
    const [store] = readdirSync(join(options.env!.REWHEEL_DATA!, 'turns'));
    write(join(options.env!.REWHEEL_DATA!, 'turns', store!), { 'store.json': '{"schema":"rewheel/turns@99"}' });
    for (const command of ['begin', 'end', 'list', 'show'])
      await fails([command], 4, /later version of Rewheel\. Update/);
  });

  it('without rights in the data folder or the workspace', async function () {
    if (process.platform !== 'linux') skipLoudly(this, 'needs setpriv');
    const asRoot = process.getuid?.() === 0;
    if (asRoot && onPath('setpriv') === null) skipLoudly(this, 'needs setpriv');
    const owned = (folder: string): string => {
      chmodSync(folder, 0o755);
      if (asRoot) chownSync(folder, 65534, 65534);
      return folder;
    };
    const copy = owned(newFolder());
    copyFileSync(CLI, join(copy, 'cli.cjs'));
    const root = owned(newFolder());
    write(root, { 'a.py': 'a\n', 'no.py': 'n\n', 'locked/in.py': 'i\n' });
    write(root, { 'later.py': 'l\n', 'later/in.py': 'i\n' });
    if (asRoot) for (const path of ['later', 'locked']) chownSync(join(root, path), 65534, 65534);
    chmodSync(join(root, 'no.py'), 0);
    chmodSync(join(root, 'locked'), 0);
    const data = owned(newFolder());
    const nobody: RunOptions = {
      program: join(copy, 'cli.cjs'),
      through: asRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [],
      env: { REWHEEL_DATA: data, NODE_V8_COVERAGE: undefined },
      cwd: root,
    };
    await said(['begin'], nobody);
    write(root, { 'b.py': 'b\n' });
    for (const path of ['later.py', 'later']) chmodSync(join(root, path), 0);
    assert.match(await said(['end'], nobody), /: 1 added, 0 modified, 0 deleted\.\n$/);
    for (const folder of [join(data, 'turns'), data]) {
      chmodSync(folder, folder === data ? 0o555 : 0o000);
      const denied = await rewheel(['turns', 'begin'], nobody);
      assert.deepEqual([denied.code, denied.stdout], [4, '']);
      assert.match(denied.stderr, /no permission\. Make it yours, or let REWHEEL_DATA name another data folder\./);
      chmodSync(folder, 0o755);
      if (folder !== data) rmSync(folder, { recursive: true });
    }
    for (const path of ['locked', 'later']) chmodSync(join(root, path), 0o755);
  });
});
