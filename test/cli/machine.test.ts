import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { onPath } from '../../src/build/host/hostInstall.ts';
import { skipLoudly } from '../support/skip.ts';
import { git, newFolder, newRepository, write } from '../unit/platform/testRepository.ts';
import { briefly, cleanEnvironment, cleanUp, CLI, reportOf, rewheel, run, type RunOptions } from './runCli.ts';

const BASE = ['--base', 'HEAD'];
const body = (name: string): string =>
  `def ${name}(rows, limit):\n    best = None\n    for row in rows:\n        if row.value > limit and row.ok:\n            best = row.value * 2 - limit\n    return best\n`;
const COPY = 'warning reimplements-logic choose -> pick type 1';

function withCopy(): string {
  const root = newRepository({ 'lib.py': body('pick') });
  write(root, { 'new.py': body('choose') });
  return root;
}

describe('git of the machine', () => {
  after(cleanUp);

  it('no git: exit 3 and what to install; folders are compared without it', async () => {
    const root = withCopy();
    const env = { PATH: newFolder() };
    for (const args of [BASE, ['--all']]) {
      const { code, stdout, stderr } = await rewheel(['audit', ...args], { cwd: root, env });
      assert.equal(code, 3);
      assert.equal(stdout, '');
      assert.match(stderr, /^rewheel: Git was not found on PATH\. Install git, or compare folders/);
    }
    const plain = newFolder();
    write(plain, { 'old/lib.py': body('pick'), 'new/lib.py': body('pick'), 'new/new.py': body('choose') });
    const folders = ['.', '--base', './old', '--head', './new'];
    assert.deepEqual(briefly(await reportOf(folders, { cwd: plain, env })), [COPY]);
    assert.equal((await rewheel(['audit', '--all'], { cwd: plain, env })).code, 1);
  });

  it('a file that vanishes while it is read is left out and named', async function () {
    if (process.platform === 'win32') skipLoudly(this, 'needs a shell script in the place of git');
    const root = withCopy();
    write(root, { 'gone\n.py': body('choose') });
    const bin = newFolder();
    // The real git, after whose listing of the files one of them is removed.
    const script = `#!/bin/sh\n'${onPath('git')}' "$@"\ncode=$?\ncase " $* " in *" ls-files "*) rm -f '${root}/gone\n.py';; esac\nexit $code\n`;
    writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const { code, stdout, stderr } = await rewheel(['audit', ...BASE], { cwd: root, env });
    assert.equal(code, 1);
    assert.equal(stderr, 'rewheel: Files that vanished while they were read are left out: gone\\u000a.py\n');
    assert.match(stdout, /^new\.py:1 {2}warning/m);
    assert.doesNotMatch(stdout, /gone/);
  });
});

