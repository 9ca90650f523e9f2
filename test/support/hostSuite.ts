import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startHost } from './hostServer.ts';
import type { HostOptions } from './hostServer.ts';

/** The extension under test: this checkout, built. */
export const EXTENSION = fileURLToPath(new URL('../../', import.meta.url));

/** Fails early, and with what to do, when the extension is not built. */
export function requireBuild(): void {
  for (const file of ['dist/extension.cjs', 'dist/engine.cjs'])
    assert.ok(existsSync(join(EXTENSION, file)), `${file} is missing: run npm run build first`);
}

/** Bundles test/host/suite for the extension host; gives the path of the module whose `run()` VS Code calls. */
export async function buildSuite(): Promise<string> {
  const outfile = join(EXTENSION, 'out', 'test', 'host', 'suite.cjs');
  await build({
    absWorkingDir: EXTENSION,
    entryPoints: ['test/host/suite/index.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.18',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return outfile;
}

/** Runs one scenario of the suite in a VS Code of its own and fails with its output when a test in it fails. */
export async function runScenario(scenario: string, testsPath: string, options: HostOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rewheel-suite-'));
  const log = join(folder, 'log.txt');
  await writeFile(log, '');
  const env = { ...options.env, REWHEEL_SCENARIO: scenario, REWHEEL_SCENARIO_LOG: log };
  const host = await startHost({ extensionPath: EXTENSION, ...options, testsPath, env });
  try {
    const result = await host.testsDone;
    const printed = await readFile(log, 'utf8');
    console.log(printed.trimEnd().replaceAll(/^/gm, '    '));
    assert.equal(
      result?.code,
      0,
      printed.includes('failing') ? `tests of scenario ${scenario} failed` : result?.output,
    );
    // A suite that ran no test would pass as well.
    assert.match(printed, /\d+ passing/);
  } finally {
    await host.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
