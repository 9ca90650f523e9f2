import assert from 'node:assert/strict';
import { buildDemoRepository, type Demo } from '../../src/build/demoHistory.ts';
import { auditDemo, metricsTable } from '../../src/build/demoReport.ts';
import type { AuditReport } from '../../src/protocol/report.ts';
import { briefly, cleanUp, reportOf } from './runCli.ts';

describe('the demo', () => {
  let demo: Demo;
  let reports: AuditReport[];
  before(async () => {
    demo = await buildDemoRepository();
    reports = await auditDemo(demo);
  });
  after(cleanUp);

  it('has five turns of the verdicts that they show', () => {
    assert.deepEqual(
      reports.map(({ verdict }) => verdict),
      ['clean', 'worse', 'worse', 'improved', 'worse'],
    );
  });

  it('finds what each turn is an example of', () => {
    assert.deepEqual(reports.map(briefly), [
      [],
      ['warning reimplements-logic _drop_outliers -> remove_spikes type 2'],
      ['warning reimplements-logic _clean_series -> prepare_station type 4'],
      [],
      [
        'warning reimplements-logic _split_days -> group_by_day type 2',
        'warning duplicates-self _short -> _rounded type 2',
      ],
    ]);
    assert.deepEqual(
      reports.map(({ resolved }) => resolved.map((finding) => finding.function.name)),
      [[], [], [], ['_drop_outliers'], []],
    );
    const origins = reports.map(({ findings }) => findings.map(({ target }) => target.origin));
    assert.deepEqual(origins, [[], ['repo'], ['repo'], [], ['self', 'turn']]);
    const [calls] = reports[2]!.findings;
    assert.ok(calls!.sharedCalls.length >= 3, 'the shared calls are listed');
  });

  it('reaches the rates of reuse', () => {
    const rates = reports.map(({ metrics: { reuse } }) =>
      (['repo', 'self'] as const).map((origin) => [reuse[origin].adopted, reuse[origin].bypassed, reuse[origin].rate]),
    );
    assert.deepEqual(rates, [
      [
        [3, 0, 1],
        [0, 0, null],
      ],
      [
        [2, 1, 2 / 3],
        [1, 0, 1],
      ],
      [
        [6, 1, 6 / 7],
        [0, 0, null],
      ],
      [
        [4, 0, 1],
        [1, 0, 1],
      ],
      [
        [3, 0, 1],
        [0, 1, 0],
      ],
    ]);
    assert.deepEqual(
      reports.map(({ metrics }) => metrics.redundancy.reimplemented),
      [0, 0, 1, 0, 0],
    );
  });

  it('tells from the agent’s log what was read, and why targets were missed', () => {
    const rates = reports.map(({ metrics }) => [metrics.recall?.repo.rate, metrics.recall?.self.rate]);
    assert.deepEqual(rates, [
      [1, null],
      [2 / 3, 1],
      [3 / 7, null],
      [1 / 2, 1],
      [2 / 3, 0],
    ]);
    const gaps = reports.map(({ findings }) => findings.map(({ target, gap }) => `${target.name} ${gap}`));
    assert.deepEqual(gaps, [
      [],
      ['remove_spikes execution'],
      ['prepare_station exploration'],
      [],
      ['group_by_day exploration', '_rounded null'],
    ]);
    for (const [index, report] of reports.entries()) {
      assert.equal(report.turn?.prompt, demo.turns[index]!.prompt);
      assert.equal(report.metrics.exploration?.files, demo.turns[index]!.reads.length);
      assert.equal(report.metrics.effort?.read.calls, demo.turns[index]!.reads.length);
    }
  });

  it('prints a row of the table for every turn', () => {
    const rows = metricsTable(reports).split('\n');
    assert.equal(rows.length, 6);
    assert.match(rows[0]!, /^turn .*verdict$/);
    assert.match(rows[5]!, /^5 +5 +100% +0% .*worse$/);
  });

  it('the command line says the same of a turn', async () => {
    const { base, head } = demo.turns[1]!;
    const report = await reportOf([demo.folder, '--base', base, '--head', head]);
    assert.deepEqual(briefly(report), briefly(reports[1]!));
  });
});
