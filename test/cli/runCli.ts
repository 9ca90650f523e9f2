import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reportSchema, type AuditReport } from '../../src/protocol/report.ts';
import { PROJECT } from '../support/auditFolders.ts';
import { newFolder, removeFolders } from '../unit/platform/testRepository.ts';

export const CLI = join(PROJECT, 'dist/cli.cjs');

export interface Ended {
  /** Exit code; null when a signal ended the program. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  /** Variables beside the cleaned environment; undefined takes one away. */
  env?: Record<string, string | undefined>;
  /** Program and arguments that run node (`setpriv …`). */
  through?: string[];
  /** The bundle to run, when it is a copy. */
  program?: string;
  /** Called as soon as the program runs. */
  started?: (child: ChildProcess) => void;
}

let data: string | undefined;

/**
 * Runs the built command line and waits for its end. Whatever goes in, what comes out must be no stack trace and, as
 * nothing here is a terminal, no escape sequence.
 */
export async function rewheel(args: string[], options: RunOptions = {}): Promise<Ended> {
  const ended = await run(args, options);
  const said = `${ended.stdout}\n${ended.stderr}`;
  assert.doesNotMatch(said, /\n {4}at .*:\d+|this is a fault in Rewheel/, said);
  // eslint-disable-next-line no-control-regex -- the characters that must not reach a terminal
  assert.doesNotMatch(said, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/, JSON.stringify(said));
  return ended;
}

/** As `rewheel`, without a look at what it printed. */
export function run(args: string[], options: RunOptions = {}): Promise<Ended> {
  const program = options.program ?? CLI;
  if (!existsSync(program)) throw new Error(`${program} is not there: run \`npm run build\` first`);
  const [command, ...rest] = [...(options.through ?? []), process.execPath, program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command!, rest, {
      cwd: options.cwd ?? newFolder(),
      env: { ...cleanEnvironment(), ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    options.started?.(child);
  });
}

/** The caller's environment without what changes the program's output, with a data folder and git settings of its own. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(GIT_|NO_COLOR|FORCE_COLOR|NODE_OPTIONS)/.test(name));
  data ??= newFolder();
  return {
    ...Object.fromEntries(kept),
    HOME: data,
    REWHEEL_DATA: data,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
  };
}

/** Takes every folder away that the tests made, the data folder too. */
export function cleanUp(): void {
  removeFolders();
  data = undefined;
}

/** The report of `audit … --format json`, checked against the schema, every key known. */
export async function reportOf(args: string[], options: RunOptions = {}): Promise<AuditReport> {
  const ended = await rewheel(['audit', ...args, '--format', 'json'], options);
  assert.ok(ended.code === 0 || ended.code === 1, `exit ${ended.code}: ${ended.stderr}`);
  return parseReport(ended.stdout);
}

export function parseReport(text: string): AuditReport {
  const value: unknown = JSON.parse(text);
  const report = reportSchema.parse(value);
  assert.deepEqual(report, value, 'the report has keys that its schema does not know');
  return report;
}

/** Rule and names of the findings, for comparing at a glance. */
export function briefly(report: Pick<AuditReport, 'findings'>): string[] {
  return report.findings.map(
    ({ rule, level, cloneType, function: fn, target }) =>
      `${level} ${rule} ${fn.name} -> ${target.name}${cloneType === null ? '' : ` type ${cloneType}`}`,
  );
}
