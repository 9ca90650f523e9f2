import * as vscode from 'vscode';
import type { TurnEvent, TurnRecord } from '../../protocol/turns.ts';
import { diskFolders } from '../audit/chooseFolder.ts';
import { DisposableStore } from '../base/disposableStore.ts';
import type { EngineHost } from '../engine/engineHost.ts';
import type { Log } from '../log/createLog.ts';

/** What is known of one folder that is watched, or in which a turn was begun by hand. */
export interface FolderView {
  folder: vscode.WorkspaceFolder;
  state: 'off' | 'starting' | 'watching' | 'failed';
  /** Turns that run, oldest first. */
  running: readonly TurnRecord[];
  /** What went wrong last; null when nothing did. */
  problem: string | null;
}

interface Folder extends FolderView {
  running: TurnRecord[];
  /** Aborts a start that is under way. */
  starting: AbortController | null;
}

/** A turn of an open folder that has ended. */
export interface EndedTurn {
  folder: vscode.WorkspaceFolder;
  turn: TurnRecord;
}

/** Key of the workspace's memory: true while it is to be watched. */
const REMEMBERED = 'rewheel.watching';

/**
 * Has the folders of this window watched for turns of agents, each by itself, and again in the next window of a workspace
 * that was being watched. A lost engine is the client's to start again.
 */
