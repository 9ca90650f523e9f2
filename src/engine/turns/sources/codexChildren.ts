import type { LogSource } from '../../ports/logs.ts';
import type { FoundChild } from './childLogs.ts';
import { headOf } from './head.ts';

/** Rollouts in the folder that are looked at for sub-agents of one session. */
const MOST_LOOKED = 500;

/** Finds the rollouts of a session's sub-agents: later ones in its folder, whose heads name it as their parent. */
export class CodexChildren {
  readonly #source: LogSource;
  /** Parent of each rollout that was looked at; null when it has none. */
  readonly #parents = new Map<string, string | null>();

  constructor(source: LogSource) {
    this.#source = source;
  }

  async find(sessionId: string): Promise<FoundChild[]> {
    const own = this.#source.path.slice(this.#source.path.lastIndexOf('/') + 1);
    const found: FoundChild[] = [];
    for (const { name, kind } of await this.#source.entries()) {
      // Names begin with the time: a sub-agent is younger than its session.
      if (kind !== 'file' || name <= own || !/^rollout-.+\.jsonl$/.test(name)) continue;
      if (!this.#parents.has(name) && this.#parents.size < MOST_LOOKED) await this.#look(name);
      const source = this.#parents.get(name) === sessionId ? await this.#source.beside(name) : null;
      if (source) found.push({ id: /([0-9a-f-]{36})\.jsonl$/i.exec(name)?.[1] ?? name, source });
    }
    return found;
  }

  async #look(name: string): Promise<void> {
    const source = await this.#source.beside(name);
    const head = source?.kind === 'file' ? await headOf(source).catch(() => '') : '';
    // One that has only just begun is looked at again.
    if (head === '') return;
    const parent = /"subagent"\s*:/.test(head) ? /"parent_thread_id"\s*:\s*"([^"]{1,100})"/.exec(head) : null;
    this.#parents.set(name, parent?.[1] ?? null);
  }
}
