import { realFolderOrSame } from '../../../platform/files/realFile.ts';
import { RewheelError } from '../../../protocol/errors.ts';
import type { TurnEvent, UserEditNotice, WatchRequest } from '../../../protocol/turns.ts';
import { WorkspaceWatcher, type WatcherOptions } from './workspaceWatcher.ts';

export interface WatchServiceOptions extends Pick<WatcherOptions, 'dataFolder' | 'machine' | 'times'> {
  tell: (event: TurnEvent) => void;
}

interface Watching {
  /** The root as the front end named it: events name it so. */
  root: string;
  /** The request as text. */
  asked: string;
  watcher: Promise<WorkspaceWatcher>;
}

/** The workspaces that one engine watches, each once. */
export class WatchService {
  readonly #options: WatchServiceOptions;
  /** By real path: one workspace has one watcher, however it is named; one that is not there has none. */
  readonly #watching = new Map<string, Watching>();
  #closed = false;

  constructor(options: WatchServiceOptions) {
    this.#options = options;
  }

  /**
   * Watches a workspace, in place of how it was watched before.
   * @throws RewheelError `usage` for a workspace that is not trusted; as `WorkspaceWatcher.start`
   */
  async watch(request: WatchRequest): Promise<void> {
    const { root } = request;
    if (request.trusted === false) {
      throw new RewheelError('usage', `${root} is not trusted, so it is not watched. Trust the workspace first.`);
    }
    const key = realFolderOrSame(root);
    const before = this.#watching.get(key);
    const asked = JSON.stringify(request);
    if (before?.asked === asked) return void (await before.watcher);
    const watcher = this.#replace(before, request);
    const watching = { root, asked, watcher };
    this.#watching.set(key, watching);
    try {
      await watcher;
    } catch (error) {
      if (this.#watching.get(key) === watching) this.#watching.delete(key);
      throw error;
    }
  }

  /** Ends watching; a workspace that is not watched is no error. */
  async unwatch(root: string): Promise<void> {
    const key = realFolderOrSame(root);
    const watching = this.#watching.get(key);
    this.#watching.delete(key);
    await closed(watching);
  }

  userEdited({ root, paths }: UserEditNotice): void {
    void this.#watching.get(realFolderOrSame(root))?.watcher.then(
      (watcher) => watcher.userEdited(paths),
      () => undefined,
    );
  }

  /** Ends all watching. */
  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#watching.values()];
    this.#watching.clear();
    await Promise.all(all.map(closed));
  }

  async #replace(before: Watching | undefined, request: WatchRequest): Promise<WorkspaceWatcher> {
    await closed(before);
    if (this.#closed) throw new RewheelError('engine-stopped', 'the engine ends');
    const { tell, ...options } = this.#options;
    return WorkspaceWatcher.start({ ...options, request, tell: (news) => tell({ root: request.root, ...news }) });
  }
}

async function closed(watching: Watching | undefined): Promise<void> {
  const watcher = await watching?.watcher.catch(() => null);
  await watcher?.close();
}
