import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { reportSchema } from '../../src/protocol/report.ts';
import { turnRecordSchema } from '../../src/protocol/turns.ts';
import { newFolder, newRepository, write } from '../unit/platform/testRepository.ts';
import { ClaudeLog } from '../support/growingLog.ts';
import { eventually } from '../unit/watch/watching.ts';
import { cleanUp, rewheel, type Ended, type RunOptions } from './runCli.ts';

const SUM =
  'def total(rows):\n    kept = []\n    for row in rows:\n        if row.ok:\n            kept.append(row.value * 2 + 1)\n    return sum(kept)\n';

describe('rewheel turns watch', () => {
  let options: RunOptions & { cwd: string };
  let home: string;
  let out: { stdout: string; stderr: string };
  let ended: Promise<Ended>;
  let child: ChildProcess;
  beforeEach(() => {
    home = newFolder();
    const env = { HOME: home, REWHEEL_DATA: newFolder(), CLAUDE_CONFIG_DIR: undefined, XDG_CONFIG_HOME: undefined };
    options = { cwd: newRepository({ 'a.py': SUM }), env };
  });
  after(cleanUp);

  async function start(...args: string[]): Promise<void> {
    out = { stdout: '', stderr: '' };
    ended = rewheel(['turns', 'watch', ...args], {
      ...options,
      started: (started) => {
        child = started;
        started.stdout!.on('data', (text: string) => (out.stdout += text));
        started.stderr!.on('data', (text: string) => (out.stderr += text));
      },
    });
    await said('stderr', /watching .*Ctrl\+C ends/);
  }

  function said(where: 'stdout' | 'stderr', what: RegExp): Promise<void> {
    return eventually(
      () => what.test(out[where]),
      () => `${what}: ${JSON.stringify(out)}`,
    );
  }

  async function interrupted(): Promise<Ended> {
    child.kill('SIGINT');
    return ended;
  }

  function turn(log: ClaudeLog, prompt: string, files: Record<string, string>): void {
    log.prompt(prompt);
    write(options.cwd, files);
    log.stop();
  }

  it('says when turns begin and end, and audits each', async () => {
    await start();
    const log = new ClaudeLog(home, options.cwd);
    turn(log, 'Write \u001b[31mthe same', { 'b.py': SUM.replace('total', 'all_of') });
    await said('stdout', /^ended .*\n[\s\S]*reimplements-logic/m);
    const { code, stdout } = await interrupted();
    assert.equal(code, 0);
    assert.match(stdout, /^began {4}1 {2}open .* claude-code {2}Write \\u001b\[31mthe same\n/);
    assert.match(stdout, /\nended {4}1 {2}finished /);
  });

  it('gives one document a line', async () => {
    await start('-C', '.', '--format', 'json');
    turn(new ClaudeLog(home, options.cwd), 'One', { 'b.py': SUM.replace('total', 'all_of') });
    await said('stdout', /"event":"ended".*\n/);
    const { code, stdout } = await interrupted();
    assert.equal(code, 0);
    const lines = stdout.trimEnd().split('\n');
    const values = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      values.map(({ schema, event }) => [schema, event]),
      [
        ['rewheel/turn-event@1', 'began'],
        ['rewheel/turn-event@1', 'ended'],
      ],
    );
    const record = turnRecordSchema.parse(values[1]!.turn);
    const report = reportSchema.parse(values[1]!.report);
    assert.equal(report.turn?.prompt, 'One');
    assert.equal(record.prompt, 'One');
    assert.ok(report.findings.length > 0);
  });

  it('audits nothing when told so, and goes on with a turn after a start anew', async () => {
    await start('--no-audit');
    const log = new ClaudeLog(home, options.cwd);
    log.prompt('Long');
    await said('stdout', /^began/);
    assert.equal((await interrupted()).code, 0);
    await start('--no-audit');
    await said('stdout', /^began/);
    write(options.cwd, { 'b.py': 'b\n' });
    log.stop();
    await said('stdout', /\nended .* Long\n/);
    const { code, stdout } = await interrupted();
    assert.deepEqual([code, stdout.trimEnd().split('\n').length], [0, 2]);
    const list = await rewheel(['turns', 'list'], options);
    assert.equal(list.stdout.trimEnd().split('\n').length, 1);
  });

  it('refuses a folder that is not there', async () => {
    const { code, stderr } = await rewheel(['turns', 'watch', '-C', join(options.cwd, 'none')], options);
    assert.equal(code, 4);
    assert.match(stderr, /There is no folder/);
  });
});
