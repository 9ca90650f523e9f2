import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds after which a claim is thrown away: long after the last window can have heard of the turn. */
const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/** Makes sure that of all windows that hear of something only one speaks of it. */
export interface SaidOnce {
  /** True for the first window that asks for `what`. */
  claim(what: string): Promise<boolean>;
}

/**
 * `folder` is one that all windows of the user share: a claim is a file in it that only one of them can make. Where no
 * file can be made every window speaks.
 */
export function createSaidOnce(folder: string): SaidOnce {
  let tidied = false;
  return {
    async claim(what) {
      const name = createHash('sha256').update(what).digest('hex').slice(0, 32);
      try {
        await mkdir(folder, { recursive: true });
      } catch {
        return true;
      }
      try {
        await (await open(join(folder, name), 'wx')).close();
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== 'EEXIST';
      }
      if (!tidied) await tidy(folder).catch(() => undefined);
      tidied = true;
      return true;
    },
  };
}

async function tidy(folder: string): Promise<void> {
  const before = Date.now() - KEPT_FOR;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
  }
}
