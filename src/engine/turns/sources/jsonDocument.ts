import { JSONParser, TokenType } from '@streamparser/json';
import { createHash } from 'node:crypto';
import type { LogSource } from '../../ports/logs.ts';
import type { LogReader, LogSink } from './format.ts';
import { LINE_LIMIT } from './jsonLines.ts';

/** Bytes that are parsed before what was found in them is told: bounds what waits for a slow handler. */
const SLICE = 64 * 1024;

/** An escape, or a pair of them, that the next bytes may complete. */
const OPEN_ESCAPE = /(?<!\\)(?:\\\\)*(\\(?:u(?:[0-9a-f]{0,3}|d[89ab][0-9a-f]{2}(?:\\(?:u[0-9a-f]{0,3})?)?))?)$/i;

/** Levels of nesting above which a document is not read on: logs have a dozen. */
const DEPTH_LIMIT = 1_000;

export interface DocumentHandler {
  /**
   * A value under one of the asked paths, in the order of the document. `at` is its place: keys and array indices from
   * the root, `[]` for the root itself.
   */
  value(at: readonly (string | number)[], value: unknown): void | Promise<void>;
  /** The document is read from its start again: forget everything. */
  restart(): void;
  /** The document was read as far as it goes now. `whole` is false when its end is missing or it is damaged. */
  read?(whole: boolean): void | Promise<void>;
  /** Nothing more comes. */
  end?(): void | Promise<void>;
}

/**
 * Reads a log that is one JSON document, which its agent writes anew again and again: values under `paths` one by one,
 * the rest is dropped as it goes by. A document that changed is told again from its start, after `sink.restart()`. A
 * document without its end counts as `cut-end` when nothing more comes, damage in its midst as `invalid-json` (what
 * stands before it is told), a value over LINE_LIMIT as `too-large`, and the rest of the document is not read.
 * @param paths JSONPath-like: `$.messages.*` (elements of a list or values of an object), `$.info`, `$.*`, `$`
 */
export function jsonDocumentReader(
  source: LogSource,
  sink: LogSink,
  paths: readonly string[],
  handler: DocumentHandler,
): LogReader {
  return new DocumentReader(source, sink, paths, handler);
}

class DocumentReader implements LogReader {
  readonly #source: LogSource;
  readonly #sink: LogSink;
  readonly #paths: readonly string[];
  readonly #handler: DocumentHandler;
  /** Of the document as it was last read; null before the first time. */
  #known: { size: number; digest: string } | null = null;
  #cut = false;

  constructor(source: LogSource, sink: LogSink, paths: readonly string[], handler: DocumentHandler) {
    this.#source = source;
    this.#sink = sink;
    this.#paths = paths;
    this.#handler = handler;
  }

