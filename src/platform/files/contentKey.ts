import { createHash } from 'node:crypto';

/** Hash that names objects: git's default, or that of repositories made with `--object-format=sha256`. */
export type ObjectFormat = 'sha1' | 'sha256';

/**
 * The content key of some bytes: the id of a git blob that holds exactly these bytes (no filters, no line-end
 * conversion), as lower-case hex. Revisions have these ids in their trees, so an unchanged file has the same key on
 * disk and in a revision, and plain folders agree with repositories.
 */
export function contentKey(bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');
}
