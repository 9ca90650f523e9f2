import { RewheelError } from '../../protocol/errors.ts';
import type { Repository } from './repository.ts';
import { firstLine, gitFailed } from './runGit.ts';

/**
 * The commit id of a revision (branch, tag, id, `HEAD~2`, …).
 * @throws RewheelError `unknown-revision` (also for options, ranges and ambiguous names), `shallow-clone`, `unborn-head`,
 *   `git-failed`, `cancelled`
 */
export async function resolveRevision(repository: Repository, revision: string, signal?: AbortSignal): Promise<string> {
  refuseUnclear(revision);
  // `:/text` takes all that follows for the text.
  const named = revision.startsWith(':/')
    ? await repository.run(['rev-parse', '--verify', revision], { signal })
    : null;
  const name = named?.code === 0 ? named.stdout.toString('utf8').trim() : revision;
  const output = await repository.run(['rev-parse', '--verify', `${name}^{commit}`], { signal });
  const id = output.stdout.toString('utf8').trim();
  if (output.code === 0 && /^[0-9a-f]{40,64}$/.test(id)) {
    if (/refname .* is ambiguous/.test(output.stderr)) {
      throw unknown(
        `'${revision}' is the name of more than one thing. Say refs/heads/${revision} or refs/tags/${revision}.`,
      );
    }
    return id;
  }
  const refs = await refNames(repository, signal);
  if (await isUnborn(repository, signal)) {
    const head = await currentBranch(repository, signal);
    if (/^(?:HEAD|@)(?![\w-])/.test(revision) || refs.length === 0 || revision === head) {
      throw new RewheelError(
        'unborn-head',
        `'${revision}' cannot be read: there is no commit yet. Make a commit, or audit everything with --all.`,
      );
    }
  }
  if (/short (?:object ID|SHA1) .* is ambiguous/.test(output.stderr)) {
    throw unknown(`'${revision}' is the beginning of more than one id. Give more of its characters.`);
  }
  const bare = await repository.run(['rev-parse', '--verify', '--quiet', name], { signal });
  // Full ids pass unchecked: those are unknown rather than lost.
  if (bare.code === 0 && !/^[0-9a-f]{40,64}$/i.test(revision)) {
    const lost = bare.stdout.toString('utf8').trim();
    if ((await repository.run(['cat-file', '-e', lost], { signal })).code !== 0) {
      throw new RewheelError(
        'git-failed',
        `'${revision}' names ${lost}, which the repository at ${repository.folder} does not hold. It is damaged: see git fsck.`,
      );
    }
  }
  if (repository.shallow) {
    throw new RewheelError(
      'shallow-clone',
      `'${revision}' is not in this shallow clone. Fetch more history with: git fetch --unshallow (or git fetch --deepen=50); a branch or tag with: git fetch origin ${shown(revision)}`,
    );
  }
  const near = nearest(revision, refs);
  const hint = near.length > 0 ? ` Did you mean ${near.map((name) => `'${name}'`).join(' or ')}?` : '';
  throw unknown(
    `There is no revision '${shown(revision)}' in the repository at ${repository.folder}.${hint} See git branch --all and git log for those that there are.`,
  );
}

/**
 * The best common ancestor of two revisions.
 * @throws RewheelError as `resolveRevision`, and `unknown-revision` when they have none
 */
export async function mergeBaseOf(repository: Repository, a: string, b: string, signal?: AbortSignal): Promise<string> {
  const one = await resolveRevision(repository, a, signal);
  const other = await resolveRevision(repository, b, signal);
  const output = await repository.run(['merge-base', one, other], { signal });
  // Of several best ancestors git prints one; criss-cross merges have no better answer.
  const id = firstLine(output.stdout.toString('utf8'));
  if (output.code === 0 && id !== '') return id;
  if (output.code !== 1) throw gitFailed(repository.folder, 'git merge-base', output);
  if (repository.shallow) {
    throw new RewheelError(
      'shallow-clone',
      `The common ancestor of '${a}' and '${b}' is not in this shallow clone. Fetch it with: git fetch --unshallow`,
    );
  }
  throw unknown(`'${a}' and '${b}' have no common ancestor.`);
}

/** True when HEAD names a branch that has no commit yet. */
export async function isUnborn(repository: Repository, signal?: AbortSignal): Promise<boolean> {
  return (await repository.run(['rev-parse', '--verify', '--quiet', 'HEAD'], { signal })).code !== 0;
}

/** Short name of the branch that HEAD names; null when HEAD is detached. */
export async function currentBranch(repository: Repository, signal?: AbortSignal): Promise<string | null> {
  const output = await repository.run(['symbolic-ref', '--quiet', '--short', 'HEAD'], { signal });
  return output.code === 0 ? output.stdout.toString('utf8').trim() : null;
}

/** A revision names one commit. What git would take for an option, a range or an exclusion is refused. */
function refuseUnclear(revision: string): void {
  if (revision.trim() === '') throw unknown('The name of a revision is empty. Give a branch, a tag or a commit id.');
  if (revision.startsWith('-')) throw unknown(`'${shown(revision)}' looks like an option, not like a revision.`);
  if (revision.includes('..') || revision.startsWith('^') || /\^[@!-]/.test(revision)) {
    throw unknown(`'${shown(revision)}' names a range. Give one revision for --base and one for --head.`);
  }
  if (/[\0\r\n]/.test(revision)) throw unknown(`'${shown(revision)}' is not a name that a revision can have.`);
}

async function refNames(repository: Repository, signal?: AbortSignal): Promise<string[]> {
  const output = await repository.run(['for-each-ref', '--format=%(refname:short)', '--count=2000'], { signal });
  return output.stdout.toString('utf8').split('\n').filter(Boolean);
}

/** Up to three names that differ from the given one by case, by a remote's name before it, or by two characters. */
function nearest(revision: string, names: string[]): string[] {
  const wanted = revision.toLowerCase();
  const scored = names.flatMap((name) => {
    const other = name.toLowerCase();
    const distance = other === wanted || other.endsWith(`/${wanted}`) ? 0 : editDistance(wanted, other);
    return distance <= Math.min(2, Math.ceil(wanted.length / 3)) ? [{ name, distance }] : [];
  });
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return scored.slice(0, 3).map((each) => each.name);
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}

/** A name as it may be shown: no control characters, no endless text. */
function shown(revision: string): string {
  const clean = revision.replace(/[\p{Cc}\p{Cf}]/gu, '?');
  return clean.length > 100 ? `${clean.slice(0, 100)}…` : clean;
}

function unknown(message: string): RewheelError {
  return new RewheelError('unknown-revision', message);
}
