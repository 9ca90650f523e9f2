import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../../engine/ports/ports.ts';
import { RewheelError } from '../../protocol/errors.ts';
import type { TurnChanges, TurnRecord } from '../../protocol/turns.ts';
import type { ObjectFormat } from '../files/contentKey.ts';
import { globFilter } from '../files/globFilter.ts';
import { KeyMemory } from '../files/keyMemory.ts';
import { realFolderOrSame } from '../files/realFile.ts';
import { BlobReader } from '../git/blobReader.ts';
import { openKnownRepository } from '../git/knownRepository.ts';
import type { Repository } from '../git/repository.ts';
import { storedState } from '../snapshots/storedState.ts';
import { FileMemoryFile } from './fileMemory.ts';
import { needGit } from './needGit.ts';
import { hasSnapshot, openObjects } from './objectStore.ts';
import { pruneStore, type PruneResult } from './pruneStore.ts';
import { withLock } from './storeLock.ts';
import { checkManifest, writeManifest } from './storeManifest.ts';
import { below, formatOf, objectsFolder, storePlaces, storeRepository, type StorePlaces } from './storePlaces.ts';
import { takeSnapshot, type SnapshotLimits } from './takeSnapshot.ts';
import { changesBetween } from './turnChanges.ts';
import { readRecords, writeRecord } from './turnRecords.ts';
import {
  cutBy,
  findTurn,
  isOrphan,
  newTurnId,
  sameTurn,
  sessionOf,
  shortPrompt,
  thisProcess,
  userChangedBefore,
  type TurnStart,
} from './turnRules.ts';
import { workspaceRoot } from './workspaceRoot.ts';

export interface TurnStoreOptions {
  /** The workspace; it is known by its real path. */
  root: string;
  /** The user's data folder; see `dataFolder`. */
  dataFolder: string;
  limits?: Partial<StoreLimits>;
  /** Milliseconds to wait for another process that writes. */
  waitMs?: number;
}

export interface StoreLimits extends SnapshotLimits {
  /** Bytes on disk above which the oldest turns are pruned. */
  storeBytes: number;
  /** Turns above which the oldest are pruned. */
  turns: number;
  /** Days after which a turn is pruned; null: never for its age. */
  days: number | null;
}

const LIMITS: StoreLimits = {
  fileBytes: 5 * 1024 * 1024,
  workspaceBytes: 1024 * 1024 * 1024,
  storeBytes: 1024 * 1024 * 1024,
  turns: 2000,
  days: null,
};

export interface TurnEnd {
  /** ISO 8601; now when left out. */
  endedAt?: string;
  /** Snapshot that was taken at the end; taken now when left out. */
  head?: string;
  model?: string | null;
  prompt?: string | null;
  logPath?: string | null;
}

/**
 * Opens the turn store of a workspace, which is made when the first turn begins. Nothing of the workspace is written.
 * @throws RewheelError `not-a-folder`, `store-failed` (damaged, of a later version, or the workspace lies in the store)
 */
export async function openTurnStore(options: TurnStoreOptions): Promise<TurnStore> {
  const root = workspaceRoot(options.root);
  const data = realFolderOrSame(options.dataFolder);
  const places = storePlaces(root, data);
  if (below(places.all, root) !== null) {
    throw new RewheelError(
      'store-failed',
      `${root} lies in Rewheel's own data folder (${data}), so its turns are not kept. Open a folder outside it.`,
    );
  }
  checkManifest(places);
  const limits = { ...LIMITS, ...options.limits };
  return new TurnStore(root, data, places, limits, options.waitMs);
}

/**
 * The turns of one workspace, with the states before and after each. Any number of processes may use it at the same time: one
 * writes at a time, records and snapshots are put in place whole, and a process that is killed leaves everything that
 * was finished as it was.
 */
export class TurnStore {
  private readonly memories = new Map<ObjectFormat, FileMemoryFile>();
  private readonly readers = new Map<string, BlobReader>();
  private readonly said = new Set<string>();
  /** Spares asking git again how the workspace lies in its repository. */
  private readonly known = new KeyMemory();

  /** Use `openTurnStore`. */
  constructor(
    /** Real path of the workspace. */
    readonly root: string,
    /** Real path of the data folder. */
    readonly dataFolder: string,
    private readonly places: StorePlaces,
    private readonly limits: StoreLimits,
    private readonly waitMs: number | undefined,
  ) {}

  /** Folder of this workspace's store. */
  get folder(): string {
    return this.places.folder;
  }

