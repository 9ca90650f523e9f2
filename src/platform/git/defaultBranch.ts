import type { RefInfo } from './repositoryInfo.ts';
import { openRepository } from './repository.ts';
import { realFolder } from '../files/realFile.ts';

/** Names that the main branch usually has, where no remote says which it is. */
const USUAL_NAMES = ['main', 'master', 'trunk', 'develop'];

/**
 * The branch that work is usually merged into: the local branch of the name that `origin` calls its HEAD, else the
 * remote's own, else a branch with one of the usual names; null when there is none.
 * @param refs what `listRefs` gave
 * @throws RewheelError as `listRefs`
 */
export async function defaultBranch(root: string, refs: RefInfo[], signal?: AbortSignal): Promise<string | null> {
  const repository = await openRepository(realFolder(root), signal);
  const args = ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'];
  const output = repository && (await repository.run(args, { signal }));
  const remote = output?.code === 0 ? output.stdout.toString('utf8').trim() : null;
  const branches = new Set(refs.filter(({ kind }) => kind !== 'tag').map(({ name }) => name));
  const wanted = remote === null ? [] : [remote.replace(/^origin\//, ''), remote];
  return (
    [...wanted, ...USUAL_NAMES, ...USUAL_NAMES.map((name) => `origin/${name}`)].find((name) => branches.has(name)) ??
    null
  );
}
