import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, newRepository, write } from '../unit/platform/testRepository.ts';
import { cleanUp, reportOf, rewheel } from './runCli.ts';

const ALL = ['--all'];
const body = (name: string, above = ''): string =>
  `${above}def ${name}(rows, limit):\n    best = None\n    for row in rows:\n        if row.value > limit and row.ok:\n            best = row.value * 2 - limit\n    return best\n`;

function folderWith(files: Record<string, string>): string {
  const folder = newFolder();
  write(folder, files);
  return folder;
}

/** Names of a finding's members, the one to keep first. */
async function groupsOf(folder: string, ...flags: string[]): Promise<string[]> {
  const { findings } = await reportOf([...ALL, ...flags], { cwd: folder });
  return findings
    .filter(({ level }) => level !== 'hidden')
    .map(({ target, function: fn, members }) => [target, fn, ...members].map(({ name }) => name).join(' '));
}

describe('parallel families', () => {
  after(cleanUp);
  const files = { 'drivers/a.py': body('pick_a'), 'drivers/b.py': body('pick_b'), 'other/c.py': body('choose') };
  const family = (members: string[]): string =>
    JSON.stringify({ parallel: [{ members, reason: 'each driver is shipped alone' }] }, null, 2);

  it('hide pairs inside a family; one of it still repeats what stands outside', async () => {
    const folder = folderWith({ ...files, '.rewheel.json': family(['drivers/**']) });
    const report = await reportOf([...ALL, '--explain'], { cwd: folder });
    assert.deepEqual(await groupsOf(folder), ['pick_a choose']);
    assert.deepEqual(report.hidden.byReason, { parallel: 1 });
    assert.deepEqual(
      report.hidden.pairs?.map(({ reason, function: fn, target }) => [reason, fn.name, target?.name]),
      [['parallel', 'pick_b', 'pick_a']],
    );
    const { stdout } = await rewheel(['audit', '--all', '--explain'], { cwd: folder });
    assert.match(stdout, /parallel 1: of a family.*\n +pick_b \(drivers\/b\.py:1\) and pick_a \(drivers\/a\.py:1\)/);
  });

  it('are named by symbols too', async () => {
    const folder = folderWith({ ...files, '.rewheel.json': family(['drivers/*.py#pick_*', 'other/c.py#choose']) });
    assert.deepEqual(await groupsOf(folder), []);
  });

  it('that hide nothing are told with their line', async () => {
    const folder = folderWith({ ...files, '.rewheel.json': family(['gone/**']) });
    const { suppressions } = await reportOf(ALL, { cwd: folder });
    assert.deepEqual(suppressions.stale, [{ file: '.rewheel.json', line: 3, rule: 'parallel' }]);
    const { stdout } = await rewheel(['audit', '--all'], { cwd: folder });
    assert.match(stdout, /Stale suppression: \.rewheel\.json:3 \[parallel\] hides nothing\./);
  });

  const faults: [title: string, parallel: unknown, message: RegExp][] = [
    ['no reason', [{ members: ['a/**'] }], /"parallel\.0\.reason": .*the reason|"parallel\.0\.reason"/],
    ['an empty reason', [{ members: ['a/**'], reason: ' ' }], /"parallel\.0\.reason": a reason is asked for/],
    ['no members', [{ members: [], reason: 'so' }], /"parallel\.0\.members"/],
    ['another key', [{ members: ['a'], reason: 'so', glob: 'x' }], /"parallel\.0": .*glob/],
    ['no list', { members: ['a'], reason: 'so' }, /"parallel": .*array/],
  ];
  for (const [title, parallel, message] of faults) {
    it(`${title}: exit 4, the place and the form`, async () => {
      const folder = folderWith({ ...files, '.rewheel.json': JSON.stringify({ parallel }) });
      const ended = await rewheel(['audit', '--all'], { cwd: folder });
      assert.equal(ended.code, 4);
      assert.match(ended.stderr, message);
      assert.match(ended.stderr, /an entry is \{"members"/);
    });
  }
});

describe('suppression comments', () => {
  after(cleanUp);
  const ignore = (reason: string): string => `# rewheel-ignore[reimplements-logic]${reason}\n`;

  it('take one member out of a group; the others are still told', async () => {
    const folder = folderWith({
      'a.py': body('a'),
      'b.py': body('b', ignore(': vendored by hand')),
      'c.py': body('c'),
    });
    assert.deepEqual(await groupsOf(folder), ['a c']);
    const report = await reportOf([...ALL, '--show-suppressed'], { cwd: folder });
    assert.deepEqual(
      report.findings.map(({ function: fn, suppressed }) => [fn.name, suppressed?.reason ?? null]).sort(),
      [
        ['b', 'vendored by hand'],
        ['c', null],
      ],
    );
    assert.deepEqual(report.suppressions, { used: 1, stale: [] });
    const quiet = await reportOf(ALL, { cwd: folder });
    assert.deepEqual(quiet.metrics, report.metrics);
  });

  it('stand above documentation and decorators too', async () => {
    const folder = folderWith({
      'a.ts':
        'export function a(x: number, y: number): number {\n  const sum = x * 2 + y;\n  return sum > 9 ? sum : y;\n}\n',
      'b.ts':
        '// rewheel-ignore: kept apart on purpose\n\n/**\n * Says so.\n */\nexport function b(x: number, y: number): number {\n  const sum = x * 2 + y;\n  return sum > 9 ? sum : y;\n}\n',
    });
    assert.deepEqual(await groupsOf(folder), []);
  });

  it('without a reason are told, and so are those that hide nothing', async () => {
    const folder = folderWith({
      'a.py': body('a', ignore('')),
      'b.py': body('b'),
      'c.py': `${ignore(': old')}x = 1\n`,
    });
    const { suppressions } = await reportOf(ALL, { cwd: folder });
    assert.deepEqual(suppressions, {
      used: 1,
      stale: [{ file: 'c.py', line: 1, rule: 'reimplements-logic' }],
      unexplained: [{ file: 'a.py', line: 1, rule: 'reimplements-logic' }],
    });
    const { stdout } = await rewheel(['audit', '--all'], { cwd: folder });
    assert.match(stdout, /Suppression without a reason: a\.py:1 \[reimplements-logic\]/);
  });
});

describe('a baseline of groups', () => {
  after(cleanUp);

  it('stays when a copy goes, and reopens when one comes or drifts', async () => {
    const folder = folderWith({ 'a.py': body('a'), 'b.py': body('b'), 'c.py': body('c') });
    assert.equal((await rewheel(['audit', '--all', '--update-baseline'], { cwd: folder })).code, 0);
    assert.deepEqual(await groupsOf(folder), []);
    rmSync(join(folder, 'a.py'));
    assert.deepEqual(await groupsOf(folder), []);
    write(folder, { 'd.py': body('d') });
    assert.deepEqual(await groupsOf(folder), ['b c d']);
    rmSync(join(folder, 'd.py'));
    for (const name of ['b', 'c']) write(folder, { [`${name}.py`]: body(name).replace('* 2', '* 3') });
    assert.deepEqual(await groupsOf(folder), ['b c']);
  });
});

describe('a baseline of jscpd', () => {
  after(cleanUp);
  const script = (name: string): string => `export function ${name}(items) {
  const out = [];
  for (const item of items) {
    if (item.price > 10 && item.count > 0) {
      out.push({ name: item.name, total: item.price * item.count, tax: item.price * 0.2 });
    } else {
      out.push({ name: item.name, total: 0, tax: 0 });
    }
  }
  out.sort((a, b) => a.total - b.total);
  return out.map((one) => \`\${one.name}: \${one.total} (\${one.tax})\`).join("\\n");
}
`;
  /** As jscpd 5.4.1 wrote it for these three files: alpha with beta, alpha with gamma. */
  const accepted = JSON.stringify({ version: 1, fingerprints: { '4d5a702aaaedc17d': 1, cf4a8f48faf3694f: 1 } });
  const files = {
    'a.js': `${script('alpha')}\nexport const own = 1;\n`,
    'b.js': `// more\n\n${script('beta')}`,
    'c.js': script('gamma'),
    '.jscpd-baseline.json': accepted,
  };

  it('is read beside our own: known copies are accepted, new and changed ones are not', async () => {
    const folder = folderWith(files);
    assert.deepEqual(await groupsOf(folder), []);
    write(folder, { 'd.js': script('delta') });
    assert.equal((await groupsOf(folder)).length, 1);
    rmSync(join(folder, 'd.js'));
    write(folder, { 'b.js': script('beta').replace('0.2', '0.3'), 'a.js': script('alpha').replace('0.2', '0.3') });
    assert.ok((await groupsOf(folder)).includes('alpha beta'));
  });

  it('may be named, and is never written', async () => {
    const folder = folderWith({ ...files, 'known.json': accepted });
    rmSync(join(folder, '.jscpd-baseline.json'));
    assert.equal((await groupsOf(folder)).length, 1);
    assert.deepEqual(await groupsOf(folder, '--baseline', 'known.json'), []);
    const ended = await rewheel(['audit', '--all', '--update-baseline', '--baseline', 'known.json'], { cwd: folder });
    assert.equal(ended.code, 4);
    assert.match(ended.stderr, /known\.json is a baseline of jscpd, which is read and never written/);
    assert.equal(readFileSync(join(folder, 'known.json'), 'utf8'), accepted);
    assert.ok(!existsSync(join(folder, 'rewheel-baseline.json')));
  });
});

describe('the best place to keep', () => {
  after(cleanUp);

  it('is the copy that is called most', async () => {
    const folder = folderWith({
      'a.py': body('a'),
      'b.py': body('b'),
      'c.py': `${body('c')}\n\ndef use(rows):\n    return c(rows, 1) + c(rows, 2)\n`,
    });
    assert.deepEqual(await groupsOf(folder), ['c a b']);
  });

  it('else the one that was committed first', async () => {
    const root = newRepository({ 'z.py': body('z') });
    write(root, { 'a.py': body('a') });
    const git = (...args: string[]): void => {
      const env = {
        ...process.env,
        GIT_COMMITTER_DATE: '2037-01-01T00:00:00Z',
        GIT_AUTHOR_DATE: '2037-01-01T00:00:00Z',
      };
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, env });
    };
    git('add', '.');
    git('commit', '-q', '-m', 'second');
    write(root, { '0.py': body('zero') });
    assert.deepEqual(await groupsOf(root), ['z a zero']);
  });
});

describe('0', () => {
  after(cleanUp);

  it('switches a rule or a threshold off', async () => {
    const folder = folderWith({ 'a.py': body('a'), 'b.py': body('b') });
    for (const settings of [{ levels: { 'reimplements-logic': 0 } }, { minTokens: 0 }]) {
      write(folder, { '.rewheel.json': JSON.stringify(settings) });
      assert.deepEqual(await groupsOf(folder), []);
    }
  });
});