  /**
   * Begins a turn and keeps the state of the workspace as its base. Turns that this one shows to be over (of the same
   * session, or of a watcher that died) are closed as `cut`. A turn of a log, or a burst of changes, that is kept
   * already is given back instead, and is watched by this process when nobody else does.
   * @throws RewheelError `store-failed`, `unknown-turn` (a given base is not in the store), `git-missing`, `git-failed`,
   *   `bare-repository`, `unreadable-input`, `cancelled`
   */
  begin(start: TurnStart, signal?: AbortSignal): Promise<TurnRecord> {
    return this.write(signal, async () => {
      const { turns } = this.records();
      const known = sameTurn(start, turns);
      if (known !== undefined) return start.watched && isOrphan(known) ? this.watched(known) : known;
      const now = new Date();
      const base = start.base === undefined ? await this.take(signal) : await this.given(start.base, signal);
      const id = newTurnId(now);
      const { sessionKey, first, index } = sessionOf(start, turns, id, now);
      for (const turn of cutBy(start, sessionKey, turns)) this.cut(turn, base, now);
      const record: TurnRecord = {
        schema: 'rewheel/turn@1',
        id,
        number: (turns.at(-1)?.number ?? 0) + 1,
        sessionKey,
        index,
        state: 'open',
        source: start.source,
        agent: start.agent ?? null,
        agentSession: start.agentSession ?? null,
        model: start.model ?? null,
        prompt: shortPrompt(start.prompt),
        startedAt: start.startedAt ?? now.toISOString(),
        endedAt: null,
        base,
        head: null,
        headAt: null,
        sessionStart: first?.sessionStart ?? base,
        logPath: start.logPath ?? null,
        logTurn: start.logTurn ?? null,
        userChangesBefore: userChangedBefore(base, turns),
        watcher: start.watched ? thisProcess() : null,
      };
      writeRecord(this.places.records, record);
      return record;
    });
  }

  /**
   * Ends an open turn and keeps the state of the workspace as its head.
   * @throws RewheelError as `begin`; `unknown-turn` when there is no such turn or it has ended
   */
  end(id: string, end: TurnEnd = {}, signal?: AbortSignal): Promise<TurnRecord> {
    return this.write(signal, async () => {
      const turn = findTurn(this.records().turns, id, this.root);
      if (turn.state !== 'open') {
        throw new RewheelError('unknown-turn', `Turn ${turn.number} (${turn.id}) has ended already.`);
      }
      const head = end.head === undefined ? await this.take(signal) : await this.given(end.head, signal);
      const record: TurnRecord = {
        ...turn,
        state: 'finished',
        endedAt: end.endedAt ?? new Date().toISOString(),
        head,
        headAt: 'end',
        model: end.model ?? turn.model,
        prompt: shortPrompt(end.prompt) ?? turn.prompt,
        logPath: end.logPath ?? turn.logPath,
      };
      writeRecord(this.places.records, record);
      return record;
    });
  }

  /**
   * Closes one open turn whose end nobody will see: its log is gone, or it was left behind.
   * @returns null when it has ended already
   * @throws RewheelError as `end`
   */
  abandon(id: string, signal?: AbortSignal): Promise<TurnRecord | null> {
    return this.write(signal, async () => {
      const turn = findTurn(this.records().turns, id, this.root);
      return turn.state === 'open' ? this.cut(turn, await this.take(signal), new Date()) : null;
    });
  }

  /**
   * The turns by number, those of one session (its key, or the part after the first colon) when one is given. Records
   * that cannot be read are named in `takeProblems`.
   * @throws RewheelError `store-failed`
   */
  async list(filter: { session?: string } = {}): Promise<TurnRecord[]> {
    const { session } = filter;
    const { turns } = this.records();
    if (session === undefined) return turns;
    return turns.filter(({ sessionKey }) => sessionKey === session || afterColon(sessionKey) === session);
  }

  /** One turn by its id or number, the latest when neither is given. @throws RewheelError `unknown-turn`, `store-failed` */
  async find(idOrNumber?: string | number): Promise<TurnRecord> {
    return findTurn(this.records().turns, idOrNumber, this.root);
  }

  /**
   * A turn with the files that it changed; an open one is compared with the workspace as it is now.
   * @throws RewheelError as `find` and `begin`
   */
  async show(idOrNumber?: string | number, signal?: AbortSignal): Promise<{ turn: TurnRecord; changes: TurnChanges }> {
    const turn = await this.find(idOrNumber);
    const head = turn.head ?? (await this.snapshot(signal));
    // A repository that was made anew in another object format cannot be compared with what was before.
    const format = formatOf(turn.base);
    if (formatOf(head) !== format) return { turn, changes: { added: [], modified: [], deleted: [] } };
    return { turn, changes: await changesBetween(this.repository(format), turn.base, head, signal) };
  }

  /**
   * Keeps the state of the workspace. The newest few snapshots stay, others only while a turn has them.
   * @returns its id; the same state has the same id
   * @throws RewheelError as `begin`
   */
  snapshot(signal?: AbortSignal): Promise<string> {
    return this.write(signal, () => this.take(signal));
  }

