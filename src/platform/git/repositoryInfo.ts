import { RewheelError } from '../../protocol/errors.ts';
import { realFolder } from '../files/realFile.ts';
import { openRepository, type Repository } from './repository.ts';
import { currentBranch, isUnborn, mergeBaseOf } from './revisions.ts';

/** What a front end needs to offer revisions. */
export interface RepositoryInfo {
  kind: 'none' | 'git';
  /** No working tree: only revisions can be compared. */
  bare: boolean;
  /** There is no commit yet. */
  unborn: boolean;
  shallow: boolean;
  /** Commit id of HEAD; null while unborn. */
  headId: string | null;
  /** Branch that HEAD names; null when detached. */
  branch: string | null;
  /** Real path of the working tree's top folder, or null. */
  topLevel: string | null;
}

export interface RefInfo {
  /** Short name: `main`, `origin/main`, `v1.0`. */
  name: string;
  kind: 'branch' | 'remote' | 'tag';
  /** Id of the commit. */
  id: string;
}

export interface CommitInfo {
  id: string;
  subject: string;
  /** Commit date, ISO 8601 with the committer's offset. */
  date: string;
  author: string;
}

const NO_REPOSITORY: RepositoryInfo = {
  kind: 'none',
  bare: false,
  unborn: false,
  shallow: false,
  headId: null,
  branch: null,
  topLevel: null,
};

/** Says what kind of repository a folder lies in. @throws RewheelError `git-missing`, `git-failed`, `cancelled`, `not-a-folder` */
export async function repositoryInfo(root: string, signal?: AbortSignal): Promise<RepositoryInfo> {
  const repository = await open(root, signal);
  if (repository === null) return NO_REPOSITORY;
  const unborn = await isUnborn(repository, signal);
  const head = unborn
    ? null
    : (await repository.output(['rev-parse', '--verify', 'HEAD^{commit}'], { signal })).toString('utf8').trim();
  return {
    kind: 'git',
    bare: repository.topLevel === null,
    unborn,
    shallow: repository.shallow,
    headId: head,
    branch: await currentBranch(repository, signal),
    topLevel: repository.topLevel,
  };
}

/**
 * Branches, remote branches and tags, those with the newest commits first; at most `limit`.
 * @throws RewheelError as `repositoryInfo`, and `not-a-repository`
 */
export async function listRefs(root: string, limit = 500, signal?: AbortSignal): Promise<RefInfo[]> {
  const repository = await mustOpen(root, signal);
  const format = '%(refname)%00%(objectname)%00%(*objectname)%00%(objecttype)%00%(*objecttype)%00%(symref)';
  const args = [
    'for-each-ref',
    `--format=${format}`,
    `--count=${limit}`,
    '--sort=-creatordate',
    'refs/heads',
    'refs/remotes',
    'refs/tags',
  ];
  const refs: RefInfo[] = [];
  for (const line of (await repository.output(args, { signal })).toString('utf8').split('\n')) {
    const [name, id, peeled, type, peeledType, symbolic] = line.split('\0');
    if (!name || symbolic || (peeledType || type) !== 'commit') continue;
    const [, folder, short] = /^refs\/(heads|remotes|tags)\/(.*)$/.exec(name) ?? [];
    if (short === undefined) continue;
    const kind = folder === 'heads' ? 'branch' : folder === 'tags' ? 'tag' : 'remote';
    refs.push({ name: short, kind, id: peeled || id! });
  }
  return refs;
}

/**
 * The newest commits of HEAD, newest first; none while unborn.
 * @throws RewheelError as `listRefs`
 */
export async function recentCommits(root: string, limit = 50, signal?: AbortSignal): Promise<CommitInfo[]> {
  const repository = await mustOpen(root, signal);
  if (await isUnborn(repository, signal)) return [];
  // Each commit has a line of its own before its format; that one has no NUL.
  const args = ['rev-list', `--max-count=${limit}`, '--format=%H%x00%s%x00%cI%x00%an', 'HEAD'];
  const output = (await repository.output(args, { signal })).toString('utf8');
  return output.split('\n').flatMap((line) => {
    const [id, subject, date, author] = line.split('\0');
    return id && subject !== undefined && date && author !== undefined ? [{ id, subject, date, author }] : [];
  });
}

/** Id of the best common ancestor of two revisions. @throws RewheelError as `mergeBaseOf`, and `not-a-repository` */
export async function mergeBase(root: string, a: string, b: string, signal?: AbortSignal): Promise<string> {
  return mergeBaseOf(await mustOpen(root, signal), a, b, signal);
}

async function open(root: string, signal?: AbortSignal): Promise<Repository | null> {
  let real: string;
  try {
    real = realFolder(root);
  } catch (error) {
    throw new RewheelError('not-a-folder', `There is no folder ${root}.`, { cause: error });
  }
  return openRepository(real, signal);
}

async function mustOpen(root: string, signal?: AbortSignal): Promise<Repository> {
  const repository = await open(root, signal);
  if (repository === null) throw new RewheelError('not-a-repository', `${root} is not in a git repository.`);
  return repository;
}