describe('caches that cannot be used', () => {
  after(cleanUp);

  /** The audit is as without a cache, and standard error says what is wrong with it. */
  async function goesOn(cache: string, problem: RegExp | null, options: RunOptions = {}): Promise<void> {
    const root = options.cwd ?? withCopy();
    const { code, stdout, stderr } = await rewheel(['audit', ...BASE, '--cache', cache], { ...options, cwd: root });
    assert.equal(code, 1, stderr);
    assert.match(stdout, /choose re-implements pick/);
    if (problem === null) assert.equal(stderr, '');
    else assert.match(stderr, problem);
    const lines = stderr.trimEnd().split('\n');
    assert.equal(new Set(lines).size, lines.length, `said twice: ${stderr}`);
    if (problem !== null) assert.equal(lines.at(-1), 'rewheel: Another folder for it can be given with --cache.');
  }

  it('a file in the place of the folder', async () => {
    const folder = newFolder();
    write(folder, { cache: 'x' });
    await goesOn(join(folder, 'cache'), /^rewheel: The facts cache .*cache cannot be (read|written)/);
    await goesOn(join(folder, 'cache/below'), /^rewheel: The facts cache .*below cannot be (read|written)/);
  });

  it('a folder full of garbage', async () => {
    const folder = newFolder();
    const root = withCopy();
    await goesOn(folder, null, { cwd: root });
    const segments = readdirSync(folder);
    assert.ok(segments.length > 0, 'the first audit wrote its facts');
    for (const name of segments) {
      writeFileSync(join(folder, name), Buffer.alloc(5000, 'rubbish'));
      cpSync(join(folder, name), join(folder, `x${name}`));
    }
    write(folder, { 'a.facts': '', 'b.facts': 'x', 'c.tmp': '\0', 'd/e.facts': 'x', notes: 'mine' });
    mkdirSync(join(folder, 'folder.facts'));
    await goesOn(folder, null, { cwd: root });
    assert.ok(readdirSync(folder).includes('notes'), 'what is not the cache’s own stays');
  });

  it('segments that are cut in the middle', async () => {
    const folder = newFolder();
    const root = withCopy();
    await goesOn(folder, null, { cwd: root });
    for (const name of readdirSync(folder)) truncateSync(join(folder, name), 100);
    await goesOn(folder, null, { cwd: root });
  });

  it('a full disk', async function () {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) skipLoudly(this, 'needs root, to mount a small disk');
    const disk = newFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { encoding: 'utf8' });
    if (mounted.status !== 0) skipLoudly(this, `a small disk cannot be mounted: ${mounted.stderr}`);
    try {
      const file = openSync(join(disk, 'filler'), 'w');
      assert.throws(() => {
        for (;;) writeSync(file, Buffer.alloc(4096));
      }, /ENOSPC/);
      closeSync(file);
      await goesOn(disk, /^rewheel: The facts cache .* cannot be written, so facts are kept in memory only \(ENOSPC/);
      const output = await rewheel(['audit', ...BASE, '--output', join(disk, 'report.txt')], { cwd: withCopy() });
      assert.equal(output.code, 4);
      assert.match(output.stderr, /report\.txt cannot be written: ENOSPC/);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe('a user without rights', () => {
  let options: RunOptions;
  before(function () {
    if (process.platform !== 'linux') skipLoudly(this, 'needs setpriv');
    if (process.getuid?.() !== 0) return void (options = {});
    if (onPath('setpriv') === null) skipLoudly(this, 'needs setpriv');
    // That user need not be able to read the project's folder.
    const copy = newFolder();
    for (const part of ['cli.cjs', 'parse.cjs', 'grammars']) {
      cpSync(join(dirname(CLI), part), join(copy, part), { recursive: true });
    }
    for (const folder of [copy, join(copy, 'grammars')]) chmodSync(folder, 0o755);
    options = {
      program: join(copy, 'cli.cjs'),
      through: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'],
      env: { REWHEEL_DATA: owned(newFolder()), NODE_V8_COVERAGE: undefined },
    };
  });
  after(cleanUp);

  function owned(folder: string): string {
    chmodSync(folder, 0o755);
    if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
    return folder;
  }

  it('a folder and a file without permission are skipped, and the rest is audited', async () => {
    const root = owned(newFolder());
    write(root, { 'lib.py': body('pick'), 'new.py': body('choose'), 'no.py': body('no'), 'locked/in.py': body('in') });
    chmodSync(join(root, 'no.py'), 0);
    chmodSync(join(root, 'locked'), 0);
    const report = await reportOf(['--all'], { ...options, cwd: root });
    chmodSync(join(root, 'locked'), 0o755);
    assert.deepEqual(
      report.skipped.map(({ reason }) => reason),
      ['unreadable', 'unreadable'],
    );
    assert.deepEqual(
      report.skipped.map(({ file }) => file.split('/')[0]),
      ['locked', 'no.py'],
    );
    assert.equal(report.findings.length, 1);
  });

  it('a root without permission: exit 4', async () => {
    const parent = owned(newFolder());
    const root = join(parent, 'locked');
    mkdirSync(root);
    write(root, { 'lib.py': body('pick') });
    chmodSync(root, 0);
    const { code, stdout, stderr } = await rewheel(['audit', 'locked', '--all'], { ...options, cwd: parent });
    const below = await rewheel(['audit', 'locked/inner', '--all'], { ...options, cwd: parent });
    chmodSync(root, 0o755);
    assert.equal(code, 4);
    assert.equal(stdout, '');
    assert.match(stderr, /locked.*no permission/);
    assert.equal(below.code, 4);
    assert.match(below.stderr, /locked\/inner.*no permission/);
  });

  it('settings that must not be read: exit 4', async () => {
    const root = owned(newFolder());
    write(root, { 'lib.py': body('pick'), '.rewheel.json': '{}' });
    chmodSync(join(root, '.rewheel.json'), 0);
    const { code, stderr } = await rewheel(['audit', '--all'], { ...options, cwd: root });
    assert.equal(code, 4);
    assert.match(stderr, /The settings file .*\.rewheel\.json cannot be read: no permission/);
  });

  it('a cache that must not be written: told, and the audit goes on', async () => {
    const root = owned(newFolder());
    write(root, { 'lib.py': body('pick'), 'new.py': body('choose') });
    const cache = newFolder();
    chmodSync(cache, 0o555);
    const { code, stderr } = await rewheel(['audit', '--all', '--cache', cache], { ...options, cwd: root });
    assert.equal(code, 1);
    assert.match(stderr, /^rewheel: The facts cache .* cannot be written, so facts are kept in memory only \(EACCES/);
    const output = await rewheel(['audit', '--all', '--output', join(cache, 'r.txt')], { ...options, cwd: root });
    assert.equal(output.code, 4);
    assert.match(output.stderr, /r\.txt cannot be written: EACCES/);
  });

  it('a repository of another user: exit 4 and how to trust it', async function () {
    if (process.getuid?.() !== 0) skipLoudly(this, 'needs root, to make files of two users');
    const root = withCopy();
    execFileSync('chmod', ['-R', 'a+rX', root]);
    const { code, stderr } = await rewheel(['audit', ...BASE], { ...options, cwd: root });
    assert.equal(code, 4);
    assert.match(stderr, /belongs to another user.*git config --global --add safe\.directory/);
  });
});

describe('the terminal', () => {
  after(cleanUp);

  /** Runs the command line in a pseudo terminal and gives everything that it showed. */
  function inTerminal(root: string, env: Record<string, string>): string {
    const command = `'${process.execPath}' '${CLI}' audit --base HEAD`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...cleanEnvironment(), CI: '', TERM: 'xterm-256color', ...env },
    });
    return stdout;
  }

  it('colours on a terminal, none with NO_COLOR, none in a file', async function () {
    if (process.platform !== 'linux' || onPath('script') === null) skipLoudly(this, 'needs script, for a terminal');
    const root = withCopy();
    const escape = '\u001b[';
    assert.ok(inTerminal(root, {}).includes(`${escape}33mwarning`));
    const plain = inTerminal(root, { NO_COLOR: '1' });
    assert.ok(plain.includes('warning  choose re-implements pick'));
    assert.ok(!plain.includes(`${escape}3`));
    // `rewheel` holds that there is none where there is no terminal, also when colour is asked for.
    await rewheel(['audit', ...BASE], { cwd: root, env: { FORCE_COLOR: '1' } });
  });

  it('a reader that closes the pipe early: no noise, and the exit code of the findings', async function () {
    if (onPath('bash') === null) skipLoudly(this, 'needs bash');
    const root = newRepository({ 'lib.py': body('pick') });
    // More than a pipe holds.
    for (let index = 0; index < 40; index++) {
      write(root, {
        [`${'long'.repeat(50)}${index}.py`]: `${body('choose').replace('2', `${index + 3}`)}\n`.repeat(12),
      });
    }
    const line = `'${process.execPath}' '${CLI}' audit --all --format json | head -1; echo "\${PIPESTATUS[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', line], {
      cwd: root,
      encoding: 'utf8',
      env: cleanEnvironment(),
    });
    assert.equal(stderr, '');
    assert.equal(stdout, '{\n1 0\n');
  });
});

describe('Ctrl+C', () => {
  after(cleanUp);

  /** Calls back when the process has more threads than now, or at once where the system does not tell. */
  function whenThreadsRun(child: ChildProcess, callback: () => void): void {
    const threads = (): number => readdirSync(`/proc/${child.pid}/task`).length;
    if (!existsSync(`/proc/${child.pid}/task`)) return callback();
    const before = threads();
    const timer = setInterval(() => {
      if (child.exitCode === null && threads() <= before) return;
      clearInterval(timer);
      callback();
    }, 5);
  }

  for (const command of ['audit', 'index']) {
    it(`in the middle of a big ${command}: exit 130, one line, nothing on standard output`, async function () {
      if (process.platform === 'win32') skipLoudly(this, 'needs signals');
      const root = newFolder();
      for (let file = 0; file < 300; file++) {
        const functions = Array.from({ length: 120 }, (_, index) => body(`f${file}_${index}`).replace('2', `${index}`));
        write(root, { [`m${file}.py`]: functions.join('\n') });
      }
      const bin = newFolder();
      const marker = join(bin, 'listing');
      git(root, 'init', '-q');
      // Git's listing of the files is where the wait for the parse threads begins.
      execFileSync('mkfifo', [marker]);
      const script = `#!/bin/sh\ncase " $* " in *" ls-files "*) echo > '${marker}';; esac\nexec '${onPath('git')}' "$@"\n`;
      writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
      const ended = await run(command === 'audit' ? ['audit', '--all'] : ['index'], {
        cwd: root,
        env: { PATH: `${bin}:${process.env.PATH}` },
        started: (child) => {
          const reader = spawn('cat', [marker], { stdio: 'ignore' });
          reader.on('exit', () => whenThreadsRun(child, () => child.kill('SIGINT')));
          child.on('exit', () => reader.kill());
        },
      });
      assert.deepEqual([ended.code, ended.stdout], [130, ''], ended.stderr);
      assert.match(ended.stderr, /^rewheel: (Stopped|The audit was cancelled)\.\n$/);
    });
  }
});
