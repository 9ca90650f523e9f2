import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeAgentTurn } from '../support/agentTurn.ts';
import { commit, git, newFolder, newRepository, write } from '../unit/platform/testRepository.ts';
import { briefly, cleanUp, parseReport, reportOf, rewheel } from './runCli.ts';

const TURN = ['--base', 'HEAD'];
const COPY = 'warning reimplements-logic _compute_amounts -> line_totals type 2';

describe('audit of a turn', () => {
  let root: string;
  before(async () => {
    root = newFolder();
    await makeAgentTurn(root);
  });
  after(cleanUp);

  it('finds the renamed copy: exit 1, the report on standard output, nothing on standard error', async () => {
    const { code, stdout, stderr } = await rewheel(['audit', ...TURN], { cwd: root });
    assert.equal(code, 1);
    assert.equal(stderr, '');
    assert.match(stdout, /^billing\/invoice\.py:7 {2}warning {2}_compute_amounts re-implements line_totals/m);
    assert.match(stdout, /^ {4}target: line_totals \(billing\/pricing\.py:8\)$/m);
    assert.match(stdout, /^Verdict: worse$/m);
  });

  it('gives the report of the schema with --format json', async () => {
    const report = await reportOf(TURN, { cwd: root });
    assert.deepEqual(briefly(report), [COPY]);
    assert.equal(report.base, git(root, 'rev-parse', 'HEAD'));
    assert.equal(report.head, 'working tree');
    assert.equal(report.verdict, 'worse');
    assert.deepEqual(report.metrics.functions, { new: 2, modified: 0, deleted: 0 });
  });

  it('reads working tree, revisions, tags, branches and folders alike', async () => {
    const clone = newFolder();
    git(clone, 'clone', '-q', root, 'clone');
    const copy = join(clone, 'clone');
    write(copy, { 'billing/invoice.py': readFileSync(join(root, 'billing/invoice.py')) });
    const turn = commit(copy, 'The turn');
    const pairs = [
      ['--base', 'HEAD~1', '--head', 'HEAD'],
      ['--base', 'HEAD~1'],
      ['--base', `${turn.slice(0, 10)}^`, '--head', turn],
      ['--base', 'v1', '--head', 'turn'],
      ['--base', root.replace(/$/, '/'), '--head', './clone/.'],
    ];
    for (const pair of pairs.slice(0, 4)) {
      assert.ok(briefly(await reportOf(pair, { cwd: copy })).includes(COPY), pair.join(' '));
    }
    // Both folders hold the file, so nothing is new between them.
    assert.deepEqual(briefly(await reportOf([clone, ...pairs[4]!], { cwd: clone })), []);
  });

  it('gives the same bytes for any number of threads, any cache and any current folder', async () => {
    const cache = newFolder();
    const runs: [string[], string][] = [
      [['--workers', '1', '--cache', join(cache, 'one')], root],
      [['--workers', '2', '--cache', join(cache, 'two')], root],
      [['--workers', '8', '--cache', join(cache, 'eight')], root],
      [['--cache', join(cache, 'one')], root],
      [['--cache', join(cache, 'one'), '--workers', '8'], '/'],
      [['--cache', join(cache, 'one')], join(root, 'billing')],
    ];
    const seen = new Set<string>();
    for (const format of ['json', 'text']) {
      for (const [flags, cwd] of runs) {
        const { code, stdout, stderr } = await rewheel(['audit', root, ...TURN, '--format', format, ...flags], { cwd });
        assert.equal(code, 1, stderr);
        seen.add(stdout);
      }
    }
    assert.equal(seen.size, 2);
  });

  it('writes the report to --output, and says so when it cannot', async () => {
    const folder = newFolder();
    const done = await rewheel(['audit', root, ...TURN, '--format', 'json', '--output', 'r.json'], { cwd: folder });
    assert.deepEqual(done, { code: 1, stdout: '', stderr: '' });
    assert.deepEqual(briefly(parseReport(readFileSync(join(folder, 'r.json'), 'utf8'))), [COPY]);
    const failed = await rewheel(['audit', root, ...TURN, '--output', 'no/such/r.txt'], { cwd: folder });
    assert.equal(failed.code, 4);
    assert.match(failed.stderr, /^rewheel: .*no\/such\/r\.txt cannot be written: .*Give another file/);
  });

  it('writes nothing into the repository', async () => {
    const before = git(root, 'status', '--porcelain', '--ignored');
    await rewheel(['audit', root, ...TURN]);
    assert.equal(git(root, 'status', '--porcelain', '--ignored'), before);
  });

  describe('paths that narrow', () => {
    const cases: [string[], number, string[]][] = [
      [['.', 'billing/invoice.py'], 1, [COPY]],
      [['.', 'billing'], 1, [COPY]],
      [['.', 'billing/money.py'], 0, []],
      [['.', 'billing/money.py', 'billing/pricing.py'], 1, [COPY]],
      [['.', '.'], 1, [COPY]],
    ];
    for (const [paths, code, findings] of cases) {
      it(`${paths.join(' ')} reports ${findings.length}`, async () => {
        const ended = await rewheel(['audit', ...paths, ...TURN, '--format', 'json'], { cwd: root });
        assert.equal(ended.code, code, ended.stderr);
        assert.deepEqual(briefly(parseReport(ended.stdout)), findings);
      });
    }

    it('a path that is nowhere is told, instead of a clean report', async () => {
      const { code, stdout, stderr } = await rewheel(['audit', '.', 'biling', ...TURN], { cwd: root });
      assert.equal(code, 4);
      assert.equal(stdout, '');
      assert.match(stderr, /There is no file or folder biling in .*Check the path/);
    });

    it('a file that only the base has is known', async () => {
      const gone = newRepository({ 'a.py': 'x = 1\n', 'old/b.py': 'y = 2\n' });
      rmSync(join(gone, 'old'), { recursive: true });
      assert.equal((await rewheel(['audit', '.', 'old', ...TURN], { cwd: gone })).code, 0);
    });

    it('a file that git ignores is said to be skipped', async () => {
      const ignoring = newRepository({ '.gitignore': 'gen/\n', 'a.py': 'x = 1\n', 'gen/b.py': 'y = 2\n' });
      const report = await reportOf(['.', 'gen/b.py', ...TURN], { cwd: ignoring });
      assert.deepEqual(report.skipped, [{ file: 'gen/b.py', reason: 'ignored' }]);
    });
  });
});

