import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AcceptRequest, AcceptResponse } from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { Baseline, BASELINE_FILE, baselineWith, readBaseline, refuseJscpd, refuseLink } from './baseline.ts';

/** Additions one after the other: two at once would each write the file without the other's finding. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Adds one finding to `rewheel-baseline.json` of the root.
 * @throws RewheelError `bad-baseline` when the file is no baseline of ours, `output-failed` when it cannot be written
 */
export function acceptFinding(request: AcceptRequest): Promise<AcceptResponse> {
  const done = last.then(() => add(request));
  last = done.catch(() => undefined);
  return done;
}

async function add({ root, finding }: AcceptRequest): Promise<AcceptResponse> {
  const path = join(root, BASELINE_FILE);
  await refuseLink(path);
  await refuseJscpd(path);
  const text = baselineWith([finding], await readBaseline(path, false), new Baseline([], null));
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new RewheelError('output-failed', `${path} cannot be written: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  return { path };
}
