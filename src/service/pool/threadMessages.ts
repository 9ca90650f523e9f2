import type { SourceKind, SkipReason } from '../../engine/model/facts.ts';
import type { EncodedFacts } from './factsCodec.ts';

/** What a parse thread is started with. */
export interface ThreadData {
  /** Folder of web-tree-sitter.wasm and tree-sitter-<grammar>.wasm. */
  grammarFolder: string;
  /** The thread's board, see `Board`. */
  board: SharedArrayBuffer;
}

/** Several files for a thread in one message: the cost of a message is that of parsing some kilobytes. */
export interface BatchMessage {
  /** Number of the batch, counted up by the pool. */
  sequence: number;
  /** Milliseconds for one file, 0 for no limit. */
  timeLimitMs: number;
  files: { language: SourceKind; path: string; length: number }[];
  /** The files' bytes one after the other. */
  bytes: Uint8Array;
}

export type FileResult =
  ({ ok: true } & EncodedFacts) | { ok: false; reason: SkipReason; detail: string; log?: string };

/** The answer to a batch. */
export type BatchReply =
  | { sequence: number; kind: 'done'; results: FileResult[]; wasmBytes: number }
  | { sequence: number; kind: 'cancelled'; wasmBytes: number }
  /** No file can be parsed: the grammars are missing or cannot be loaded. */
  | { sequence: number; kind: 'unusable'; message: string };

const SLOTS = 64;

/**
 * Memory that the pool and one thread share, so that each hears the other while the thread is busy: which file the
 * thread is at (the culprit if it dies), and which batches were cancelled.
 */
export class Board {
  readonly memory: SharedArrayBuffer;
  private readonly cells: Int32Array;

  constructor(memory = new SharedArrayBuffer((2 + SLOTS) * 4)) {
    this.memory = memory;
    this.cells = new Int32Array(memory);
  }

  /** Called by the thread: it is at file `index` of batch `sequence`; index -1 between files. */
  enter(sequence: number, index: number): void {
    Atomics.store(this.cells, 0, sequence);
    Atomics.store(this.cells, 1, index);
  }

  /** Called by the pool. */
  position(): { sequence: number; index: number } {
    return { sequence: Atomics.load(this.cells, 0), index: Atomics.load(this.cells, 1) };
  }

  /** Called by the pool; a thread never has as many batches at hand as there are slots. */
  cancel(sequence: number): void {
    Atomics.store(this.cells, 2 + (sequence % SLOTS), sequence);
  }

  /** Called by the thread. */
  isCancelled(sequence: number): boolean {
    return Atomics.load(this.cells, 2 + (sequence % SLOTS)) === sequence;
  }
}
