import { realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { RewheelError } from '../../protocol/errors.ts';
import type { ObjectFormat } from '../files/contentKey.ts';
import { findBareFolder, findGitEntry } from '../files/gitEntry.ts';
import { firstLine, gitFailed, knownFailure, runGit, spawnGit, type GitOutput } from './runGit.ts';

/** A git repository as seen from a folder in it. */
export class Repository {
  constructor(
    /** Real path of the folder that it was opened from; commands run there. */
    readonly folder: string,
    /** Real path of the working tree's top folder; null for a bare repository and inside a git folder. */
    readonly topLevel: string | null,
    /** Path from the top folder to `folder`, with `/` and a trailing `/`; empty at the top. */
    readonly prefix: string,
    readonly shallow: boolean,
    readonly format: ObjectFormat,
    /** Real path of the git folder that all working trees share. */
    readonly commonFolder: string,
    private readonly env: Record<string, string>,
    private readonly leading: string[] = [],
  ) {}

  /** Runs a git command here; see `runGit` for errors. */
  run(args: string[], options: { input?: string; signal?: AbortSignal } = {}): Promise<GitOutput> {
    return runGit(this.folder, [...this.leading, ...args], { ...options, env: this.env });
  }

  /** Like `run`, for commands that must succeed. @throws RewheelError `git-failed` */
  async output(args: string[], options: { input?: string; signal?: AbortSignal } = {}): Promise<Buffer> {
    const output = await this.run(args, options);
    if (output.code !== 0) throw gitFailed(this.folder, `git ${args[0]}`, output);
    return output.stdout;
  }

  /** Starts a long-lived git command here. */
  start(args: string[]): ReturnType<typeof spawnGit> {
    return spawnGit(this.folder, [...this.leading, ...args], this.env);
  }
}

/**
 * Opens the repository that `folder` lies in. Null when it lies in none (git is not started then, so it need not be
 * installed). The working tree is the folder that holds the `.git` entry, whatever `core.worktree` says.
 * @param folder real path
 * @throws RewheelError `git-missing`, `git-failed` (the repository belongs to another user), `cancelled`
 */
export async function openRepository(folder: string, signal?: AbortSignal): Promise<Repository | null> {
  const top = findGitEntry(folder);
  const bareFolder = findBareFolder(folder);
  if (top === null && bareFolder === null) return null;
  const questions = [
    '--is-bare-repository',
    '--is-inside-git-dir',
    '--is-shallow-repository',
    '--show-object-format',
    '--git-common-dir',
  ];
  const ask = (args: string[], env: Record<string, string>) => runGit(folder, ['rev-parse', ...args], { signal, env });
  let env: Record<string, string> = {};
  let output = await ask([...questions, '--show-toplevel'], env);
  let [bare, inside, shallow, format, common, ...rest] = lines(output);
  if (top !== null && bare !== 'true' && inside !== 'true' && !sameFolder(rest.join('\n'), top)) {
    // The configuration points the working tree elsewhere, perhaps to a folder that is not there.
    env = { GIT_WORK_TREE: top };
    output = await ask([...questions, '--show-toplevel'], env);
    [bare, inside, shallow, format, common, ...rest] = lines(output);
  }
  if (common === undefined) {
    const known = knownFailure(folder, output.stderr);
    if (known !== null) throw known;
    if (/not a git repository/.test(output.stderr)) return null;
    throw new RewheelError(
      'git-failed',
      `git cannot read the repository at ${top ?? bareFolder}: ${firstLine(output.stderr)}`,
    );
  }
  if (rest.length > 1) {
    // A line feed in a path: asked alone, the answer is clear.
    common = (await ask(['--git-common-dir'], env)).stdout.toString('utf8').replace(/\r?\n$/, '');
  }
  const noTree = bare === 'true' || inside === 'true' || top === null;
  return new Repository(
    folder,
    noTree ? null : top,
    noTree ? '' : prefixOf(top, folder),
    shallow === 'true',
    format === 'sha256' ? 'sha256' : 'sha1',
    realpathSync.native(resolve(folder, common)),
    env,
  );
}

/**
 * Opens a git folder directly, for reading objects only: the git folder of a submodule that is not checked out. It must
 * lie inside a git folder that git itself agreed to read.
 */
export async function openGitFolder(gitFolder: string, signal?: AbortSignal): Promise<Repository | null> {
  const leading = [`--git-dir=${gitFolder}`];
  const env = { GIT_WORK_TREE: gitFolder };
  const args = [...leading, 'rev-parse', '--is-shallow-repository', '--show-object-format'];
  const output = await runGit(gitFolder, args, { env, signal });
  const [shallow, format] = lines(output);
  if (output.code !== 0 || format === undefined) return null;
  return new Repository(
    gitFolder,
    null,
    '',
    shallow === 'true',
    format === 'sha256' ? 'sha256' : 'sha1',
    gitFolder,
    env,
    leading,
  );
}

function lines(output: GitOutput): string[] {
  const text = output.stdout.toString('utf8').replace(/\r?\n$/, '');
  return text === '' ? [] : text.split(/\r?\n/);
}

function sameFolder(said: string, real: string): boolean {
  if (said === '') return false;
  try {
    return realpathSync.native(said) === real;
  } catch {
    return false;
  }
}

function prefixOf(top: string, folder: string): string {
  const below = relative(top, folder).split(/[\\/]/).filter(Boolean);
  return below.map((name) => `${name}/`).join('');
}
