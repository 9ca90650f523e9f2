export interface PathsOptions {
  /** Real path of the workspace root on this machine. */
  root: string;
  /** Further folders of this machine that stand for the root: git worktrees of the same repository, the root by a link. */
  alsoRoots?: readonly string[];
  /** Folders of the session as its log writes them, first the one where it began. */
  folders: readonly string[];
  /** Whether a path of a log is a folder on this machine. */
  exists: (path: string) => boolean;
}

/** A path in one form for all systems: `/` between segments, drives as `c:`. */
interface PlainPath {
  absolute: boolean;
  drive: boolean;
  segments: string[];
}

/**
 * Takes the paths of a log to the workspace (design.md section 3): the folder where the session began stands for the
 * workspace root unless it exists here, and then real paths decide.
 */
export class WorkspacePaths {
  readonly #roots: PlainPath[];
  readonly #start: PlainPath | null = null;
  readonly #home: PlainPath | null;
  readonly #logRoot: PlainPath;
  readonly #windows: boolean;

  constructor({ root, alsoRoots = [], folders, exists }: PathsOptions) {
    const first = folders[0];
    this.#windows = folders.some(isWindows);
    this.#home = folders.map((folder) => homeIn(this.#plain(folder))).find((home) => home !== null) ?? null;
    const start = first === undefined ? null : this.#absolute(first, null);
    const real = [root, ...alsoRoots].map((folder) => normal(plainOf(folder, isWindows(folder))));
    const isHere = (path: PlainPath): boolean => real.some((folder) => isBelow(path, folder));
    const stands = first !== undefined && start !== null && !isHere(start) && !exists(first);
    this.#roots = (stands ? [start, ...real] : real).sort((a, b) => b.segments.length - a.segments.length);
    this.#logRoot = stands ? start : real[0]!;
    this.#start = start ?? real.find(({ segments }) => segments.length > 0) ?? null;
  }

  /** True when the log was written on a system that takes letters of both cases for the same. */
  get anyCase(): boolean {
    return this.#windows || (this.#start !== null && ignoresCase(this.#start));
  }

  /**
   * A path of the log relative to the workspace root, with `/`; '' for the root itself, null for what lies outside.
   * @param path absolute, or relative to `cwd`; `~`, file URIs and the spellings of Windows and WSL are understood
   * @param cwd folder of the action as the log writes it; null: the folder where the session began
   */
  relative(path: string, cwd: string | null = null): string | null {
    const plain = this.#absolute(path, cwd);
    if (!plain) return null;
    for (const root of this.#roots) {
      if (isBelow(plain, root)) return plain.segments.slice(root.segments.length).join('/');
    }
    return null;
  }

  /** A path relative to the workspace root as an absolute path of the log. */
  inLog(path: string): string {
    const { drive, segments } = this.#logRoot;
    return `${drive ? '' : '/'}${[...segments, path].join('/')}`;
  }

  #absolute(path: string, cwd: string | null): PlainPath | null {
    if (path === '' || path.includes('\0')) return null;
    const plain = this.#plain(path);
    if (plain.absolute) return normal(plain);
    if (plain.segments[0] === '~') {
      return this.#home && normal({ ...this.#home, segments: [...this.#home.segments, ...plain.segments.slice(1)] });
    }
    const from = cwd === null ? this.#start : this.#absolute(cwd, null);
    return from && normal({ ...from, segments: [...from.segments, ...plain.segments] });
  }

  #plain(path: string): PlainPath {
    return plainOf(path, this.#windows);
  }
}

const DRIVE = /^[A-Za-z]:(?=$|[\\/])/;

function isWindows(path: string): boolean {
  return DRIVE.test(path) || path.startsWith('\\\\') || /^file:\/\/\/[A-Za-z](:|%3A)/i.test(path);
}

function plainOf(path: string, windows: boolean): PlainPath {
  let text = path;
  if (/^file:/i.test(text)) text = fromUri(text);
  if (windows || isWindows(text)) text = text.replaceAll('\\', '/');
  // \\?\C:\x and \\.\C:\x are C:\x; \\wsl$\Distribution\x is /x.
  text = text.replace(/^\/\/[?.]\/(?=[A-Za-z]:)/, '').replace(/^\/\/wsl(?:\$|\.localhost)\/[^/]+/i, '');
  // /c:/x of a URI, /mnt/c/x of WSL, and where the log is of Windows /c/x of Git's shell.
  text = text.replace(/^\/(?=[A-Za-z]:(?:\/|$))/, '').replace(/^\/mnt\/([A-Za-z])(?=\/|$)/, '$1:');
  if (windows) text = text.replace(/^\/([A-Za-z])(?=\/|$)/, '$1:');
  const drive = DRIVE.test(text);
  if (!drive) text = text.replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/, '');
  const segments = text.split('/').filter((segment) => segment !== '');
  if (drive) segments[0] = segments[0]!.toLowerCase();
  return { absolute: drive || text.startsWith('/'), drive, segments };
}

function fromUri(uri: string): string {
  // file://server/share is a path of the network, file:///x and file:/x are local ones.
  const rest = uri
    .replace(/^file:/i, '')
    .replace(/^\/\/(?:localhost)?(?=\/)/i, '')
    .replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}

function normal(path: PlainPath): PlainPath {
  const floor = path.drive ? 1 : 0;
  const segments: string[] = [];
  for (const segment of path.segments) {
    if (segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length > floor) segments.pop();
  }
  return { ...path, segments };
}

function isBelow(path: PlainPath, root: PlainPath): boolean {
  if (root.segments.length === 0 || path.segments.length < root.segments.length) return false;
  return root.segments.every((segment, index) => {
    const own = path.segments[index]!;
    return own === segment || (ignoresCase(root) && own.toLowerCase() === segment.toLowerCase());
  });
}

/** Windows and macOS take letters of both cases for the same. */
function ignoresCase({ drive, segments }: PlainPath): boolean {
  return drive || segments[0] === 'Users';
}

/** Home folder of whoever ran the session, told by one of its folders. */
function homeIn({ segments }: PlainPath): PlainPath | null {
  const drive = /^[a-z]:$/.test(segments[0] ?? '');
  const names = drive ? segments.slice(1) : segments;
  const depth = names[0] === 'root' && !drive ? 1 : /^(home|users)$/i.test(names[0] ?? '') && names[1] ? 2 : 0;
  if (depth === 0) return null;
  return { absolute: true, drive, segments: segments.slice(0, depth + (drive ? 1 : 0)) };
}
