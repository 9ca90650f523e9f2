import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { FORMATS } from '../../src/cli/reportFormats.ts';
import { makeAgentTurn } from '../support/agentTurn.ts';
import { commit, newFolder, newRepository, write } from '../unit/platform/testRepository.ts';
import { sarifErrors } from '../unit/reports/sarifSchema.ts';
import { briefly, cleanUp, reportOf, rewheel } from './runCli.ts';

const TURN = ['--base', 'HEAD'];

describe('--format', () => {
  let root: string;
  before(async () => {
    root = newFolder();
    await makeAgentTurn(root);
  });
  after(cleanUp);

  const looks: Record<(typeof FORMATS)[number], RegExp[]> = {
    text: [/^Warnings \(1\)$/m, /^ +7 \| def _compute_amounts\(/m, /^ +8 \| def line_totals\(/m],
    json: [/^\{\n {2}"schema": "rewheel\/audit@1"/],
    sarif: [/^\{\n {2}"\$schema": /, /## What to do/],
    markdown: [/^### Rewheel: worse$/m, /^def _compute_amounts\(/m, /^def line_totals\(/m],
    html: [/^<!DOCTYPE html>/, /def _compute_amounts\(/, /def line_totals\(/],
    github: [/^::warning file=billing\/invoice\.py,line=7,/m, /^Verdict: worse$/m],
  };
  for (const format of FORMATS) {
    it(`${format}: exit 1, on standard output or to a file, nothing of this machine in it`, async () => {
      const args = ['audit', root, ...TURN, '--format', format];
      const { code, stdout, stderr } = await rewheel(args);
      assert.deepEqual([code, stderr], [1, '']);
      for (const look of looks[format]) assert.match(stdout, look);
      assert.ok(!stdout.includes(root));
      const folder = newFolder();
      await rewheel([...args, '--output', 'out', '--workers', '1', '--cache', join(folder, 'cache')], { cwd: folder });
      assert.equal(readFileSync(join(folder, 'out'), 'utf8'), stdout);
      if (format === 'sarif') assert.deepEqual(sarifErrors(stdout), []);
    });
  }

  it('shows the code of the head state, whatever the working tree holds', async () => {
    const body = (name: string): string =>
      `def ${name}(rows, limit):\n    best = None\n    for row in rows:\n        if row.value > limit:\n            best = row.value * 2\n    return best\n`;
    const other = newRepository({ 'lib.py': body('pick') });
    write(other, { 'new.py': body('choose') });
    commit(other, 'The turn');
    write(other, { 'new.py': 'print("later")\n' });
    const { stdout } = await rewheel(['audit', '--base', 'HEAD~1', '--head', 'HEAD'], { cwd: other });
    assert.match(stdout, /^ +1 \| def choose\(rows, limit\):$/m);
    assert.doesNotMatch(stdout, /later/);
  });

  it('one that is not known is wrong usage, and the message lists those that are', async () => {
    const { code, stderr } = await rewheel(['audit', root, ...TURN, '--format', 'xml']);
    assert.equal(code, 2);
    for (const format of FORMATS) assert.ok(stderr.includes(format), format);
  });

  it('--show-suppressed marks what a comment and the baseline hide, and they fail nothing', async () => {
    const sum = (name: string, list: string): string =>
      `def ${name}(${list}):\n    total = 0\n    for one in ${list}:\n        if one > 0:\n            total += one * one\n    return total\n`;
    const join = (name: string, text: string): string =>
      `def ${name}(${text}):\n    parts = [part.lower() for part in ${text}.split("-") if part]\n    parts.sort()\n    return "_".join(parts)\n`;
    const quiet = newRepository({ 'a.py': sum('squares', 'values'), 'b.py': sum('energy', 'samples') });
    assert.equal((await rewheel(['audit', '--all', '--update-baseline'], { cwd: quiet })).code, 0);
    write(quiet, {
      'c.py': join('slug', 'title'),
      'd.py': `# rewheel-ignore[reimplements-logic]: kept apart\n${join('label', 'name')}`,
    });
    const args = ['audit', '--all', '--show-suppressed'];
    const report = await reportOf(args.slice(1), { cwd: quiet });
    assert.deepEqual(
      report.findings.map(({ level, suppressed }) => [level, suppressed]),
      [
        ['hidden', { kind: 'external', reason: 'accepted in the baseline', level: 'warning' }],
        ['hidden', { kind: 'inSource', reason: 'kept apart', level: 'warning' }],
      ],
    );
    assert.deepEqual(report.hidden.byReason, { baseline: 1, suppressed: 1 });
    assert.deepEqual(briefly(await reportOf(['--all'], { cwd: quiet })), []);
    const text = await rewheel(args, { cwd: quiet });
    assert.equal(text.code, 0);
    assert.match(text.stdout, /^Suppressed or hidden \(2\)$/m);
    assert.match(text.stdout, /^ {4}warning, suppressed by a comment: kept apart$/m);
    const sarif = await rewheel([...args, '--format', 'sarif'], { cwd: quiet });
    const { results } = (JSON.parse(sarif.stdout) as Log).runs[0]!;
    assert.deepEqual(
      results!.map(({ suppressions }) => suppressions![0]!.kind),
      ['external', 'inSource'],
    );
  });
});
