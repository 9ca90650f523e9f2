import { availableParallelism } from 'node:os';
import { silentLogger, type Logger } from '../../engine/ports/ports.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { ParseTask, type ParseJob, type ParseOptions } from './parseTask.ts';
import { ThreadHandle, type Batch, type Death, type LoadedFile } from './threadHandle.ts';
import type { BatchReply } from './threadMessages.ts';

export interface ParsePoolOptions {
  /** The bundled parse thread (dist/parse.cjs). */
  scriptPath: string;
  /** Folder of the WebAssembly files (dist/grammars). */
  grammarFolder: string;
  logger?: Logger;
  /** Heap of one thread in MiB. */
  threadHeapMb?: number;
  /** A thread whose WebAssembly memory is larger than this (bytes) is replaced by a fresh one. */
  recycleBytes?: number;
  /** Milliseconds after which idle threads end. */
  idleMs?: number;
  /** Milliseconds that a thread has to hear a cancellation before it is ended. */
  cancelGraceMs?: number;
}

/** Another thread is started when this much waits for the ones that are there: a thread costs about 60 ms to start. */
const BYTES_PER_THREAD = 512 << 10;
/** Threads that the pool takes on its own; more do not pay, as one thread hands out the work and takes the results. */
const MOST_THREADS = 8;
/** A thread has the next batch at hand while it works on one. */
const BATCHES_PER_THREAD = 2;
const WATCH_MS = 200;

type TaskBatch = Batch<ParseTask>;
type TaskThread = ThreadHandle<ParseTask>;

/**
 * Parses files in threads. Threads are started as the work asks for them, stay warm for the next call and end when
 * idle. A file that kills its thread twice is reported as unreadable; the others go on.
 */
export class ParsePool {
  private readonly options: Required<ParsePoolOptions>;
  private readonly threads = new Set<TaskThread>();
  private readonly tasks = new Set<ParseTask>();
  private queue: TaskBatch[] = [];
  private sequence = 0;
  /** Threads in a row that died with no answer between them: at a file, and before they came to one. */
  private deathsAtFiles = 0;
  private deathsAtStart = 0;
  private watch: NodeJS.Timeout | undefined;
  private idle: NodeJS.Timeout | undefined;
  private disposed = false;

  constructor(options: ParsePoolOptions) {
    this.options = {
      logger: silentLogger,
      threadHeapMb: 512,
      recycleBytes: 160 << 20,
      idleMs: 30_000,
      cancelGraceMs: 2_000,
      ...options,
    };
  }

  /** Number of threads that are alive. */
  get threadCount(): number {
    return this.threads.size;
  }

  /**
   * Parses all jobs; each outcome goes to `options.onResult`, and the promise resolves after the last.
   * @throws RewheelError `cancelled` as soon as the signal says so; `engine-missing` when no thread can work at all
   *   (bundle or grammars missing); `engine-stopped` when the pool is disposed of meanwhile.
   */
  async parse(jobs: ParseJob[], options: ParseOptions): Promise<void> {
    if (this.disposed) throw new RewheelError('engine-stopped', 'the engine has been stopped');
    if (options.signal?.aborted) throw new RewheelError('cancelled', 'cancelled');
    if (jobs.length === 0) return;
    clearTimeout(this.idle);
    let task: ParseTask | undefined;
    const onAbort = (): void => this.end(task!, new RewheelError('cancelled', 'cancelled'));
    try {
      await new Promise<void>((resolve, reject) => {
        task = new ParseTask(jobs, options, (from, files) => this.enqueue(from, files), { resolve, reject });
        this.tasks.add(task);
        options.signal?.addEventListener('abort', onAbort, { once: true });
        this.watch ??= setInterval(() => this.lookAfterThreads(), WATCH_MS).unref();
        task.readAhead();
      });
    } finally {
      options.signal?.removeEventListener('abort', onAbort);
      this.tasks.delete(task!);
      if (this.tasks.size === 0) this.becomeIdle();
    }
  }

  /** Ends all threads; calls that wait are rejected. */
  async dispose(): Promise<void> {
    this.disposed = true;
    for (const task of this.tasks) this.end(task, new RewheelError('engine-stopped', 'the engine has been stopped'));
    await this.endThreads();
  }

  private async endThreads(): Promise<void> {
    clearInterval(this.watch);
    clearTimeout(this.idle);
    this.watch = undefined;
    await Promise.all([...this.threads].map((thread) => thread.terminate()));
  }

  private becomeIdle(): void {
    if (this.disposed) return;
    this.idle = setTimeout(() => void this.endThreads(), this.options.idleMs).unref();
  }

  private enqueue(task: ParseTask, files: LoadedFile[], first = false): void {
    if (task.ended || files.length === 0) return;
    const byteLength = files.reduce((sum, file) => sum + file.bytes.length, 0);
    const sequence = ++this.sequence & 0x3fffffff;
    const batch: TaskBatch = { sequence, owner: task, files, byteLength, timeLimitMs: task.options.timeLimitMs };
    if (first) this.queue.unshift(batch);
    else this.queue.push(batch);
    this.dispatch();
  }

