import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditRequest } from '../../src/protocol/engine.ts';
import { requestFor } from '../support/auditFolders.ts';
import { changeFive, makeTurn, sourceFiles, sympySources, type SourceFile } from './inputs.ts';
import { logSpeed, turnEnd } from './turnBench.ts';
import { auditOnce, bareParse, indexOnce, median, startEngine, type Measured } from './measure.ts';

/*
 * `npm run bench [-- ROUNDS]`: times and memory of audits of sympy, medians over the rounds (default five), as ratios to a
 * bare single-threaded parse of the same files in the same round. Nothing fails on a clock: the bounds are printed beside.
 */
/** Turns that an engine audits before it counts as warm: its threads run, and its code is compiled. */
const WARM_UP_TURNS = 8;
/** Turns that are measured then, in each round. */
const MEASURED_TURNS = 5;

const rounds = Number(process.argv[2] ?? 5);
const work = mkdtempSync(join(tmpdir(), 'rewheel-bench-'));
process.env.REWHEEL_DATA = join(work, 'data');
const repository = join(work, 'repository');

interface Row {
  name: string;
  ratios: number[];
  peaks: number[];
  bound: string;
}

function row(name: string, bound: string): Row {
  return { name, ratios: [], peaks: [], bound };
}

const turn: AuditRequest = requestFor(repository, { base: { kind: 'revision', revision: 'HEAD' } });
const whole: AuditRequest = requestFor(repository, {});

try {
  const files = sourceFiles(sympySources());
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`sympy: ${files.length} files, ${(total / 1e6).toFixed(1)} MB; ${availableParallelism()} cores`);
  makeTurn(repository, files);
  await bareParse(files.slice(0, 50));
  const parses: number[] = [];
  const rows = {
    coldTurn: row('cold audit of a turn', 'at most 1.5, aim 1.1; 900 MB'),
    index: row('cold index with fingerprints', 'at most 1.9, aim 1.3'),
    coldAll: row('cold audit of everything', 'at most 2.9; 1 GB'),
    warmTurn: row('warm start, a turn', 'at most 0.15'),
    warmAll: row('warm start, everything', ''),
    engineTurn: row('warm engine, five files changed', 'at most 0.03'),
    turnEnd: row('end of a turn to its report', 'at most 1.5 s'),
    turnSnapshot: row('of it the snapshot', ''),
  };
  for (let round = 0; round < rounds; round++) {
    const parse = await bareParse(files);
    parses.push(parse);
    const cache = join(work, `cache-${round}`);
    const note = (into: Row, { ms, peakMb }: Pick<Measured, 'ms' | 'peakMb'>): void => {
      into.ratios.push(ms / parse);
      into.peaks.push(peakMb);
    };
    note(rows.index, { ms: indexOnce(repository, join(work, `index-${round}`)), peakMb: 0 });
    note(rows.coldAll, await auditOnce(whole, join(work, `all-${round}`)));
    note(rows.coldTurn, await auditOnce(turn, cache));
    note(rows.warmTurn, await auditOnce(turn, cache));
    note(rows.warmAll, await auditOnce(whole, cache));
    await warmEngine(cache, files, round, parse, rows.engineTurn);
    const end = await turnEnd(repository, cache, files);
    note(rows.turnEnd, { ms: end.totalMs, peakMb: 0 });
    note(rows.turnSnapshot, { ms: end.snapshotMs, peakMb: 0 });
    console.log(
      `round ${round + 1}: end of a turn ${Math.round(end.totalMs)} ms, of it the snapshot ${Math.round(end.snapshotMs)} ms`,
    );
  }
  console.log(`bare parse: ${Math.round(median(parses))} ms`);
  for (const { name, ratios, peaks, bound } of Object.values(rows)) {
    const peak = median(peaks);
    console.log(
      `${name.padEnd(34)} ${median(ratios).toFixed(3)} of the parse${peak > 0 ? `, ${peak} MB` : ''}${bound ? `   (${bound})` : ''}`,
    );
  }
  const log = await logSpeed(work, files);
  const memory = log.peakMb > 0 ? `, rewheel logs of it at most ${log.peakMb} MB` : '';
  console.log(
    `reading a log: ${Math.round(log.speed)} MB/s (at least 100), ${log.ratio.toFixed(2)} of JSON.parse${memory}`,
  );
  await growth(files);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The audit after five files changed, in an engine that has audited such turns of the repository before. */
async function warmEngine(cache: string, files: SourceFile[], round: number, parse: number, into: Row): Promise<void> {
  const { client, peakMb } = startEngine(cache);
  try {
    await client.audit(turn);
    for (let turns = 0; turns < WARM_UP_TURNS; turns++) {
      changeFive(repository, files, round * (WARM_UP_TURNS + 1) + turns + 1);
      await client.audit(turn);
    }
    for (let turns = 0; turns < MEASURED_TURNS; turns++) {
      changeFive(repository, files, (round + 1) * 1000 + turns);
      const started = performance.now();
      await client.audit(turn);
      into.ratios.push((performance.now() - started) / parse);
    }
    into.peaks.push(peakMb());
  } finally {
    await client.dispose();
  }
}

/** Time of a cold audit by size of the input: per megabyte it must stay the same. */
async function growth(all: SourceFile[]): Promise<void> {
  for (const megabytes of [1, 4, 16, Infinity]) {
    const files: SourceFile[] = [];
    let bytes = 0;
    // Every nth file, so that each size has the same mix of large and small ones.
    const step = Number.isFinite(megabytes) ? Math.max(1, Math.floor(31 / megabytes)) : 1;
    for (let i = 0; i < all.length; i += step) {
      files.push(all[i]!);
      bytes += all[i]!.bytes;
    }
    makeTurn(repository, files);
    const ratios: number[] = [];
    for (let round = 0; round < Math.min(3, rounds); round++) {
      const parse = await bareParse(files);
      const { ms } = await auditOnce(turn, join(work, `growth-${megabytes}-${round}`));
      ratios.push(ms / parse);
    }
    const size = `${(bytes / 1e6).toFixed(1)} MB, ${files.length} files`;
    console.log(`cold audit of a turn, ${size.padEnd(22)} ${median(ratios).toFixed(3)} of the parse`);
  }
}
