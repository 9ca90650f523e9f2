import { readdirSync, type Dirent } from 'node:fs';

/** What lies in a folder; nothing when it cannot be listed (any more). */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
