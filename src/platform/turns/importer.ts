import { once } from 'node:events';
import type { Repository } from '../git/repository.ts';
import { firstLine, type spawnGit } from '../git/runGit.ts';
import { gitStoreFailed } from './storeFiles.ts';

/** A change of one path; `id` null takes it away. The content is in the store or was added before. */
export type PathChange = { path: string; id: string; link: boolean } | { path: string; id: null };

/** Fast-import wants a ref for a commit; it is taken back before git ends, so none is ever written. */
const REF = 'refs/rewheel/snapshot';
const LINES_PER_WRITE = 500;

/**
 * Writes one snapshot into the store's objects through `git fast-import`: contents, trees and the snapshot itself, a
 * commit without parent and date, come as one pack, which is there whole or not at all. The same state has the same id.
 */
export class Importer {
  readonly #repository: Repository;
  readonly #child: ReturnType<typeof spawnGit>;
  readonly #ended: Promise<number | null>;
  #stdout = '';
  #stderr = '';
  #open = true;

  constructor(repository: Repository) {
    this.#repository = repository;
    this.#child = repository.start(['fast-import', '--quiet']);
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.#child.stdin.on('error', () => (this.#open = false));
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', (error) => {
        this.#stderr ||= error.message;
        resolve(null);
      });
      this.#child.on('close', resolve);
    });
  }

  /** Adds a content; its id is that of a git blob of these bytes. @throws RewheelError `store-failed` */
  async add(bytes: Uint8Array): Promise<void> {
    await this.#send(`blob\ndata ${bytes.byteLength}\n`);
    await this.#send(bytes);
    await this.#send('\n');
  }

  /**
   * Writes the snapshot and ends git.
   * @param from tree to begin with; null for an empty one
   * @param message what is kept beside the files
   * @param changes those that take paths away first
   * @returns ids of the snapshot and of its tree (null when it holds nothing)
   * @throws RewheelError `store-failed`
   */
  async finish(
    from: string | null,
    message: string,
    changes: readonly PathChange[],
  ): Promise<{ snapshot: string; tree: string | null }> {
    const text = Buffer.from(message);
    await this.#send(`commit ${REF}\nmark :1\ncommitter rewheel <rewheel> 0 +0000\ndata ${text.length}\n`);
    await this.#send(text);
    await this.#send(from === null ? '\n' : `\nM 040000 ${from} ""\n`);
    for (let at = 0; at < changes.length; at += LINES_PER_WRITE) {
      await this.#send(
        changes
          .slice(at, at + LINES_PER_WRITE)
          .map(lineOf)
          .join(''),
      );
    }
    await this.#send(`ls ""\n\nget-mark :1\nreset ${REF}\n\n`);
    this.#child.stdin.end();
    const code = await this.#ended;
    const [listed = '', snapshot = ''] = this.#stdout.split('\n');
    if (code !== 0 || !/^[0-9a-f]{40,64}$/.test(snapshot)) throw this.#failure();
    return { snapshot, tree: /^040000 tree ([0-9a-f]+)\t/.exec(listed)?.[1] ?? null };
  }

  /** Ends git without a snapshot, and waits for its end; what it wrote belongs to nothing. */
  async stop(): Promise<void> {
    this.#open = false;
    this.#child.stdin.destroy();
    this.#child.kill();
    await this.#ended;
  }

  async #send(data: string | Uint8Array): Promise<void> {
    if (this.#open && !this.#child.stdin.write(data)) {
      const drained = once(this.#child.stdin, 'drain').catch(() => undefined);
      await Promise.race([drained, this.#ended]);
    }
    if (this.#open) return;
    await this.#ended;
    throw this.#failure();
  }

  #failure(): ReturnType<typeof gitStoreFailed> {
    return gitStoreFailed(this.#repository.folder, firstLine(this.#stderr) || 'nothing');
  }
}

function lineOf(change: PathChange): string {
  const path = `"${change.path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
  if (change.id === null) return `D ${path}\n`;
  return `M ${change.link ? '120000' : '100644'} ${change.id} ${path}\n`;
}
