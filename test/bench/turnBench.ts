import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from '../../src/engine/turns/readLog.ts';
import { openLogSource } from '../../src/platform/logs/logSource.ts';
import { openTurnStore } from '../../src/platform/turns/turnStore.ts';
import { PROJECT, requestFor } from '../support/auditFolders.ts';
import { claudeLog } from '../support/claudeLog.ts';
import { changeFive, type SourceFile } from './inputs.ts';
import { peakOf, startEngine } from './measure.ts';

/** Bytes of the log that is read: long enough that its start does not count. */
const LOG_BYTES = 200e6;

/** Turns that are ended before one is measured: threads run, and files are known. */
const WARM_UP_TURNS = 4;

export interface LogSpeed {
  /** MB read in a second. */
  speed: number;
  /** Time as a ratio to splitting the same bytes into lines and parsing each as JSON. */
  ratio: number;
  /** Highest resident size, in MiB, of a `rewheel logs` of the file; 0 where the system does not tell. */
  peakMb: number;
}

/** Reads a log of JSON lines with the sources as its contents, and the same lines with JSON.parse alone. */
export async function logSpeed(folder: string, files: readonly SourceFile[]): Promise<LogSpeed> {
  const path = join(folder, 'session.jsonl');
  const turns: string[] = [];
  let bytes = 0;
  for (let at = 0; bytes < LOG_BYTES; at += 5) {
    const some = Array.from({ length: 5 }, (_, index) => files[(at + index) % files.length]!);
    const reads = some.map(({ path: file, text }) => ({ file, first: 1, last: 400, text }));
    const text = claudeLog('/home/dev/project', [{ prompt: `Turn ${at}`, reads, writes: [] }], at * 40);
    turns.push(text);
    bytes += Buffer.byteLength(text);
  }
  const text = turns.join('');
  writeFileSync(path, text);
  const started = performance.now();
  let count = 0;
  await readLog(await openLogSource(path), { onTurn: () => count++ });
  const ms = performance.now() - started;
  if (count !== turns.length) throw new Error(`${turns.length} turns were written, ${count} were read`);
  const parseStarted = performance.now();
  for (const line of text.split('\n')) if (line !== '') JSON.parse(line);
  const bare = performance.now() - parseStarted;
  return { speed: bytes / 1e3 / ms, ratio: ms / bare, peakMb: await peakOfLogs(path) };
}

async function peakOfLogs(path: string): Promise<number> {
  const child = spawn(process.execPath, [join(PROJECT, 'dist/cli.cjs'), 'logs', path], { stdio: 'ignore' });
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), 50);
  await once(child, 'exit');
  clearInterval(timer);
  return peak;
}

/**
 * Milliseconds from the end of a turn that changed five files to its report, with a warm engine: the snapshot of the end
 * and the audit of the kept turn.
 */
export async function turnEnd(
  repository: string,
  cache: string,
  files: readonly SourceFile[],
): Promise<{ snapshotMs: number; totalMs: number }> {
  const dataFolder = process.env.REWHEEL_DATA!;
  const store = await openTurnStore({ root: repository, dataFolder });
  const { client } = startEngine(cache);
  try {
    let measured = { snapshotMs: 0, totalMs: 0 };
    for (let turn = 0; turn <= WARM_UP_TURNS; turn++) {
      const { id } = await store.begin({ source: 'command' });
      changeFive(repository, files, 1000 + turn);
      const started = performance.now();
      await store.end(id);
      const snapshotMs = performance.now() - started;
      const request = requestFor(repository, { base: null, turn: { kind: 'stored', turn: id } });
      const { report } = await client.audit(request);
      if (report.metrics.functions.new + report.metrics.functions.modified === 0) throw new Error('the turn is empty');
      measured = { snapshotMs, totalMs: performance.now() - started };
    }
    return measured;
  } finally {
    store.close();
    await client.dispose();
  }
}
