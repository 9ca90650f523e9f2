import { parentPort, workerData } from 'node:worker_threads';
import type { SourceKind } from '../../engine/model/facts.ts';
import { runtimeMemoryBytes } from '../../engine/language/cursorSteps.ts';
import { extractFacts } from '../../engine/language/extract.ts';
import { CancelledError } from '../../engine/ports/cancelled.ts';
import { decodeSource } from '../../platform/files/decodeSource.ts';
import { GrammarError, grammarFiles } from '../grammarFiles.ts';
import { encodeFacts } from './factsCodec.ts';
import { Board, type BatchMessage, type BatchReply, type FileResult, type ThreadData } from './threadMessages.ts';

/*
 * A parse thread: takes batches of files, answers each with the encoded facts. Syntax trees stay in here. Batches are
 * worked off one after the other.
 */

const port = parentPort!;
const data = workerData as ThreadData;
const board = new Board(data.board);

const grammars = grammarFiles(data.grammarFolder);

async function parseFile(
  sequence: number,
  language: SourceKind,
  path: string,
  bytes: Uint8Array,
  timeLimit: number,
): Promise<FileResult> {
  const decoded = decodeSource(bytes, path);
  if (!decoded.ok) return { ok: false, reason: decoded.reason, detail: decoded.detail };
  try {
    const options = { timeLimit, cancelled: () => board.isCancelled(sequence) };
    const result = await extractFacts(language, decoded.text, grammars, options);
    if (!result.ok) return result;
    return { ok: true, ...encodeFacts(result.facts) };
  } catch (error) {
    // After these the WebAssembly heap may be in any state: the thread must go, and the pool tries the file again.
    const fault = error instanceof Error ? error : new Error(String(error));
    if (fault.name === 'RuntimeError' || fault instanceof RangeError) throw fault;
    if (fault instanceof CancelledError || fault instanceof GrammarError) throw fault;
    return { ok: false, reason: 'unreadable', detail: `taking its facts failed: ${fault.message}`, log: fault.stack };
  }
}

async function work(batch: BatchMessage): Promise<void> {
  const { sequence } = batch;
  const results: FileResult[] = [];
  let from = 0;
  try {
    for (const [index, file] of batch.files.entries()) {
      if (board.isCancelled(sequence)) throw new CancelledError();
      board.enter(sequence, index);
      const bytes = batch.bytes.subarray(from, from + file.length);
      from += file.length;
      results.push(await parseFile(sequence, file.language, file.path, bytes, batch.timeLimitMs));
    }
  } catch (error) {
    if (error instanceof CancelledError)
      return answer({ sequence, kind: 'cancelled', wasmBytes: runtimeMemoryBytes() });
    if (error instanceof GrammarError) return answer({ sequence, kind: 'unusable', message: error.message });
    throw error;
  }
  const buffers = results.flatMap((result) =>
    result.ok ? [result.summary.buffer as ArrayBuffer, result.detail.buffer as ArrayBuffer] : [],
  );
  answer({ sequence, kind: 'done', results, wasmBytes: runtimeMemoryBytes() }, buffers);
}

function answer(reply: BatchReply, transfer: ArrayBuffer[] = []): void {
  // Not on the way out of a fatal error: then the board must keep the file that it met.
  board.enter(reply.sequence, -1);
  port.postMessage(reply, transfer);
}

let last = Promise.resolve();
port.on('message', (batch: BatchMessage) => {
  last = last.then(() => work(batch));
});
