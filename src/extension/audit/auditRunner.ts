import * as vscode from 'vscode';
import type { AuditRequest, AuditResponse, StateRef } from '../../protocol/engine.ts';
import { isRewheelError, RewheelError } from '../../protocol/errors.ts';
import { fileUri } from '../base/paths.ts';
import { readSavedText } from '../base/readText.ts';
import { isBlob } from '../base/gitBlob.ts';
import { textDigest } from '../base/text.ts';
import { lastsLongerThan } from '../base/underProgress.ts';
import type { EngineHost } from '../engine/engineHost.ts';
import type { Log } from '../log/createLog.ts';
import type { ResultStore } from '../results/resultStore.ts';
import { createResult, filesOfFindings } from '../results/createResult.ts';
import { summarise } from '../results/summarise.ts';
import type { TurnSummaries } from '../results/turnSummaries.ts';
import { percentDone } from './auditProgress.ts';
import type { AuditOutcome, Comparison } from './comparison.ts';
import { describeComparison } from './comparisonText.ts';
import { unsavedTexts } from './overlay.ts';

/** One audit to run. */
export interface AuditJob {
  folder: vscode.WorkspaceFolder;
  comparison: Comparison;
  /** The one file to report on; null for the whole folder. */
  file: string | null;
}

export type AuditState =
  { kind: 'idle' } | { kind: 'auditing'; folder: string; percent: number } | { kind: 'failed'; message: string };

