import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../../../src/engine/language/languages.ts';
import type { Finding } from '../../../src/protocol/report.ts';
import { auditOf, requestFor } from '../../support/auditFolders.ts';
import type { FunctionName } from './model.ts';
import { seededRandom } from './random.ts';
import { goSources, pythonSources, typescriptSources } from './sources.ts';

/** A tree that is audited as it is. */
export interface TreeSpec {
  name: string;
  from: 'pypi' | 'npm' | 'go';
  /** Package with its version, in the words of its registry. */
  version: string;
}

export interface TreeSet {
  seed: string;
  /** Warnings in the sample. */
  size: number;
  trees: TreeSpec[];
  /** Share of judged warnings that are to be right. */
  aim: number;
}

/** A warning that was drawn for judging. */
export interface SampledWarning {
  tree: string;
  fingerprint: string;
  rule: string;
  message: string;
  function: FunctionName & { startLine: number; endLine: number };
  target: FunctionName & { startLine: number; endLine: number };
  /** Further members of the group. */
  members: number;
}

/** A reader's verdict on one warning. No code of others is kept with it. */
export interface Judgement {
  tree: string;
  fingerprint: string;
  verdict: 'right' | 'wrong';
  reason: string;
}

export interface Sample {
  /** Warnings of each tree. */
  warnings: Record<string, number>;
  sample: SampledWarning[];
  /** Trees that could not be had, and why. */
  missing: { tree: string; reason: string }[];
}

const JUDGEMENTS = new URL('judgements', import.meta.url);

/**
 * Audits the trees with `--all` and draws warnings by the seed: from each tree in turn, so that a large one does not fill
 * the sample.
 */
export async function sampleWarnings(set: TreeSet): Promise<Sample> {
  const byTree = new Map<string, SampledWarning[]>();
  const missing: Sample['missing'] = [];
  for (const tree of set.trees) {
    const root = treeRoot(tree);
    if (typeof root !== 'string') {
      missing.push({ tree: tree.name, reason: root.reason });
      continue;
    }
    const report = await auditOf(requestFor(root, { trusted: false }));
    if (report.scanned.files === 0) {
      missing.push({ tree: tree.name, reason: 'none of its files is of a language that is audited' });
      continue;
    }
    const warnings = report.findings.filter(({ level }) => level === 'warning' || level === 'error');
    byTree.set(
      tree.name,
      warnings.map((finding) => sampled(tree.name, finding)),
    );
  }
  return {
    warnings: Object.fromEntries([...byTree].map(([name, warnings]) => [name, warnings.length])),
    sample: draw(byTree, set),
    missing,
  };
}

function draw(byTree: ReadonlyMap<string, SampledWarning[]>, { seed, size }: TreeSet): SampledWarning[] {
  // Fingerprints, not places, decide: the draw stays the same while the tree's other warnings come and go.
  const queues = [...byTree].map(([name, warnings]) => {
    const sorted = [...warnings].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
    return seededRandom(`${seed}/${name}`).shuffled(sorted);
  });
  const drawn: SampledWarning[] = [];
  while (drawn.length < size && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const next = queue.shift();
      if (next && drawn.length < size) drawn.push(next);
    }
  }
  return drawn;
}

/** Absolute path of a tree, or why it cannot be had. */
export function treeRoot({ from, version }: TreeSpec): string | { reason: string } {
  if (from === 'pypi') return pythonSources(version).root;
  if (from === 'npm') return typescriptSources(version).root;
  if (!languageOf('main.go')) return { reason: 'Go is not audited' };
  return goSources(version) ?? { reason: 'the go program is not there to fetch it' };
}

function sampled(
  tree: string,
  { fingerprint, rule, message, function: own, target, members }: Finding,
): SampledWarning {
  const place = ({ file, name, startLine, endLine }: Finding['function']) => ({ file, name, startLine, endLine });
  return { tree, fingerprint, rule, message, function: place(own), target: place(target), members: members.length };
}

/** Every judgement that is kept. */
export function judgements(): Judgement[] {
  if (!existsSync(JUDGEMENTS)) return [];
  return readdirSync(JUDGEMENTS)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(JUDGEMENTS.pathname, name), 'utf8')) as Judgement[]);
}

export interface JudgedCount {
  sampled: number;
  right: number;
  wrong: number;
  /** In the sample without a verdict. */
  unjudged: SampledWarning[];
}

/** How many warnings of a sample were judged right and wrong. */
export function countJudged(sample: readonly SampledWarning[], known: readonly Judgement[]): JudgedCount {
  const verdicts = new Map(known.map(({ tree, fingerprint, verdict }) => [`${tree} ${fingerprint}`, verdict]));
  const count: JudgedCount = { sampled: sample.length, right: 0, wrong: 0, unjudged: [] };
  for (const warning of sample) {
    const verdict = verdicts.get(`${warning.tree} ${warning.fingerprint}`);
    if (verdict) count[verdict]++;
    else count.unjudged.push(warning);
  }
  return count;
}
