import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hostServerFile } from './hostInstall.ts';

/** How VS Code's server is started. */
export interface ServerOptions {
  /** Folder for what the server keeps besides the user's data. */
  own: string;
  userDataDir: string;
  /** Settings of the machine, as in a settings.json. */
  settings: Record<string, unknown>;
  /** Environment of the server, and so of the extension host, laid over this process's. */
  env: Record<string, string>;
  /** True to ask nobody for trust: every folder is trusted. */
  trustAll: boolean;
}

/** A server that runs, on a free port of this machine alone. */
export interface Server {
  port: number;
  /** What it printed. */
  log(): string;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends it with all processes that it started. */
  stop(): Promise<void>;
}

/** What a window of the server opens. Paths may be relative to the current folder. */
export interface WindowOptions {
  /** Folder or `.code-workspace` file; null opens an empty window. */
  workspace: string | null;
  /** Extension under development. */
  extensionPath?: string;
  /** Module whose exported `run()` runs inside the extension host. */
  testsPath?: string;
}

/** Settings that keep the window still: no welcome page, no questions, nothing fetched. */
const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.openRepositoryInParentFolders': 'never',
};

/** Starts the installed VS Code's server (`installHost`); resolves when it listens. */
export async function startServer({ own, userDataDir, settings, env, trustAll }: ServerOptions): Promise<Server> {
  await mkdir(join(userDataDir, 'Machine'), { recursive: true });
  await writeFile(
    join(userDataDir, 'Machine', 'settings.json'),
    JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2),
  );
  const child = spawn(
    process.execPath,
    [
      hostServerFile(),
      ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--accept-server-license-terms'],
      ...(trustAll ? ['--disable-workspace-trust'] : []),
      ...['--telemetry-level', 'off', '--user-data-dir', userDataDir],
      ...['--extensions-dir', join(own, 'extensions'), '--server-data-dir', join(own, 'server-data')],
    ],
    // A group of its own, so that the extension hosts end with the server.
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env: { ...process.env, ...env } },
  );
  let log = '';
  const port = await new Promise<number>((done, failed) => {
    const read = (chunk: Buffer): void => {
      log += chunk.toString();
      const found = /listening on (\d+)/.exec(log);
      if (found) done(Number(found[1]));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`VS Code's server ended with ${code}:\n${log}`)));
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  return { port, log: () => log, ended, stop: () => endGroup(child) };
}

/** Address at which a browser of this machine opens a window of the server. */
export function hostUrl(port: number, options: WindowOptions): string {
  // Service workers, and so webviews, need `localhost`.
  const url = new URL(`http://localhost:${port}/`);
  if (options.workspace === null) url.searchParams.set('ew', 'true');
  else {
    const path = resolve(options.workspace);
    url.searchParams.set(path.endsWith('.code-workspace') ? 'workspace' : 'folder', path);
  }
  const remote = (path: string): string => `vscode-remote://localhost:${port}${resolve(path)}`;
  const payload: [string, string][] = [];
  if (options.extensionPath) payload.push(['extensionDevelopmentPath', remote(options.extensionPath)]);
  if (options.testsPath) payload.push(['extensionTestsPath', remote(options.testsPath)]);
  if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
