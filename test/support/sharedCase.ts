import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AuditReport, Finding } from '../../src/protocol/report.ts';

/** A case of the shared folder `cases/peer-complaints`, as its README describes it. */
export interface SharedCase {
  id: string;
  why: string;
  setup?: SetupStep[];
  turns?: { n: number; tree: string; by: string }[];
  expect: Expectation & { turns?: Record<string, TurnExpectation> };
}

interface SetupStep {
  op: 'rename' | 'symlink' | 'eol' | 'bom' | 'git-init' | 'repeat';
  path: string;
  to?: string;
  target?: string;
  unit?: string;
  count?: number;
  then?: string;
  then_count?: number;
}

interface ExpectedFinding {
  kind: string;
  pair?: [string, string];
  members?: string[];
  clone_type?: number[];
  level?: 'info' | 'warning';
  max_level?: string;
  ranges?: Record<string, [number, number]>;
}

export interface Expectation {
  report?: ExpectedFinding[];
  quiet?: [string, string][];
  only?: boolean;
  findings?: number;
  removable_lines?: number;
  duplicated_lines?: number;
  max_level?: string;
  mentions?: string[];
  first?: string;
  counts?: { hidden_in_tests?: boolean; generated_files?: string[] };
  reuse?: { caller: string; callee: string; calls: number }[];
  scanned?: string[];
  not_scanned?: string[];
  scanned_files?: number;
  skipped?: { path: string; reason: string }[];
  exit?: 'clean' | 'findings';
  invariant?: string[];
}

export interface TurnExpectation {
  introduced?: ExpectedFinding[];
  inherited?: ExpectedFinding[];
  quiet?: [string, string][];
  resolved?: { symbol?: string }[];
  copies?: { before: number; after: number };
  verdict?: string;
  exit?: 'clean' | 'findings';
}

export function loadCase(folder: string): SharedCase {
  return JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as SharedCase;
}

/** Copies a case into `target` and carries out its set-up there. */
export function prepareCase(folder: string, target: string, steps: readonly SetupStep[] = []): void {
  cpSync(folder, target, { recursive: true });
  for (const step of steps) applyStep(target, step);
}

function applyStep(root: string, step: SetupStep): void {
  const path = join(root, step.path);
  switch (step.op) {
    case 'rename':
      return renameSync(path, join(root, step.to!));
    case 'symlink':
      return symlinkSync(step.target!, path);
    case 'eol':
      return writeFileSync(path, readFileSync(path, 'utf8').replace(/\r?\n/g, '\r\n'));
    case 'bom':
      return writeFileSync(path, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), readFileSync(path)]));
    case 'git-init':
      execFileSync('git', ['init', '-q', path]);
      return;
    case 'repeat': {
      mkdirSync(dirname(path), { recursive: true });
      const tail = step.then === undefined ? '' : step.then.repeat(step.then_count ?? 1);
      return writeFileSync(path, step.unit!.repeat(step.count!) + tail);
    }
  }
}

const KIND_RULES: Record<string, string[]> = {
  duplicate: ['reimplements-logic', 'duplicates-self'],
  wrapper: ['wraps-target'],
  reimplementation: ['reimplements-calls', 'reimplements-logic'],
  constant: ['duplicates-constant'],
};
const LEVELS = ['hidden', 'info', 'warning', 'error'];

/** `path#name` (in a notebook `path#cell:N:name`) of every place of a finding; paths are relative to the scanned folder, `prefix` is put before them. */
export function symbolsOf(finding: Finding, prefix: string): string[] {
  return [finding.function, finding.target, ...finding.members].map(({ file, name, cell }) => {
    return `${prefix}${file}#${cell === undefined ? '' : `cell:${cell}:`}${name}`;
  });
}

/** The finding that an expectation asks for, or undefined. */
export function findExpected(
  findings: readonly Finding[],
  expected: ExpectedFinding,
  prefix: string,
): Finding | undefined {
  const wanted = expected.members ?? expected.pair ?? [];
  return findings.find(
    (finding) =>
      KIND_RULES[expected.kind]?.includes(finding.rule) &&
      wanted.every((symbol) => symbolsOf(finding, prefix).includes(symbol)) &&
      (!expected.clone_type || expected.clone_type.includes(finding.cloneType ?? 0)) &&
      LEVELS.indexOf(finding.level) >= LEVELS.indexOf(expected.level ?? 'info') &&
      LEVELS.indexOf(finding.level) <= LEVELS.indexOf(expected.max_level ?? 'error'),
  );
}

