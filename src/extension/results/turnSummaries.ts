import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposableStore.ts';
import type { Log } from '../log/createLog.ts';
import { createJsonFiles } from './jsonFiles.ts';
import type { JsonFiles } from './jsonFiles.ts';
import type { StoredSummaries, TurnSummary } from './turnSummary.ts';

/** What audits of kept turns came to, by folder; the newest hundred of each folder survive a reload. */
export class TurnSummaries implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new vscode.EventEmitter<string>());
  private readonly loaded = new Map<string, Promise<Map<string, TurnSummary>>>();
  private readonly files: JsonFiles<StoredSummaries>;

  /** Fires with the folder's uri. */
  readonly onDidChange = this.changed.event;

  /** `storage` is the extension's storage of this workspace; undefined without one. */
  constructor(storage: vscode.Uri | undefined, log: Log) {
    const home = storage && vscode.Uri.joinPath(storage, 'turns');
    const parse = async (value: unknown): Promise<StoredSummaries> => {
      const { turnSummariesSchema } = await import('./turnSummary.ts');
      return turnSummariesSchema.parse(value);
    };
    this.files = createJsonFiles(home, 'turns', parse, log);
  }

  /** Summaries of a folder (its uri) by the ids of their turns. */
  of(folder: string): Promise<ReadonlyMap<string, TurnSummary>> {
    return this.load(folder);
  }

  /** Remembers an audit, in place of an earlier one of the same turn. */
  async keep(folder: string, summary: TurnSummary): Promise<void> {
    const { MOST_TURNS, storedSummaries } = await import('./turnSummary.ts');
    const turns = await this.load(folder);
    turns.delete(summary.turn);
    turns.set(summary.turn, summary);
    for (const oldest of [...turns.keys()].slice(0, Math.max(0, turns.size - MOST_TURNS))) turns.delete(oldest);
    this.changed.fire(folder);
    await this.files.save(folder, storedSummaries(folder, [...turns.values()]));
  }

  dispose(): void {
    this.store.dispose();
  }

  private load(folder: string): Promise<Map<string, TurnSummary>> {
    let turns = this.loaded.get(folder);
    if (!turns) {
      turns = this.files
        .load(folder)
        .then((stored) => new Map((stored?.folder === folder ? stored.turns : []).map((turn) => [turn.turn, turn])));
      this.loaded.set(folder, turns);
    }
    return turns;
  }
}
