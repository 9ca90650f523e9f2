import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Repository } from './repository.ts';

export interface Blob {
  /** The whole content, or its first bytes when a limit was given. */
  bytes: Buffer;
  /** Size of the whole content in bytes. */
  size: number;
}

interface Request {
  object: string;
  limit: number;
  resolve: (blob: Blob | null) => void;
}

/** A reader that nobody asks for this long ends its process; the next request starts another. */
const IDLE_MS = 2000;

/**
 * Reads objects through one long-lived `git cat-file --batch`. Requests are answered in order, one object in memory at
 * a time apart from what callers keep. An idle reader keeps neither the process alive nor a git process around for long.
 */
export class BlobReader {
  readonly #repository: Repository;
  #child: ChildProcessWithoutNullStreams | null = null;
  #waiting: Request[] = [];
  #idle: NodeJS.Timeout | undefined;
  #closed = false;
  /** Bytes of the header line so far. */
  #header: Buffer[] = [];
  /** Set while the content of the first waiting request comes in; `left` counts the line feed after it. */
  #body: { chunks: Buffer[]; kept: number; left: number; size: number; isBlob: boolean } | null = null;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /**
   * The content of a blob; null when the repository does not have it (a partial clone) or git failed.
   * @param object id, or any name of an object that `cat-file` takes and that holds no line feed
   */
  read(object: string, limit = Infinity): Promise<Blob | null> {
    if (this.#closed || /[\n\0]/.test(object)) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push({ object, limit, resolve });
      try {
        const child = this.#running();
        child.stdin.write(`${object}\n`);
      } catch {
        this.#fail();
      }
    });
  }

  /** Ends the process; requests that wait are answered with null. */
  close(): void {
    this.#closed = true;
    this.#fail();
  }

  #running(): ChildProcessWithoutNullStreams {
    clearTimeout(this.#idle);
    if (this.#child !== null) {
      hold(this.#child, true);
      return this.#child;
    }
    const child = this.#repository.start(['cat-file', '--batch']);
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => {
      if (child === this.#child) this.#take(chunk);
    });
    child.stderr.resume();
    child.stdin.on('error', () => undefined);
    const ended = () => {
      if (child === this.#child) this.#goOn();
    };
    child.on('error', ended);
    child.on('close', ended);
    return child;
  }

  #take(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      const body = this.#body;
      if (body === null) {
        const end = chunk.indexOf(10, at);
        this.#header.push(chunk.subarray(at, end < 0 ? chunk.length : end));
        if (end < 0) return;
        at = end + 1;
        this.#begin(Buffer.concat(this.#header).toString('utf8'));
        this.#header = [];
        continue;
      }
      const part = chunk.subarray(at, at + body.left);
      at += part.length;
      const wanted = Math.min(body.size, this.#waiting[0]?.limit ?? 0) - body.kept;
      if (wanted > 0) {
        const keep = part.subarray(0, wanted);
        body.chunks.push(keep);
        body.kept += keep.length;
      }
      body.left -= part.length;
      if (body.left === 0) {
        this.#body = null;
        this.#answer(body.isBlob ? { bytes: whole(body.chunks, body.kept), size: body.size } : null);
      }
    }
  }

  #begin(header: string): void {
    const found = /^[0-9a-f]+ (\w+) (\d+)$/.exec(header);
    // Anything else says that the object is missing or its name ambiguous, and no content follows.
    if (found === null) return this.#answer(null);
    const size = Number(found[2]);
    this.#body = { chunks: [], kept: 0, left: size + 1, size, isBlob: found[1] === 'blob' };
  }

  #answer(blob: Blob | null): void {
    this.#waiting.shift()?.resolve(blob);
    if (this.#waiting.length > 0 || this.#child === null) return;
    hold(this.#child, false);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#fail(), IDLE_MS);
    this.#idle.unref();
  }

  /**
   * Git has died, as it does over an object that a partial clone lacks: the request that it was at is answered with
   * null, and another process takes the rest.
   */
  #goOn(): void {
    const [failed, ...rest] = this.#waiting;
    this.#waiting = [];
    this.#fail();
    failed?.resolve(null);
    for (const request of rest) void this.read(request.object, request.limit).then(request.resolve);
  }

  #fail(): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    const waiting = this.#waiting;
    this.#child = null;
    this.#waiting = [];
    this.#header = [];
    this.#body = null;
    if (child !== null) {
      child.stdin.destroy();
      child.kill();
      hold(child, false);
    }
    for (const request of waiting) request.resolve(null);
  }
}

/** A buffer with memory of its own, so that it can be handed to another thread. */
function whole(chunks: Buffer[], length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(bytes, at);
  return bytes;
}

/** Says whether the process and its pipes keep this process running. */
function hold(child: ChildProcessWithoutNullStreams, on: boolean): void {
  const pipes = [child.stdin, child.stdout, child.stderr] as unknown as Socket[];
  for (const each of [child, ...pipes]) {
    if (on) each.ref();
    else each.unref();
  }
}
