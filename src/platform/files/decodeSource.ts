import { MAX_NOTEBOOK_BYTES } from '../../engine/language/embedded/notebookCode.ts';
import { languageOf } from '../../engine/language/languages.ts';
import { MAX_DEPTH } from '../../engine/language/flatTree.ts';
import type { SkipReason } from '../../engine/model/facts.ts';
import { nestsDeeperThan } from './bracketDepth.ts';
import { isGeneratedText } from './generatedText.ts';
import { isMinified } from './minified.ts';

export type Decoded = { ok: true; text: string; bom: boolean } | { ok: false; reason: SkipReason; detail: string };

/** Largest file that is read, in bytes (design.md section 3: 1 MiB). */
export const MAX_SOURCE_BYTES = 1024 * 1024;

/** Largest file of a path's kind that is read, in bytes. */
export function maxSourceBytes(path: string): number {
  return languageOf(path) === 'notebook' ? MAX_NOTEBOOK_BYTES : MAX_SOURCE_BYTES;
}

/** Git's own rule for binary content: a NUL among the first 8,000 bytes. */
const BINARY_PROBE_BYTES = 8000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Turns the bytes of a source file into text, or says why it is not read. Reasons are tried in the order of design.md
 * section 3: too-deep (where a minified file's brackets tell; else the parser finds it), minified, too-large, binary, encoding, generated (by what the head of the file says).
 * The text has no byte-order mark; line ends stay as they are.
 * What tells a minified or generated file does so in code only: of a notebook, whose JSON may well be one line, neither is
 * asked.
 * @param bytes the whole file
 * @param path only its extension counts: Python files may name an encoding
 */
export function decodeSource(bytes: Uint8Array, path: string): Decoded {
  const utf16 = startsWithUtf16Mark(bytes);
  const binary = !utf16 && bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
  const notebook = languageOf(path) === 'notebook';
  if (!binary && !utf16 && !notebook && isMinified(bytes)) {
    return nestsDeeperThan(bytes, MAX_DEPTH)
      ? { ok: false, reason: 'too-deep', detail: `its brackets nest deeper than ${MAX_DEPTH} levels` }
      : { ok: false, reason: 'minified', detail: 'its lines are minified' };
  }
  if (bytes.byteLength > maxSourceBytes(path))
    return { ok: false, reason: 'too-large', detail: tooLarge(bytes.byteLength, path) };
  if (binary) return { ok: false, reason: 'binary', detail: 'it holds NUL bytes' };
  if (utf16) return { ok: false, reason: 'encoding', detail: 'it is UTF-16; only UTF-8 is read' };
  const cookie = /\.pyi?$/i.test(path) ? pythonCookie(bytes) : null;
  if (cookie !== null && !isReadableAs(cookie, bytes)) {
    return { ok: false, reason: 'encoding', detail: `it says that it is ${cookie}; only UTF-8 is read` };
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { ok: false, reason: 'encoding', detail: 'it is not valid UTF-8' };
  }
  if (!notebook && isGeneratedText(text))
    return { ok: false, reason: 'generated', detail: 'its head says that it is generated' };
  return { ok: true, text, bom: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf };
}

/** Detail of the reason `too-large`. */
export function tooLarge(size: number, path: string): string {
  return `it has ${size} bytes, over the limit of ${maxSourceBytes(path)}`;
}

function startsWithUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** The encoding that a Python file names in its first two lines (PEP 263), lower case, or null. */
function pythonCookie(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1');
  for (const [index, line] of head.split(/\r\n|\r|\n/, 2).entries()) {
    const code = index === 0 ? line.replace(/^\xef\xbb\xbf/, '') : line;
    const cookie = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/.exec(code)?.[1];
    if (cookie !== undefined) return cookie.toLowerCase();
    if (!/^[ \t\f]*(?:#|$)/.test(code)) return null;
  }
  return null;
}

/**
 * UTF-8 (by any of its Python names) is read. Under another encoding bytes above 127 stand for other characters than
 * UTF-8 gives; without such bytes the encodings that contain ASCII say the same text.
 */
function isReadableAs(cookie: string, bytes: Uint8Array): boolean {
  const name = cookie.replaceAll('_', '-');
  if (/^(?:utf-?8(?:-sig|-unix|-dos|-mac)?|u8|cp65001)$/.test(name)) return true;
  if (
    !/^(?:(?:us-)?ascii|latin-?\d*|l1|iso-?8859-?\d*|iso-latin-\d.*|cp\d+|windows-\d+|koi8-[ru]|mac-?roman)$/.test(name)
  ) {
    return false;
  }
  return bytes.every((byte) => byte < 128);
}