/** Pairs that must not be told and are. */
export function loudPairs(shown: readonly Finding[], quiet: readonly [string, string][], prefix: string): string[] {
  return quiet.flatMap(([a, b]) => {
    const loud = shown.find((finding) => {
      const symbols = symbolsOf(finding, prefix);
      return a === b ? symbols.filter((one) => one === a).length > 1 : symbols.includes(a) && symbols.includes(b);
    });
    return loud ? [`not quiet: ${a} and ${b} (${loud.rule})`] : [];
  });
}

/** Every way in which a report of `--all` misses its expectation, in words. */
export function faultsOf(report: AuditReport, expect: Expectation, prefix: string): string[] {
  const faults: string[] = [];
  const shown = report.findings.filter((finding) => finding.level !== 'hidden');
  const matched = new Set<Finding>();
  for (const expected of expect.report ?? []) {
    const finding = findExpected(shown, expected, prefix);
    if (!finding) {
      faults.push(`missing: ${JSON.stringify(expected)}`);
      continue;
    }
    matched.add(finding);
    for (const [path, [from, to]] of Object.entries(expected.ranges ?? {})) {
      const place = [finding.function, finding.target, ...finding.members].find(({ file }) => prefix + file === path);
      if (place?.startLine !== from || place.endLine !== to) {
        faults.push(`${path}: lines ${place?.startLine}-${place?.endLine}, not ${from}-${to}`);
      }
    }
  }
  faults.push(...loudPairs(shown, expect.quiet ?? [], prefix));
  if (expect.max_level) {
    const above = shown.filter(({ level }) => LEVELS.indexOf(level) > LEVELS.indexOf(expect.max_level!));
    faults.push(...above.map(({ level, function: fn }) => `${fn.name} is told as ${level}`));
  }
  for (const word of expect.mentions ?? []) {
    if (![...matched].some(({ message }) => message.includes(word))) faults.push(`no message mentions ${word}`);
  }
  for (const path of expect.counts?.generated_files ?? []) {
    if (!report.skipped.some(({ file, reason }) => prefix + file === path && reason === 'generated')) {
      faults.push(`${path} is not named as generated`);
    }
  }
  for (const { caller, callee, calls } of expect.reuse ?? []) {
    const [path] = caller.split('#');
    const adopted = report.adopted.find(({ file, name }) => `${prefix}${file}#${name}` === callee);
    const sites = adopted?.calledFrom.filter(({ file }) => prefix + file === path) ?? [];
    if (sites.length !== calls) faults.push(`${callee} is called ${sites.length} times from ${path}, not ${calls}`);
  }
  if (expect.only) {
    for (const finding of shown.filter((one) => !matched.has(one))) {
      faults.push(`more than asked: ${finding.rule} ${symbolsOf(finding, prefix).join(', ')}`);
    }
  }
  if (expect.findings !== undefined && shown.length !== expect.findings) {
    faults.push(`${shown.length} findings, not ${expect.findings}`);
  }
  const { removableLines, duplicatedLines } = report.metrics.redundancy;
  if (expect.duplicated_lines !== undefined && duplicatedLines !== expect.duplicated_lines) {
    faults.push(`${duplicatedLines} duplicated lines, not ${expect.duplicated_lines}`);
  }
  if (expect.exit) {
    const exit = shown.some(({ level }) => LEVELS.indexOf(level) >= LEVELS.indexOf('warning')) ? 'findings' : 'clean';
    if (exit !== expect.exit) faults.push(`it ends as ${exit}`);
  }
  if (expect.removable_lines !== undefined && removableLines !== expect.removable_lines) {
    faults.push(`${removableLines} removable lines, not ${expect.removable_lines}`);
  }
  if (expect.scanned_files !== undefined && report.scanned.files !== expect.scanned_files) {
    faults.push(`${report.scanned.files} files scanned, not ${expect.scanned_files}`);
  }
  for (const { path, reason } of expect.skipped ?? []) {
    if (!report.skipped.some((one) => prefix + one.file === path && one.reason === reason)) {
      faults.push(`${path} is not skipped as ${reason}`);
    }
  }
  return faults;
}