  /**
   * Closes turns whose end nobody will see any more: those whose watcher does not run, with `all` every open turn. They are
   * marked `cut`, and their head is the state of now and marked so.
   * @returns the turns that were closed
   * @throws RewheelError as `begin`
   */
  async closeOpenTurns(options: { all?: boolean } = {}, signal?: AbortSignal): Promise<TurnRecord[]> {
    const over = () =>
      options.all
        ? this.records().turns.filter(({ state }) => state === 'open')
        : cutBy(null, null, this.records().turns);
    if (over().length === 0) return [];
    return this.write(signal, async () => {
      const turns = over();
      if (turns.length === 0) return [];
      const head = await this.take(signal);
      return turns.map((turn) => this.cut(turn, head, new Date()));
    });
  }

  /**
   * Brings the store below its limits: the oldest finished turns go first, open ones and the latest never. What the
   * others need stays whole.
   * @throws RewheelError `store-failed`, also when something is damaged: then nothing is removed
   */
  prune(
    limits: Partial<Pick<StoreLimits, 'storeBytes' | 'turns' | 'days'>> = {},
    signal?: AbortSignal,
  ): Promise<PruneResult> {
    return this.write(signal, () =>
      pruneStore({
        repositories: this.formats().map((format) => this.repository(format)),
        records: this.places.records,
        recent: this.formats().flatMap((format) => this.memory(format).load()?.recent ?? []),
        limits: { ...this.limits, ...limits },
        signal,
      }),
    );
  }

  /**
   * A kept state for the engine. Files are chosen as in every other state.
   * @param id of a snapshot (`base`, `head` or `sessionStart` of a turn)
   * @throws RewheelError `unknown-turn`, `store-failed`, `git-missing`, `cancelled`
   */
  snapshotOf(
    id: string,
    options: { include?: string[]; exclude?: string[]; signal?: AbortSignal } = {},
  ): Promise<Snapshot> {
    return storedState(this.root, this.dataFolder, id, {
      filter: globFilter(options.include ?? [], options.exclude ?? []),
      blobs: (repository) => this.reader(repository),
      problems: [],
      trees: null,
      allFiles: false,
      signal: options.signal,
    });
  }

  /** What went wrong without ending anything, each sentence once. */
  takeProblems(): string[] {
    const problems = [...this.said];
    this.said.clear();
    return problems;
  }

  /** Ends git processes at once; they end by themselves when nobody reads for two seconds. */
  close(): void {
    this.readers.forEach((reader) => reader.close());
    this.readers.clear();
  }

  private async write<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    needGit(this.root);
    checkManifest(this.places);
    return withLock(
      this.places.lock,
      async () => {
        if (!checkManifest(this.places)) writeManifest(this.places, this.root);
        return work();
      },
      { waitMs: this.waitMs, signal },
    );
  }

  private take(signal: AbortSignal | undefined): Promise<string> {
    const excluded = [this.dataFolder, this.places.all]
      .map((folder) => below(this.root, folder))
      .find((path) => path !== null && path !== '');
    return takeSnapshot({
      root: this.root,
      excluded: excluded === undefined ? null : `${excluded}/`,
      limits: this.limits,
      workspace: () => openKnownRepository(this.root, this.known, signal),
      objects: (format) => openObjects(this.places, format),
      memory: (format) => this.memory(format),
      signal,
    });
  }

  private async given(id: string, signal: AbortSignal | undefined): Promise<string> {
    if (await hasSnapshot(this.repository(formatOf(id)), id, signal)) return id;
    throw new RewheelError('unknown-turn', `The turn store of ${this.root} does not hold the snapshot ${id}.`);
  }

  private cut(turn: TurnRecord, head: string, now: Date): TurnRecord {
    const record: TurnRecord = { ...turn, state: 'cut', endedAt: now.toISOString(), head, headAt: 'closing' };
    writeRecord(this.places.records, record);
    return record;
  }

  private watched(turn: TurnRecord): TurnRecord {
    const record: TurnRecord = { ...turn, watcher: thisProcess() };
    writeRecord(this.places.records, record);
    return record;
  }

  private records(): { turns: TurnRecord[] } {
    const { turns, problems } = readRecords(this.places.records);
    for (const problem of problems) this.said.add(problem);
    return { turns };
  }

  private formats(): ObjectFormat[] {
    return (['sha1', 'sha256'] as const).filter((format) => existsSync(objectsFolder(this.places, format)));
  }

  private repository(format: ObjectFormat): Repository {
    return storeRepository(objectsFolder(this.places, format), format);
  }

  private memory(format: ObjectFormat): FileMemoryFile {
    const known =
      this.memories.get(format) ?? new FileMemoryFile(join(objectsFolder(this.places, format), 'files.json'));
    this.memories.set(format, known);
    return known;
  }

  private reader(repository: Repository): BlobReader {
    const known = this.readers.get(repository.folder) ?? new BlobReader(repository);
    this.readers.set(repository.folder, known);
    return known;
  }
}

function afterColon(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}
