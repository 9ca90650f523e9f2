import { createHash } from 'node:crypto';

/** Whether `id` is what git calls a blob of these bytes (hex; SHA-1, or SHA-256 by its length). */
export function isBlob(bytes: Uint8Array, id: string | undefined): boolean {
  if (id === undefined) return false;
  const hash = createHash(id.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex') === id;
}
