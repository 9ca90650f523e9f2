import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostMissing, installHost } from '../src/build/host/hostInstall.ts';
import { installAgent } from './support/agentInstall.ts';
import { provide } from './support/needs.ts';
import { SUITES, testFiles } from './support/suites.ts';
import type { Suite } from './support/suites.ts';

/*
 * `npm test [-- SUITE…] [mocha's options]`: sets the machine up, builds, and runs the suites one after the other. The
 * last line is `N passed, N failed, N skipped`. With REWHEEL_TEST_ALL=1 a skipped test fails the run.
 */
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const NOTHING_SKIPPED = process.env.REWHEEL_TEST_ALL === '1';

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
  skippedTitles: string[];
}

async function main(): Promise<void> {
  const { suites, options } = readArguments(process.argv.slice(2));
  const chosen = suites
    .map((suite) => ({ suite, files: testFiles(ROOT, suite) }))
    .filter(({ suite, files }) => {
      if (files.length === 0) log(`${suite.name}: no test files`);
      return files.length > 0;
    });
  await setUp(chosen.map(({ suite }) => suite));
  const totals: Totals = { passed: 0, failed: 0, skipped: 0, skippedTitles: [] };
  if (!build()) {
    log('The build failed, so no test was run.');
    totals.failed = 1;
  } else {
    for (const { suite, files } of chosen) add(totals, runSuite(suite, files, options));
  }
  conclude(totals);
}

/** Names of suites choose them; everything else is mocha's. */
function readArguments(args: string[]): { suites: Suite[]; options: string[] } {
  const names: string[] = [];
  let options = args;
  while (options[0] !== undefined && !options[0].startsWith('-')) {
    names.push(options[0]);
    options = options.slice(1);
  }
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    console.error(`No such suite: ${unknown.join(', ')}. There are ${SUITES.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
  return { suites: names.length === 0 ? SUITES : SUITES.filter(({ name }) => names.includes(name)), options };
}

async function setUp(suites: Suite[]): Promise<void> {
  provide([...new Set(suites.flatMap(({ needs }) => needs))], log);
  if (suites.some(({ agent }) => agent)) await installAgent(log);
  if (!suites.some(({ vscode }) => vscode)) return;
  const missing = hostMissing();
  if (missing) log(`MISSING: tests in a real VS Code are skipped: ${missing}`);
  else await installHost(log);
}

function build(): boolean {
  log('build');
  const command = ['--import', 'tsx', 'src/build/build.ts'];
  return spawnSync(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function runSuite(suite: Suite, files: string[], options: string[]): Totals {
  log(`suite ${suite.name}: ${files.length} files`);
  const folder = mkdtempSync(join(tmpdir(), 'rewheel-totals-'));
  const file = join(folder, 'totals.json');
  try {
    const started = Date.now();
    const args = ['--reporter', 'test/support/totalsReporter.cjs', ...(NOTHING_SKIPPED ? ['--forbid-only'] : [])];
    const result = spawnSync(process.execPath, ['node_modules/mocha/bin/mocha.js', ...args, ...options, ...files], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, REWHEEL_TEST_TOTALS: file },
    });
    const totals = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Totals) : null;
    log(`suite ${suite.name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
    // A mocha that died, or failed outside a test (a file that cannot be loaded), is a failure that no test counts.
    if (!totals) return { passed: 0, failed: 1, skipped: 0, skippedTitles: [] };
    if (result.status !== 0 && totals.failed === 0) totals.failed = 1;
    return totals;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function add(totals: Totals, more: Totals): void {
  totals.passed += more.passed;
  totals.failed += more.failed;
  totals.skipped += more.skipped;
  totals.skippedTitles.push(...more.skippedTitles);
}

function conclude(totals: Totals): void {
  const ran = totals.passed + totals.failed;
  if (totals.skipped > 0) {
    log(`SKIPPED${NOTHING_SKIPPED ? ', though REWHEEL_TEST_ALL=1 allows none' : ''}:`);
    for (const title of totals.skippedTitles) log(`  ${title}`);
  }
  if (ran === 0) log('No test ran.');
  if (totals.failed > 0 || ran === 0 || (NOTHING_SKIPPED && totals.skipped > 0)) process.exitCode = 1;
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
}

function log(line: string): void {
  console.log(`[test] ${line}`);
}

await main();
