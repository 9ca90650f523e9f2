import type { SkipReason } from '../../engine/model/facts.ts';

export function decodeSource(
  bytes: Uint8Array,
  _path: string,
): { ok: true; text: string; bom: boolean } | { ok: false; reason: SkipReason; detail: string } {
  if (bytes.includes(0)) return { ok: false, reason: 'binary', detail: 'holds NUL bytes' };
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bom };
  } catch {
    return { ok: false, reason: 'encoding', detail: 'is not UTF-8' };
  }
}
