import type { SourceKind, SkipReason } from '../../engine/model/facts.ts';
import type { EncodedFacts } from './factsCodec.ts';
import type { LoadedFile } from './threadHandle.ts';

/** One file to parse. */
export interface ParseJob {
  path: string;
  language: SourceKind;
  /** Bytes, as far as they are known beforehand: big files are handed out first. */
  size?: number;
  /** The bytes; null when the file has vanished or cannot be read. */
  read(): Promise<Uint8Array | null>;
}

export type ParseOutcome = ({ ok: true } & EncodedFacts) | { ok: false; reason: SkipReason; detail: string };

export interface ParseOptions {
  /** Threads, 0 to let the pool choose. */
  workers: number;
  /** Milliseconds for one file, 0 for no limit. */
  timeLimitMs: number;
  signal?: AbortSignal;
  /** Called once for each job, in no particular order. */
  onResult: (index: number, outcome: ParseOutcome) => void;
}

/** Read but not parsed yet: enough to keep the threads fed, and no more memory than that. */
const BYTES_IN_FLIGHT = 8 << 20;
const READS_AT_ONCE = 16;
/** About 30 ms of work: many such batches even out at the end, and a message costs nothing against one. */
const BATCH_BYTES = 128 << 10;
/** Little work is cut smaller, so that threads which are there anyway can share it. */
const LEAST_BATCH_BYTES = 8 << 10;
const BATCHES_OF_LITTLE_WORK = 8;
const BATCH_FILES = 64;

/** One call of the pool: reads its files ahead of the threads and packs them into batches. */
export class ParseTask {
  readonly options: ParseOptions;
  /** Clock of the pool when the task was cancelled or failed, in milliseconds. */
  endedAt: number | undefined;
  private readonly jobs: ParseJob[];
  private readonly order: number[];
  private readonly emit: (task: ParseTask, files: LoadedFile[]) => void;
  private readonly resolve: () => void;
  private readonly reject: (error: unknown) => void;
  private next = 0;
  private reading = 0;
  private bytesInFlight = 0;
  private open: LoadedFile[] = [];
  private openBytes = 0;
  private readonly batchBytes: number;
  private left: number;

  constructor(
    jobs: ParseJob[],
    options: ParseOptions,
    emit: (task: ParseTask, files: LoadedFile[]) => void,
    settle: { resolve: () => void; reject: (error: unknown) => void },
  ) {
    this.jobs = jobs;
    this.options = options;
    this.emit = emit;
    this.resolve = settle.resolve;
    this.reject = settle.reject;
    this.left = jobs.length;
    const size = (index: number): number => jobs[index]!.size ?? 0;
    const total = jobs.reduce((sum, job) => sum + (job.size ?? BATCH_BYTES), 0);
    this.batchBytes = Math.min(BATCH_BYTES, Math.max(LEAST_BATCH_BYTES, total / BATCHES_OF_LITTLE_WORK));
    this.order = jobs.map((_, index) => index).sort((a, b) => size(b) - size(a) || a - b);
  }

  get ended(): boolean {
    return this.endedAt !== undefined;
  }

  /** Starts as many reads as memory allows. */
  readAhead(): void {
    while (
      !this.ended &&
      this.next < this.order.length &&
      this.reading < READS_AT_ONCE &&
      this.bytesInFlight < BYTES_IN_FLIGHT
    ) {
      void this.readOne(this.order[this.next++]!);
    }
  }

  /** The outcome of a job whose bytes were handed out. */
  finish(file: LoadedFile, outcome: ParseOutcome): void {
    if (file.settled) return;
    file.settled = true;
    this.bytesInFlight -= file.bytes.length;
    this.report(file.index, outcome);
    this.readAhead();
  }

  /** Ends the task with an error; what still comes in for it is dropped. */
  fail(error: unknown, now: number): void {
    if (this.ended) return;
    this.endedAt = now;
    this.open = [];
    this.reject(error);
  }

  private async readOne(index: number): Promise<void> {
    const job = this.jobs[index]!;
    this.reading++;
    let bytes: Uint8Array | null = null;
    let why = 'has vanished or cannot be read';
    try {
      bytes = await job.read();
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
    this.reading--;
    if (this.ended) return;
    if (bytes) {
      this.bytesInFlight += bytes.length;
      this.open.push({ index, path: job.path, language: job.language, bytes, deaths: 0, settled: false });
      this.openBytes += bytes.length;
    } else {
      this.report(index, { ok: false, reason: 'unreadable', detail: why });
    }
    this.readAhead();
    if (this.openBytes >= this.batchBytes || this.open.length >= BATCH_FILES || this.reading === 0) this.close();
  }

  private close(): void {
    if (this.open.length === 0) return;
    const files = this.open;
    this.open = [];
    this.openBytes = 0;
    this.emit(this, files);
  }

  private report(index: number, outcome: ParseOutcome): void {
    if (this.ended) return;
    this.options.onResult(index, outcome);
    this.left--;
    if (this.left === 0) {
      this.endedAt = 0;
      this.resolve();
    }
  }
}
