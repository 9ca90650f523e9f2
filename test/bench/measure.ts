import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parserFor } from '../../src/engine/language/runtime.ts';
import { createEngineClient, type EngineClient, type EngineTransport } from '../../src/service/client/engineClient.ts';
import { startEngineProcess } from '../../src/service/client/processTransport.ts';
import { ENGINE_PROTOCOL, type AuditRequest, type AuditResponse } from '../../src/protocol/engine.ts';
import { installedGrammars } from '../support/grammars.ts';
import { PROJECT } from '../support/auditFolders.ts';
import type { SourceFile } from './inputs.ts';

/** Milliseconds of a bare single-threaded parse of the files, nothing taken from the trees. */
export async function bareParse(files: readonly SourceFile[]): Promise<number> {
  const { parser } = await parserFor('python', installedGrammars);
  const started = performance.now();
  for (const { text } of files) parser.parse(text)?.delete();
  return performance.now() - started;
}

export interface Measured {
  ms: number;
  /** Highest resident size of the engine process with all its threads, in MiB; 0 where the system does not tell. */
  peakMb: number;
  response: AuditResponse;
}

/** A new engine process over a cache folder; its peak memory is read before it ends. */
export function startEngine(cacheFolder: string): { client: EngineClient; peakMb(): number } {
  let transport: EngineTransport | undefined;
  const client = createEngineClient({
    start: () => (transport = startEngineProcess({ enginePath: join(PROJECT, 'dist/engine.cjs') })),
    initialize: { protocol: ENGINE_PROTOCOL, cacheFolder },
  });
  return { client, peakMb: () => peakOf(transport?.pid) };
}

/** One audit in a process of its own, its start included. */
export async function auditOnce(request: AuditRequest, cacheFolder: string): Promise<Measured> {
  const started = performance.now();
  const { client, peakMb } = startEngine(cacheFolder);
  try {
    const response = await client.audit(request);
    return { ms: performance.now() - started, peakMb: peakMb(), response };
  } finally {
    await client.dispose();
  }
}

/** Milliseconds of `rewheel index` in a process of its own, over a new cache. */
export function indexOnce(root: string, cacheFolder: string): number {
  const started = performance.now();
  execFileSync(process.execPath, [join(PROJECT, 'dist/cli.cjs'), 'index', root, '--cache', cacheFolder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return performance.now() - started;
}

/** Highest resident size of a process so far, in MiB; 0 when it is gone or the system does not tell. */
export function peakOf(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line ? Math.round(Number(line[1]) / 1024) : 0;
  } catch {
    return 0;
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
