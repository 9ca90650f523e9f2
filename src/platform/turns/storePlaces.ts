import { createHash } from 'node:crypto';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { RewheelError } from '../../protocol/errors.ts';
import type { ObjectFormat } from '../files/contentKey.ts';
import { Repository } from '../git/repository.ts';

/** Where the parts of one workspace's turn store lie. */
export interface StorePlaces {
  folder: string;
  /** Says which workspace and which version of the layout this is. */
  manifest: string;
  /** One file a turn. */
  records: string;
  lock: string;
  /** Folder for all workspaces' stores. */
  all: string;
}

/**
 * The turn store of a workspace.
 * @param root real path of the workspace; the name of the folder is made of it, so a moved workspace is another one
 */
export function storePlaces(root: string, dataFolder: string): StorePlaces {
  const all = join(dataFolder, 'turns');
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 20);
  const name = basename(root)
    .replace(/[^\w-]+/g, '_')
    .slice(0, 40);
  const folder = join(all, name === '' ? digest : `${name}-${digest}`);
  return {
    folder,
    manifest: join(folder, 'store.json'),
    records: join(folder, 'records'),
    lock: join(folder, 'lock'),
    all,
  };
}

/** The git folder that holds the snapshots with ids of a format. */
export function objectsFolder(places: StorePlaces, format: ObjectFormat): string {
  return join(places.folder, `objects-${format}.git`);
}

/** The format of an object id, by its length. @throws RewheelError `unknown-turn` when it is no id */
export function formatOf(id: string): ObjectFormat {
  if (/^[0-9a-f]{40}$/.test(id)) return 'sha1';
  if (/^[0-9a-f]{64}$/.test(id)) return 'sha256';
  throw new RewheelError('unknown-turn', `'${id.slice(0, 80)}' is not the id of a stored snapshot.`);
}

/** Settings of the user would change what is written: the store's git reads none of them. */
const OWN_SETTINGS = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/**
 * Names that git takes for dangerous on other systems (`git~1`) are names like any other here, and every snapshot is one
 * pack: that is written to the disk as a whole or not at all.
 */
const STORE_SETTINGS = [
  'core.protectNTFS=false',
  'core.protectHFS=false',
  'core.ignoreCase=false',
  'core.precomposeUnicode=false',
  'core.compression=4',
  'core.bigFileThreshold=64m',
  'fastimport.unpackLimit=1',
  'pack.threads=1',
  'pack.windowMemory=64m',
  'gc.auto=0',
];

/** The store's own git folder; nothing is looked for and nothing is started. */
export function storeRepository(folder: string, format: ObjectFormat): Repository {
  const leading = [`--git-dir=${folder}`, ...STORE_SETTINGS.flatMap((setting) => ['-c', setting])];
  const env = { ...OWN_SETTINGS, GIT_WORK_TREE: folder };
  return new Repository(folder, null, '', false, format, folder, env, leading);
}

/** Settings for git before the folder is there. */
export const initEnvironment: Record<string, string> = OWN_SETTINGS;

/** The path below a folder, with `/`; null when it lies elsewhere, '' for the folder itself. */
export function below(folder: string, path: string): string | null {
  const inside = relative(folder, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null;
  return inside.split(sep).join('/');
}
