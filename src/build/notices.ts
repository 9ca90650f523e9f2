import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { ASSET_PACKAGES } from './assets.ts';
import { DIST, ROOT } from './paths.ts';

/** Name of the notices in dist/. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** Folders (`node_modules/a`, `node_modules/a/node_modules/@b/c`) of the packages that went into the bundles. */
export function packageFolders(metafiles: Metafile[]): string[] {
  const folders = new Set(ASSET_PACKAGES.map((name) => `node_modules/${name}`));
  for (const metafile of metafiles) {
    for (const input of Object.keys(metafile.inputs)) {
      const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
      if (folder) folders.add(folder);
    }
  }
  return [...folders].sort();
}

/**
 * Writes dist/THIRD-PARTY-NOTICES.txt: name, version and licence text of every package that ships. Fails when a package
 * has no licence text, since its licence cannot be kept then.
 */
export async function writeNotices(metafiles: Metafile[]): Promise<void> {
  const parts = new Map<string, string>();
  for (const folder of packageFolders(metafiles)) {
    const manifest = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license?: string;
    };
    const title = `${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})`;
    parts.set(title, `${title}\n\n${(await licenceText(folder)).trim()}\n`);
  }
  const rule = `\n${'-'.repeat(80)}\n\n`;
  const head = 'Rewheel ships the following packages, each under its own licence.\n';
  const text = [head, ...[...parts.keys()].sort().map((title) => parts.get(title) as string)].join(rule);
  await writeFile(join(DIST, NOTICES), text.replace(/\r\n?/g, '\n'));
}

async function licenceText(folder: string): Promise<string> {
  const names = (await readdir(join(ROOT, folder))).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  if (names.length === 0) {
    const spare = join(ROOT, 'src/build/licences', `${folder.replace(/^.*node_modules\//, '').replace('/', '__')}.txt`);
    if (existsSync(spare)) return readFile(spare, 'utf8');
    throw new Error(`${folder} has no licence file: put its licence text at ${spare}, or do not bundle it.`);
  }
  return (await Promise.all(names.map((name) => readFile(join(ROOT, folder, name), 'utf8')))).join('\n');
}
