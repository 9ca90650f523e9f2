import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { lstat, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from '../paths.ts';
import { runNpm } from './runNpm.ts';

const HOST = join(ROOT, 'test', 'host', 'vscode');
const VSCODE = join(HOST, 'node_modules', 'code-server', 'lib', 'vscode');
const STAMP = join(HOST, 'node_modules', '.rewheel-stamp');

/** Raised when the steps of the installation change. */
const RECIPE = 1;

/** The file that starts VS Code's server. */
export function hostServerFile(): string {
  return join(VSCODE, 'out', 'server-main.js');
}

/** Why VS Code's server cannot run on this machine, or null when it can (installHost may still have to run). */
export function hostUnsupported(): string | null {
  return process.platform === 'win32' ? 'code-server, which carries this VS Code, is not for Windows' : null;
}

/** Why VS Code cannot be driven by tests on this machine, or null when it can (installHost may still have to run). */
export function hostMissing(): string | null {
  const unsupported = hostUnsupported();
  if (unsupported) return unsupported;
  if (!findChromium()) return 'no Chromium was found (set REWHEEL_CHROMIUM to its path)';
  return null;
}

/** Path of the Chromium that drives the tests: REWHEEL_CHROMIUM, or the usual names on PATH and places. */
export function chromiumPath(): string {
  const found = findChromium();
  if (!found) throw new Error('No Chromium was found. Install it, or set REWHEEL_CHROMIUM to its path.');
  return found;
}

/**
 * Installs the VS Code that the tests drive and the demo serves under test/host/vscode, unless it is there already. No install script is
 * run: VS Code's server does without its native modules. `log` hears what is done.
 */
export async function installHost(log: (line: string) => void): Promise<void> {
  const stamp = await wantedStamp();
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === stamp) {
    log('VS Code for tests and demo: installed already');
    return linkRipgrep(log);
  }
  log('VS Code for tests and demo: npm ci in test/host/vscode');
  await rm(STAMP, { force: true });
  await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], HOST, log);
  log('VS Code for tests and demo: npm install in code-server/lib/vscode');
  const flags = ['--omit=dev', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  await runNpm(['install', ...flags], VSCODE, log);
  await linkRipgrep(log);
  await writeFile(STAMP, stamp);
}

async function wantedStamp(): Promise<string> {
  const lock = await readFile(join(HOST, 'package-lock.json'));
  return `${RECIPE} ${createHash('sha256').update(lock).digest('hex')}\n`;
}

/** @vscode/ripgrep fetches its binary in an install script; the system's does as well. */
async function linkRipgrep(log: (line: string) => void): Promise<void> {
  const system = onPath('rg');
  if (!system) return log('VS Code for tests and demo: no ripgrep (rg) on PATH, so its search finds nothing');
  const link = join(VSCODE, 'node_modules', '@vscode', 'ripgrep', 'bin', 'rg');
  if (await lstat(link).catch(() => null)) await rm(link);
  await mkdir(dirname(link), { recursive: true });
  await symlink(system, link);
}

function findChromium(): string | null {
  const given = process.env.REWHEEL_CHROMIUM;
  if (given) return existsSync(given) ? given : null;
  const places = [
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(onPath),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return places.find((place): place is string => place !== null && existsSync(place)) ?? null;
}

/** Full path of a program on PATH, or null. */
export function onPath(program: string): string | null {
  const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder && existsSync(path)) return path;
    }
  }
  return null;
}

/** Version of the VS Code that is installed. */
export function hostVersion(): string {
  return (JSON.parse(readFileSync(join(VSCODE, 'package.json'), 'utf8')) as { version: string }).version;
}