export class TurnWatch implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new vscode.EventEmitter<void>());
  private readonly ended = this.store.add(new vscode.EventEmitter<EndedTurn>());
  private readonly stopped = this.store.add(new vscode.EventEmitter<{ folder: string; message: string }>());
  private readonly folders = new Map<string, Folder>();
  private readonly engine: EngineHost;
  private readonly memory: vscode.Memento;
  private readonly log: Log;

  /** Fires when what `views` gives has changed. */
  readonly onDidChange = this.changed.event;
  readonly onDidEndTurn = this.ended.event;
  /** Watching of a folder has ended without being asked to. */
  readonly onDidStop = this.stopped.event;

  /** `memory` is that of the workspace. */
  constructor(engine: EngineHost, memory: vscode.Memento, log: Log) {
    this.engine = engine;
    this.memory = memory;
    this.log = log;
    this.store.add(engine.onTurnEvent((event) => this.hear(event)));
    this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => void this.resume()));
    this.store.add(
      vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
        for (const { uri } of removed) void this.leave(uri.toString());
        void this.resume();
      }),
    );
    this.store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        for (const { folder, state } of this.views())
          if (state !== 'off' && event.affectsConfiguration('rewheel.watch', folder.uri)) void this.watch(folder);
      }),
    );
  }

  /** Folders that are watched, failed to be, or have a turn that was begun by hand. */
  views(): FolderView[] {
    return [...this.folders.values()];
  }

  /** Whether this workspace is to be watched. */
  get isOn(): boolean {
    return this.memory.get<boolean>(REMEMBERED) === true;
  }

  /** Watches every folder on disk, and remembers to. Rejects with the first folder's error when none can be watched. */
  async start(signal?: AbortSignal): Promise<void> {
    await this.memory.update(REMEMBERED, true);
    const errors = await Promise.all(diskFolders().map((folder) => this.watch(folder, signal)));
    const failed = errors.filter((error) => error !== null);
    if (failed.length < errors.length) return;
    await this.memory.update(REMEMBERED, undefined);
    if (signal?.aborted) for (const key of [...this.folders.keys()]) await this.leave(key);
    throw failed[0];
  }

  /** Starts again in a workspace that was being watched, where that is possible. */
  async resume(): Promise<void> {
    if (!this.isOn || !vscode.workspace.isTrusted) return;
    const idle = diskFolders().filter(({ uri }) => (this.folders.get(uri.toString())?.state ?? 'off') === 'off');
    await Promise.all(idle.map((folder) => this.watch(folder)));
  }

  /** Stops watching, and forgets to. False when nothing was watched. */
  async stop(): Promise<boolean> {
    const wasOn = this.isOn || this.views().some(({ state }) => state !== 'off');
    await this.memory.update(REMEMBERED, undefined);
    for (const key of [...this.folders.keys()]) await this.leave(key);
    return wasOn;
  }

  /** A turn was begun by hand. */
  noteBegan(folder: vscode.WorkspaceFolder, turn: TurnRecord): void {
    const held = this.hold(folder);
    held.running = [...held.running.filter(({ id }) => id !== turn.id), turn];
    this.changed.fire();
  }

  /** A turn was ended by hand, or was seen to end. */
  noteEnded(folder: vscode.WorkspaceFolder, turn: TurnRecord): void {
    const key = folder.uri.toString();
    const held = this.folders.get(key);
    if (held) {
      held.running = held.running.filter(({ id }) => id !== turn.id);
      if (held.state === 'off' && held.running.length === 0) this.folders.delete(key);
    }
    this.changed.fire();
    this.ended.fire({ folder, turn });
  }

  dispose(): void {
    for (const { starting } of this.folders.values()) starting?.abort();
    this.folders.clear();
    this.store.dispose();
  }

  /** Watches one folder, with the settings as they are now. Gives what went wrong, or null. */
  private async watch(folder: vscode.WorkspaceFolder, signal?: AbortSignal): Promise<unknown> {
    const held = this.hold(folder);
    held.starting?.abort();
    const control = new AbortController();
    const stop = (): void => control.abort();
    signal?.addEventListener('abort', stop, { once: true });
    Object.assign(held, { state: 'starting', problem: null, starting: control });
    this.changed.fire();
    try {
      // Lazily, as it brings the schemas of the settings with it.
      const { watchSettings } = await import('./watchSettings.ts');
      const client = await this.engine.client();
      await client.watch({ root: folder.uri.fsPath, ...watchSettings(folder, this.log) }, { signal: control.signal });
      if (held.starting !== control) return null;
      Object.assign(held, { state: 'watching', starting: null });
      this.log.info('watch', `${folder.uri.fsPath} is watched`);
      return null;
    } catch (error) {
      if (held.starting !== control) return null;
      const problem = error instanceof Error ? error.message : String(error);
      Object.assign(held, { state: 'failed', starting: null, problem });
      if (!control.signal.aborted) this.log.warn('watch', `${folder.uri.fsPath} cannot be watched: ${problem}`);
      return error;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.changed.fire();
    }
  }

  /** Ends watching of one folder. */
  private async leave(key: string): Promise<void> {
    const held = this.folders.get(key);
    if (!held) return;
    const wasWatched = held.state === 'watching' || held.state === 'starting';
    held.starting?.abort();
    held.starting = null;
    held.state = 'off';
    held.problem = null;
    // A turn that was begun by hand goes on.
    held.running = held.running.filter(({ source }) => source === 'command');
    if (held.running.length === 0) this.folders.delete(key);
    this.changed.fire();
    if (!wasWatched) return;
    try {
      await (await this.engine.client()).unwatch({ root: held.folder.uri.fsPath });
    } catch (error) {
      this.log.warn('watch', `${held.folder.uri.fsPath}: ${String(error)}`);
    }
  }

  private hear(event: TurnEvent): void {
    const held = this.views().find(({ folder }) => folder.uri.fsPath === event.root) as Folder | undefined;
    if (!held) return;
    switch (event.kind) {
      case 'began':
        this.log.info('watch', `turn ${event.turn.number} of ${event.root} began (${event.turn.source})`);
        return this.noteBegan(held.folder, event.turn);
      case 'ended':
        this.log.info('watch', `turn ${event.turn.number} of ${event.root} ended (${event.turn.state})`);
        return this.noteEnded(held.folder, event.turn);
      case 'problem':
        this.log.warn('watch', `${event.root}: ${event.message}`);
        held.problem = event.message;
        return this.changed.fire();
      case 'stopped':
        return this.fail(held, event.message);
    }
  }

  private fail(held: Folder, message: string): void {
    this.log.warn('watch', `${held.folder.uri.fsPath} is no longer watched: ${message}`);
    Object.assign(held, { state: 'failed', problem: message, running: [] });
    this.changed.fire();
    this.stopped.fire({ folder: held.folder.name, message });
  }

  private hold(folder: vscode.WorkspaceFolder): Folder {
    const key = folder.uri.toString();
    let held = this.folders.get(key);
    if (!held) {
      held = { folder, state: 'off', running: [], problem: null, starting: null };
      this.folders.set(key, held);
    }
    return held;
  }
}
