import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { skipLoudly } from '../../support/skip.ts';
import { git, newFolder, newRepository, removeFolders, write } from './testRepository.ts';

interface Outcome {
  files?: string[];
  skipped?: { path: string; reason: string }[];
  problems?: string[];
  code?: string;
  message?: string;
}

/**
 * Opens states as a user without rights: the tests may run as root, who can read everything. The code is bundled first,
 * because that user need not be able to read the project's folder.
 */
function openAsNobody(requests: { root: string; trusted: boolean }[]): Outcome[] {
  const folder = newFolder();
  const program = join(folder, 'open.mjs');
  const source = `
    import { openStates } from ${JSON.stringify(resolve('src/platform/snapshots/openStates.ts'))};
    const outcomes = [];
    for (const request of ${JSON.stringify(requests)}) {
      try {
        const { head, problems } = await openStates({ ...request, base: null, head: { kind: 'working-tree' }, overlay: {}, include: [], exclude: [] });
        outcomes.push({ files: head.files.map((file) => file.path), skipped: head.skipped, problems });
      } catch (error) {
        outcomes.push({ code: error.code, message: error.message });
      }
    }
    process.stdout.write(JSON.stringify(outcomes));`;
  buildSync({
    stdin: { contents: source, resolveDir: resolve('.'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    // As in the bundles: the UMD build of jsonc-parser cannot be bundled.
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    outfile: program,
  });
  chmodSync(folder, 0o755);
  const run = join(folder, 'run.mjs');
  writeFileSync(run, `await import(${JSON.stringify(pathToFileURL(program).href)});`);
  const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  const [command, ...args] = [...asNobody, process.execPath, run];
  const output = execFileSync(command!, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  });
  return JSON.parse(output) as Outcome[];
}

describe('without permission', () => {
  before(function () {
    if (process.platform !== 'linux') skipLoudly(this, 'it needs setpriv');
  });
  after(removeFolders);

  it('files and folders are skipped as unreadable, and the rest is read', () => {
    const plain = newFolder();
    const files = {
      'a.py': '',
      'secret.py': '',
      'locked/x.py': '',
      'sub/locked/y.py': '',
      'sub/b.py': '',
      'locked.md': '',
    };
    write(plain, files);
    const root = newRepository({ 'a.py': '', 'secret.py': '', 'locked/x.py': '', 'sub/b.py': '', 'sub/c.py': '' });
    write(root, { 'sub/locked/y.py': '', 'sub/c.py': '' });
    for (const folder of [plain, root]) {
      chmodSync(folder, 0o755);
      if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', folder]);
      for (const path of ['secret.py', 'locked', 'sub/locked']) chmodSync(join(folder, path), 0);
    }
    try {
      const [walked, listed, below] = openAsNobody([
        { root: plain, trusted: true },
        { root, trusted: true },
        { root: join(root, 'sub'), trusted: true },
      ]);
      const reasons = (outcome: Outcome) => outcome.skipped?.map((each) => `${each.path} ${each.reason}`);
      assert.deepEqual(walked!.files, ['a.py', 'sub/b.py']);
      assert.deepEqual(reasons(walked!), ['locked/ unreadable', 'secret.py unreadable', 'sub/locked/ unreadable']);
      assert.deepEqual(listed!.files, ['a.py', 'sub/b.py', 'sub/c.py'], JSON.stringify(listed));
      assert.deepEqual(reasons(listed!), [
        'locked/ unreadable',
        'locked/x.py unreadable',
        'secret.py unreadable',
        'sub/locked/ unreadable',
      ]);
      assert.deepEqual(below!.files, ['b.py', 'c.py']);
      assert.deepEqual(reasons(below!), ['locked/ unreadable']);
    } finally {
      for (const folder of [plain, root]) {
        for (const path of ['secret.py', 'locked', 'sub/locked']) chmodSync(join(folder, path), 0o755);
      }
    }
  });

  it("another user's repository is refused with what to do, a folder that cannot be entered too", function () {
    if (process.getuid?.() !== 0) skipLoudly(this, 'it needs root to make files of another user');
    const root = newRepository({ 'a.py': '' });
    chmodSync(root, 0o755);
    git(root, 'status');
    const closed = newFolder();
    write(closed, { 'sub/a.py': '' });
    chmodSync(closed, 0o700);
    const [foreign, untrusted, noEntry] = openAsNobody([
      { root, trusted: true },
      { root, trusted: false },
      { root: join(closed, 'sub'), trusted: true },
    ]);
    assert.equal(foreign!.code, 'git-failed');
    assert.match(foreign!.message!, /belongs to another user.*git config --global --add safe\.directory/);
    assert.ok(foreign!.message!.includes(root));
    assert.deepEqual(untrusted!.files, ['a.py']);
    assert.equal(noEntry!.code, 'not-a-folder');
    assert.match(noEntry!.message!, /no permission/);
  });
});
