import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openPromise } from 'yauzl';

/** Bytes of every file of a VSIX (a zip archive), by its path inside. */
export async function readVsix(path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const archive = await openPromise(path);
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}

/** Lays the extension of a VSIX out in `folder`, as an editor that installs it does. */
export async function unpackExtension(files: Map<string, Buffer>, folder: string): Promise<void> {
  for (const [path, bytes] of files) {
    if (!path.startsWith('extension/')) continue;
    const target = join(folder, path.slice('extension/'.length));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
}
