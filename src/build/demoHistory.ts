import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DIST, ROOT } from './paths.ts';

const run = promisify(execFile);

const historySchema = z.object({
  schema: z.literal('rewheel/demo-history@1'),
  start: z.string(),
  turns: z.array(
    z.object({
      folder: z.string(),
      prompt: z.string(),
      shows: z.string(),
      reads: z.array(z.object({ file: z.string(), lines: z.tuple([z.number(), z.number()]) })),
    }),
  ),
});

export interface DemoTurn {
  prompt: string;
  /** What the turn is an example of. */
  shows: string;
  /** What the agent read before it wrote: first and last line of each file. */
  reads: { file: string; lines: [number, number] }[];
  /** Commit before and after the turn. */
  base: string;
  head: string;
}

export interface Demo {
  folder: string;
  /** Commit before the first turn. */
  start: string;
  turns: DemoTurn[];
}

/** Identity and time of the commits are fixed, so the demo's reports are the same bytes everywhere. */
const AUTHOR = ['-c', 'user.name=Rewheel demo', '-c', 'user.email=demo@rewheel.invalid', '-c', 'commit.gpgsign=false'];

/** Makes the repository of the history in media/demo anew in dist/demo/gaugekit: one commit a turn. */
export async function buildDemoRepository(): Promise<Demo> {
  const source = join(ROOT, 'media/demo');
  const history = historySchema.parse(JSON.parse(await readFile(join(source, 'history.json'), 'utf8')));
  const folder = join(DIST, 'demo/gaugekit');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await git(folder, 'init', '-q', '-b', 'main');
  // Bytes stay as they ship, whatever the user's settings say of line ends.
  await git(folder, 'config', 'core.autocrlf', 'false');
  await writeFile(join(folder, '.gitignore'), '__pycache__/\n');
  const start = await commit(folder, join(source, history.start), 'Before the first turn', 0);
  const turns: DemoTurn[] = [];
  let base = start;
  for (const [index, { folder: name, prompt, shows, reads }] of history.turns.entries()) {
    const head = await commit(folder, join(source, name), prompt, index + 1);
    turns.push({ prompt, shows, reads, base, head });
    base = head;
  }
  return { folder, start, turns };
}

/** Lays the files of a turn over the working tree; its last turn is left uncommitted for the editor by the caller. */
async function commit(folder: string, files: string, message: string, hour: number): Promise<string> {
  await cp(files, folder, { recursive: true });
  await git(folder, 'add', '-A');
  const date = `2026-03-02T${String(9 + hour).padStart(2, '0')}:00:00+00:00`;
  await run('git', [...AUTHOR, 'commit', '-q', '--no-verify', '-m', message], {
    cwd: folder,
    env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
  return git(folder, 'rev-parse', 'HEAD');
}

async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: folder });
  return stdout.trim();
}