/** Runs audits, one at a time: a new one takes the place of the one that runs. */
export class AuditRunner implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<AuditState>();
  private current: AbortController | null = null;
  private now: AuditState = { kind: 'idle' };
  private readonly engine: EngineHost;
  private readonly results: ResultStore;
  private readonly summaries: TurnSummaries;
  private readonly log: Log;

  readonly onDidChangeState = this.changed.event;

  constructor(engine: EngineHost, results: ResultStore, summaries: TurnSummaries, log: Log) {
    this.engine = engine;
    this.results = results;
    this.summaries = summaries;
    this.log = log;
  }

  get state(): AuditState {
    return this.now;
  }

  /** Runs `job`, under a progress notification when it takes its time. Never rejects: how it ended is in the outcome. */
  async run(job: AuditJob): Promise<AuditOutcome> {
    this.current?.abort(REPLACED);
    const control = new AbortController();
    this.current = control;
    this.setState({ kind: 'auditing', folder: job.folder.name, percent: 0 });
    let percent = 0;
    let show: (percent: number) => void = () => undefined;
    const report = (done: number): void => {
      if (control.signal.aborted || done <= percent) return;
      percent = done;
      show(percent);
      this.setState({ kind: 'auditing', folder: job.folder.name, percent });
    };
    const work = untilAborted(this.audit(job, control.signal, report), control.signal).catch((error: unknown) =>
      this.endedBy(error, control.signal),
    );
    // An audit of a moment shows itself in the status bar alone: a notification that flashes tells nothing, and with
    // several in a row VS Code drops the one that matters, the result.
    if (await lastsLongerThan(NOTIFY_AFTER, work)) {
      const title = vscode.l10n.t(
        'Rewheel: auditing {0}, {1}',
        job.file ?? job.folder.name,
        describeComparison(job.comparison),
      );
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title, cancellable: true },
        async (progress, token) => {
          const listening = token.onCancellationRequested(() => control.abort(CANCELLED));
          let shown = 0;
          show = (now) => {
            progress.report({ increment: now - shown, message: `${now} %` });
            shown = now;
          };
          if (percent > 0) show(percent);
          await work.finally(() => listening.dispose());
        },
      );
    }
    const outcome = await work;
    if (this.current === control) {
      this.current = null;
      this.setState(outcome.status === 'failed' ? { kind: 'failed', message: outcome.message } : { kind: 'idle' });
    }
    return outcome;
  }

  /** Stops the audit that runs, if one does. */
  cancel(): void {
    this.current?.abort(CANCELLED);
  }

  /** Forgets a failure, so that the status is idle again. */
  reset(): void {
    if (this.now.kind === 'failed') this.setState({ kind: 'idle' });
  }

  dispose(): void {
    this.cancel();
    this.changed.dispose();
  }

  private async audit(job: AuditJob, signal: AbortSignal, onPercent: (percent: number) => void): Promise<AuditOutcome> {
    const started = Date.now();
    const request = await this.request(job, signal);
    signal.throwIfAborted();
    const response = await (
      await this.engine.client()
    ).audit(request, {
      signal,
      onProgress: (progress) => onPercent(percentDone(progress)),
    });
    signal.throwIfAborted();
    const { comparison } = job;
    const turnNumber = response.report.turn?.index;
    const folder = job.folder.uri.toString();
    const auditedAt = new Date().toISOString();
    const result = createResult({
      folder,
      comparison:
        comparison.kind === 'turn'
          ? { ...comparison, turn: response.storedTurn ?? comparison.turn, ...(turnNumber ? { turnNumber } : {}) }
          : comparison,
      file: job.file,
      auditedAt,
      digests: await auditedDigests(job, response, request.overlay),
      report: response.report,
    });
    signal.throwIfAborted();
    await this.results.set(result);
    const summary = summarise(response, auditedAt, response.report.turn?.endedAt !== null);
    if (summary && job.file === null) await this.summaries.keep(folder, summary);
    for (const problem of response.problems) this.log.warn('audit', problem);
    const { timings } = response;
    this.log.info(
      'audit',
      `${job.folder.name}: ${response.report.findings.length} findings in ${Date.now() - started} ms ` +
        `(${timings.parsedFiles} files parsed, ${timings.cachedFiles} from the cache, ${Math.round(timings.peakRssMb)} MB)`,
    );
    return { status: 'done', findings: response.report.findings.length };
  }

  private async request(job: AuditJob, signal: AbortSignal): Promise<AuditRequest> {
    const { auditSettings } = await import('./auditSettings.ts');
    return {
      root: job.folder.uri.fsPath,
      base: await this.baseOf(job, signal),
      head: { kind: 'working-tree' },
      sessionStart: null,
      turn: job.comparison.kind === 'turn' ? { kind: 'stored', turn: job.comparison.turn } : null,
      configFile: null,
      baselineFile: null,
      only: job.file === null ? [] : [job.file],
      targets: null,
      settings: auditSettings(job.folder, this.log),
      options: {},
      overlay: unsavedTexts(job.folder),
      trusted: vscode.workspace.isTrusted,
    };
  }

  private async baseOf({ folder, comparison }: AuditJob, signal: AbortSignal): Promise<StateRef | null> {
    switch (comparison.kind) {
      case 'everything':
        return null;
      case 'turn':
        // The store knows both of its states.
        return null;
      case 'last-commit':
        return { kind: 'revision', revision: 'HEAD' };
      case 'revision':
        return { kind: 'revision', revision: comparison.revision };
      case 'merge-base': {
        const request = { root: folder.uri.fsPath, revision: comparison.branch };
        return {
          kind: 'revision',
          revision: (await (await this.engine.client()).mergeBase(request, { signal })).revision,
        };
      }
    }
  }

  private endedBy(error: unknown, signal: AbortSignal): AuditOutcome {
    if (signal.aborted) return { status: signal.reason === REPLACED ? 'replaced' : 'cancelled' };
    if (isRewheelError(error, 'cancelled')) return { status: 'cancelled' };
    const code = isRewheelError(error) ? error.code : 'internal';
    const message = error instanceof Error ? error.message : String(error);
    this.log.error('audit', error instanceof Error && code === 'internal' ? (error.stack ?? message) : message);
    return { status: 'failed', code, message };
  }

  private setState(state: AuditState): void {
    this.now = state;
    this.changed.fire(state);
  }
}

/** Milliseconds that an audit may take before a notification shows its progress. */
const NOTIFY_AFTER = 400;

const REPLACED = Symbol('replaced');
const CANCELLED = Symbol('cancelled');

/** Settles as `work` does, or rejects as soon as `signal` is aborted: a cancelled audit ends at once for the user. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new RewheelError('cancelled', 'The audit was stopped.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Digest of the text that each named file was audited with: the unsaved text that was sent, else what is on disk. A
 * document that was edited while the audit ran has another text by now, and so shows no findings. Of a turn that is kept
 * only files count whose bytes are still those at its end.
 */
async function auditedDigests(
  { folder, comparison }: AuditJob,
  response: AuditResponse,
  overlay: Record<string, string>,
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  await Promise.all(
    filesOfFindings(response).map(async (file) => {
      const uri = fileUri(folder.uri, file);
      const isAudited = (bytes: Uint8Array): boolean =>
        comparison.kind !== 'turn' || isBlob(bytes, response.contents[file]);
      const unsaved = overlay[file];
      const text =
        unsaved !== undefined && isAudited(new TextEncoder().encode(unsaved))
          ? unsaved
          : uri && (await readSavedText(uri, isAudited));
      if (text !== null) digests[file] = textDigest(text);
    }),
  );
  return Object.fromEntries(Object.entries(digests).sort(([a], [b]) => (a < b ? -1 : 1)));
}