  async advance(signal?: AbortSignal): Promise<void> {
    if (this.#known) {
      if (!(await this.#changed(this.#known, signal))) return;
      this.#sink.restart();
      this.#handler.restart();
    }
    const parsing = new Parsing(this.#paths, this.#sink, this.#handler);
    const digest = createHash('sha1');
    let size = 0;
    // Set first: a read that is broken off half way has told something already.
    this.#known = { size: -1, digest: '' };
    for await (const chunk of this.#source.bytes(0)) {
      signal?.throwIfAborted();
      digest.update(chunk);
      size += chunk.length;
      await parsing.write(chunk);
    }
    const state = await parsing.end();
    this.#known = { size, digest: digest.digest('hex') };
    this.#cut = state === 'cut';
    await this.#handler.read?.(state === 'whole');
  }

  async end(): Promise<void> {
    if (this.#cut) this.#sink.problem('cut-end');
    this.#cut = false;
    await this.#handler.end?.();
  }

  async #changed(known: { size: number; digest: string }, signal?: AbortSignal): Promise<boolean> {
    const size = await this.#source.size();
    // A document that is being replaced is gone for a moment.
    if (size === null) return false;
    if (size !== known.size) return true;
    const digest = createHash('sha1');
    for await (const chunk of this.#source.bytes(0)) {
      signal?.throwIfAborted();
      digest.update(chunk);
    }
    return digest.digest('hex') !== known.digest;
  }
}

/** One pass over a document. */
class Parsing {
  readonly #parser: JSONParser;
  readonly #sink: LogSink;
  readonly #handler: DocumentHandler;
  readonly #strict = new TextDecoder('utf-8', { fatal: true });
  readonly #lenient = new TextDecoder('utf-8');
  #validUtf8 = true;
  #state: 'reading' | 'whole' | 'damaged' = 'reading';
  #waiting: { at: (string | number)[]; value: unknown }[] = [];
  /** End of the last slice that may lie in the midst of an escape. */
  #held = '';
  #depth = 0;
  #bytes = 0;
  /** Where the value under an asked path, or beside one, began. */
  #valueStart = 0;

  constructor(paths: readonly string[], sink: LogSink, handler: DocumentHandler) {
    this.#sink = sink;
    this.#handler = handler;
    this.#parser = new JSONParser({ paths: [...paths], keepStack: false, stringBufferSize: SLICE });
    this.#parser.onValue = ({ value, key, stack }) => {
      const at = stack.slice(1).map((element) => element.key ?? '');
      if (stack.length > 0) at.push(key ?? '');
      this.#waiting.push({ at, value });
      this.#valueStart = this.#bytes;
    };
    this.#parser.onToken = ({ token }) => {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++;
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth--;
      // The parser takes time by depth for each value.
      if (this.#depth > DEPTH_LIMIT) throw new Error('nested too deep');
      if (this.#depth <= 1) this.#valueStart = this.#bytes;
    };
    this.#parser.onError = (error) => {
      throw error;
    };
    this.#parser.onEnd = () => {
      this.#state = 'whole';
    };
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.length && this.#state !== 'damaged'; from += SLICE) {
      const slice = chunk.subarray(from, from + SLICE);
      this.#bytes += slice.length;
      this.#parse(this.#decode(slice, false));
      if (this.#state === 'reading' && this.#bytes - this.#valueStart > LINE_LIMIT) this.#damage('too-large');
      await this.#tell();
    }
  }

  async end(): Promise<'whole' | 'cut' | 'damaged'> {
    if (this.#state !== 'damaged') this.#parse(this.#decode(new Uint8Array(), true));
    await this.#tell();
    return this.#state === 'reading' ? 'cut' : this.#state;
  }

  #decode(slice: Uint8Array, last: boolean): string {
    if (this.#validUtf8) {
      try {
        this.#strict.decode(slice, { stream: !last });
      } catch {
        this.#validUtf8 = false;
        // A character that the end of the file cuts is told by `cut-end`.
        if (!last) this.#sink.problem('invalid-utf8');
      }
    }
    const text = this.#held + this.#lenient.decode(slice, { stream: !last });
    this.#held = last ? '' : (OPEN_ESCAPE.exec(text)?.[1] ?? '');
    return withoutLoneSurrogates(text.slice(0, text.length - this.#held.length));
  }

  #parse(text: string): void {
    if (this.#state === 'whole') {
      if (text.trim() !== '') this.#damage('invalid-json');
      return;
    }
    try {
      this.#parser.write(text);
    } catch {
      this.#damage('invalid-json');
    }
  }

  #damage(kind: 'invalid-json' | 'too-large'): void {
    this.#state = 'damaged';
    this.#sink.problem(kind);
  }

  async #tell(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { at, value } of waiting) {
      const told = this.#handler.value(at, value);
      if (told) await told;
    }
  }
}

/** The parser takes the escape after a lone first half of a pair for its second one, and loses it. */
function withoutLoneSurrogates(text: string): string {
  if (!/\\ud[89ab]/i.test(text)) return text;
  return text.replace(/\\(?:u(d[89ab][0-9a-f]{2})(\\ud[c-f][0-9a-f]{2})?|.)/gi, (escape, high, low) =>
    high !== undefined && low === undefined ? '\\ufffd' : escape,
  );
}
