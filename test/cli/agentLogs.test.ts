import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newFolder, newRepository, write } from '../unit/platform/testRepository.ts';
import { claudeLog } from '../support/claudeLog.ts';
import { cleanUp, reportOf, rewheel } from './runCli.ts';

const HELPERS =
  'def clean(rows):\n    kept = []\n    for row in rows:\n        if row.ok:\n            kept.append(row.value)\n    return kept\n';
const COPY = HELPERS.replace('clean(rows)', 'tidy(items)').replaceAll('rows', 'items').replaceAll('kept', 'out');

/** `rewheel logs`, and audits of turns out of logs and out of the store, with the built command line. */
describe('turns of agents', () => {
  after(cleanUp);

  /** A repository in which an agent wrote copy.py after it had read `reads`; the log names a folder of another machine. */
  function turnOf(reads: [string, number, number][]): { root: string; log: string } {
    const root = newRepository({ 'helpers.py': HELPERS, 'README.md': '# Rows\n\nHow rows are cleaned.\n' });
    write(root, { 'copy.py': COPY });
    const log = join(newFolder(), 'session.jsonl');
    writeFileSync(
      log,
      claudeLog('/home/someone/project', [
        {
          prompt: 'Tidy the items',
          reads: reads.map(([file, first, last]) => ({
            file,
            first,
            last,
            text: file === 'helpers.py' ? HELPERS : '# Rows\n',
          })),
          writes: [{ file: 'copy.py', content: COPY }],
        },
      ]),
    );
    return { root, log };
  }

  it('a target that was read and not used is an execution gap', async () => {
    const { root, log } = turnOf([['helpers.py', 1, 6]]);
    const report = await reportOf([root, '--base', 'HEAD', '--log', log]);
    const [finding] = report.findings;
    assert.deepEqual([finding?.rule, finding?.gap], ['reimplements-logic', 'execution']);
    assert.match(finding!.message, /It was read in this turn at \d\d:\d\d UTC and not used\.$/);
    assert.deepEqual(report.metrics.recall?.repo, { recalled: 1, targets: 1, rate: 1 });
    assert.deepEqual(report.metrics.exploration, { files: 1, lines: 6, searchedLines: 0 });
    assert.equal(report.turn?.prompt, 'Tidy the items');
  });

  it('a target that was not read is an exploration gap, and the message says what was read', async () => {
    const { root, log } = turnOf([['README.md', 1, 1]]);
    const report = await reportOf([root, '--base', 'HEAD', '--log', log]);
    assert.equal(report.findings[0]?.gap, 'exploration');
    assert.match(
      report.findings[0].message,
      /It was not read in this turn; the agent read README\.md \(1 line\) instead\.$/,
    );
    assert.deepEqual(report.metrics.recall?.repo, { recalled: 0, targets: 1, rate: 0 });
  });

  it('without a log nothing is said of what was read', async () => {
    const { root } = turnOf([]);
    const report = await reportOf([root, '--base', 'HEAD']);
    assert.deepEqual([report.turn, report.metrics.recall, report.findings[0]?.gap], [null, null, null]);
  });

  it('a turn that was kept by hand is audited by its number', async () => {
    const root = newRepository({ 'helpers.py': HELPERS });
    const env = { REWHEEL_DATA: newFolder() };
    const run = (...args: string[]) => rewheel(args, { cwd: root, env });
    assert.equal((await run('turns', 'begin', '--prompt', 'Tidy')).code, 0);
    write(root, { 'copy.py': COPY });
    assert.equal((await run('turns', 'end')).code, 0);
    rmSync(join(root, 'copy.py'));
    const { code, stdout } = await run('audit', '--turn', '1');
    assert.equal(code, 1, stdout);
    assert.match(stdout, /turn 1: Tidy/);
    assert.match(stdout, /copy\.py:1 {2}warning {2}tidy re-implements clean/);
    // What the user did since is no part of the turn.
    assert.equal((await run('audit', '--base', 'HEAD')).code, 0);
  });

  it('code of the session’s earlier turns is own code', async () => {
    const root = newRepository({ 'README.md': '# Rows\n' });
    const env = { REWHEEL_DATA: newFolder() };
    const run = (...args: string[]) => rewheel(args, { cwd: root, env });
    await run('turns', 'begin');
    write(root, { 'helpers.py': HELPERS });
    await run('turns', 'end');
    await run('turns', 'begin');
    write(root, { 'use.py': 'from helpers import clean\n\n\ndef used(rows):\n    return len(clean(rows))\n' });
    await run('turns', 'end');
    const { stdout } = await run('audit', '--turn', '2', '--format', 'json');
    assert.deepEqual((JSON.parse(stdout) as { adopted: { origin: string }[] }).adopted[0]?.origin, 'self');
  });

  it('code that an earlier turn wrote by a here-document is own code', async () => {
    const root = newRepository({ 'README.md': '# Rows\n', 'helpers.py': HELPERS });
    write(root, { 'copy.py': COPY });
    const log = join(newFolder(), 'session.jsonl');
    const heredoc = `cat > helpers.py <<'EOF'\n${HELPERS}EOF`;
    writeFileSync(
      log,
      claudeLog('/home/someone/project', [
        { prompt: 'Clean', reads: [], writes: [], runs: [{ command: heredoc, output: '' }] },
        {
          prompt: 'Tidy',
          reads: [],
          writes: [{ file: 'copy.py', content: COPY }],
          runs: [{ command: 'cat helpers.py', output: HELPERS }],
        },
      ]),
    );
    const { metrics } = await reportOf([root, '--base', 'HEAD', '--log', log]);
    assert.deepEqual([metrics.reuse.self.bypassed, metrics.reuse.repo.bypassed], [1, 0]);
    assert.deepEqual(metrics.recall?.self, { recalled: 1, targets: 1, rate: 1 });
  });

  it('a session of another machine that began in a folder of the workspace is placed by its paths', async () => {
    const root = newRepository({ 'pkg/helpers.py': HELPERS, 'other/a.py': 'x = 1\n' });
    write(root, { 'pkg/copy.py': COPY });
    const log = join(newFolder(), 'session.jsonl');
    const runs = [
      { command: "sed -n '1,3p' helpers.py", output: HELPERS.split('\n').slice(0, 3).join('\n') },
      { command: 'cat ../other/a.py', output: 'x = 1' },
    ];
    writeFileSync(
      log,
      claudeLog('/home/someone/project/pkg', [
        { prompt: 'Tidy', reads: [], writes: [{ file: 'copy.py', content: COPY }], runs },
      ]),
    );
    const { metrics, findings } = await reportOf([root, '--base', 'HEAD', '--log', log]);
    assert.deepEqual(metrics.exploration, { files: 2, lines: 4, searchedLines: 0 });
    assert.equal(findings[0]?.gap, 'execution');
  });

  describe('rewheel logs', () => {
    it('prints turns and actions, as text and as JSON', async () => {
      const { log } = turnOf([['helpers.py', 1, 6]]);
      const text = await rewheel(['logs', log]);
      assert.equal(text.code, 0);
      assert.match(
        text.stdout,
        /Tidy the items[\s\S]*read Read {2}\/home\/someone\/project\/helpers\.py:1-6[\s\S]*claude-code: 1 session, 1 turn/,
      );
      const json = JSON.parse((await rewheel(['logs', log, '--format', 'json'])).stdout) as Record<string, unknown>;
      assert.deepEqual(Object.keys(json), ['schema', 'turns', 'format', 'sessions', 'problems']);
      assert.equal(json.schema, 'rewheel/log@1');
    });

    it('takes the only log of a folder, and names several', async () => {
      const { log } = turnOf([]);
      const folder = dirname(log);
      writeFileSync(join(folder, 'notes.txt'), 'none\n');
      assert.match((await rewheel(['logs', folder])).stdout, /claude-code: 1 session, 1 turn/);
      writeFileSync(join(folder, 'second.jsonl'), readFileSync(log));
      const { code, stderr } = await rewheel(['logs', folder]);
      assert.equal(code, 4);
      assert.match(stderr, /holds several logs\. Name one of them: second\.jsonl, session\.jsonl\./);
    });

    it('counts what it skips', async () => {
      const { log } = turnOf([]);
      writeFileSync(log, `no json\n${claudeLog('/p', [{ prompt: 'x', reads: [], writes: [] }])}{"cut`);
      const { code, stdout } = await rewheel(['logs', log]);
      assert.equal(code, 0);
      assert.match(stdout, /skipped: cut-end 1\nskipped: invalid-json 1\n/);
    });
  });

  const wrong: [string, (root: string, log: string) => string[], number, RegExp][] = [
    [
      'a log that is not there',
      (root) => [root, '--base', 'HEAD', '--log', './no.jsonl'],
      4,
      /log no\.jsonl cannot be read/,
    ],
    [
      'a file that is no log',
      (root) => [root, '--base', 'HEAD', '--log', join(root, 'helpers.py')],
      4,
      /helpers\.py is no log/,
    ],
    [
      'an empty log',
      (root, log) => (writeFileSync(log, ''), [root, '--base', 'HEAD', '--log', log]),
      4,
      /session\.jsonl is empty/,
    ],
    [
      'a turn that the log lacks',
      (root, log) => [root, '--base', 'HEAD', '--log', log, '--turn', '7'],
      4,
      /no turn 7: .* has one turn/,
    ],
    [
      'a turn that is no number',
      (root, log) => [root, '--base', 'HEAD', '--log', log, '--turn', 'x'],
      2,
      /--turn x is no number/,
    ],
    [
      'a log whose states are not kept',
      (root, log) => [root, '--log', log],
      4,
      /not kept\. Name the state that it began with/,
    ],
    ['a log with --all', (root, log) => [root, '--all', '--log', log], 2, /--all audits no change/],
    ['a kept turn with --base', (root) => [root, '--turn', '1', '--base', 'HEAD'], 2, /--turn with --base needs --log/],
    ['a kept turn that is not there', (root) => [root, '--turn', '9'], 4, /turn/],
  ];
  for (const [what, args, exit, message] of wrong) {
    it(`${what}: exit ${exit} and what to do`, async () => {
      const { root, log } = turnOf([]);
      const { code, stdout, stderr } = await rewheel(['audit', ...args(root, log)], {
        env: { REWHEEL_DATA: newFolder() },
      });
      assert.equal(code, exit, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    });
  }
});
