import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StateRef } from '../../../src/protocol/engine.ts';
import { reportSchema, type AuditReport } from '../../../src/protocol/report.ts';
import { auditOf, closeTestFacts, PROJECT, requestFor } from '../../support/auditFolders.ts';

/*
 * Every folder of test/recorded/audit is a case: before/ and after/ (and start/, the state before the session's first
 * turn), case.json (why, options, targets, only) and expect.json, the whole report. UPDATE_RECORDED=1 writes expect.json
 * anew: review its difference.
 */
const CASES = join(PROJECT, 'test/recorded/audit');

interface Case {
  why: string;
  options?: Record<string, unknown>;
  targets?: { file: string; name: string; origin: 'repo' | 'self' }[];
  only?: string[];
}

describe('recorded audits', () => {
  after(closeTestFacts);
  for (const name of readdirSync(CASES).sort()) {
    it(name, async () => {
      const folder = join(CASES, name);
      const text = `${JSON.stringify(stable(await audit(folder)), null, 2)}\n`;
      const path = join(folder, 'expect.json');
      if (process.env.UPDATE_RECORDED === '1') writeFileSync(path, text);
      assert.equal(text, readFileSync(path, 'utf8'));
    });
  }
});

async function audit(folder: string): Promise<AuditReport> {
  const { options, targets, only } = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as Case;
  const state = (part: string): StateRef | null =>
    existsSync(join(folder, part)) ? { kind: 'folder', path: join(folder, part), name: part } : null;
  const report = await auditOf(
    requestFor(folder, {
      base: state('before'),
      head: state('after')!,
      sessionStart: state('start'),
      options: options ?? {},
      targets: targets ? { targets } : null,
      only: only ?? [],
    }),
  );
  return reportSchema.strict().parse(report);
}

/** The version changes with every release and says nothing about the case. */
function stable(report: AuditReport): unknown {
  return { ...report, tool: { name: report.tool.name } };
}
