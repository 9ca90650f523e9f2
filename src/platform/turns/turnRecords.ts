import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { turnRecordSchema, type TurnRecord } from '../../protocol/turns.ts';
import { readWhole, storeFailed, writeWhole } from './storeFiles.ts';

const SUFFIX = '.json';

export interface ReadRecords {
  /** By number. */
  turns: TurnRecord[];
  /** Files that hold no record of this version, each a sentence. They are left as they are. */
  problems: string[];
}

/** Reads all records of a folder, which need not be there. @throws RewheelError `store-failed` */
export function readRecords(folder: string): ReadRecords {
  const read: ReadRecords = { turns: [], problems: [] };
  for (const name of namesIn(folder)) {
    if (!name.endsWith(SUFFIX)) continue;
    const path = join(folder, name);
    const text = readWhole(path);
    // Pruned a moment ago.
    if (text === null) continue;
    const record = parse(text);
    if (record !== null && `${record.id}${SUFFIX}` === name) read.turns.push(record);
    else read.problems.push(`${path} is damaged, or was written by a later version of Rewheel: its turn is left out.`);
  }
  read.turns.sort((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1));
  return read;
}

/** Writes a record whole, over the one with the same id. @throws RewheelError `store-failed` */
export function writeRecord(folder: string, record: TurnRecord): void {
  writeWhole(join(folder, `${record.id}${SUFFIX}`), `${JSON.stringify(record, null, 2)}\n`);
}

/** @throws RewheelError `store-failed` */
export function removeRecord(folder: string, id: string): void {
  const path = join(folder, `${id}${SUFFIX}`);
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw storeFailed(path, 'cannot be removed', error);
  }
}

function parse(text: string): TurnRecord | null {
  try {
    return turnRecordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw storeFailed(folder, 'cannot be listed', error);
  }
}
