import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { BESIDE_BUNDLES } from '../../../src/build/assets.ts';
import { esbuildOptions } from '../../../src/build/bundles.ts';
import { ROOT } from '../../../src/build/paths.ts';
import type * as logs from '../../../src/platform/logs/logSource.ts';
import { LiveStore, needPython } from '../logs/liveStore.ts';

describe('SQLite in a bundle', () => {
  let folder: string;

  before(async function () {
    needPython(this);
    folder = await mkdtemp(join(tmpdir(), 'rewheel-test-'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('finds its WebAssembly beside the bundle, and only when a store is read', async function () {
    this.timeout(60_000);
    const entry = 'src/platform/logs/logSource.ts';
    const bundle = {
      name: 'logs',
      entry,
      output: 'logs.cjs',
      platform: 'node' as const,
      external: [],
      executable: false,
    };
    const outfile = join(folder, 'logs.cjs');
    await build({ ...esbuildOptions(bundle, true, '0.0.0'), outfile });
    const { openLogSource } = createRequire(import.meta.url)(outfile) as typeof logs;
    const store = await LiveStore.open(folder);
    try {
      await store.run('CREATE TABLE t (n INTEGER)', 'INSERT INTO t VALUES (1)');
      await assert.rejects(async () => (await openLogSource(store.path)).database(), /node-sqlite3-wasm\.wasm/);
      for (const file of BESIDE_BUNDLES) await copyFile(join(ROOT, 'node_modules', file), join(folder, basename(file)));
      const again = join(folder, 'again.cjs');
      await copyFile(outfile, again);
      const bundled = createRequire(import.meta.url)(again) as typeof logs;
      const database = await (await bundled.openLogSource(store.path)).database();
      assert.deepEqual([...database!.rows('SELECT n FROM t')], [{ n: 1 }]);
      await database!.close();
    } finally {
      await store.close(true);
    }
  });
});
