import { MAX_SOURCE_BYTES } from '../files/decodeSource.ts';
import { BlobReader } from './blobReader.ts';
import { openRepository, type Repository } from './repository.ts';

/** What a revision may look like that a command of a log names: it goes to git as data, on a line of its own. */
const NAME = /^[\w./~^@{}-]{1,200}$/;

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Texts of files in revisions of the repository around a folder, for `git show REV:path` in logs. The repository is as it
 * is now, so what a name meant in the turn is not sure: whoever asks compares the text with what was shown.
 */
export class RevisionTexts {
  private opened: Promise<{ repository: Repository; reader: BlobReader } | null> | undefined;
  private readonly root: string;
  private readonly signal: AbortSignal | undefined;

  /** @param root real path */
  constructor(root: string, signal?: AbortSignal) {
    this.root = root;
    this.signal = signal;
  }

  /** Text of a file by its path below the root; null when there is none, or no git. */
  async text(revision: string, path: string): Promise<string | null> {
    if (!NAME.test(revision) || revision.startsWith('-') || /[\n\r\0]/.test(path)) return null;
    this.opened ??= this.open();
    const opened = await this.opened;
    if (!opened) return null;
    const { repository, reader } = opened;
    const blob = await reader.read(`${revision}:${repository.prefix}${path}`, MAX_SOURCE_BYTES).catch(() => null);
    return blob && lenient.decode(blob.bytes);
  }

  close(): void {
    void this.opened?.then((opened) => opened?.reader.close());
  }

  private async open(): Promise<{ repository: Repository; reader: BlobReader } | null> {
    const repository = await openRepository(this.root, this.signal).catch(() => null);
    return repository && { repository, reader: new BlobReader(repository) };
  }
}
