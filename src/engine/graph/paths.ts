/** Arithmetic on workspace-relative paths: `/` between segments, no leading `./`, the root is the empty string. */

/** Folder that holds `path`; empty for the workspace root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/**
 * `relative` seen from `folder`, with `.` and `..` worked out and backslashes read as separators (configuration
 * files are written on Windows too). Null when it leaves the workspace or is absolute.
 */
export function joinPath(folder: string, relative: string): string | null {
  const slashed = relative.replace(/\\/g, '/');
  if (slashed.startsWith('/') || /^[A-Za-z]:\//.test(slashed)) return null;
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of slashed.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

/** `folder` and the folders above it, nearest first, the root (empty string) last. */
export function foldersUp(folder: string): string[] {
  const folders: string[] = [];
  for (let current = folder; current !== ''; current = folderOf(current)) folders.push(current);
  folders.push('');
  return folders;
}

/** `name` inside `folder`. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
