import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { DIST, ROOT } from './paths.ts';
import { zodEnglish } from './zodEnglish.ts';

/** One file of dist/ that is bundled from one entry. */
export interface Bundle {
  /** Name of its metafile in dist/meta. */
  name: string;
  /** Entry, relative to the root of the checkout. */
  entry: string;
  /** Output, relative to dist/. */
  output: string;
  platform: 'node' | 'browser';
  external: string[];
  executable: boolean;
}

const NODE_BUNDLES: Bundle[] = [
  node('extension', 'src/extension/main.ts', { external: ['vscode'] }),
  node('engine', 'src/service/server/main.ts'),
  node('parse', 'src/service/pool/parseThread.ts'),
  node('cli', 'src/cli/main.ts', { executable: true }),
  node('tokens', 'src/platform/tokens/countTokens.ts'),
];

/** Every bundle of the product: five for Node, and one for each folder of webview/ that has a main.ts. */
export function allBundles(): Bundle[] {
  const pages = join(ROOT, 'webview');
  const names = existsSync(pages) ? readdirSync(pages).sort() : [];
  return [
    ...NODE_BUNDLES,
    ...names
      .map((page): Bundle => ({
        name: `webview-${page}`,
        entry: `webview/${page}/main.ts`,
        output: `webview/${page}.js`,
        platform: 'browser',
        external: [],
        executable: false,
      }))
      .filter(hasEntry),
  ];
}

/** False while the entry of a bundle is not written yet. */
export function hasEntry(bundle: Bundle): boolean {
  return existsSync(join(ROOT, bundle.entry));
}

/** esbuild's options for a bundle. `version` is package.json's. */
export function esbuildOptions(bundle: Bundle, production: boolean, version: string): BuildOptions {
  const forNode = bundle.platform === 'node';
  return {
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, bundle.entry)],
    outfile: join(DIST, bundle.output),
    bundle: true,
    platform: bundle.platform,
    format: forNode ? 'cjs' : 'iife',
    target: forNode ? 'node20.18' : 'chrome132',
    minify: production,
    // Class and function names show in stack traces that users send.
    keepNames: production,
    sourcemap: 'linked',
    sourcesContent: true,
    metafile: true,
    legalComments: 'none',
    external: bundle.external,
    // The ES modules of packages first: what their UMD builds require cannot be seen, and so not bundled.
    mainFields: forNode ? ['module', 'main'] : ['browser', 'module', 'main'],
    plugins: [zodEnglish],
    logLevel: 'silent',
    define: {
      __REWHEEL_VERSION__: JSON.stringify(version),
      ...(forNode ? { 'import.meta.url': 'importMetaUrl' } : { 'process.env.NODE_ENV': '"production"' }),
    },
    ...(forNode
      ? {
          inject: [join(ROOT, 'src/build/importMetaUrl.ts')],
          // The ESM build of web-tree-sitter reads import.meta.url and imports node:module at its top level.
          // The UMD build of jsonc-parser requires its parts by names that a bundler cannot see.
          alias: {
            'web-tree-sitter': join(ROOT, 'node_modules/web-tree-sitter/web-tree-sitter.cjs'),
            'jsonc-parser': join(ROOT, 'node_modules/jsonc-parser/lib/esm/main.js'),
          },
        }
      : {}),
    ...(bundle.executable && !startsWithHashbang(bundle) ? { banner: { js: '#!/usr/bin/env node' } } : {}),
  };
}

function startsWithHashbang(bundle: Bundle): boolean {
  return readFileSync(join(ROOT, bundle.entry), 'utf8').startsWith('#!');
}

function node(name: string, entry: string, more: Partial<Bundle> = {}): Bundle {
  return { name, entry, output: `${name}.cjs`, platform: 'node', external: [], executable: false, ...more };
}
