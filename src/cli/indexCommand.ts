import { resolve } from 'node:path';
import type { Command } from 'commander';
import { languageOf } from '../engine/language/languages.ts';
import { isFunction } from '../engine/model/state.ts';
import type { FactsRequest } from '../engine/ports/ports.ts';
import { openStates } from '../platform/snapshots/openStates.ts';
import { withFacts } from './localFacts.ts';
import { progressBar } from './progressBar.ts';

/** `rewheel index`: takes the facts of a workspace into the cache, so that the next audit starts warm. */
export function addIndex(program: Command, finish: (code: number) => void): void {
  program
    .command('index')
    .description('read the workspace into the cache, so that the next audit starts warm')
    .argument('[path]', 'workspace root', '.')
    .option('--stats', 'print what was read, by language')
    .option('--cache <dir>', 'folder for cached facts (default: the data folder of the user)')
    .action(async (path: string, flags: { stats?: boolean; cache?: string }) => {
      finish(await runIndex(resolve(path), flags));
    });
}

async function runIndex(root: string, flags: { stats?: boolean; cache?: string }): Promise<number> {
  const bar = progressBar();
  try {
    await withFacts({ cacheFolder: flags.cache }, async (facts) => {
      const { head } = await openStates({
        root,
        base: null,
        head: { kind: 'working-tree' },
        overlay: {},
        trusted: true,
        include: [],
        exclude: [],
      });
      const requests: FactsRequest[] = head.files.flatMap((file) => {
        const language = languageOf(file.path);
        return language ? [{ ...file, language, read: () => head.read(file.path) }] : [];
      });
      const outcomes = await facts.facts(requests, {
        workers: 0,
        timeLimitMs: 10_000,
        onDone: (done) => bar.update({ phase: 'reading', done, total: requests.length }),
      });
      bar.stop();
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
      const read = outcomes.filter((outcome) => outcome.ok).length;
      process.stdout.write(`${read} files read, ${outcomes.length - read + head.skipped.length} skipped\n`);
      if (!flags.stats) return;
      for (const [language, { files, functions, lines }] of [...byLanguage].sort()) {
        process.stdout.write(`${language}: ${files} files, ${functions} functions, ${lines} lines\n`);
      }
    });
    return 0;
  } finally {
    bar.stop();
  }
}
