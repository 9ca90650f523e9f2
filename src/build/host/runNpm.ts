import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs npm in the folder `cwd`. The registry may be slow or away for a moment: three tries, then it throws. */
export async function runNpm(args: string[], cwd: string, log: (line: string) => void): Promise<void> {
  const run = promisify(execFile);
  for (let left = 2; ; left--) {
    try {
      await run('npm', args, { cwd, maxBuffer: 64 << 20 });
      return;
    } catch (error) {
      if (left === 0) throw error;
      log(`npm ${args[0]} failed, trying again: ${(error as Error).message.split('\n').slice(0, 4).join(' ')}`);
    }
  }
}
