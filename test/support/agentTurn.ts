import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FIXTURE = fileURLToPath(new URL('../fixtures/agentTurn/', import.meta.url));

/** Runs git in `folder`, with a name and without the machine's own configuration; gives what it printed, trimmed. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
    GIT_AUTHOR_DATE: '2026-01-01T12:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-01T12:00:00Z',
  };
  return (await promisify(execFile)('git', args, { cwd: folder, env })).stdout.trim();
}

/**
 * Makes `folder` a real repository in the middle of an agent's turn: branch `main` with the package `billing` in two
 * commits, the tag v1 on the first, the branch `turn` checked out, and uncommitted on it billing/invoice.py, whose
 * `_compute_amounts` (line 7) is a renamed copy of `line_totals` in billing/pricing.py (line 8).
 */
export async function makeAgentTurn(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await git(folder, 'init', '--quiet', '--initial-branch=main');
  await cp(`${FIXTURE}before`, folder, { recursive: true });
  await git(folder, 'add', 'billing/__init__.py', 'billing/money.py', 'billing/pricing.py');
  await git(folder, 'commit', '--quiet', '--message', 'Prices of order lines');
  await git(folder, 'tag', 'v1');
  await git(folder, 'add', '.');
  await git(folder, 'commit', '--quiet', '--message', 'Monthly figures');
  await git(folder, 'switch', '--quiet', '--create', 'turn');
  await cp(`${FIXTURE}after`, folder, { recursive: true });
}

/** As `makeAgentTurn`, with a copy whose place a call can take: nothing in the bodies is a variable of their files. */
export async function makeDropInTurn(folder: string): Promise<void> {
  await makeAgentTurn(folder);
  for (const name of ['invoice', 'pricing']) {
    const path = join(folder, 'billing', `${name}.py`);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/^from .*DEFAULT_RATE\n/m, '').replace(', DEFAULT_RATE)', ', 0.2)'));
  } // The copy is new, and so no part of the commit.
  await git(folder, 'commit', '--quiet', '--all', '--message', 'The usual rate');
}
