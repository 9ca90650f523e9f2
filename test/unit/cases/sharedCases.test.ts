import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StateRef } from '../../../src/protocol/engine.ts';
import { auditOf, closeTestFacts, PROJECT, requestFor, SHARED } from '../../support/auditFolders.ts';
import {
  faultsOf,
  findExpected,
  loadCase,
  loudPairs,
  prepareCase,
  symbolsOf,
  type SharedCase,
} from '../../support/sharedCase.ts';
import { skipLoudly } from '../../support/skip.ts';

/*
 * The shared cases out of what users of other tools complain about. later.json names those that need what a later issue
 * brings, each with what is missing; a case that passes although it stands there fails the run, so the list cannot rot.
 */
const CASES = join(SHARED, 'cases/peer-complaints');
const LATER = JSON.parse(readFileSync(join(PROJECT, 'test/unit/cases/later.json'), 'utf8')) as Record<string, string>;

describe('shared cases', () => {
  after(closeTestFacts);
  if (!existsSync(CASES)) {
    it('are there', function () {
      skipLoudly(this, `the shared cases are not at ${CASES}`);
    });
    return;
  }
  for (const id of readdirSync(CASES).filter((name) => /^\d/.test(name))) {
    const missing = LATER[id];
    it(missing ? `${id} (not yet: ${missing})` : id, async () => {
      const work = mkdtempSync(join(tmpdir(), 'rewheel-case-'));
      try {
        const shared = loadCase(join(CASES, id));
        prepareCase(join(CASES, id), work, shared.setup);
        const faults = shared.turns ? await turnFaults(shared, work) : await wholeFaults(shared, work);
        if (missing) assert.notDeepEqual(faults, [], `${id} passes now: take it out of later.json`);
        else assert.deepEqual(faults, []);
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    });
  }
});

async function wholeFaults(shared: SharedCase, work: string): Promise<string[]> {
  const root = join(work, 'repo');
  const report = await auditOf(requestFor(root, {}));
  const faults = faultsOf(report, shared.expect, 'repo/');
  for (const path of shared.expect.not_scanned ?? []) {
    const seen = [...report.findings, ...report.skipped].some((one) => JSON.stringify(one).includes(path.slice(5)));
    if (seen) faults.push(`${path} was read`);
  }
  const { scanned } = shared.expect;
  if (scanned && report.scanned.files !== scanned.length) {
    faults.push(`${report.scanned.files} files scanned, not ${scanned.length}`);
  }
  for (const invariant of shared.expect.invariant ?? []) {
    for (const count of /^workers=([\d,]+)$/.exec(invariant)?.[1]?.split(',') ?? []) {
      const again = await auditOf(requestFor(root, { options: { workers: Number(count) } }));
      if (JSON.stringify(again) !== JSON.stringify(report)) faults.push(`another report with ${count} workers`);
    }
  }
  return faults;
}

async function turnFaults(shared: SharedCase, work: string): Promise<string[]> {
  const faults: string[] = [];
  const turns = shared.turns ?? [];
  for (let i = 1; i < turns.length; i++) {
    const expect = shared.expect.turns?.[String(turns[i]!.n)];
    if (!expect) continue;
    const state = (tree: string): StateRef => ({ kind: 'folder', path: join(work, tree), name: tree });
    const report = await auditOf(requestFor(work, { base: state(turns[i - 1]!.tree), head: state(turns[i]!.tree) }));
    const of = (status: string): typeof report.findings => report.findings.filter((one) => one.status === status);
    for (const status of ['introduced', 'inherited'] as const) {
      for (const expected of expect[status] ?? []) {
        if (!findExpected(of(status), expected, '')) faults.push(`turn ${i}: no ${status} ${JSON.stringify(expected)}`);
      }
    }
    const loud = of('introduced').filter((finding) => finding.level === 'warning');
    const asked = expect.introduced?.filter(({ level }) => level !== 'info');
    if (asked && loud.length !== asked.length) {
      faults.push(`turn ${i}: introduced ${loud.map((one) => symbolsOf(one, '').join(' ')).join('; ')}`);
    }
    const told = report.findings.filter((finding) => finding.level !== 'hidden');
    faults.push(...loudPairs(told, expect.quiet ?? [], '').map((fault) => `turn ${i}: ${fault}`));
    for (const { symbol } of expect.resolved ?? []) {
      const found = report.resolved.some(({ function: fn }) => `${fn.file}#${fn.name}` === symbol);
      if (symbol && !found) faults.push(`turn ${i}: ${symbol} is not resolved`);
    }
    if (expect.copies) {
      const { before, after } = report.copies;
      if (before !== expect.copies.before || after !== expect.copies.after) {
        faults.push(`turn ${i}: copies ${before} to ${after}`);
      }
    }
    if (expect.verdict && report.verdict !== expect.verdict) faults.push(`turn ${i}: verdict ${report.verdict}`);
    if (expect.exit && (loud.length > 0 ? 'findings' : 'clean') !== expect.exit) faults.push(`turn ${i}: exit`);
  }
  return faults;
}
