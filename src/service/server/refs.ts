import { defaultBranch } from '../../platform/git/defaultBranch.ts';
import { listRefs, mergeBase, recentCommits, repositoryInfo } from '../../platform/git/repositoryInfo.ts';
import type { MergeBaseRequest, MergeBaseResponse, RefsRequest, RefsResponse } from '../../protocol/engine.ts';

/**
 * What a turn of a workspace can be compared with.
 * @throws RewheelError `not-a-repository`, `git-missing`, `git-failed`, `not-a-folder`, `cancelled`
 */
export async function readRefs({ root }: RefsRequest, signal?: AbortSignal): Promise<RefsResponse> {
  const refs = await listRefs(root, undefined, signal);
  const info = await repositoryInfo(root, signal);
  const commits = await recentCommits(root, undefined, signal);
  return {
    head: info.headId,
    currentBranch: info.branch,
    defaultBranch: await defaultBranch(root, refs, signal),
    refs: refs.map(({ name, kind, id }) => ({ name, kind, revision: id })),
    commits: commits.map(({ id, subject, author, date }) => ({ revision: id, subject, author, date })),
  };
}

/**
 * The merge base of HEAD and a revision.
 * @throws RewheelError as `readRefs`, `unknown-revision`, `shallow-clone`, `unborn-head`
 */
export async function readMergeBase(request: MergeBaseRequest, signal?: AbortSignal): Promise<MergeBaseResponse> {
  return { revision: await mergeBase(request.root, 'HEAD', request.revision, signal) };
}