  private dispatch(): void {
    while (this.queue.length > 0 && !this.disposed) {
      const thread = this.freeThread();
      if (!thread) return;
      thread.post(this.queue.shift()!);
    }
  }

  private freeThread(): TaskThread | undefined {
    let best: TaskThread | undefined;
    let active = 0;
    for (const thread of this.threads) {
      if (thread.retiring) continue;
      active++;
      if (!best || thread.batches.size < best.batches.size) best = thread;
    }
    if (best && best.batches.size === 0) return best;
    const waiting = this.queue.reduce((sum, batch) => sum + batch.byteLength, 0);
    if (active === 0 || (active < this.limit() && waiting > BYTES_PER_THREAD)) return this.startThread();
    return best && best.batches.size < BATCHES_PER_THREAD ? best : undefined;
  }

  private limit(): number {
    const cores = availableParallelism();
    let most = 1;
    for (const task of this.tasks) {
      const wanted = task.options.workers > 0 ? task.options.workers : MOST_THREADS;
      most = Math.max(most, Math.min(wanted, cores));
    }
    return most;
  }

  private startThread(): TaskThread {
    const { scriptPath, grammarFolder, threadHeapMb } = this.options;
    const thread: TaskThread = new ThreadHandle<ParseTask>(
      { scriptPath, grammarFolder, heapMb: threadHeapMb },
      (from, batch, reply) => this.take(from, batch, reply),
      (dead, death) => this.bury(dead, death),
    );
    this.threads.add(thread);
    return thread;
  }

  private take(thread: TaskThread, batch: TaskBatch, reply: BatchReply): void {
    if (reply.kind === 'unusable') {
      thread.retiring = true;
      void thread.terminate();
      this.end(batch.owner, new RewheelError('engine-missing', reply.message));
      return;
    }
    this.deathsAtFiles = this.deathsAtStart = 0;
    if (reply.kind === 'done') {
      reply.results.forEach((result, position) => {
        const file = batch.files[position]!;
        if (!result.ok && result.log) this.log('error', `${file.path}: ${result.log}`);
        batch.owner.finish(file, result.ok ? result : { ok: false, reason: result.reason, detail: result.detail });
      });
    }
    if (reply.wasmBytes > this.options.recycleBytes) thread.retiring = true;
    if (thread.retiring && thread.batches.size === 0) void thread.terminate();
    this.dispatch();
  }

  private bury(thread: TaskThread, death: Death<ParseTask>): void {
    this.threads.delete(thread);
    if (death.unanswered.length === 0 || this.disposed) return this.dispatch();
    if (death.culprit) this.deathsAtFiles++;
    else this.deathsAtStart++;
    if (this.deathsAtStart >= 3 || this.deathsAtFiles >= 40) {
      this.deathsAtFiles = this.deathsAtStart = 0;
      const why = `No parse thread stays alive (${death.why}). Reinstall Rewheel.`;
      for (const task of this.tasks) this.end(task, new RewheelError('engine-missing', why));
      return;
    }
    for (const batch of death.unanswered.reverse()) {
      if (batch.owner.ended) continue;
      const culprit = death.culprit?.batch === batch ? batch.files[death.culprit.position] : undefined;
      this.enqueue(
        batch.owner,
        batch.files.filter((file) => file !== culprit && !file.settled),
        true,
      );
      if (!culprit || culprit.settled) continue;
      culprit.deaths++;
      this.log('warn', `a parse thread died at ${culprit.path}: ${death.why}`);
      if (culprit.deaths === 1) this.enqueue(batch.owner, [culprit], true);
      else {
        const detail = `parsing ${culprit.path} ended the parse thread twice: ${death.why}`;
        batch.owner.finish(culprit, { ok: false, reason: 'unreadable', detail });
      }
    }
    this.dispatch();
  }

  private end(task: ParseTask, error: RewheelError): void {
    task.fail(error, performance.now());
    this.queue = this.queue.filter((batch) => batch.owner !== task);
    for (const thread of this.threads) {
      for (const batch of thread.batches.values()) if (batch.owner === task) thread.cancel(batch);
    }
  }

  /** Ends threads that do not hear: stuck beyond the time limit, or still at what was cancelled. */
  private lookAfterThreads(): void {
    const now = performance.now();
    let busy = false;
    for (const thread of this.threads) {
      busy ||= thread.batches.size > 0;
      const at = thread.standing(now);
      if (!at) continue;
      const { batch, position, forMs } = at;
      const { endedAt } = batch.owner;
      if (endedAt !== undefined) {
        if (now - endedAt > this.options.cancelGraceMs) void thread.terminate();
      } else if (batch.timeLimitMs > 0 && forMs > batch.timeLimitMs * 1.5 + 2_000) {
        const file = batch.files[position]!;
        const detail = `taking its facts took longer than ${batch.timeLimitMs} ms`;
        void thread.terminate();
        batch.owner.finish(file, { ok: false, reason: 'time-limit', detail });
      }
    }
    if (!busy && this.tasks.size === 0) {
      clearInterval(this.watch);
      this.watch = undefined;
    }
  }

  private log(level: 'error' | 'warn', message: string): void {
    this.options.logger.log(level, 'parse', message);
  }
}
