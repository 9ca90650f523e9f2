import { resolve } from 'node:path';
import type { Command } from 'commander';
import { languageOf } from '../engine/language/languages.ts';
import { isFunction } from '../engine/model/state.ts';
import type { FactsOutcome, FactsRequest } from '../engine/ports/ports.ts';
import { openStates } from '../platform/snapshots/openStates.ts';
import { interruptible } from './interruptible.ts';
import { withFacts } from './localFacts.ts';
import { progressBar } from './progressBar.ts';
import { complain } from './complain.ts';

interface IndexFlags {
  stats?: boolean;
  cache?: string;
}

/** `rewheel index`: takes the facts of a workspace into the cache, so that the next audit starts warm. */
export function addIndex(program: Command, finish: (code: number) => void): void {
  program
    .command('index')
    .description('read the workspace into the cache, so that the next audit starts warm')
    .argument('[path]', 'workspace root', '.')
    .option('--stats', 'print what was read, by language')
    .option('--cache <dir>', 'folder for cached facts (default: the data folder of the user)')
    .action(async (path: string, flags: IndexFlags) => {
      await interruptible((signal) => index(resolve(path), flags, signal));
      finish(0);
    });
}

async function index(root: string, flags: IndexFlags, signal: AbortSignal): Promise<void> {
  const bar = progressBar();
  try {
    await withFacts({ cacheFolder: flags.cache }, async (facts, logger) => {
      const where = { root, trusted: true, include: [], exclude: [], overlay: {} };
      const opened = await openStates({ ...where, base: null, head: { kind: 'working-tree' } }, logger, signal);
      try {
        const { head, problems } = opened;
        const requests: FactsRequest[] = head.files.flatMap((file) => {
          const language = languageOf(file.path);
          return language ? [{ ...file, language, read: () => head.read(file.path) }] : [];
        });
        const outcomes = await facts.facts(requests, {
          workers: 0,
          timeLimitMs: 10_000,
          signal,
          onDone: (done) => bar.update({ phase: 'reading', done, total: requests.length }),
        });
        bar.stop();
        for (const problem of problems) complain(problem);
        const read = outcomes.filter((outcome) => outcome.ok).length;
        process.stdout.write(`${read} files read, ${outcomes.length - read + head.skipped.length} skipped\n`);
        if (flags.stats) process.stdout.write(statistics(requests, outcomes));
      } finally {
        opened.close();
      }
    });
  } finally {
    bar.stop();
  }
}

/** One line a language, sorted by its name. */
function statistics(requests: readonly FactsRequest[], outcomes: readonly FactsOutcome[]): string {
  const byLanguage = new Map<string, { files: number; functions: number; lines: number }>();
  outcomes.forEach((outcome, index) => {
    if (!outcome.ok) return;
    const { language } = requests[index]!;
    const summary = outcome.facts.summary();
    const row = byLanguage.get(language) ?? { files: 0, functions: 0, lines: 0 };
    row.files++;
    row.lines += summary.lines;
    row.functions += summary.symbols.filter(isFunction).length;
    byLanguage.set(language, row);
  });
  return [...byLanguage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, { files, functions, lines }]) => {
      return `${language}: ${files} files, ${functions} functions, ${lines} lines\n`;
    })
    .join('');
}
