import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS, type Format } from '../../../src/cli/reportFormats.ts';
import { reportSchema } from '../../../src/protocol/report.ts';
import { PROJECT } from '../../support/auditFolders.ts';
import { allFormats } from './formats.ts';
import { sarifErrors } from './sarifSchema.ts';

/*
 * Every folder of test/recorded/reports is a case: case.json (why, explain), report.json, sources.json (texts of the head
 * state by path), and the report in every format. UPDATE_RECORDED=1 writes the formats anew: review their difference.
 */
const CASES = join(PROJECT, 'test/recorded/reports');

const FILES: Record<Format, string> = {
  text: 'expect.txt',
  json: 'expect.json',
  sarif: 'expect.sarif',
  markdown: 'expect.md',
  html: 'expect.html',
  github: 'expect.github.txt',
};

describe('recorded reports', () => {
  for (const name of readdirSync(CASES).sort()) {
    const folder = join(CASES, name);
    const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const format of FORMATS) {
      it(`${name}: ${format}`, async () => {
        const report = reportSchema.strict().parse(read('report.json'));
        const { explain } = read('case.json') as { explain: boolean };
        const texts = new Map(Object.entries(read('sources.json') as Record<string, string>));
        const made = (await allFormats(report, texts, explain))[format];
        const path = join(folder, FILES[format]);
        if (process.env.UPDATE_RECORDED === '1') writeFileSync(path, made);
        assert.equal(Buffer.from(made).toString(), readFileSync(path, 'utf8'));
        if (format === 'sarif') assert.deepEqual(sarifErrors(made), []);
      });
    }
  }
});
