import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { audit } from '../../engine/api/audit.ts';
import { loadStates } from '../../engine/api/loadState.ts';
import { placeOf } from '../../engine/findings/finding.ts';
import { compareText } from '../../engine/model/state.ts';
import { CancelledError } from '../../engine/ports/cancelled.ts';
import {
  silentLogger,
  type FactsProvider,
  type Logger,
  type ProgressListener,
  type Snapshot,
} from '../../engine/ports/ports.ts';
import { decodeSource } from '../../platform/files/decodeSource.ts';
import type { KeyMemory } from '../../platform/files/keyMemory.ts';
import { realFolder } from '../../platform/files/realFile.ts';
import { loadConfigTexts } from '../../platform/snapshots/loadConfigTexts.ts';
import { openStates, type OpenedStates } from '../../platform/snapshots/openStates.ts';
import { loadBaseline, type Baseline } from './baseline.ts';
import { fileAges } from './fileAges.ts';
import { projectSettings } from './resolveOptions.ts';
import type { measureTurn } from './turn/measureTurn.ts';
import type { StoredTurn } from './turn/storedTurn.ts';
import type { AuditRequest, AuditResponse } from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import type { AuditReport, Place } from '../../protocol/report.ts';

export interface AuditEnvironment {
  facts: FactsProvider;
  logger?: Logger;
  signal?: AbortSignal;
  onProgress?: ProgressListener;
  /** Content keys of earlier audits, in a process that runs many. */
  keys?: KeyMemory;
  /** Folder of the bundles: grammars and tokenizer, for turns of agents. */
  distFolder: string;
  /** What is accepted; left out: what the request's baseline files say. An update hands in one that accepts nothing. */
  baseline?: Baseline;
  /** Called with the report while the states can still be read; `text` gives a file of the head state as it is. */
  onReport?: (report: AuditReport, text: (path: string) => Promise<string | null>) => Promise<void>;
}

/**
 * One audit from request to report: opens the states, takes their facts and hands them to the engine. The command line
 * and the engine process both run exactly this, so that they give the same report.
 * @throws RewheelError for input that cannot be used; `cancelled` when the signal fired
 */
export async function runAudit(
  asked: AuditRequest,
  environment: AuditEnvironment,
): Promise<Omit<AuditResponse, 'timings'>> {
  const { facts, signal, onProgress } = environment;
  const logger = environment.logger ?? silentLogger;
  const stored = await storedStates(asked);
  const request = stored?.request ?? asked;
  const { root, base, head, trusted, overlay } = request;
  const { options, parallel } = await projectSettings(request);
  const baseline = environment.baseline ?? (await loadBaseline(request));
  const { include, exclude } = options;
  onProgress?.({ phase: 'listing', done: 0, total: 0 });
  const open: OpenedStates[] = [];
  const opened = async (states: Promise<OpenedStates>): Promise<OpenedStates> => {
    open.push(await states);
    return states;
  };
  try {
    const where = { root, trusted, include, exclude, allFiles: request.turn !== null };
    const { keys } = environment;
    const states = await opened(
      openStates({ ...where, base, head, overlay, only: request.only }, logger, signal, keys),
    );
    const start = request.sessionStart
      ? await opened(openStates({ ...where, base: null, head: request.sessionStart, overlay: {} }, logger, signal))
      : null;
    const snapshots: Snapshot[] = [states.head];
    if (states.base) snapshots.push(states.base);
    if (start) snapshots.push(start.head);
    request.only.forEach((path) => mustExist(path, root, snapshots));
    const configs = await Promise.all(snapshots.map((snapshot) => loadConfigTexts(snapshot)));
    const loaded = await loadStates(snapshots, configs, facts, {
      workers: options.workers,
      timeLimitMs: options.fileTimeLimit * 1000,
      signal,
      onProgress,
      decode,
    });
    stopIfCancelled(signal);
    const measured =
      request.turn && states.base
        ? await measureTurnLazily(request.turn, stored?.record ?? null, {
            root: realFolder(root),
            base: states.base,
            head: states.head,
            hasSessionStart: start !== null,
            distFolder: environment.distFolder,
            estimateTokens: options.estimateTokens,
            signal,
          })
        : null;
    stopIfCancelled(signal);
    onProgress?.({ phase: 'comparing', done: 0, total: 0 });
    let newFunctions: Place[] = [];
    const report = await audit({
      workspace: basename(resolve(root)),
      head: loaded[0]!,
      base: states.base ? loaded[1]! : null,
      sessionStart: start ? loaded[loaded.length - 1]! : null,
      targets: request.targets,
      turn: measured?.turn ?? null,
      options,
      only: request.only,
      baseline,
      parallel,
      ages: fileAges(request, keys ?? null, signal),
      checkpoint: async () => {
        // What asks for the cancellation comes in as an event.
        await new Promise((resolve) => setImmediate(resolve));
        stopIfCancelled(signal);
      },
      onChanges: ({ added }) => {
        newFunctions = added.map(placeOf).sort((a, b) => compareText(a.file, b.file) || a.startLine - b.startLine);
      },
    });
    await environment.onReport?.(report, async (path) => {
      const bytes = await states.head.read(path);
      return bytes && decode(bytes, path);
    });
    stopIfCancelled(signal);
    return {
      report,
      contents: contentsOf(report, states.head),
      newFunctions,
      storedTurn: stored?.record.id ?? null,
      problems: [...states.problems, ...(start?.problems ?? []), ...(measured?.problems ?? [])],
    };
  } catch (error) {
    if (error instanceof CancelledError || signal?.aborted) {
      throw new RewheelError('cancelled', 'The audit was cancelled.', { cause: error });
    }
    throw error;
  } finally {
    open.forEach((states) => states.close());
  }
}

/** The kept states of a turn, where the request names the turn alone. */
async function storedStates(asked: AuditRequest): Promise<StoredTurn | null> {
  const { turn, base } = asked;
  if (turn === null || (turn.kind === 'logs' && base !== null)) return null;
  const { storedTurn, storedTurnOfLogs } = await import('./turn/storedTurn.ts');
  return turn.kind === 'stored' ? storedTurn(asked, turn.turn) : storedTurnOfLogs(asked, turn.files, turn.number);
}

/** Log readers and the shell's grammars are loaded for audits of turns only: others start faster without. */
const measureTurnLazily: typeof measureTurn = async (...args) =>
  (await import('./turn/measureTurn.ts')).measureTurn(...args);

/** A path that narrows the report to nothing would look like a clean audit: most likely it is misspelt. */
function mustExist(path: string, root: string, snapshots: readonly Snapshot[]): void {
  if (path === '' || existsSync(join(root, path))) return;
  const covers = (other: string): boolean => other === path || other.startsWith(`${path}/`);
  if (snapshots.some(({ files, skipped }) => [...files, ...skipped].some((file) => covers(file.path)))) return;
  throw new RewheelError(
    'nothing-to-read',
    `There is no file or folder ${path} in ${root}, nor in the states that are compared. Check the path.`,
  );
}

/** What the report's findings are about: a front end shows them only where it has the same bytes. */
function contentsOf({ findings }: AuditReport, head: Snapshot): Record<string, string> {
  const named = new Set(
    findings.flatMap(({ function: own, target, members }) => [own, target, ...members].map(({ file }) => file)),
  );
  return Object.fromEntries(
    head.files.flatMap(({ path, contentKey }) => (named.has(path) ? [[path, contentKey]] : [])),
  );
}

function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError('cancelled');
}

function decode(bytes: Uint8Array, path: string): string | null {
  const decoded = decodeSource(bytes, path);
  return decoded.ok ? decoded.text : null;
}
