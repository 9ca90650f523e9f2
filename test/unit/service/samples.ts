import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../src/build/paths.ts';
import { languageOf } from '../../../src/engine/language/languages.ts';
import type { FactsRequest } from '../../../src/engine/ports/ports.ts';

/** A request for facts of a text. */
export function requestOf(path: string, text: string): FactsRequest {
  const bytes = Buffer.from(text);
  return {
    path,
    contentKey: createHash('sha256').update(bytes).digest('hex'),
    language: languageOf(path)!,
    size: bytes.length,
    read: () => Promise.resolve(bytes),
  };
}

/** Real files: Rewheel's own sources and the Python files of the recorded cases. */
export function realRequests(): FactsRequest[] {
  const requests: FactsRequest[] = [];
  for (const folder of ['src', 'test/recorded']) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true }) as string[]) {
      if (languageOf(name) === null) continue;
      const text = readFileSync(join(ROOT, folder, name), 'utf8');
      requests.push(requestOf(`${folder}/${name.replaceAll('\\', '/')}`, text));
    }
  }
  return requests;
}

/** Python text of about `bytes` bytes; `seed` makes it differ from others. */
export function longPython(bytes: number, seed: number): string {
  const parts: string[] = [];
  for (let length = 0, i = 0; length < bytes; i++) {
    const part = `def work_${seed}_${i}(first, second=${i}):\n    total = helper(first.value[${i}], [second, ${seed}])\n    return total + first\n\n`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}
