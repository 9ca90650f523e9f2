import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReportedPair } from './score.ts';
import type { FunctionLines } from './functionLines.ts';
import { installedBeside } from './sources.ts';

/** The two ways in which jscpd is measured: as it comes, and with all that helps it to find re-implementations. */
export const JSCPD_SETTINGS = {
  'jscpd, default': [],
  'jscpd, tuned': [
    ...['--min-tokens', '30', '--min-lines', '3', '--mode', 'weak'],
    ...['--ignore-identifiers', '--ignore-annotations', '--max-gap-lines', '3', '--similarity', '0.85'],
  ],
} as const;
export type JscpdSettings = keyof typeof JSCPD_SETTINGS;

interface Side {
  name: string;
  start: number;
  end: number;
}

/** A pair of blocks that jscpd calls equal. Lines are 1-based and inclusive. */
export interface Block {
  firstFile: Side;
  secondFile: Side;
}

/** Runs the pinned jscpd over a folder and gives the blocks that it found. */
export function runJscpd(folder: string, settings: JscpdSettings): Block[] {
  const program = join(
    installedBeside(fileURLToPath(new URL('jscpd', import.meta.url))),
    'node_modules/jscpd/run-jscpd.js',
  );
  const output = mkdtempSync(join(tmpdir(), 'rewheel-jscpd-'));
  try {
    const args = [
      program,
      '.',
      ...JSCPD_SETTINGS[settings],
      '--reporters',
      'json',
      '--output',
      output,
      '--silent',
      '--no-gitignore',
    ];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
    // 1: it found some.
    if (status !== 0 && status !== 1) throw new Error(`jscpd failed with ${status}: ${stderr}`);
    return (JSON.parse(readFileSync(join(output, 'jscpd-report.json'), 'utf8')) as { duplicates: Block[] }).duplicates;
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

interface Covered extends FunctionLines {
  file: string;
}

/**
 * The pairs of functions that blocks join: those of which the blocks between them hold, on both sides, at least half as many
 * lines as the shorter one has. Less is a few lines that two long functions share.
 */
export function blockPairs(blocks: readonly Block[], functions: ReadonlyMap<string, FunctionLines[]>): ReportedPair[] {
  const pairs = new Map<string, { one: Covered; other: Covered; lines: [Set<number>, Set<number>] }>();
  const touched = (side: Side): Covered[] =>
    (functions.get(side.name) ?? [])
      .filter(({ startLine, endLine }) => startLine <= side.end && endLine >= side.start)
      .map((lines) => ({ file: side.name, ...lines }));
  for (const { firstFile, secondFile } of blocks) {
    for (const one of touched(firstFile)) {
      for (const other of touched(secondFile)) {
        const key = JSON.stringify([one.file, one.name, other.file, other.name]);
        const pair = pairs.get(key) ?? { one, other, lines: [new Set<number>(), new Set<number>()] };
        addShared(pair.lines[0], firstFile, one);
        addShared(pair.lines[1], secondFile, other);
        pairs.set(key, pair);
      }
    }
  }
  return [...pairs.values()]
    .filter(({ one, other, lines }) => {
      const half = Math.min(one.endLine - one.startLine + 1, other.endLine - other.startLine + 1) / 2;
      return lines[0].size >= half && lines[1].size >= half;
    })
    .map(({ one, other }) => ({
      level: 'warning',
      one: { file: one.file, name: one.name },
      other: { file: other.file, name: other.name },
    }));
}

function addShared(lines: Set<number>, block: Side, within: FunctionLines): void {
  for (let line = Math.max(block.start, within.startLine); line <= Math.min(block.end, within.endLine); line++)
    lines.add(line);
}
