import { createGraph } from '../graph/graph.ts';
import type { Graph } from '../graph/types.ts';
import { notebookCode } from '../language/embedded/notebookCode.ts';
import { languageOf } from '../language/languages.ts';
import type { State, StateFile } from '../model/state.ts';
import type { FactsOutcome, FactsProvider, FactsRequest, ProgressListener, Snapshot } from '../ports/ports.ts';
import type { Skipped } from '../../protocol/report.ts';

export interface LoadedState {
  state: State;
  graph: Graph;
  skipped: Skipped[];
}

export interface LoadOptions {
  workers: number;
  timeLimitMs: number;
  signal?: AbortSignal;
  onProgress?: ProgressListener;
  decode(bytes: Uint8Array, path: string): string | null;
}

/**
 * Takes the facts of several snapshots at once, each content once, and makes of each a state with its graph. The first
 * two are compared, head and base: a file that one of them cannot give is left out of both.
 * @param configs texts of the configuration files, one map a snapshot
 */
export async function loadStates(
  snapshots: readonly Snapshot[],
  configs: readonly ReadonlyMap<string, string>[],
  provider: FactsProvider,
  options: LoadOptions,
): Promise<LoadedState[]> {
  const requests: FactsRequest[] = [];
  for (const snapshot of snapshots) {
    for (const file of snapshot.files) {
      const language = languageOf(file.path);
      if (!language) continue;
      const read = (): Promise<Uint8Array | null> => snapshot.read(file.path);
      requests.push({ path: file.path, contentKey: file.contentKey, size: file.size, language, read });
    }
  }
  const total = requests.length;
  const texts = changedTexts(snapshots, options);
  const outcomes = await provider.facts(requests, {
    workers: options.workers,
    timeLimitMs: options.timeLimitMs,
    signal: options.signal,
    onDone: (done) => options.onProgress?.({ phase: 'reading', done, total }),
  });
  let at = 0;
  const parts = snapshots.map((snapshot): Part => {
    const part: Part = { files: [], skipped: snapshot.skipped.map(({ path, reason }) => ({ file: path, reason })) };
    for (const file of snapshot.files) {
      if (!languageOf(file.path)) continue;
      addFile(requests[at]!, outcomes[at]!, part);
      at++;
    }
    return part;
  });
  const [head, base] = parts;
  if (head && base) {
    leaveOut(base, head);
    leaveOut(head, base);
  }
  return parts.map(({ files, skipped }, index) => {
    const snapshot = snapshots[index]!;
    const state: State = {
      label: snapshot.label,
      files,
      byPath: new Map(files.map((file) => [file.path, file])),
      text: (path) => texts.get(textKey(index, path)) ?? readText(snapshot, path, options),
    };
    return { state, graph: createGraph({ files, configs: configs[index]! }), skipped };
  });
}

/** Changed files whose texts are read while the facts are taken. */
const MOST_TEXTS = 200;

/**
 * The comparison needs both texts of every changed file. Reading them starts a git process for a revision, so it begins
 * before the facts are taken and costs no time of its own.
 */
function changedTexts(snapshots: readonly Snapshot[], options: LoadOptions): Map<string, Promise<string | null>> {
  const texts = new Map<string, Promise<string | null>>();
  const [head, base] = snapshots;
  if (!head || !base) return texts;
  const before = new Map(base.files.map((file) => [file.path, file.contentKey]));
  for (const { path, contentKey } of head.files) {
    const key = before.get(path);
    if (key === undefined || key === contentKey || texts.size >= MOST_TEXTS) continue;
    for (const [index, snapshot] of [head, base].entries()) {
      const text = readText(snapshot, path, options);
      // Whoever asks for it hears of a failure; the audit may end before somebody does.
      text.catch(() => undefined);
      texts.set(textKey(index, path), text);
    }
  }
  return texts;
}

function textKey(index: number, path: string): string {
  return `${index} ${path}`;
}

async function readText(snapshot: Snapshot, path: string, options: LoadOptions): Promise<string | null> {
  const bytes = await snapshot.read(path);
  const text = bytes && options.decode(bytes, path);
  if (typeof text !== 'string' || languageOf(path) !== 'notebook') return text;
  const code = notebookCode(text);
  return code.ok ? code.text : null;
}

interface Part {
  files: StateFile[];
  skipped: Skipped[];
}

/**
 * Leaves out of `from` what could not be read in `other`: with one side missing, its functions would come out as deleted
 * or as new, and copies of them as resolved or as the turn's own.
 */
function leaveOut(from: Part, other: Part): void {
  const reasons = new Map(other.skipped.map(({ file, reason }) => [file, reason]));
  if (reasons.size === 0) return;
  from.files = from.files.filter(({ path, audited }) => {
    const reason = reasons.get(path);
    if (reason === undefined || !audited) return true;
    from.skipped.push({ file: path, reason });
    return false;
  });
}

function addFile(request: FactsRequest, outcome: FactsOutcome, { files, skipped }: Part): void {
  if (!outcome.ok) {
    skipped.push({ file: request.path, reason: outcome.reason });
    return;
  }
  const { facts } = outcome;
  const summary = facts.summary();
  if (summary.generated) skipped.push({ file: request.path, reason: 'generated' });
  files.push({
    path: request.path,
    contentKey: request.contentKey,
    language: summary.language,
    summary,
    detail: () => facts.detail(),
    audited: !summary.generated,
  });
}
