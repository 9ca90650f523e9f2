import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { skipLoudly } from '../../support/skip.ts';

/** Skips where there is no other SQLite than the one under test. */
export function needPython(test: Mocha.Context): void {
  if (spawnSync('python3', ['-c', 'import sqlite3']).status !== 0) skipLoudly(test, 'no python3 with sqlite3');
}

/** What each line that comes in says in SQL is done in one connection that stays open; `ok` answers. */
const WRITER = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
for line in sys.stdin:
    db.execute(line).fetchall()
    print('ok', flush=True)
`;

/** A store that another program holds open and writes to, with SQLite's own library. */
export class LiveStore {
  readonly path: string;
  readonly #writer: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;

  private constructor(path: string) {
    this.path = path;
    this.#writer = spawn('python3', ['-c', WRITER, path]);
    this.#writer.stderr.pipe(process.stderr);
    this.#answers = createInterface(this.#writer.stdout)[Symbol.asyncIterator]();
  }

  /** In WAL mode, whose changes stay in the -wal until a checkpoint is asked for, unless `sql` says otherwise. */
  static async open(
    folder: string,
    sql: readonly string[] = ['PRAGMA journal_mode=WAL', 'PRAGMA wal_autocheckpoint=0'],
    name = 'opencode.db',
  ): Promise<LiveStore> {
    const store = new LiveStore(join(folder, name));
    await store.run(...sql);
    return store;
  }

  /** Statements without line breaks. */
  async run(...statements: string[]): Promise<void> {
    for (const statement of statements) {
      this.#writer.stdin.write(statement.replaceAll('\n', ' ') + '\n');
      const { value } = await this.#answers.next();
      if (value !== 'ok') throw new Error(`the writer died at: ${statement}`);
    }
  }

  /** Ends the writer; `crash` leaves the -wal behind. */
  async close(crash = false): Promise<void> {
    if (this.#writer.exitCode !== null || this.#writer.signalCode !== null) return;
    const exit = once(this.#writer, 'exit');
    if (crash) this.#writer.kill('SIGKILL');
    else this.#writer.stdin.end();
    await exit;
  }
}
