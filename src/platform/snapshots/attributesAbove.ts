import { relative } from 'node:path';
import { MAX_SOURCE_BYTES } from '../files/decodeSource.ts';
import type { AttributesText } from '../files/linguistAttributes.ts';
import { RealFolder } from '../files/realFile.ts';

/**
 * The `.gitattributes` files of the folders above a workspace, as they are on disk.
 * @param topLevel real path of the top folder of the repository around
 * @param root real path of the workspace
 */
export function attributesAbove(topLevel: string, root: string): AttributesText[] {
  const names = relative(topLevel, root).split(/[\\/]/).filter(Boolean);
  const top = new RealFolder(topLevel);
  return names.flatMap((_, depth) => {
    const text = readAttributes(top, [...names.slice(0, depth), '.gitattributes'].join('/'));
    const above = names
      .slice(depth)
      .map((name) => `${name}/`)
      .join('');
    return text === null ? [] : [{ folder: '', above, text }];
  });
}

/** The text of an attributes file; null when it cannot be read. */
export function readAttributes(folder: RealFolder, path: string): string | null {
  try {
    return folder.read(path, MAX_SOURCE_BYTES)?.toString('utf8') ?? null;
  } catch {
    return null;
  }
}
