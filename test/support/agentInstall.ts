import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from '../../src/build/host/runNpm.ts';

const AGENT = fileURLToPath(new URL('../e2e/agent/', import.meta.url));
const STAMP = join(AGENT, 'node_modules', '.rewheel-stamp');

/**
 * Installs the OpenCode of test/e2e/agent, unless it is there already. No install script is run: its binary comes in a
 * package of its own for each platform. Never throws: `agentMissing` then tells that it is not there.
 */
export async function installAgent(log: (line: string) => void): Promise<void> {
  const lock = await readFile(join(AGENT, 'package-lock.json'));
  const stamp = `${createHash('sha256').update(lock).digest('hex')}\n`;
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === stamp) return log('OpenCode: installed already');
  log('OpenCode: npm install in test/e2e/agent');
  try {
    await rm(STAMP, { force: true });
    // Not `npm ci`: it refuses a lock file that lacks the binaries for other platforms, which not every registry has.
    await runNpm(['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], AGENT, log);
    await writeFile(STAMP, stamp);
  } catch (error) {
    log(`OpenCode cannot be installed: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** Why OpenCode cannot run on this machine, or null when it can. */
export function agentMissing(): string | null {
  if (!existsSync(STAMP)) return 'OpenCode (opencode-ai, test/e2e/agent) could not be installed';
  return findAgent() === null ? 'OpenCode has no binary that runs on this machine' : null;
}

/** Path of OpenCode's binary. @throws Error when there is none: see agentMissing */
export function agentPath(): string {
  const path = findAgent();
  if (path === null) throw new Error('OpenCode is not installed.');
  return path;
}

let found: string | null | undefined;

/** Of the binaries that npm chose for this platform (with and without AVX2) the first that starts. */
function findAgent(): string | null {
  if (found !== undefined) return found;
  const modules = join(AGENT, 'node_modules');
  const packages = existsSync(modules) ? readdirSync(modules).sort() : [];
  const binaries = packages
    .filter((name) => name.startsWith('opencode-') && name !== 'opencode-ai')
    .flatMap((name) => ['opencode', 'opencode.exe'].map((file) => join(modules, name, 'bin', file)))
    .filter((path) => existsSync(path));
  found = binaries.find((path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0) ?? null;
  return found;
}
