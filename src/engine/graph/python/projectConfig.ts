import { parse } from 'smol-toml';

/**
 * Folders that a project's configuration names as places of its top-level packages, workspace-relative.
 * pyproject.toml: setuptools' `package-dir` and `packages.find.where`, poetry's and hatch's package places, pytest's
 * `pythonpath`. setup.cfg: `package_dir` and `where`. What cannot be read counts as not stated.
 * @param folder workspace-relative folder of the file, '' for the root
 */
export function statedRoots(folder: string, fileName: string, text: string): string[] {
  const stated = fileName === 'pyproject.toml' ? fromPyproject(text) : fromSetupCfg(text);
  const inside = stated.map((path) => joinInside(folder, path)).filter((path) => path !== null);
  return [...new Set(inside)];
}

function fromPyproject(text: string): string[] {
  let config: unknown;
  try {
    config = parse(text);
  } catch {
    return [];
  }
  const setuptools = at(config, 'tool', 'setuptools');
  const found: unknown[] = [
    at(setuptools, 'package-dir', ''),
    ...list(at(setuptools, 'packages', 'find', 'where')),
    ...list(at(config, 'tool', 'pytest', 'ini_options', 'pythonpath')),
    at(config, 'tool', 'pdm', 'build', 'package-dir'),
    at(config, 'tool', 'maturin', 'python-source'),
    at(config, 'tool', 'uv', 'build-backend', 'module-root'),
  ];
  for (const entry of list(at(config, 'tool', 'poetry', 'packages'))) found.push(at(entry, 'from'));
  for (const path of list(at(config, 'tool', 'hatch', 'build', 'targets', 'wheel', 'packages')))
    if (typeof path === 'string' && path.includes('/')) found.push(path.slice(0, path.lastIndexOf('/')));
  return found.filter((path): path is string => typeof path === 'string');
}

function at(value: unknown, ...keys: string[]): unknown {
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
}

/** `package_dir` (entries `= folder`) and `where` of setup.cfg, on one line or on indented lines below the key. */
function fromSetupCfg(text: string): string[] {
  const found: string[] = [];
  let section = '';
  let key = '';
  const take = (value: string): void => {
    if (section === 'options' && key === 'package_dir') {
      for (const entry of value.split(',')) if (entry.trim().startsWith('=')) found.push(entry.trim().slice(1).trim());
    } else if (section === 'options.packages.find' && key === 'where' && value.trim() !== '') found.push(value.trim());
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^\s*[#;]/.test(line)) continue;
    const head = /^\[([^\]]*)\]/.exec(line);
    if (head) {
      section = head[1]!.trim();
      key = '';
    } else if (/^\s/.test(line)) take(line);
    else {
      const split = line.search(/[=:]/);
      key = (split < 0 ? line : line.slice(0, split)).trim().replaceAll('-', '_');
      if (split >= 0) take(line.slice(split + 1));
    }
  }
  return found;
}

/** Joins and normalises; null when the result lies outside the workspace. */
function joinInside(folder: string, path: string): string | null {
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return null;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
