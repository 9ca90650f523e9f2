import { isAbsolute } from './fileState.ts';

/** How a shell writes a file that a glob stands for. */
export function shownName(file: string, pattern: string, folder: string): string {
  if (isAbsolute(pattern) || pattern.startsWith('../'))
    return pattern.replace(/[^/]*[*?[].*$/, '') + tailOf(file, pattern);
  const relative = folder !== '' && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
  return pattern.startsWith('./') ? `./${relative}` : relative;
}

/** As many last segments of the file as the pattern has from its first wildcard on. */
function tailOf(file: string, pattern: string): string {
  const fixed = pattern.replace(/[^/]*[*?[].*$/, '');
  const count = pattern.slice(fixed.length).split('/').length;
  return file.split('/').slice(-count).join('/');
}
