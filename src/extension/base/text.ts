import { createHash } from 'node:crypto';

/**
 * SHA-256 (hex) of a text as the editor sees it: a BOM and the kind of line ends are no part of it, because an open
 * document has lost the one and evened out the other.
 */
export function textDigest(text: string): string {
  return createHash('sha256').update(normalised(text), 'utf8').digest('hex');
}

/** Lines of a text, as the editor counts them. */
export function textLines(text: string): string[] {
  return normalised(text).split('\n');
}

function normalised(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}
