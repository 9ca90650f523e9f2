import type { LogSource } from '../../ports/logs.ts';

/** Bytes of a log's start by which its format is recognised. */
export const HEAD_BYTES = 64 * 1024;

/**
 * The first 64 KiB of a log as text, without a byte-order mark.
 * @throws RewheelError `log-unreadable`
 */
export async function headOf(source: LogSource): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source.bytes()) {
    pieces.push(chunk.subarray(0, HEAD_BYTES - bytes));
    bytes += chunk.length;
    if (bytes >= HEAD_BYTES) break;
  }
  const head = Buffer.concat(pieces).toString('utf8');
  return head.startsWith('\uFEFF') ? head.slice(1) : head;
}
