import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GRAMMARS_IN_USE } from '../engine/language/runtime.ts';
import { DIST, ROOT } from './paths.ts';

/** Packages that ship as files beside the bundles, so that no metafile names them. */
export const ASSET_PACKAGES = ['tree-sitter-wasm', 'web-tree-sitter'];

/** WebAssembly that its package reads from the folder of the bundle that it is part of. */
export const BESIDE_BUNDLES = ['node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm'];

/** Copies what bundled packages read from their own folder to dist/. */
export async function copyBesideBundles(): Promise<void> {
  await mkdir(DIST, { recursive: true });
  for (const from of BESIDE_BUNDLES) await copyChanged(join(ROOT, 'node_modules', from), join(DIST, basename(from)));
}

/**
 * Copies the WebAssembly runtime and the grammars in use to dist/grammars, and removes what is no longer in use.
 * Returns the names of the files there. A file that is equal already is left alone, so that a process that reads it
 * during a watch build is not disturbed.
 */
export async function copyGrammars(): Promise<string[]> {
  const folder = join(DIST, 'grammars');
  await mkdir(folder, { recursive: true });
  const wanted = new Map([['web-tree-sitter.wasm', 'web-tree-sitter/web-tree-sitter.wasm']]);
  for (const grammar of GRAMMARS_IN_USE) {
    const file = `tree-sitter-${grammar}.wasm`;
    wanted.set(file, `tree-sitter-wasm/out/${grammar}/${file}`);
  }
  for (const present of await readdir(folder)) {
    if (!wanted.has(present)) await rm(join(folder, present), { recursive: true });
  }
  for (const [file, from] of wanted) {
    await copyChanged(join(ROOT, 'node_modules', from), join(folder, file));
  }
  return [...wanted.keys()].sort();
}

async function copyChanged(source: string, target: string): Promise<void> {
  if ((await digest(source)) === (await digest(target).catch(() => ''))) return;
  await copyFile(source, target);
  await chmod(target, 0o644);
}

async function digest(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
