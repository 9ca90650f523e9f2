import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { RewheelError } from '../../protocol/errors.ts';
import { findGit } from './findGit.ts';

/**
 * Settings that a repository's own configuration cannot override, so that nothing in it can start a program or reach
 * the network. The commands used here read the object store and the index and run no filter, hook, textconv, external
 * diff or alias by themselves; these settings close what is left.
 */
const SAFE_SETTINGS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.sshCommand=false',
  'core.askPass=',
  'core.gitProxy=',
  'core.alternateRefsCommand=',
  'core.useReplaceRefs=false',
  'core.quotePath=false',
  'core.warnAmbiguousRefs=true',
  'credential.helper=',
  'diff.external=',
  'log.showSignature=false',
  'protocol.allow=never',
  'submodule.recurse=false',
  'advice.graftFileDeprecated=false',
];

/** Variables of the caller that are kept: they say where the user's own settings are, or only narrow the search. */
const KEPT_VARIABLES = new Set([
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
]);

/**
 * Environment for git: the caller's, but of all `GIT_*` variables only those that cannot point git at another
 * repository, index, object store, configuration or trace file. A hook or `git -c` that started us sets such variables.
 */
function gitEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!name.toUpperCase().startsWith('GIT_') || KEPT_VARIABLES.has(name.toUpperCase())) env[name] = value;
  }
  return {
    ...env,
    LC_ALL: 'C',
    LANGUAGE: 'C',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    // Git before 2.45 may not know GIT_NO_LAZY_FETCH: no transport is allowed at all.
    GIT_ALLOW_PROTOCOL: 'none',
    ...extra,
  };
}

/** Starts git with safe settings; arguments are a list, there is no shell. */
export function spawnGit(
  folder: string,
  args: string[],
  extra: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  const settings = SAFE_SETTINGS.flatMap((setting) => ['-c', setting]);
  return spawn(findGit(), ['--no-pager', ...settings, ...args], {
    cwd: folder,
    env: gitEnvironment(extra),
    stdio: 'pipe',
    shell: false,
    windowsHide: true,
  });
}

export interface GitOutput {
  code: number;
  stdout: Buffer;
  stderr: string;
}

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
const MAX_ERROR_CHARACTERS = 64 * 1024;

/**
 * Runs one git command to its end.
 * @throws RewheelError `git-missing`, `cancelled`, or `git-failed` when it was killed or said too much; not for an
 *   exit code, which the caller judges
 */
export function runGit(
  folder: string,
  args: string[],
  options: { env?: Record<string, string>; input?: string; signal?: AbortSignal } = {},
): Promise<GitOutput> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    if (signal?.aborted) throw cancelled();
    const child = spawnGit(folder, args, options.env);
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = '';
    const stop = () => {
      child.kill();
      finish(() => reject(cancelled()));
    };
    const finish = (settle: () => void) => {
      signal?.removeEventListener('abort', stop);
      settle();
    };
    signal?.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) {
        child.kill();
        finish(() => reject(new RewheelError('git-failed', `git ${args[0]} in ${folder} gave too much output.`)));
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < MAX_ERROR_CHARACTERS) stderr += text;
    });
    // Git may end before it has read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    child.on('error', (error) =>
      finish(() => reject(new RewheelError('git-failed', `git could not be started in ${folder}: ${error.message}`))),
    );
    child.on('close', (code, killer) =>
      finish(() => {
        if (code !== null) resolve({ code, stdout: Buffer.concat(chunks), stderr });
        else reject(new RewheelError('git-failed', `git ${args[0]} in ${folder} was stopped by ${killer}.`));
      }),
    );
  });
}

/** The error for a command whose failure has no better explanation. */
export function gitFailed(folder: string, what: string, output: GitOutput): RewheelError {
  return (
    knownFailure(folder, output.stderr) ??
    new RewheelError(
      'git-failed',
      `${what} failed in ${folder}: ${firstLine(output.stderr) || `git ended with ${output.code}`}`,
    )
  );
}

/** Explains failures that say what the user has to do; null for others. */
export function knownFailure(folder: string, stderr: string): RewheelError | null {
  if (/dubious ownership|unsafe repository/.test(stderr)) {
    const owned = /repository at '([^']+)'/.exec(stderr)?.[1] ?? folder;
    return new RewheelError(
      'git-failed',
      `The repository at ${owned} belongs to another user, so git does not read it. If you trust it, run: git config --global --add safe.directory '${owned}'`,
    );
  }
  if (/unknown repository extension|expected git repo version/i.test(stderr)) {
    return new RewheelError(
      'git-failed',
      `The installed git is too old for the repository at ${folder}: ${firstLine(stderr)}. Update git.`,
    );
  }
  return null;
}

export function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.replace(/^(?:fatal|error): /, '')
      .trim() ?? ''
  );
}

function cancelled(): RewheelError {
  return new RewheelError('cancelled', 'Cancelled.');
}