describe('--fail-on', () => {
  const body = (name: string): string =>
    `def ${name}(rows, limit):\n    best = None\n    for row in rows:\n        if row.value > limit and row.ok:\n            best = row.value * 2 - limit\n    return best\n`;
  let root: string;
  before(() => {
    root = newRepository({ 'lib.py': body('pick') });
    write(root, { 'new.py': body('choose') });
  });
  after(cleanUp);

  const cases: [level: string, failOn: string, code: number][] = [
    ['error', 'error', 1],
    ['error', 'never', 0],
    ['warning', 'error', 0],
    ['warning', 'warning', 1],
    ['warning', 'info', 1],
    ['info', 'warning', 0],
    ['info', 'info', 1],
    ['hidden', 'info', 0],
  ];
  for (const [level, failOn, code] of cases) {
    it(`${failOn} with a finding of level ${level}: exit ${code}`, async () => {
      const config = join(newFolder(), 'levels.json');
      write(join(config, '..'), { 'levels.json': JSON.stringify({ levels: { 'reimplements-logic': level } }) });
      for (const states of [['--base', 'HEAD'], ['--all']]) {
        const ended = await rewheel(['audit', ...states, '--config', config, '--fail-on', failOn], { cwd: root });
        assert.equal(ended.code, code, `${states.join(' ')}: ${ended.stdout}${ended.stderr}`);
      }
    });
  }

  it('an inherited finding fails no turn, but an audit of everything', async () => {
    const inherited = newRepository({ 'lib.py': body('pick'), 'new.py': body('choose') });
    write(inherited, { 'new.py': `${body('choose')}\nNOTE = 1\n` });
    assert.equal((await rewheel(['audit', '--base', 'HEAD'], { cwd: inherited })).code, 0);
    assert.equal((await rewheel(['audit', '--all'], { cwd: inherited })).code, 1);
  });
});

describe('--match', () => {
  after(cleanUp);

  it('names takes a call for the target that resolved does not', async () => {
    const root = newRepository({ 'lib.py': 'def fit(a):\n    return sorted(a)[0] + max(a)\n' });
    write(root, { 'new.py': 'def run(tool, a):\n    return tool.fit(a)\n' });
    const adopted = async (...flags: string[]): Promise<string[]> =>
      (await reportOf([...TURN, ...flags], { cwd: root })).adopted.map(({ name }) => name);
    assert.deepEqual(await adopted(), []);
    assert.deepEqual(await adopted('--match', 'resolved'), []);
    assert.deepEqual(await adopted('--match', 'names'), ['fit']);
    write(root, { '.rewheel.json': '{"match": "names"}' });
    assert.deepEqual(await adopted(), ['fit']);
    assert.deepEqual(await adopted('--match', 'resolved'), []);
  });
});

describe('index', () => {
  after(cleanUp);

  it('fills the cache, and --stats counts by language', async () => {
    const files = {
      'a.py': 'def f():\n    pass\n\nclass C:\n    def g(self):\n        pass\n',
      'b.ts': 'export const h = () => 1;\n',
      'c.jsx': 'function P() { return <p/>; }\n',
      'd.py': 'a\0b',
      'README.md': '# no code\n',
    };
    const root = newRepository(files);
    const plain = await rewheel(['index'], { cwd: root });
    assert.deepEqual(plain, { code: 0, stdout: '3 files read, 1 skipped\n', stderr: '' });
    const { code, stdout } = await rewheel(['index', root, '--stats']);
    assert.equal(code, 0);
    // Lines as an editor counts them: one after the last line end too.
    const lines = stdout.split('\n');
    assert.equal(lines[0], '3 files read, 1 skipped');
    assert.equal(
      lines.find((line) => line.startsWith('python')),
      'python: 1 files, 2 functions, 7 lines',
    );
    assert.equal(lines.filter((line) => /: 1 files, 1 functions, 2 lines$/.test(line)).length, 2);
  });
});
