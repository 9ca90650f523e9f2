import { readFileSync, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { closeTestFacts } from '../../support/auditFolders.ts';
import { JSCPD_SETTINGS, type JscpdSettings } from './jscpd.ts';
import { measureWorkspaces, REWHEEL, type Tool } from './measureWorkspaces.ts';
import { TRANSFORMATIONS, type MutatedLanguage } from './model.ts';
import { mutatePython } from './pythonMutator.ts';
import { tally, type RelatedPair, type Score } from './score.ts';
import { pythonSources, typescriptSources } from './sources.ts';
import { alignLines, mergeClasses, scoreAlignment } from './mergeClasses.ts';
import { countJudged, judgements, sampleWarnings, type TreeSet } from './realTrees.ts';
import { accuracyTable, aligned, percent, type Aims } from './table.ts';
import { mutateTypeScript } from './typescript/mutate.ts';

/*
 * `npm run accuracy [-- OPTIONS]`: how many re-implementations Rewheel finds, and how many unrelated functions it flags
 * wrongly, with jscpd beside it on the same files. See CONTRIBUTING.md, "Accuracy".
 */
interface PackageSet {
  seed: string;
  python: string[];
  typescript: string[];
}

/** `building` for everyday use, `development` for looking at misses, `held-out` for nothing but measuring. */
type SetName = 'building' | 'development' | 'held-out';

/** Classes that are generated for each language, and what the issue asks for. */
const MERGE = { seeds: 2, lines: 100, divergent: 3, aim: 0.95 };

const SETS = read<Record<SetName, PackageSet> & { aims: Aims }>('sets.json');
const RELATED = read<RelatedPair[]>('related.json');

interface Options {
  heldOut: boolean;
  development: boolean;
  seed?: string;
  language: (MutatedLanguage | 'all')[];
  packages?: string[];
  transformations?: string[];
  rounds: number;
  perTransformation: number;
  jscpd: boolean;
  json?: string;
  keep?: string;
  misses: number;
  trees: boolean;
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;
}

function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

const command = new Command('accuracy')
  .description('Measures how many re-implementations are found, and how many unrelated functions are flagged.')
  .option('--held-out', 'packages and seed that are not used while building', false)
  .option('--development', 'packages whose misses are looked at while building', false)
  .option('--seed <text>', 'another seed')
  .addOption(new Option('--language <name>', 'python or typescript').choices(['python', 'typescript']))
  .option('--packages <names...>', 'only these packages as targets')
  .option('--transformations <names...>', `only these of ${Object.keys(TRANSFORMATIONS).join(', ')}`)
  .option('--rounds <count>', 'workspaces for each package', whole, 3)
  .option('--per-transformation <count>', 'functions for each transformation in a workspace', whole, 3)
  .option('--no-jscpd', 'leave jscpd out')
  .option('--no-trees', 'leave the trees as they are out')
  .option('--misses <count>', 'name so many of what was missed or wrongly flagged', whole, 0)
  .option('--keep <folder>', 'keep the workspaces (base and head) there')
  .option('--json <file>', 'write all that the table was made of')
  .parse();
const options = command.opts<Omit<Options, 'language'> & { language?: MutatedLanguage }>();
const SET: SetName = options.heldOut ? 'held-out' : options.development ? 'development' : 'building';

async function measure(language: MutatedLanguage): Promise<Map<Tool, Score>> {
  const set = SETS[SET];
  const packages = set[language].map(language === 'python' ? pythonSources : typescriptSources);
  const targets = packages.filter(({ name }) => !options.packages || options.packages.includes(name));
  const request = {
    seed: options.seed ?? set.seed,
    packages: packages.map((sources) => ({ ...sources, target: targets.includes(sources) })),
    rounds: options.rounds,
    perRecipe: options.perTransformation,
    ...(options.transformations ? { recipes: options.transformations } : {}),
  };
  const workspaces = (language === 'python' ? mutatePython : mutateTypeScript)(request);
  const tools: Tool[] = [REWHEEL, ...(options.jscpd ? (Object.keys(JSCPD_SETTINGS) as JscpdSettings[]) : [])];
  const total = new Map<Tool, Score>();
  for (const sources of targets) {
    const own = workspaces.filter((workspace) => workspace.package === sources.name);
    const scores = await measureWorkspaces(sources, own, {
      tools,
      related: RELATED,
      keep: options.keep ?? null,
      onWorkspace: ({ package: name, round }) =>
        console.error(`${language}: ${name}, workspace ${round + 1} of ${own.length}`),
    });
    for (const [tool, score] of scores) {
      const sum = total.get(tool) ?? { pairs: [], unrelated: 0, alarms: [] };
      sum.pairs.push(...score.pairs);
      sum.unrelated += score.unrelated;
      sum.alarms.push(...score.alarms);
      total.set(tool, sum);
    }
  }
  return total;
}

function nameMisses({ pairs, alarms }: Score): void {
  const missed = pairs.filter(({ outcome }) => outcome !== 'found');
  for (const { package: name, round, pair, outcome } of missed.slice(0, options.misses)) {
    const { applied, function: made, target } = pair;
    console.log(
      `  ${outcome}: ${name}/${round} ${made.file}#${made.name} of ${target.file}#${target.name} (${applied.join(', ')})`,
    );
  }
  for (const { package: name, round, function: made, origin, target } of alarms.slice(0, options.misses)) {
    console.log(
      `  wrongly flagged: ${name}/${round} ${made.file}#${made.name} (${origin.package}) for ${target.file}#${target.name}`,
    );
  }
}

/** The merging task of papers/cabra.md 5.1, with the engine's alignment of two classes. */
async function measureMerging(): Promise<unknown> {
  const total = { equal: 0, aligned: 0, divergent: 0, calledEqual: 0, wrong: 0 };
  for (const language of ['python', 'typescript'] as const) {
    for (let number = 0; number < MERGE.seeds; number++) {
      const seed = `${options.seed ?? SETS[SET].seed}/merge/${number}`;
      const classes = mergeClasses(seed, { ...MERGE, language });
      const score = scoreAlignment(classes, await alignLines(classes.a.text, classes.b.text, language));
      for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += score[key];
    }
  }
  const { equal, aligned: found, divergent, calledEqual, wrong } = total;
  const reached = found / equal >= MERGE.aim && calledEqual === 0;
  console.log(`\nclasses to merge (${2 * MERGE.seeds} pairs of ${MERGE.lines} lines, papers/cabra.md 5.1)`);
  const rows = [
    ['', 'lines', 'rewheel', '', 'aim', ''],
    ['equal, aligned', String(equal), String(found), percent(found, equal), `>= ${percent(MERGE.aim, 1, 0)}`, ''],
    ['divergent, called equal', String(divergent), String(calledEqual), '', '0', ''],
    ['aligned with another line', String(equal), String(wrong), '', '', ''],
  ];
  rows[1]![5] = rows[2]![5] = reached ? 'reached' : 'not reached';
  for (const line of aligned(rows)) console.log(line);
  return total;
}

/** Warnings of real trees that were judged by reading. */
async function measureTrees(): Promise<unknown> {
  const set = read<TreeSet>('trees.json');
  const { warnings, sample, missing } = await sampleWarnings(set);
  const { right, wrong, unjudged } = countJudged(sample, judgements());
  console.log('\nwarnings of trees as they are (--all)');
  for (const [tree, count] of Object.entries(warnings)) console.log(`  ${tree}: ${count}`);
  for (const { tree, reason } of missing) console.log(`  LEFT OUT: ${tree}: ${reason}`);
  console.log(
    `  ${sample.length} drawn, ${right + wrong} judged: ${right} right (${percent(right, right + wrong)}, aim >= ${percent(set.aim, 1, 0)}), ${wrong} wrong`,
  );
  if (unjudged.length > 0) console.log(`  NOT JUDGED: ${unjudged.length} of the sample; see npm run accuracy:sample`);
  return { warnings, drawn: sample.length, right, wrong, unjudged: unjudged.length };
}

const results: Record<string, unknown> = {};
try {
  for (const language of options.language ? [options.language] : (['python', 'typescript'] as const)) {
    const scores = await measure(language);
    console.log(`\n${language}, ${SET} set, seed ${options.seed ?? SETS[SET].seed}`);
    for (const line of accuracyTable(scores, SETS.aims)) console.log(line);
    nameMisses(scores.get(REWHEEL)!);
    results[language] = Object.fromEntries(
      [...scores].map(([tool, score]) => {
        const { byTransformation, byClass } = tally(score.pairs);
        return [
          tool,
          { byTransformation: Object.fromEntries(byTransformation), byClass: Object.fromEntries(byClass), ...score },
        ];
      }),
    );
  }
  results.merging = await measureMerging();
  if (options.trees) results.trees = await measureTrees();
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 1)}\n`);
} finally {
  await closeTestFacts();
}
