import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Demo } from './demoHistory.ts';
import { hostUnsupported, installHost } from './host/hostInstall.ts';
import { hostUrl, startServer } from './host/hostProcess.ts';
import { ROOT } from './paths.ts';

/**
 * Serves a VS Code in the browser, with this checkout's extension and the demo's repository, whose last turn is put back
 * into the working tree as uncommitted work. Runs until Ctrl+C. Where VS Code cannot be served it says what to do instead
 * and sets the exit code.
 */
export async function serveEditor(demo: Demo): Promise<void> {
  await promisify(execFile)('git', ['reset', '--quiet', '--mixed', 'HEAD~1'], { cwd: demo.folder });
  console.log('\nThe last turn of the demo is uncommitted now, as an agent leaves it.');
  const missing = hostUnsupported() ?? (await installed());
  if (missing) {
    console.error(`\nVS Code cannot be served here: ${missing}`);
    console.error('Open the demo in your own VS Code instead:');
    console.error(`    code --extensionDevelopmentPath="${ROOT}" "${demo.folder}"`);
    process.exitCode = 1;
    return;
  }
  await serve(demo.folder);
}

/** Why VS Code could not be installed; null when it is there. */
async function installed(): Promise<string | null> {
  try {
    await installHost(console.log);
    return null;
  } catch (error) {
    return `installing it failed (${(error as Error).message.trim()})`;
  }
}

async function serve(folder: string): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'rewheel-demo-'));
  const interrupted = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
  });
  try {
    const server = await startServer({
      own,
      userDataDir: join(own, 'user-data'),
      settings: {},
      // The demo leaves nothing in the user's data folder.
      env: { REWHEEL_DATA: join(own, 'data') },
      trustAll: false,
    });
    try {
      console.log(`\nOpen this address in a browser on this machine:\n`);
      console.log(`    ${hostUrl(server.port, { workspace: folder, extensionPath: ROOT })}\n`);
      console.log('1. Answer "Yes, I trust the authors": in an untrusted folder Rewheel runs no git.');
      console.log('2. Press F1, choose "Rewheel: Audit Turn…", then "Since the last commit".');
      console.log('3. Open gaugekit/dashboard.py, or the Problems panel.');
      console.log('\nCtrl+C ends it.');
      const died = await Promise.race([interrupted.then(() => false), server.ended.then(() => true)]);
      if (died) {
        console.error(`VS Code's server has ended by itself:\n${server.log()}`);
        process.exitCode = 1;
      }
    } finally {
      await server.stop();
    }
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  }
}
