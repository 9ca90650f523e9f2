import picomatch from 'picomatch';

/** Which files the user wants: true for a path (workspace-relative, `/`) that is in. */
export type PathFilter = (path: string) => boolean;

/**
 * Makes the filter of the options `include` and `exclude`: globs relative to the workspace root. A plain path stands
 * for itself and, when it is a folder, for all below it. An empty `include` means everything; `exclude` wins.
 * Leading `./` and `/` and a trailing `/` do not matter; a leading `!` has no meaning of its own.
 */
export function globFilter(include: string[], exclude: string[]): PathFilter {
  const wanted = anyOf(include);
  const unwanted = anyOf(exclude);
  return (path) => (include.length === 0 || wanted(path)) && !unwanted(path);
}

/** Entries of a list of globs that name one path literally, made plain. */
export function literalPaths(globs: string[]): string[] {
  return globs.map(plain).filter((glob) => glob !== '' && !picomatch.scan(glob).isGlob);
}

function anyOf(globs: string[]): PathFilter {
  const tests = globs.map((given) => {
    const glob = plain(given);
    if (glob === '') return () => true;
    const options = { dot: true, nonegate: true };
    const self = picomatch(glob, options);
    const below = picomatch(`${glob}/**`, options);
    return (path: string) => path === glob || path.startsWith(`${glob}/`) || self(path) || below(path);
  });
  return (path) => tests.some((test) => test(path));
}

function plain(glob: string): string {
  const slashed = process.platform === 'win32' ? glob.replaceAll('\\', '/') : glob;
  const bare = slashed.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
  return bare === '.' ? '' : bare;
}
