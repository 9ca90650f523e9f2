import assert from 'node:assert/strict';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { commit, newFolder, newRepository, write } from '../unit/platform/testRepository.ts';
import { briefly, cleanUp, reportOf, rewheel } from './runCli.ts';

const BASE = ['--base', 'HEAD'];
const body = (name: string, factor = '2'): string =>
  `def ${name}(rows, limit):\n    best = None\n    for row in rows:\n        if row.value > limit and row.ok:\n            best = row.value * ${factor} - limit\n    return best\n`;

/** A repository with `pick` in lib.py and, uncommitted, its copy `choose` in new.py. */
function withCopy(): string {
  const root = newRepository({ 'lib.py': body('pick') });
  write(root, { 'new.py': body('choose') });
  return root;
}
const COPY = 'warning reimplements-logic choose -> pick type 1';

describe('--targets', () => {
  let root: string;
  before(() => (root = withCopy()));
  after(cleanUp);

  const good = { file: 'lib.py', name: 'pick', origin: 'repo' };

  it('judges the targets that it gives', async () => {
    const folder = newFolder();
    write(folder, { 'targets.json': JSON.stringify({ targets: [{ ...good, origin: 'self' }] }) });
    const report = await reportOf([...BASE, '--targets', join(folder, 'targets.json')], { cwd: root });
    assert.equal(report.metrics.reuse.targets, 'known');
    assert.deepEqual(report.metrics.reuse.self, { adopted: 0, bypassed: 1, rate: 0 });
    assert.deepEqual(report.metrics.reuse.repo, { adopted: 0, bypassed: 0, rate: null });
    assert.ok(briefly(report).some((line) => line.startsWith('warning bypasses-target choose -> pick')));
  });

  const cases: [title: string, text: string | null, message: RegExp][] = [
    ['a file that is not there', null, /The targets file .*t\.json cannot be read: there is no such file\. Check/],
    ['no JSON', '{"targets": [', /t\.json is no valid JSON\. It holds \{"targets"/],
    ['an empty file', '', /t\.json is no valid JSON\. It holds/],
    ['another shape', '[]', /t\.json cannot be used: Invalid input.*It holds/],
    ['no list', '{"targets": {}}', /"targets": .*expected array.*It holds/],
    ['an origin that does not exist', JSON.stringify({ targets: [{ ...good, origin: 'x' }] }), /"targets\.0\.origin"/],
    ['an entry without a name', JSON.stringify({ targets: [good, { file: 'a.py' }] }), /"targets\.1\.name"/],
    [
      'a function that the base does not have',
      JSON.stringify({ targets: [{ ...good, name: 'gone' }] }),
      /Target gone \(lib\.py\): lib\.py has no function or class gone in [0-9a-f]{40}\. Name a function/,
    ],
    [
      'a file that only the head has',
      JSON.stringify({ targets: [{ ...good, file: 'new.py', name: 'choose' }] }),
      /Target choose \(new\.py\): new\.py is not among the files that were read in/,
    ],
  ];
  for (const [title, text, message] of cases) {
    it(`${title}: exit 4, the file and what to do`, async () => {
      const folder = newFolder();
      if (text !== null) write(folder, { 't.json': text });
      const ended = await rewheel(['audit', ...BASE, '--targets', join(folder, 't.json')], { cwd: root });
      assert.equal(ended.code, 4);
      assert.equal(ended.stdout, '');
      assert.match(ended.stderr, message);
    });
  }

  it('a folder: exit 4', async () => {
    const ended = await rewheel(['audit', ...BASE, '--targets', '.'], { cwd: root });
    assert.equal(ended.code, 4);
    assert.match(ended.stderr, /The targets file .* cannot be read: it is a folder/);
  });
});

describe('.rewheel.json', () => {
  let root: string;
  before(() => (root = withCopy()));
  after(cleanUp);
  afterEach(() => rmSync(join(root, '.rewheel.json'), { force: true }));

  const works: [title: string, text: string, findings: string[]][] = [
    ['no settings', '{}', [COPY]],
    ['a byte-order mark', '\uFEFF{}', [COPY]],
    ['comments and trailing commas', '{ // why\n "levels": {"reimplements-logic": "info", /* all */ },\n}', [info()]],
    ['a level', '{"levels": {"reimplements-logic": "error"}}', [COPY.replace('warning', 'error')]],
    ['hidden', '{"levels": {"reimplements-logic": "hidden"}}', []],
    ['0 switches a rule off', '{"levels": {"reimplements-logic": 0}}', []],
    ['0 switches a threshold’s rule off', '{"minTokens": 0}', []],
    ['a threshold above the copy', '{"minTokens": 500}', []],
    ['exclude', '{"exclude": ["lib.py"]}', []],
    ['include', '{"include": ["new.py"]}', []],
    ['the schema for editors', '{"$schema": "./schema.json"}', [COPY]],
  ];
  for (const [title, text, findings] of works) {
    it(`${title}: ${findings.length} findings`, async () => {
      write(root, { '.rewheel.json': text });
      assert.deepEqual(briefly(await reportOf(BASE, { cwd: root })), findings);
    });
  }

  const fails: [title: string, text: string, message: RegExp][] = [
    ['an unknown key', '{"level": {}}', /Unrecognized key: "level" \(settings are .*levels/],
    [
      'an unknown rule',
      '{"levels": {"reimplements": "info"}}',
      /"levels": .*"reimplements" \(rules are reimplements-calls/,
    ],
    [
      'a wrong level',
      '{"levels": {"reimplements-logic": "loud"}}',
      /"levels\.reimplements-logic": .*\(a level is hidden/,
    ],
    ['a wrong number', '{"minCalls": -1}', /"minCalls": .*>=0/],
    ['a wrong choice', '{"match": "fuzzy"}', /"match": .*"resolved"\|"names"/],
    ['two faults', '{"minCalls": 0.5, "include": "x"}', /"include": .*expected array.*; "minCalls": .*expected int/],
    ['a list', '[]', /expected object, received array/],
    ['no JSON', '{\n"match":\n\n', /\.rewheel\.json:\d+ is no valid JSON: \w+\. Mend it there/],
    ['an empty file', '', /\.rewheel\.json:1 is no valid JSON/],
    ['brackets without end', '['.repeat(200_000), /\.rewheel\.json (cannot be read: its brackets|.* is no valid JSON)/],
  ];
  for (const [title, text, message] of fails) {
    it(`${title}: exit 4, the file, the place and what to do`, async () => {
      write(root, { '.rewheel.json': text });
      const ended = await rewheel(['audit', ...BASE], { cwd: root });
      assert.equal(ended.code, 4);
      assert.equal(ended.stdout, '');
      assert.match(ended.stderr, /^rewheel: .*\.rewheel\.json/);
      assert.match(ended.stderr, message);
    });
  }

  it('--config takes another file instead, which must exist', async () => {
    write(root, { '.rewheel.json': '{"levels": {"reimplements-logic": 0}}', 'other.json': '{}' });
    assert.deepEqual(briefly(await reportOf([...BASE, '--config', 'other.json'], { cwd: root })), [COPY]);
    const ended = await rewheel(['audit', ...BASE, '--config', 'no.json'], { cwd: root });
    assert.equal(ended.code, 4);
    assert.match(ended.stderr, /The settings file .*no\.json cannot be read: there is no such file/);
    rmSync(join(root, 'other.json'));
  });

  it('a link in a circle is told', async () => {
    symlinkSync('.rewheel.json', join(root, '.rewheel.json'));
    const ended = await rewheel(['audit', ...BASE], { cwd: root });
    assert.equal(ended.code, 4);
    assert.match(ended.stderr, /\.rewheel\.json cannot be read: it is a symbolic link in a circle/);
  });

  function info(): string {
    return COPY.replace('warning', 'info');
  }
});

describe('the baseline', () => {
  after(cleanUp);

  it('accepts what is there: the next audit is clean until a copy drifts or a new one comes', async () => {
    const root = withCopy();
    const update = await rewheel(['audit', ...BASE, '--update-baseline'], { cwd: root });
    assert.equal(update.code, 0);
    assert.match(update.stderr, /^rewheel: 1 finding accepted in .*rewheel-baseline\.json\n$/);
    assert.match(update.stdout, /re-implements pick/);
    const clean = await reportOf(BASE, { cwd: root });
    assert.deepEqual([clean.findings, clean.verdict, clean.hidden.byReason], [[], 'clean', { baseline: 1 }]);

    // Layout, comments and a move are no change of the copy.
    rmSync(join(root, 'new.py'));
    write(root, { 'deep/other.py': `# moved\n\n${body('choose').replace('None', 'None  # none')}` });
    assert.deepEqual((await reportOf(BASE, { cwd: root })).findings, []);

    // A third copy was never accepted, though the pair was.
    write(root, { 'third.py': body('third') });
    for (const states of [BASE, ['--all']]) {
      const { findings } = await reportOf(states, { cwd: root });
      assert.deepEqual(
        findings.map(({ members }) => members.length),
        [1],
        states.join(' '),
      );
    }
    rmSync(join(root, 'third.py'));
    assert.deepEqual((await reportOf(['--all'], { cwd: root })).findings, []);

    write(root, { 'lib.py': body('pick', '3'), 'deep/other.py': body('choose', '3') });
    commit(root, 'drifted');
    const drifted = await rewheel(['audit', '--all'], { cwd: root });
    assert.equal(drifted.code, 1);
    assert.match(drifted.stdout, /choose/);
  });

  it('an update with --base adds, one with --all begins anew', async () => {
    const root = withCopy();
    const accepted = (): string[] => {
      const text = readFileSync(join(root, 'rewheel-baseline.json'), 'utf8');
      return (JSON.parse(text) as { findings: { function: string }[] }).findings.map((entry) => entry.function);
    };
    await rewheel(['audit', ...BASE, '--update-baseline'], { cwd: root });
    commit(root, 'first copy');
    write(root, { 'lib2.py': body('scan', '7'), 'late.py': body('late', '7') });
    await rewheel(['audit', ...BASE, '--update-baseline'], { cwd: root });
    assert.equal(accepted().length, 2);
    // Once more: what the baseline accepts already is not lost.
    await rewheel(['audit', ...BASE, '--update-baseline'], { cwd: root });
    assert.equal(accepted().length, 2);
    assert.equal((await rewheel(['audit', ...BASE], { cwd: root })).code, 0);

    rmSync(join(root, 'late.py'));
    rmSync(join(root, 'lib2.py'));
    assert.equal((await rewheel(['audit', '--all', '--update-baseline'], { cwd: root })).code, 0);
    assert.equal(accepted().length, 1);
    assert.equal((await rewheel(['audit', '--all'], { cwd: root })).code, 0);
  });

  it('--baseline names the file, which need not exist when it is written', async () => {
    const root = withCopy();
    const flags = [...BASE, '--baseline', 'ok/accepted.json'];
    const missing = await rewheel(['audit', ...flags], { cwd: root });
    assert.equal(missing.code, 4);
    assert.match(missing.stderr, /The baseline .*accepted\.json cannot be read: there is no such file/);
    write(root, { 'ok/keep': '' });
    assert.equal((await rewheel(['audit', ...flags, '--update-baseline'], { cwd: root })).code, 0);
    assert.deepEqual((await reportOf(flags, { cwd: root })).findings, []);
    assert.deepEqual(briefly(await reportOf(BASE, { cwd: root })), [COPY]);
  });

  for (const [title, text] of [
    ['no JSON', '{'],
    ['another shape', '{"findings": []}'],
    ['a later schema', '{"schema": "rewheel/baseline@9", "findings": []}'],
  ] as const) {
    it(`${title}: exit 4, and what is advised mends it`, async () => {
      const root = withCopy();
      write(root, { 'rewheel-baseline.json': text });
      const ended = await rewheel(['audit', ...BASE], { cwd: root });
      assert.equal(ended.code, 4);
      assert.match(ended.stderr, /rewheel-baseline\.json is no .*Write it anew with --all --update-baseline/);
      assert.equal((await rewheel(['audit', '--all', '--update-baseline'], { cwd: root })).code, 0);
      assert.equal((await rewheel(['audit', '--all'], { cwd: root })).code, 0);
    });
  }
});

describe('--explain and --show-suppressed', () => {
  after(cleanUp);

  it('a suppressed finding is counted, and listed when asked for', async () => {
    const root = withCopy();
    write(root, { 'new.py': `# rewheel-ignore[reimplements-logic]: kept apart on purpose\n${body('choose')}` });
    const quiet = await reportOf(BASE, { cwd: root });
    assert.deepEqual([briefly(quiet), quiet.hidden.byReason, quiet.suppressions.used], [[], { suppressed: 1 }, 1]);
    const { findings } = await reportOf([...BASE, '--show-suppressed'], { cwd: root });
    assert.deepEqual(briefly({ findings }), [COPY.replace('warning', 'hidden')]);
    const short = await rewheel(['audit', ...BASE], { cwd: root });
    assert.match(short.stdout, /^Hidden: 1 \(suppressed 1\)\.\nVerdict/m);
    const long = await rewheel(['audit', ...BASE, '--explain'], { cwd: root });
    assert.equal(long.code, 0);
    assert.match(
      long.stdout,
      /^Hidden: 1 .*\n {4}suppressed 1: suppressed by a rewheel-ignore comment\n {8}choose .* and pick .*\nVerdict/m,
    );
  });
});

describe('a settings file with what cannot be meant', () => {
  after(cleanUp);

  const cases: [text: string, message: RegExp][] = [
    ['{"levels": {"__proto__": "info"}}', /"levels\.__proto__": Unrecognized key/],
    ['{"exclude": ["[a"]}', /"exclude\.0": "\[a" is no glob: Missing closing/],
    ['{"include": ["src/**", "{a,b"]}', /"include\.1": "\{a,b" is no glob/],
  ];
  for (const [text, message] of cases)
    it(`${text}: exit 4`, async () => {
      const root = withCopy();
      write(root, { '.rewheel.json': text });
      const ended = await rewheel(['audit', ...BASE], { cwd: root });
      assert.equal(ended.code, 4);
      assert.match(ended.stderr, message);
    });

  it('what a level hides is counted, also where it is shown', async () => {
    const root = withCopy();
    write(root, { '.rewheel.json': '{"levels": {"reimplements-logic": "hidden"}}' });
    const ended = await rewheel(['audit', ...BASE, '--show-suppressed'], { cwd: root });
    assert.match(ended.stdout, /Hidden: 1 \(level 1\)/);
    assert.match(ended.stdout, /choose/);
  });
});
