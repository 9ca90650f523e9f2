import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { Logger } from '../engine/ports/ports.ts';
import { textReport } from '../engine/reports/text.ts';
import { shown } from '../engine/reports/shown.ts';
import { dataFolder } from '../platform/files/dataFolder.ts';
import type { AuditReport } from '../protocol/report.ts';
import type { TurnRecord } from '../protocol/turns.ts';
import type { FactsService } from '../service/pool/factsProvider.ts';
import { runAudit } from '../service/server/runAudit.ts';
import type { WatchNews } from '../service/server/watch/watchNews.ts';
import { WorkspaceWatcher } from '../service/server/watch/workspaceWatcher.ts';
import { withFacts } from './localFacts.ts';
import { headline } from './turnLine.ts';
import { complain } from './complain.ts';

interface WatchFlags {
  root: string;
  format: 'text' | 'json';
  audit: boolean;
  bursts?: boolean;
}

/** `rewheel turns watch`: says when turns begin and end, and audits those that end. */
export function addWatch(turns: Command, finish: (code: number) => void): void {
  turns
    .command('watch')
    .description('watch for turns of agents, and audit each when it ends (Ctrl+C ends)')
    .option('-C, --root <path>', 'workspace root', '.')
    .addOption(
      new Option('--format <format>', 'form of the output; json: one document a line')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option('--no-audit', 'only say when turns begin and end')
    .option('--bursts', 'take every burst of changes for a turn while no log tells of one, your own changes too')
    .action(async (flags: WatchFlags) => {
      await withFacts({ cacheFolder: undefined }, (facts, logger) => watch(flags, facts, logger));
      finish(0);
    });
}

/** Watches until Ctrl+C. @throws RewheelError when watching cannot begin */
async function watch(flags: WatchFlags, facts: FactsService, logger: Logger): Promise<void> {
  const root = resolve(flags.root);
  const abort = new AbortController();
  const interrupted = new Promise<void>((done) => {
    const onSignal = (): void => {
      abort.abort();
      done();
    };
    process.once('SIGINT', onSignal);
    process.once('SIGTERM', onSignal);
    abort.signal.addEventListener('abort', () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    });
  });
  // Nothing else keeps the process alive while nothing happens.
  const alive = setInterval(() => undefined, 2 ** 30);
  let audits: Promise<void> = Promise.resolve();
  const printer = new Printer(flags);
  try {
    const watcher = await WorkspaceWatcher.start({
      request: { root, logs: true, logPlaces: {}, bursts: flags.bursts ?? false },
      dataFolder: dataFolder(),
      tell: (news) => {
        // Audits take their time, and what is said keeps its order.
        audits = audits.then(async () => {
          if (abort.signal.aborted && news.kind !== 'ended') return;
          const isAudited = news.kind === 'ended' && news.turn.state === 'finished' && flags.audit;
          const report = isAudited ? await audited(root, news.turn, facts, logger, abort.signal) : null;
          printer.print(news, report);
        });
      },
    });
    process.stderr.write(`rewheel: watching ${shown(root)} (Ctrl+C ends)\n`);
    await interrupted;
    await watcher.close();
    await audits;
  } finally {
    clearInterval(alive);
    abort.abort();
  }
}

/** The report on a turn; null when there is none, which is said. */
async function audited(
  root: string,
  turn: TurnRecord,
  facts: FactsService,
  logger: Logger,
  signal: AbortSignal,
): Promise<AuditReport | null> {
  try {
    const { report, problems } = await runAudit(
      {
        root,
        base: null,
        head: { kind: 'working-tree' },
        sessionStart: null,
        turn: { kind: 'stored', turn: turn.id },
        only: [],
        targets: null,
        configFile: null,
        baselineFile: null,
        settings: {},
        options: {},
        overlay: {},
        trusted: true,
      },
      { facts, logger, signal, distFolder: __dirname },
    );
    for (const problem of problems) complain(problem);
    return report;
  } catch (error) {
    if (signal.aborted) return null;
    complain(`turn ${turn.number} cannot be audited: ${(error as Error).message}`);
    return null;
  }
}

class Printer {
  readonly #json: boolean;

  constructor({ format }: WatchFlags) {
    this.#json = format === 'json';
  }

  print(news: WatchNews, report: AuditReport | null): void {
    if (news.kind === 'problem' || news.kind === 'stopped') return complain(news.message);
    if (this.#json) {
      const line = { schema: 'rewheel/turn-event@1', event: news.kind, turn: news.turn, report };
      process.stdout.write(`${shown(JSON.stringify(line))}\n`);
      return;
    }
    process.stdout.write(`${news.kind === 'began' ? 'began' : 'ended'} ${headline(news.turn)}\n`);
    if (report !== null) process.stdout.write(textReport(report));
  }
}
