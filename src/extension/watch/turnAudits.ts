import * as vscode from 'vscode';
import type { TurnRecord } from '../../protocol/turns.ts';
import { sayFailed } from '../audit/auditMessages.ts';
import type { AuditRunner } from '../audit/auditRunner.ts';
import { DisposableStore } from '../base/disposableStore.ts';
import type { Log } from '../log/createLog.ts';
import type { ResultStore } from '../results/resultStore.ts';
import type { SaidOnce } from './saidOnce.ts';
import { sayTurn } from './turnMessages.ts';
import type { EndedTurn, TurnWatch } from './turnWatch.ts';

/** Milliseconds that a window without the focus gives the one that the user looks at to speak first. */
const GIVE_WAY = 1_500;

/** Audits every turn that ends, one after the other, and tells the verdict once, however many windows are open. */
export class TurnAudits implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly waiting: EndedTurn[] = [];
  private readonly heard = new Set<string>();
  private busy = false;
  private ended = false;
  private readonly runner: AuditRunner;
  private readonly results: ResultStore;
  private readonly once: SaidOnce;
  private readonly log: Log;

  constructor(watch: TurnWatch, runner: AuditRunner, results: ResultStore, once: SaidOnce, log: Log) {
    this.runner = runner;
    this.results = results;
    this.once = once;
    this.log = log;
    this.store.add(
      watch.onDidEndTurn((ended) => {
        // Of a cut turn nobody knows what the agent did and what came later: it is audited when the user asks for it.
        if (ended.turn.state === 'finished') void this.add(ended);
      }),
    );
  }

  dispose(): void {
    this.ended = true;
    this.store.dispose();
  }

  private async add(ended: EndedTurn): Promise<void> {
    const key = claimOf(ended);
    if (this.heard.has(key)) return;
    this.heard.add(key);
    this.waiting.push(ended);
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.waiting.shift(); next && !this.ended; next = this.waiting.shift()) await this.audit(next);
    } finally {
      this.busy = false;
    }
  }

  private async audit(ended: EndedTurn): Promise<void> {
    const { folder, turn } = ended;
    // What the user asked for goes first.
    await this.untilIdle();
    if (this.ended) return;
    const comparison = { kind: 'turn', turn: turn.id, turnNumber: turn.number } as const;
    const outcome = await this.runner.run({ folder, comparison, file: null });
    this.log.info('watch', `turn ${turn.number} of ${folder.uri.fsPath}: audit ${outcome.status}`);
    if (outcome.status !== 'done' && outcome.status !== 'failed') return;
    if (vscode.workspace.getConfiguration('rewheel', folder.uri).get<boolean>('watch.quiet', false)) return;
    if (!vscode.window.state.focused) await new Promise((resolve) => setTimeout(resolve, GIVE_WAY));
    if (!(await this.once.claim(claimOf(ended)))) return;
    if (outcome.status === 'failed') {
      const again = (): unknown => this.runner.run({ folder, comparison: { kind: 'everything' }, file: null });
      return void sayFailed(outcome.code, outcome.message, again);
    }
    const held = this.results.get(folder.uri.toString());
    if (held) void sayTurn(folder, held.result);
  }

  private async untilIdle(): Promise<void> {
    while (this.runner.state.kind === 'auditing' && !this.ended)
      await new Promise<void>((changed) => {
        const listening = this.runner.onDidChangeState(() => {
          listening.dispose();
          changed();
        });
      });
  }
}

function claimOf({ folder, turn }: { folder: vscode.WorkspaceFolder; turn: TurnRecord }): string {
  return `${folder.uri.toString()}\n${turn.id}`;
}
