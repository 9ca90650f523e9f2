import type { LogDatabase, LogSource } from '../../../src/engine/ports/logs.ts';
import type { LogFormat, LogSample } from '../../../src/engine/turns/sources/format.ts';
import { TurnAssembler } from '../../../src/engine/turns/sources/turnAssembler.ts';
import type { LogProblem, SessionInfo, Turn } from '../../../src/engine/turns/session.ts';

/** Files by path with `/`; a folder is there when a path lies below it. Contents may be changed between reads. */
export type MemoryFiles = Record<string, string | Uint8Array | undefined>;

/** A log that a test holds in memory. `chunk` is the size of the pieces in which it is read. */
export class MemoryLog implements LogSource {
  readonly path: string;
  readonly #files: MemoryFiles;
  readonly #chunk: number;

  constructor(files: MemoryFiles, path: string, chunk = 1 << 20) {
    this.#files = files;
    this.path = path;
    this.#chunk = chunk;
  }

  get kind(): 'file' | 'folder' {
    return this.#files[this.path] === undefined ? 'folder' : 'file';
  }

  get #bytes(): Uint8Array | undefined {
    const content = this.#files[this.path];
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  }

  size(): Promise<number | null> {
    return Promise.resolve(this.#bytes?.length ?? null);
  }

  async *bytes(start = 0): AsyncIterable<Uint8Array> {
    const bytes = this.#bytes ?? new Uint8Array();
    for (let from = start; from < bytes.length; from += this.#chunk) {
      yield await Promise.resolve(bytes.slice(from, from + this.#chunk));
    }
  }

  entries(): Promise<{ name: string; kind: 'file' | 'folder' }[]> {
    const names = new Map<string, 'file' | 'folder'>();
    const folder = this.kind === 'file' ? this.path.split('/').slice(0, -1).join('/') : this.path;
    for (const [path, content] of Object.entries(this.#files)) {
      if (content === undefined || !path.startsWith(`${folder}/`)) continue;
      const [name, ...more] = path.slice(folder.length + 1).split('/');
      names.set(name!, more.length > 0 ? 'folder' : 'file');
    }
    return Promise.resolve(
      [...names].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
  }

  beside(relative: string): Promise<LogSource | null> {
    const folder = this.kind === 'file' ? this.path.split('/').slice(0, -1).join('/') : this.path;
    const path = `${folder}/${relative}`;
    const there = Object.entries(this.#files).some(
      ([name, content]) => content !== undefined && (name === path || name.startsWith(`${path}/`)),
    );
    return Promise.resolve(there ? new MemoryLog(this.#files, path, this.#chunk) : null);
  }

  database(): Promise<LogDatabase | null> {
    return Promise.resolve(null);
  }
}

export interface ReadLog {
  turns: Turn[];
  sessions: SessionInfo[];
  problems: Partial<Record<LogProblem, number>>;
}

/** Everything that a format finds in a log. */
export async function readLog(format: LogFormat, source: LogSource): Promise<ReadLog> {
  const turns: Turn[] = [];
  const assembler = new TurnAssembler(format.agents[0]!, {
    turn: (turn) => void turns.push(turn),
    restart: () => void (turns.length = 0),
  });
  const reader = format.open(source, assembler);
  await reader.advance();
  await reader.end();
  assembler.finish();
  return { turns, sessions: assembler.sessions, problems: Object.fromEntries(assembler.problems) };
}

/** What a format is asked to recognise. */
export async function sampleOf(source: LogSource): Promise<LogSample> {
  const start: Uint8Array[] = [];
  if (source.kind === 'file') for await (const chunk of source.bytes()) start.push(chunk);
  return {
    name: source.path.split('/').at(-1)!,
    kind: source.kind,
    head: Buffer.concat(start)
      .subarray(0, 65_536)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
    entries: source.kind === 'file' ? [] : (await source.entries()).map(({ name }) => name),
  };
}
