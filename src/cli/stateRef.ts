import { resolve } from 'node:path';
import type { StateRef } from '../protocol/engine.ts';

/**
 * What `--base` and `--head` name (design.md section 3): a value that begins with `.` or `/` or a drive is a folder,
 * relative to the current one; anything else is a git revision.
 */
export function stateRef(value: string, cwd: string): StateRef {
  if (/^[./\\]/.test(value) || /^[a-zA-Z]:[\\/]/.test(value))
    return { kind: 'folder', path: resolve(cwd, value), name: value };
  return { kind: 'revision', revision: value };
}
