import { Worker } from 'node:worker_threads';
import type { SourceKind } from '../../engine/model/facts.ts';
import { Board, type BatchMessage, type BatchReply, type ThreadData } from './threadMessages.ts';

/** A file with its bytes, on its way through a thread. */
export interface LoadedFile {
  /** Index of the job in its task. */
  index: number;
  path: string;
  language: SourceKind;
  bytes: Uint8Array;
  /** Threads that died over this file so far. */
  deaths: number;
  /** Its outcome is known already, so nothing more is done about it. */
  settled: boolean;
}

/** What one message carries to a thread. */
export interface Batch<Owner> {
  sequence: number;
  owner: Owner;
  files: LoadedFile[];
  byteLength: number;
  timeLimitMs: number;
}

export interface ThreadOptions {
  /** The bundled parse thread. */
  scriptPath: string;
  grammarFolder: string;
  /** Heap of the thread in MiB. */
  heapMb: number;
}

/** How a thread ended: a person's words, and the file that it was at if it was at one. */
export interface Death<Owner> {
  why: string;
  culprit: { batch: Batch<Owner>; position: number } | null;
  /** Batches that were not answered. */
  unanswered: Batch<Owner>[];
}

/** One parse thread as the pool sees it. */
export class ThreadHandle<Owner> {
  readonly batches = new Map<number, Batch<Owner>>();
  /** Takes no more batches; ends when those at hand are answered. */
  retiring = false;
  private readonly worker: Worker;
  private readonly board = new Board();
  private error: Error | undefined;
  private seen = { sequence: -1, index: -1, since: 0 };

  constructor(
    options: ThreadOptions,
    onReply: (thread: ThreadHandle<Owner>, batch: Batch<Owner>, reply: BatchReply) => void,
    onDeath: (thread: ThreadHandle<Owner>, death: Death<Owner>) => void,
  ) {
    const workerData: ThreadData = { grammarFolder: options.grammarFolder, board: this.board.memory };
    this.worker = new Worker(options.scriptPath, {
      workerData,
      // Standard output belongs to the protocol of the engine process: nothing of a thread may reach it.
      stdout: true,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: 32 },
    });
    this.worker.stdout.resume();
    this.worker.unref();
    this.worker.on('message', (reply: BatchReply) => {
      const batch = this.batches.get(reply.sequence);
      if (!batch) return;
      this.batches.delete(reply.sequence);
      if (this.batches.size === 0) this.worker.unref();
      onReply(this, batch, reply);
    });
    this.worker.on('error', (error) => (this.error = error instanceof Error ? error : new Error(String(error))));
    this.worker.on('exit', (code) => {
      const unanswered = [...this.batches.values()];
      this.batches.clear();
      onDeath(this, { why: this.error?.message ?? `exit code ${code}`, culprit: this.culprit(unanswered), unanswered });
    });
  }

  post(batch: Batch<Owner>): void {
    const bytes = new Uint8Array(batch.byteLength);
    let at = 0;
    for (const file of batch.files) {
      bytes.set(file.bytes, at);
      at += file.bytes.length;
    }
    const message: BatchMessage = {
      sequence: batch.sequence,
      timeLimitMs: batch.timeLimitMs,
      files: batch.files.map((file) => ({ language: file.language, path: file.path, length: file.bytes.length })),
      bytes,
    };
    this.batches.set(batch.sequence, batch);
    // A busy thread keeps the process alive, an idle one does not.
    this.worker.ref();
    this.worker.postMessage(message, [bytes.buffer]);
  }

  /** Tells the thread to drop a batch, even while it is busy with it. */
  cancel(batch: Batch<Owner>): void {
    this.board.cancel(batch.sequence);
  }

  /**
   * The batch and file that the thread is at, and for how many milliseconds it was seen there; null between files.
   * @param now clock of the caller, in milliseconds
   */
  standing(now: number): { batch: Batch<Owner>; position: number; forMs: number } | null {
    const { sequence, index } = this.board.position();
    const batch = this.batches.get(sequence);
    if (!batch || index < 0) return null;
    if (this.seen.sequence !== sequence || this.seen.index !== index) this.seen = { sequence, index, since: now };
    return { batch, position: index, forMs: now - this.seen.since };
  }

  /** Ends the thread at once; `onDeath` follows. */
  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private culprit(unanswered: Batch<Owner>[]): Death<Owner>['culprit'] {
    const { sequence, index } = this.board.position();
    const batch = unanswered.find((candidate) => candidate.sequence === sequence);
    return batch && index >= 0 ? { batch, position: index } : null;
  }
}
