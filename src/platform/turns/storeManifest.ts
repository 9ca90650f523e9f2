import { readdirSync } from 'node:fs';
import { RewheelError } from '../../protocol/errors.ts';
import { readWhole, writeWhole } from './storeFiles.ts';
import type { StorePlaces } from './storePlaces.ts';

const VERSION = 1;

/**
 * Looks whether the store can be used. One that is damaged, or that a later version wrote, is left as it is.
 * @returns false when there is none yet
 * @throws RewheelError `store-failed`
 */
export function checkManifest(places: StorePlaces): boolean {
  const text = readWhole(places.manifest);
  if (text === null) {
    if (hasRecords(places)) throw damaged(places, 'store.json is missing');
    return false;
  }
  let schema: unknown;
  try {
    ({ schema } = JSON.parse(text) as { schema?: unknown });
  } catch {
    throw damaged(places, 'store.json is no valid JSON');
  }
  const version = /^rewheel\/turn-store@(\d{1,9})$/.exec(String(schema))?.[1];
  if (version === undefined) throw damaged(places, 'store.json does not say what it is');
  if (Number(version) > VERSION) {
    throw new RewheelError(
      'store-failed',
      `The turn store at ${places.folder} was written by a later version of Rewheel. Update Rewheel, or let REWHEEL_DATA name another data folder.`,
    );
  }
  return true;
}

/** Makes the store of a workspace. @throws RewheelError `store-failed` */
export function writeManifest(places: StorePlaces, root: string): void {
  writeWhole(places.manifest, `${JSON.stringify({ schema: `rewheel/turn-store@${VERSION}`, root }, null, 2)}\n`);
}

function hasRecords(places: StorePlaces): boolean {
  try {
    return readdirSync(places.records).length > 0;
  } catch {
    return false;
  }
}

function damaged(places: StorePlaces, what: string): RewheelError {
  return new RewheelError(
    'store-failed',
    `The turn store at ${places.folder} is damaged: ${what}. Nothing in it was changed; move it away to start anew.`,
  );
}
