import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditOf, closeTestFacts, requestFor } from '../../support/auditFolders.ts';

/*
 * Agents read a notebook as JSON, line by line, or by a tool that shows its cells; either way the functions of the cells
 * that were shown count as read.
 */
const body = (name: string): string =>
  `def ${name}(rows):\n    total = sum(rows)\n    count = len(rows)\n    return round(total / count, 2)`;
const other = 'def spread(rows):\n    low = min(rows)\n    high = max(rows)\n    return (high - low) / len(rows)';

function notebook(...cells: string[]): string {
  const code = (source: string): object => ({
    cell_type: 'code',
    execution_count: null,
    metadata: {},
    outputs: [],
    source: source.split(/(?<=\n)/),
  });
  return `${JSON.stringify({ cells: cells.map(code), metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

describe('reads of a notebook', () => {
  after(closeTestFacts);
  const text = notebook('import os', body('mean'), other);
  const rows = text.split('\n');
  const line = (part: string): number => rows.findIndex((row) => row.includes(part)) + 1;

  const cases: [string, object, number | null][] = [
    [
      'by lines of its JSON, where the function stands',
      {
        type: 'text',
        file: {
          content: rows.slice(line('def mean') - 1, line('def mean') + 1).join('\n'),
          startLine: line('def mean'),
          numLines: 2,
          totalLines: rows.length,
        },
      },
      1,
    ],
    [
      'by lines of its JSON, elsewhere',
      {
        type: 'text',
        file: {
          content: rows.slice(line('def spread') - 1, line('def spread') + 2).join('\n'),
          startLine: line('def spread'),
          numLines: 3,
          totalLines: rows.length,
        },
      },
      0,
    ],
    ['by its cells', { type: 'notebook', file: { cells: [{ cellType: 'code', source: body('mean') }] } }, 1],
    ['by other cells', { type: 'notebook', file: { cells: [{ cellType: 'code', source: other }] } }, 0],
    ['as a path', { type: 'notebook', file: { cells: [] } }, 0],
  ];
  for (const [name, result, recalled] of cases)
    it(name, async () => {
      const root = mkdtempSync(join(tmpdir(), 'rewheel-recall-'));
      try {
        for (const state of ['before', 'after']) {
          mkdirSync(join(root, state));
          writeFileSync(join(root, state, 'a.ipynb'), text);
        }
        writeFileSync(join(root, 'after/b.py'), `${body('average')}\n`);
        const common = {
          isSidechain: false,
          cwd: root,
          sessionId: 's',
          version: '2.1.42',
          timestamp: '2026-03-02T09:00:00Z',
        };
        const filePath = join(root, 'a.ipynb');
        const row = (uuid: string, type: string, content: unknown, more = {}): string =>
          JSON.stringify({ ...common, ...more, uuid, type, message: { id: uuid, role: type, model: 'm', content } });
        const log = [
          row('1', 'user', 'Average, please'),
          row('2', 'assistant', [{ type: 'tool_use', id: 't', name: 'Read', input: { file_path: filePath } }]),
          row('3', 'user', [{ type: 'tool_result', tool_use_id: 't', content: 'shown' }], {
            toolUseResult: { ...result, file: { filePath, ...(result as { file: object }).file } },
          }),
          row('4', 'assistant', [{ type: 'text', text: 'Done' }]),
        ];
        writeFileSync(join(root, 'log.jsonl'), `${log.join('\n')}\n`);
        const state = (part: string) => ({ kind: 'folder' as const, path: join(root, part), name: part });
        const report = await auditOf(
          requestFor(root, {
            base: state('before'),
            head: state('after'),
            turn: { kind: 'logs', files: [join(root, 'log.jsonl')], number: 1 },
          }),
        );
        const [finding] = report.findings.filter((one) => one.rule === 'reimplements-logic');
        assert.equal(finding?.target.cell, 1);
        assert.equal(report.metrics.recall?.repo.recalled, recalled);
        assert.equal(report.metrics.exploration?.files, 1);
        assert.equal(finding.gap, recalled === 1 ? 'execution' : 'exploration');
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    });
});
