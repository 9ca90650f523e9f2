import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { allBundles, esbuildOptions } from '../../../src/build/bundles.ts';
import { ROOT } from '../../../src/build/paths.ts';
import { GRAMMARS_IN_USE } from '../../../src/engine/language/runtime.ts';

let built: Promise<string> | undefined;

/** Bundles engine and parse thread as they are now into a folder of their own, with the grammars beside them. */
export function serviceBundles(): Promise<string> {
  built ??= buildAll();
  return built;
}

async function buildAll(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rewheel-bundles-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const bundle of allBundles()) {
    if (bundle.name !== 'engine' && bundle.name !== 'parse') continue;
    const options = esbuildOptions(bundle, false, '0.0.0-dev');
    await build({ ...options, outfile: join(folder, bundle.output), metafile: false, sourcemap: false });
  }
  const modules = join(ROOT, 'node_modules');
  await mkdir(join(folder, 'grammars'));
  await cp(join(modules, 'web-tree-sitter/web-tree-sitter.wasm'), join(folder, 'grammars/web-tree-sitter.wasm'));
  for (const name of GRAMMARS_IN_USE) {
    const file = `tree-sitter-${name}.wasm`;
    await cp(join(modules, 'tree-sitter-wasm/out', name, file), join(folder, 'grammars', file));
  }
  return folder;
}
