import * as vscode from 'vscode';
import type { TurnRecord } from '../../protocol/turns.ts';
import { DisposableStore } from '../base/disposableStore.ts';
import type { EngineHost } from '../engine/engineHost.ts';
import type { Log } from '../log/createLog.ts';
import type { TurnWatch } from '../watch/turnWatch.ts';

/** The kept turns of a folder, newest first; `problem` says why they cannot be had. */
export interface KeptTurns {
  turns: readonly TurnRecord[];
  problem: string | null;
}

/** The kept turns of the open folders, asked of the engine when somebody wants them, and again after a change. */
export class TurnRecords implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new vscode.EventEmitter<void>());
  private readonly asked = new Map<string, Promise<KeptTurns>>();
  private readonly engine: EngineHost;
  private readonly log: Log;

  /** Fires when what `of` gives may be another list now. */
  readonly onDidChange = this.changed.event;

  constructor(engine: EngineHost, watch: TurnWatch, log: Log) {
    this.engine = engine;
    this.log = log;
    this.store.add(watch.onDidChange(() => this.refresh()));
  }

  /** Turns of a folder. Never rejects. Without trust nothing is asked, since git would be run. */
  of(folder: vscode.Uri): Promise<KeptTurns> {
    if (!vscode.workspace.isTrusted || folder.scheme !== 'file') return Promise.resolve({ turns: [], problem: null });
    const key = folder.toString();
    let kept = this.asked.get(key);
    if (!kept) {
      kept = this.ask(folder);
      this.asked.set(key, kept);
    }
    return kept;
  }

  /** One turn by its id or number; null when it is not kept. */
  async find(folder: vscode.Uri, turn: string): Promise<TurnRecord | null> {
    const isIt = (record: TurnRecord): boolean => record.id === turn || String(record.number) === turn;
    const known = (await this.of(folder)).turns.find(isIt);
    if (known) return known;
    // Another program may have kept it meanwhile.
    this.asked.delete(folder.toString());
    return (await this.of(folder)).turns.find(isIt) ?? null;
  }

  /** Forgets what was asked. */
  refresh(): void {
    this.asked.clear();
    this.changed.fire();
  }

  dispose(): void {
    this.store.dispose();
  }

  private async ask(folder: vscode.Uri): Promise<KeptTurns> {
    try {
      const client = await this.engine.client();
      return { turns: (await client.turns({ root: folder.fsPath })).turns, problem: null };
    } catch (error) {
      this.asked.delete(folder.toString());
      const problem = error instanceof Error ? error.message : String(error);
      this.log.warn('turns', `the turns of ${folder.fsPath} cannot be listed: ${problem}`);
      return { turns: [], problem };
    }
  }
}
