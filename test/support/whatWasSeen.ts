import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Host } from './hostServer.ts';

/** Lines of a log that say enough about a test that failed. */
const LAST_LINES = 40;

/**
 * What a window shows and what the extension logged, as text: a test that fails on another machine leaves nothing else to
 * look at.
 */
export async function whatWasSeen(host: Host): Promise<string> {
  const shown = await host.ui.describe().catch((error: unknown) => `nothing: ${(error as Error).message}`);
  const files = await readdir(host.userDataDir, { recursive: true }).catch(() => []);
  const logs = files.filter((file) => /rewheel[^/\\]*\.log$/i.test(file));
  const texts = await Promise.all(logs.map((file) => readFile(join(host.userDataDir, file), 'utf8').catch(() => '')));
  const logged = texts.flatMap((text) => text.trimEnd().split('\n').slice(-LAST_LINES));
  const browser = host.consoleLog.slice(-LAST_LINES).map((line) => line.slice(0, 400));
  return ['What the window showed:', shown, 'What the extension logged:', ...logged, 'The browser:', ...browser].join(
    '\n',
  );
}
