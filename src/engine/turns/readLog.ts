import { RewheelError } from '../../protocol/errors.ts';
import type { LogSource } from '../ports/logs.ts';
import type { LogProblem, SessionInfo, Turn } from './session.ts';
import type { LogFormat, LogReader, LogSample } from './sources/format.ts';
import { LOG_FORMATS } from './sources/formats.ts';
import { headOf } from './sources/head.ts';
import { TurnAssembler } from './sources/turnAssembler.ts';

export interface ReadLogOptions {
  /** Formats to choose from; default all. */
  formats?: readonly LogFormat[];
  /** Takes each turn when it is complete, in log order within a session. */
  onTurn?: (turn: Turn, session: SessionInfo) => void;
  /** The log was written anew while it was read: the turns given so far are void. */
  onRestart?: () => void;
  signal?: AbortSignal;
}

export interface LogContent {
  format: LogFormat;
  sessions: SessionInfo[];
  /** What was skipped, by kind. */
  problems: ReadonlyMap<LogProblem, number>;
}

/** A turn and the session it belongs to. */
export interface TurnOfLog {
  turn: Turn;
  session: SessionInfo;
}

/** What a growing log has brought since the last look. */
export interface LogProgress {
  /** The log was written anew: everything that was given before is void, and `completed` begins at its start. */
  restarted: boolean;
  /** Turns that change no more, each given once. */
  completed: TurnOfLog[];
  /** Turns that may still change, as they are now: the running one (outcome `running`) and ended ones that may get results. */
  open: TurnOfLog[];
}

/**
 * Reads a whole log that is over: recognises its format, and gives its turns away one by one, so that memory holds only
 * open ones. Damage inside the log is counted, never thrown.
 * @throws RewheelError `unknown-log` when no format fits, `log-unreadable` when it cannot be read; the signal's reason
 */
export async function readLog(source: LogSource, options: ReadLogOptions = {}): Promise<LogContent> {
  const { log, format } = await findLog(source, options.formats);
  const assembler = new TurnAssembler(format.agents[0]!, {
    turn: (turn, session) => options.onTurn?.(turn, session),
    restart: () => options.onRestart?.(),
  });
  const reader = format.open(log, assembler);
  await reader.advance(options.signal);
  await reader.end();
  assembler.finish();
  return { format, sessions: assembler.sessions, problems: assembler.problems };
}

/** Files of a folder in which a log is looked for. */
const MOST_FILES = 100;

/**
 * The log that a path means: the file or folder itself, or the only log in a folder (a session's folder of its own).
 * @throws RewheelError as `recogniseLog`; `unknown-log` when a folder holds several, naming them
 */
async function findLog(
  source: LogSource,
  formats: readonly LogFormat[] = LOG_FORMATS,
): Promise<{ log: LogSource; format: LogFormat }> {
  if (source.kind === 'file') return { log: source, format: await recogniseLog(source, formats) };
  const sample = await sampleOf(source);
  const whole = formats.find((format) => format.recognise(sample));
  if (whole) return { log: source, format: whole };
  const found: { log: LogSource; format: LogFormat; name: string }[] = [];
  for (const { name, kind } of (await source.entries()).slice(0, MOST_FILES)) {
    const log = kind === 'file' ? await source.beside(name) : null;
    const inside = log && (await sampleOf(log));
    const format = inside && formats.find((each) => each.recognise(inside));
    if (log && format) found.push({ log, format, name });
  }
  if (found.length === 1) return found[0]!;
  const names = found.map(({ name }) => name).join(', ');
  throw new RewheelError(
    'unknown-log',
    found.length === 0
      ? `The folder ${sample.name} holds no log that Rewheel knows. Name the log itself.`
      : `The folder ${sample.name} holds several logs. Name one of them: ${names}.`,
  );
}

/**
 * The format of a log, by its first 64 KiB or its folder's entries.
 * @throws RewheelError `unknown-log`, naming the known formats; `log-unreadable`
 */
export async function recogniseLog(source: LogSource, formats = LOG_FORMATS): Promise<LogFormat> {
  const sample = await sampleOf(source);
  const found = formats.find((format) => format.recognise(sample));
  if (found) return found;
  if (sample.kind === 'file' && sample.head === '')
    throw new RewheelError('unknown-log', `${sample.name} is empty: there is no log in it.`);
  if (/\.(?:zst|gz|xz|bz2|zip)$/i.test(sample.name))
    throw new RewheelError(
      'unknown-log',
      `${sample.name} is packed. Unpack it${howTo(sample.name)} and name what comes out.`,
    );
  const known = formats.map(({ id }) => id).join(', ');
  throw new RewheelError('unknown-log', `${sample.name} is no log that Rewheel knows. Name a log of one of: ${known}.`);
}

function howTo(name: string): string {
  return name.endsWith('.zst') ? ` with "zstd -d ${name}"` : '';
}

/** What `LogFormat.recognise` looks at. */
export async function sampleOf(source: LogSource): Promise<LogSample> {
  const name = source.path.slice(source.path.lastIndexOf('/') + 1);
  if (source.kind === 'folder') {
    const entries = await source.entries();
    return { name, kind: 'folder', head: '', entries: entries.map((entry) => entry.name) };
  }
  return { name, kind: 'file', head: await headOf(source), entries: [] };
}

/** Follows a log that grows: `advance` again and again, and `end` when nothing more will come. */
export class GrowingLog {
  readonly format: LogFormat;
  readonly #assembler: TurnAssembler;
  readonly #reader: LogReader;
  #completed: TurnOfLog[] = [];
  #restarted = false;

  private constructor(format: LogFormat, source: LogSource) {
    this.format = format;
    this.#assembler = new TurnAssembler(format.agents[0]!, {
      turn: (turn, session) => this.#completed.push({ turn, session }),
      restart: () => {
        this.#completed = [];
        this.#restarted = true;
      },
    });
    this.#reader = format.open(source, this.#assembler);
  }

  /** @throws RewheelError `unknown-log` (also for a log that has no first line yet), `log-unreadable` */
  static async open(source: LogSource, formats?: readonly LogFormat[]): Promise<GrowingLog> {
    return new GrowingLog(await recogniseLog(source, formats), source);
  }

  get sessions(): SessionInfo[] {
    return this.#assembler.sessions;
  }

  get problems(): ReadonlyMap<LogProblem, number> {
    return this.#assembler.problems;
  }

  /**
   * Reads what has come since the last call. Calls must not overlap.
   * @throws RewheelError `log-unreadable`; the signal's reason
   */
  async advance(signal?: AbortSignal): Promise<LogProgress> {
    await this.#reader.advance(signal);
    return this.#progress();
  }

  /** Nothing more comes: the open turns are completed, and one without an end is `cut`. */
  async end(): Promise<LogProgress> {
    await this.#reader.end();
    this.#assembler.finish();
    return this.#progress();
  }

  #progress(): LogProgress {
    const progress = { restarted: this.#restarted, completed: this.#completed, open: this.#assembler.openTurns };
    this.#completed = [];
    this.#restarted = false;
    return progress;
  }
}
