import type { StoreEntry } from '../../../src/platform/store/factsStore.ts';

/** Entry number `number`, with blobs of `bytes` bytes that tell which entry they are of. */
export function entryOf(number: number, bytes: number): { key: string; entry: StoreEntry } {
  const summary = Buffer.alloc(bytes, `summary ${number};`);
  return { key: `python:${number}`, entry: { ok: true, summary, detail: Buffer.alloc(bytes, `detail ${number};`) } };
}
