import type { LogFormat } from '../../../src/engine/turns/sources/format.ts';
import { MemoryLog, readLog, type ReadLog } from './memoryLog.ts';

/** Reads a log out of a text or bytes, as a file of the given path. */
export function readLogText(format: LogFormat, text: string | Uint8Array, path = 'log.jsonl'): Promise<ReadLog> {
  return readLog(format, new MemoryLog({ [path]: text }, path));
}

/** One JSON value a line. */
export function jsonLines(...records: unknown[]): string {
  return records.map((record) => JSON.stringify(record) + '\n').join('');
}
