import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import pc from 'picocolors';
import { atLeast } from '../engine/findings/finding.ts';
import { shown } from '../engine/reports/shown.ts';
import { noSources } from '../engine/reports/sourceLines.ts';
import { plain, type Paint } from '../engine/reports/text.ts';
import type { AuditRequest, StateRef, TurnRequest } from '../protocol/engine.ts';
import { RewheelError } from '../protocol/errors.ts';
import { targetsFileSchema, type AuditReport, type TargetsFile } from '../protocol/report.ts';
import {
  Baseline,
  BASELINE_FILE,
  baselineText,
  readBaseline,
  refuseJscpd,
  refuseLink,
  type BaselineEntry,
} from '../service/server/baseline.ts';
import { readTextFile } from '../service/server/readTextFile.ts';
import { runAudit } from '../service/server/runAudit.ts';
import { reportSources } from '../service/server/reportSources.ts';
import { interruptible } from './interruptible.ts';
import { withFacts } from './localFacts.ts';
import { progressBar } from './progressBar.ts';
import { FORMATS, formatReport, framesOf, ruleHelpIn, type Format } from './reportFormats.ts';
import { stateRef } from './stateRef.ts';
import { complain } from './complain.ts';

interface AuditFlags {
  base?: string;
  head?: string;
  all?: boolean;
  log?: string[];
  turn?: string;
  targets?: string;
  format: Format;
  output?: string;
  failOn: 'error' | 'warning' | 'info' | 'never';
  match?: 'resolved' | 'names';
  config?: string;
  baseline?: string;
  updateBaseline?: boolean;
  estimateTokens?: boolean;
  explain?: boolean;
  showSuppressed?: boolean;
  workers?: number;
  cache?: string;
}

/** `rewheel audit`: what new code reused and what it wrote again, between two states or in all of one. */
export function addAudit(program: Command, finish: (code: number) => void): void {
  program
    .command('audit')
    .description('audit what changed between two states, or everything')
    .argument('[paths...]', 'workspace root (default: the current folder); further paths narrow what is reported')
    .option('--base <rev|dir>', 'state before: a git revision, or a folder (begins with . or /)')
    .option('--head <rev|dir>', 'state after (default: the working tree)')
    .option('--all', 'audit everything in the head state instead of a change')
    .option(
      '--log <file>',
      'log of the agent that wrote the change: recall, effort and gaps come from it (may be given again)',
      (file: string, files: string[] = []) => [...files, file],
    )
    .option('--turn <n>', 'turn of the logs, from 1 (default: the last); without --log, a turn of `rewheel turns list`')
    .option('--targets <file>', 'known targets: {"targets": [{"file", "name", "origin"}]}')
    .addOption(new Option('--format <format>', 'form of the report').choices(FORMATS).default('text'))
    .option('--output <file>', 'write the report to a file instead of standard output')
    .addOption(
      new Option('--fail-on <level>', 'exit with 1 when a finding of this level or above was introduced')
        .choices(['error', 'warning', 'info', 'never'])
        .default('warning'),
    )
    .addOption(new Option('--match <how>', 'how calls are matched (default: resolved)').choices(['resolved', 'names']))
    .option('--config <file>', 'settings file (default: .rewheel.json in the root)')
    .option('--baseline <file>', `accepted findings (default: ${BASELINE_FILE} in the root)`)
    .option(
      '--update-baseline',
      'accept every finding of this audit: with --all the baseline is written anew, else it is added to',
    )
    .option('--estimate-tokens', 'count tokens that the log does not state with a tokenizer')
    .option('--explain', 'say why findings were hidden')
    .option('--show-suppressed', 'list suppressed findings too')
    .option('--workers <n>', 'parse threads (default: by the machine and the work)', wholeNumber)
    .option('--cache <dir>', 'folder for cached facts (default: the data folder of the user)')
    .action(async (paths: string[], flags: AuditFlags) => finish(await runAuditCommand(paths, flags)));
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > 64)
    throw new InvalidArgumentError('It takes a number from 1 to 64.');
  return number;
}

async function runAuditCommand(paths: string[], flags: AuditFlags): Promise<number> {
  const cwd = process.cwd();
  const request = await requestOf(paths, flags, cwd);
  const update = flags.updateBaseline ? await baselineToUpdate(request, paths, flags) : null;
  const bar = progressBar();
  let sources = noSources;
  try {
    const { report, problems } = await interruptible((signal) =>
      withFacts({ cacheFolder: flags.cache }, (facts, logger) =>
        runAudit(request, {
          facts,
          logger,
          signal,
          onProgress: bar.update,
          ...(update && { baseline: update.asked }),
          distFolder: __dirname,
          onReport: async (made, text) => {
            const frames = framesOf(flags.format);
            if (frames > 0) sources = await reportSources(made, text, frames);
          },
        }),
      ),
    );
    bar.stop();
    for (const problem of problems) complain(problem);
    if (update) {
      await refuseLink(update.path);
      await write(update.path, baselineText(report, update.kept, update.asked));
      const count = report.findings.length;
      process.stderr.write(
        `rewheel: ${count} ${count === 1 ? 'finding' : 'findings'} accepted in ${shown(update.path)}\n`,
      );
    }
    const text = formatReport(flags.format, report, {
      paint: paint(flags),
      explain: flags.explain ?? false,
      sources,
      help: ruleHelpIn(join(__dirname, '../media/rules')),
    });
    if (flags.output) await write(resolve(cwd, flags.output), text);
    else process.stdout.write(text);
    return update || !fails(report, flags.failOn) ? 0 : 1;
  } finally {
    bar.stop();
  }
}

