import type { Snapshot } from '../../engine/ports/ports.ts';

/**
 * Texts of a state's configuration files by path (byte-order mark stripped). Files that cannot be read, or are not
 * UTF-8, are left out.
 */
export async function loadConfigTexts(snapshot: Snapshot): Promise<Map<string, string>> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const texts = new Map<string, string>();
  for (const path of snapshot.configFiles) {
    const bytes = await snapshot.read(path);
    if (bytes === null) continue;
    try {
      texts.set(path, decoder.decode(bytes));
    } catch {
      continue;
    }
  }
  return texts;
}
