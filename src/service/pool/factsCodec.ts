import type { FileDetail, FileFacts, FileSummary } from '../../engine/model/facts.ts';
import { ColumnWriter } from './columnWriter.ts';
import { readDetail, writeDetail } from './detailCodec.ts';
import { readSummary, writeSummary } from './summaryCodec.ts';

/** Facts as bytes: what crosses from a parse thread and what the cache keeps. */
export interface EncodedFacts {
  summary: Uint8Array;
  detail: Uint8Array;
}

/** One for the thread: it keeps its memory from file to file. */
const writer = new ColumnWriter();

/** Facts as bytes, each half in memory of its own so that it can be transferred to another thread. */
export function encodeFacts(facts: FileFacts): EncodedFacts {
  writer.reset();
  writeSummary(writer, facts.summary);
  const summary = writer.finish();
  writer.reset();
  writeDetail(writer, facts.detail);
  const detail = writer.finish();
  return { summary, detail };
}

/** @throws RangeError when the bytes are no encoded summary. */
export function decodeSummary(bytes: Uint8Array): FileSummary {
  return readSummary(bytes);
}

/** @throws RangeError when the bytes are no encoded detail. */
export function decodeDetail(bytes: Uint8Array): FileDetail {
  return readDetail(bytes);
}