/** Exit code and list come from one place: the findings of the report. */
function fails(report: AuditReport, floor: AuditFlags['failOn']): boolean {
  if (floor === 'never') return false;
  return report.findings.some(
    (finding) => atLeast(finding.level, floor) && (report.base === null || finding.status === 'introduced'),
  );
}

async function requestOf(paths: string[], flags: AuditFlags, cwd: string): Promise<AuditRequest> {
  if (flags.all && flags.base !== undefined) throw new RewheelError('usage', '--all and --base exclude each other.');
  const turn = turnOf(flags, cwd);
  if (!flags.all && flags.base === undefined && turn === null) {
    throw new RewheelError(
      'usage',
      'Say what to compare with: --base REV or --base ./FOLDER, or --all for everything; or a kept turn: --turn N.',
    );
  }
  if (flags.all && flags.targets !== undefined) {
    throw new RewheelError('usage', '--targets needs a change to judge: give --base instead of --all.');
  }
  const root = resolve(cwd, paths[0] ?? '.');
  const head: StateRef = flags.head === undefined ? { kind: 'working-tree' } : stateRef(flags.head, cwd);
  return {
    root,
    base: flags.base === undefined ? null : stateRef(flags.base, cwd),
    head,
    sessionStart: null,
    turn,
    only: paths.slice(1).map((path) => insideRoot(root, resolve(cwd, path))),
    targets: flags.targets === undefined ? null : await loadTargets(resolve(cwd, flags.targets)),
    configFile: flags.config === undefined ? null : resolve(cwd, flags.config),
    baselineFile: flags.baseline === undefined ? null : resolve(cwd, flags.baseline),
    settings: {},
    options: {
      match: flags.match,
      failOn: flags.failOn,
      estimateTokens: flags.estimateTokens,
      explain: flags.explain,
      showSuppressed: flags.showSuppressed,
      workers: flags.workers,
    },
    overlay: {},
    trusted: true,
  };
}

/** What `--log` and `--turn` say: a turn of logs, or one that the workspace's store keeps. */
function turnOf(flags: AuditFlags, cwd: string): TurnRequest | null {
  const { log, turn } = flags;
  if (log === undefined && turn === undefined) return null;
  if (flags.all) throw new RewheelError('usage', '--all audits no change: it goes with neither --log nor --turn.');
  if (log === undefined) {
    const states = flags.base !== undefined ? '--base' : flags.head !== undefined ? '--head' : null;
    if (states === null) return { kind: 'stored', turn: turn! };
    throw new RewheelError(
      'usage',
      `--turn with ${states} needs --log: a turn of \`rewheel turns list\` has its own states. Leave ${states} out, or name the log.`,
    );
  }
  if (turn !== undefined && !/^[1-9]\d{0,6}$/.test(turn)) {
    throw new RewheelError('usage', `--turn ${turn} is no number of a turn: the log's turns are counted from 1.`);
  }
  return {
    kind: 'logs',
    files: log.map((file) => resolve(cwd, file)),
    number: turn === undefined ? null : Number(turn),
  };
}

/**
 * The baseline to write, which need not exist yet, and its entries that stay: an audit of everything sees all that there
 * is to accept, any other sees a part.
 */
async function baselineToUpdate(
  request: AuditRequest,
  paths: string[],
  flags: AuditFlags,
): Promise<{ path: string; kept: BaselineEntry[]; asked: Baseline }> {
  const path = request.baselineFile ?? join(request.root, BASELINE_FILE);
  await refuseJscpd(path);
  const kept = flags.all && paths.length < 2 ? [] : await readBaseline(path, false);
  return { path, kept, asked: new Baseline([], null) };
}

/** Root and path may be named through different links, so their real places count too. */
function insideRoot(root: string, path: string): string {
  const inside = below(root, path) ?? below(realPath(root), join(realPath(dirname(path)), basename(path)));
  if (inside === null) {
    throw new RewheelError('usage', `${path} does not lie in the workspace root ${root}. Name a path inside it.`);
  }
  return inside.split(sep).join('/');
}

/** The path relative to a folder; null when it does not lie in it. */
function below(folder: string, path: string): string | null {
  const inside = relative(folder, path);
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? null : inside;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

const TARGETS_FORM = 'It holds {"targets": [{"file", "name", "origin": "repo" or "self"}]}.';

async function loadTargets(path: string): Promise<TargetsFile> {
  const text = await readTextFile(path, true, 'bad-targets', 'The targets file');
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch (error) {
    throw new RewheelError('bad-targets', `The targets file ${path} is no valid JSON. ${TARGETS_FORM}`, {
      cause: error,
    });
  }
  const checked = targetsFileSchema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const where = issue!.path.length > 0 ? `"${issue!.path.join('.')}": ` : '';
  throw new RewheelError(
    'bad-targets',
    `The targets file ${path} cannot be used: ${where}${issue!.message}. ${TARGETS_FORM}`,
  );
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new RewheelError(
      'output-failed',
      `${path} cannot be written: ${(error as Error).message}. Give another file, or make room or rights for it.`,
      {
        cause: error,
      },
    );
  }
}

function paint(flags: AuditFlags): Paint {
  return flags.output === undefined && process.stdout.isTTY && pc.isColorSupported ? pc : plain;
}
