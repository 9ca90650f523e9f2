import { z } from 'zod';
import { RewheelError } from '../../protocol/errors.ts';
import type { Repository } from '../git/repository.ts';

/** A path that a snapshot leaves out, and why. */
export const leftOutSchema = z.object({
  path: z.string(),
  reason: z.enum(['too-large', 'unreadable']),
  detail: z.string(),
  /** Size and time of change, so that a change is seen although the content is not kept. */
  stamp: z.string(),
});

export type LeftOut = z.infer<typeof leftOutSchema>;

const notesSchema = z.object({ schema: z.literal('rewheel/snapshot@1'), leftOut: z.array(leftOutSchema) });

/** The text that a snapshot carries beside its files. @param leftOut sorted by path */
export function snapshotNotes(leftOut: readonly LeftOut[]): string {
  return JSON.stringify({ schema: 'rewheel/snapshot@1', leftOut });
}

/**
 * What a snapshot leaves out.
 * @throws RewheelError `store-failed` when the store does not hold the snapshot, `cancelled`
 */
export async function readNotes(repository: Repository, id: string, signal?: AbortSignal): Promise<LeftOut[]> {
  const output = await repository.run(['cat-file', 'commit', id], { signal });
  const text = output.stdout.toString('utf8');
  try {
    if (output.code !== 0) throw new Error(output.stderr);
    return notesSchema.parse(JSON.parse(text.slice(text.indexOf('\n\n') + 2))).leftOut;
  } catch (error) {
    throw new RewheelError(
      'store-failed',
      `The turn store at ${repository.folder} does not hold the snapshot ${id} any more, or is damaged.`,
      { cause: error },
    );
  }
}
