import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { closeTestFacts, PROJECT } from '../../support/auditFolders.ts';
import { countJudged, judgements, sampleWarnings, treeRoot, type TreeSet } from './realTrees.ts';

/*
 * `npm run accuracy:sample [-- --all]`: writes the drawn warnings of the real trees that have no verdict yet, with the code
 * of both sides, for judging. Verdicts go into judgements/*.json (tree, fingerprint, verdict, reason), without the code.
 */
const command = new Command('sample')
  .option('--output <file>', 'where to write', join(PROJECT, 'test/.cache/accuracy/sample.json'))
  .option('--all', 'those that were judged too', false)
  .parse();
const { output, all } = command.opts<{ output: string; all: boolean }>();
const set = JSON.parse(readFileSync(new URL('trees.json', import.meta.url), 'utf8')) as TreeSet;

try {
  const { warnings, sample, missing } = await sampleWarnings(set);
  for (const { tree, reason } of missing) console.error(`LEFT OUT: ${tree}: ${reason}`);
  const count = countJudged(sample, judgements());
  const roots = new Map(set.trees.map((tree) => [tree.name, treeRoot(tree)]));
  const code = (
    tree: string,
    { file, startLine, endLine }: { file: string; startLine: number; endLine: number },
  ): string[] =>
    readFileSync(join(roots.get(tree) as string, file), 'utf8')
      .split('\n')
      .slice(startLine - 1, endLine);
  const wanted = (all ? sample : count.unjudged).map((warning) => ({
    ...warning,
    code: { function: code(warning.tree, warning.function), target: code(warning.tree, warning.target) },
  }));
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, `${JSON.stringify({ seed: set.seed, warnings, sample: wanted }, null, 1)}\n`);
  console.log(
    `${sample.length} warnings drawn, ${count.unjudged.length} without a verdict; ${wanted.length} written to ${output}`,
  );
} finally {
  await closeTestFacts();
}
