import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Real code that is installed here: packages that ship TypeScript, and packages of hand-written JavaScript. */
const FOLDERS = [
  'node_modules/rxjs/src',
  'node_modules/zod/src',
  'node_modules/mocha/lib',
  'node_modules/commander/lib',
  'node_modules/eslint/lib',
  'node_modules/vscode-jsonrpc/lib',
  'node_modules/@eslint/eslintrc/lib',
  'node_modules/glob/dist/esm',
  'test/recorded/facts-ecmascript',
];

export interface SourceFile {
  /** Path relative to the project root, with `/`. */
  path: string;
  text: string;
}

/** Every source file of the folders, declarations and source maps left out, in the order of their paths. */
export function realSources(): SourceFile[] {
  const found: SourceFile[] = [];
  for (const folder of FOLDERS) {
    let names: string[];
    try {
      names = readdirSync(path.join(root, folder), { recursive: true }) as string[];
    } catch {
      throw new Error(`${folder} is not installed: run npm ci`);
    }
    for (const name of names) {
      if (!/\.(?:[cm]?[jt]s|[jt]sx)$/.test(name) || /\.d\.[cm]?ts$/.test(name) || /\.min\.js$/.test(name)) continue;
      const file = `${folder}/${name.split(path.sep).join('/')}`;
      found.push({ path: file, text: readFileSync(path.join(root, file), 'utf8').replace(/^\uFEFF/, '') });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
