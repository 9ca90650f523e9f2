import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { githubReport } from '../../../src/engine/reports/github.ts';
import { htmlReport } from '../../../src/engine/reports/html.ts';
import { markdownReport } from '../../../src/engine/reports/markdown.ts';
import { sarifReport } from '../../../src/engine/reports/sarif.ts';
import { frameOf } from '../../../src/engine/reports/sourceLines.ts';
import { plain, textReport } from '../../../src/engine/reports/text.ts';
import { reportSchema, ruleSchema, type AuditReport } from '../../../src/protocol/report.ts';
import { reportSources } from '../../../src/service/server/reportSources.ts';
import { PROJECT } from '../../support/auditFolders.ts';
import { allFormats } from './formats.ts';
import { reportWith } from './manyFindings.ts';
import { sarifErrors } from './sarifSchema.ts';

function recorded(name: string, file = 'report.json'): AuditReport {
  return reportSchema.parse(JSON.parse(readFileSync(join(PROJECT, 'test/recorded/reports', name, file), 'utf8')));
}

describe('reports of 3,000 findings', () => {
  const { report, sources } = reportWith(3000);

  it('text lists each, worst first, and code of the first only', () => {
    const lines = textReport(report, plain, false, sources).split('\n');
    const levels = lines.flatMap((line) => /^src\/file\d+\.py:1 {2}(\w+)/.exec(line)?.[1] ?? []);
    assert.deepEqual([levels.length, levels[0], levels[1000], levels[2999]], [3000, 'error', 'warning', 'info']);
    assert.equal(lines.filter((line) => /^ +1 \| /.test(line)).length, 100);
  });

  it('Markdown stays below the size of a comment and says what it leaves out', () => {
    const text = markdownReport(report, true, sources);
    assert.ok(text.length <= 60_000, String(text.length));
    assert.ok(text.length > 40_000, String(text.length));
    assert.match(text, /^\d+ more findings are not listed here\.$/m);
    assert.match(text, /^Code of \d+ findings is left out, for the comment would grow too long\.$/m);
    assert.match(text, /^- and \d+ more$/m);
    assert.equal(text.match(/<details>/g)!.length, text.match(/<\/details>/g)!.length);
  });

  it('HTML has all findings, and code up to a bound', () => {
    const page = htmlReport(report, false, sources);
    assert.equal(page.match(/<article /g)!.length, 3000);
    assert.ok(page.length < 10_000_000, String(page.length));
    assert.match(page, /The code of further findings is left out/);
  });

  it('GitHub gets ten annotations of each kind, and the others as lines', () => {
    const lines = githubReport(report).split('\n');
    for (const command of ['error', 'warning', 'notice']) {
      assert.equal(lines.filter((line) => line.startsWith(`::${command} `)).length, 10);
    }
    assert.equal(lines.filter((line) => /^(error|warning|info) src\//.test(line)).length, 2970);
  });

  it('SARIF holds each and is valid', () => {
    const text = sarifReport(report);
    assert.deepEqual(sarifErrors(text), []);
    assert.equal((JSON.parse(text) as Log).runs[0]!.results!.length, 3000);
  });
});

describe('SARIF', () => {
  it('is refused by its schema when it is broken', () => {
    const log = JSON.parse(sarifReport(recorded('two-warnings'))) as Log;
    log.runs[0]!.results![0]!.level = 'loud' as 'note';
    assert.notDeepEqual(sarifErrors(JSON.stringify(log)), []);
  });

  it('keeps a fingerprint’s identity apart where several findings share it', () => {
    const report = recorded('hostile');
    const results = (JSON.parse(sarifReport(report)) as Log).runs[0]!.results!;
    const hashes = results.map(({ partialFingerprints }) => partialFingerprints!.primaryLocationLineHash);
    assert.equal(new Set(hashes).size, report.findings.length);
  });

  it('gives suppressed findings their level and justification', () => {
    const { results } = (JSON.parse(sarifReport(recorded('suppressed'))) as Log).runs[0]!;
    const all = results!.flatMap(({ level, suppressions }) => (suppressions ?? []).map((one) => ({ level, ...one })));
    assert.deepEqual(all, [
      { level: 'warning', kind: 'inSource', status: 'accepted', justification: 'ships alone, | and all' },
      { level: 'warning', kind: 'external', status: 'accepted', justification: 'accepted in the baseline' },
    ]);
  });

  it('describes every rule from media/rules, without links between the files', async () => {
    const { sarif } = await allFormats(recorded('empty'), null);
    const rules = (JSON.parse(sarif) as Log).runs[0]!.tool.driver.rules!;
    assert.deepEqual(
      rules.map(({ id }) => id),
      ruleSchema.options,
    );
    for (const { help } of rules) {
      assert.match(help!.text, /## What to do/);
      assert.doesNotMatch(help!.markdown!, /\.md\)/);
    }
  });
});

describe('HTML', () => {
  it('has a policy with the hashes of its own style and script', () => {
    const page = htmlReport(recorded('hostile'));
    for (const tag of ['style', 'script']) {
      const content = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)![1]!;
      const hash = createHash('sha256').update(content).digest('base64');
      assert.ok(page.includes(`${tag}-src 'sha256-${hash}'`), tag);
    }
  });
});

describe('every format', () => {
  it('holds no control, direction-changing or invisible character', async () => {
    const made = await allFormats(recorded('hostile'), null, true);
    for (const [format, text] of Object.entries(made)) {
      // eslint-disable-next-line no-control-regex -- the characters that must not come out
      const found = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.exec(
        text,
      );
      assert.equal(found && `${format}: ${JSON.stringify(text.slice(found.index - 30, found.index + 5))}`, null);
    }
  });

  it('says how much was hidden, and with --explain why', async () => {
    const report = recorded('suppressed');
    for (const explain of [false, true]) {
      const { json, ...others } = await allFormats(report, null, explain);
      assert.match(json, /"byReason"/);
      for (const [format, text] of Object.entries(others)) {
        assert.match(text, /baseline/, format);
        assert.equal(text.includes('suppressed by a rewheel-ignore comment'), explain, format);
      }
    }
  });
});

describe('reportSources', () => {
  it('reads the files of the worst findings only, each once', async () => {
    const { report } = reportWith(9);
    const read: string[] = [];
    const texts = await reportSources(
      report,
      async (path) => {
        read.push(path);
        return path.startsWith('lib') ? null : 'one\r\ntwo\n';
      },
      2,
    );
    assert.deepEqual(read, ['src/file2.py', 'lib/file2.py', 'src/file5.py', 'lib/file5.py']);
    assert.deepEqual(texts.lines('src/file2.py', 1, 2), ['one', 'two']);
    assert.equal(texts.lines('lib/file2.py', 1, 2), null);
  });
});

describe('frameOf', () => {
  const texts = ['def f():', '\ta = 1', '', '    b = 2', '    c = 3', '    return a'];
  const sources = {
    lines: (file: string, from: number, to: number) => (file === 'gone' ? null : texts.slice(from - 1, to)),
  };
  const place = { file: 'a.py', name: 'f', startLine: 1, endLine: 6 };
  const numbers = (...args: Parameters<typeof frameOf>): (number | null)[] | undefined =>
    frameOf(...args)?.map((line) => line?.number ?? null);

  it('shows the first line, and the part that matters as far as there is room', () => {
    const limits = { lines: 3, columns: 80 };
    assert.deepEqual(numbers(sources, place, { lines: 9, columns: 80 }), [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(numbers(sources, place, limits), [1, 2, 3, null]);
    assert.deepEqual(numbers(sources, place, limits, { startLine: 4, endLine: 6 }), [1, null, 4, 5, null]);
    assert.deepEqual(numbers(sources, place, limits, { startLine: 2, endLine: 3 }), [1, 2, 3, null]);
  });

  it('marks the part, turns tabs into spaces, takes shared indentation away, cuts long lines', () => {
    const frame = frameOf(sources, { ...place, startLine: 2 }, { lines: 9, columns: 4 }, { startLine: 4, endLine: 5 });
    assert.deepEqual(frame, [
      { number: 2, text: 'a =…', marked: false },
      null,
      { number: 4, text: 'b =…', marked: true },
      { number: 5, text: 'c =…', marked: true },
      { number: 6, text: 'ret…', marked: false },
    ]);
  });

  it('shows the lines of a cell', async () => {
    const cells = [
      { cell_type: 'markdown', source: '' },
      { cell_type: 'code', source: ['%pip\n', 'def g():\n', '  pass'] },
    ];
    const { report } = reportWith(1);
    const [finding] = report.findings;
    const at = { ...finding!.function, file: 'a.ipynb', startLine: 2, endLine: 3, cell: 1 };
    const one = { ...report, findings: [{ ...finding!, function: at }] };
    const shown = await reportSources(one, async () => JSON.stringify({ cells }));
    assert.deepEqual(
      frameOf(shown, at, { lines: 9, columns: 80 })?.map((line) => line?.text),
      ['def g():', '  pass'],
    );
    assert.equal(frameOf(shown, { ...at, cell: 0 }, { lines: 9, columns: 80 }), null);
  });

  it('has nothing to show of a file that is gone, or lines beyond the end', () => {
    const limits = { lines: 3, columns: 80 };
    assert.equal(frameOf(sources, { ...place, file: 'gone' }, limits), null);
    assert.equal(frameOf(sources, { ...place, startLine: 90, endLine: 91 }, limits), null);
  });
});
