import { inFolder } from '../paths.ts';

/** Answers whether the workspace holds a source file of that path. */
export type FileTest = (path: string) => boolean;

/** Extensions that a specifier may leave out, implementation before declaration. */
const IMPLIED = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.d.ts', '.d.mts', '.d.cts'];

/** What a written JavaScript extension may stand for: the source it is compiled from first, then the file itself. */
const SOURCES_OF: Record<string, string[]> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx', '.d.ts'],
  '.jsx': ['.tsx', '.jsx', '.d.ts'],
  '.mjs': ['.mts', '.mjs', '.d.mts'],
  '.cjs': ['.cts', '.cjs', '.d.cts'],
};

/** What a declaration file may describe: an implementation beside it is preferred to it. */
const DESCRIBED_BY: Record<string, string[]> = {
  '.d.ts': ['.ts', '.tsx', '.js', '.jsx', '.d.ts'],
  '.d.mts': ['.mts', '.mjs', '.d.mts'],
  '.d.cts': ['.cts', '.cjs', '.d.cts'],
};

/** The file that `path`, taken as a file (not as a folder), stands for; null when there is none. */
export function fileCandidate(path: string, exists: FileTest): string | null {
  if (path === '') return null;
  for (const [extension, sources] of Object.entries(DESCRIBED_BY)) {
    if (path.endsWith(extension)) return firstWith(path.slice(0, -extension.length), sources, exists);
  }
  const extension = /\.[cm]?jsx?$/.exec(path)?.[0];
  const sources = extension === undefined ? undefined : SOURCES_OF[extension];
  if (extension !== undefined && sources) {
    const found = firstWith(path.slice(0, -extension.length), sources, exists);
    if (found !== null) return found;
  }
  if (exists(path)) return path;
  return firstWith(path, IMPLIED, exists);
}

/** The index file of a folder, or null. */
export function indexCandidate(folder: string, exists: FileTest): string | null {
  return firstWith(inFolder(folder, 'index'), IMPLIED, exists);
}

function firstWith(stem: string, extensions: string[], exists: FileTest): string | null {
  for (const extension of extensions) if (exists(stem + extension)) return stem + extension;
  return null;
}

/** Folder names that hold what a build made. */
const BUILT =
  /^(dist|lib|libs|build|built|out|output|es|esm|esm\d+|esnext|es\d+|cjs|mjs|umd|commonjs|types|typings|module|node|browser|bundles?|_?[ce]?s?m?js|(dist|lib|build|out)[-_.]\w+)$/;

/**
 * The source of a built file that the workspace does not hold: `dist/esm/a/b.js` is taken to be made from `src/a/b`
 * (else from `a/b`), where all leading folders have names of build results (dist, lib, build, out, esm, cjs, types…).
 * The rule keeps the rest of the path as it is, so it names a file of the same name or none.
 * @param target path inside the package at `packageFolder`
 */
export function sourceOfBuilt(packageFolder: string, target: string, exists: FileTest): string | null {
  const segments = target.split('/');
  let built = 0;
  while (built < segments.length - 1 && BUILT.test(segments[built]!)) built++;
  if (built === 0) return null;
  if (segments[built] === 'src' && built < segments.length - 1) built++;
  const rest = segments
    .slice(built)
    .join('/')
    .replace(/\.min(\.[cm]?js)$/, '$1');
  // A module format may show in the extension only: `dist/a.mjs` and `dist/a.cjs` are both made from `src/a.ts`.
  const stem = rest.replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
  for (const place of ['src', 'source', '']) {
    const base = place === '' ? packageFolder : inFolder(packageFolder, place);
    const found = fileCandidate(inFolder(base, rest), exists) ?? firstWith(inFolder(base, stem), IMPLIED, exists);
    if (found !== null) return found;
  }
  return null;
}
