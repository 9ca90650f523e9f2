import type { Repository } from './repository.ts';

/** Paths that are remembered. */
const MOST = 20_000;

/** Which paths of a workspace git ignores, asked once for each until a rule file changes. */
export class IgnoredPaths {
  readonly #known = new Map<string, boolean>();
  readonly #open: () => Promise<Repository | null>;

  /** @param open opens the repository around the workspace, from its root; null where there is none: nothing is ignored */
  constructor(open: () => Promise<Repository | null>) {
    this.#open = open;
  }

  /** True when it is known that the path is ignored; asks nothing. */
  isKnown(path: string): boolean {
    return this.#known.get(path) === true;
  }

  /** Rules may have changed. */
  forget(): void {
    this.#known.clear();
  }

  /**
   * The paths (relative to the workspace, with `/`) that are not ignored.
   * @throws RewheelError `git-missing`, `git-failed`
   */
  async without(paths: readonly string[]): Promise<string[]> {
    const asked = paths.filter((path) => !this.#known.has(path));
    if (asked.length > 0) {
      if (this.#known.size > MOST) this.#known.clear();
      const ignored = await this.#ask(asked);
      for (const path of asked) this.#known.set(path, ignored.has(path));
    }
    return paths.filter((path) => this.#known.get(path) !== true);
  }

  async #ask(paths: readonly string[]): Promise<Set<string>> {
    const repository = await this.#open();
    if (repository === null) return new Set();
    // Exit code 1 says that none is; 128, that a path lies beyond a link or in a submodule.
    const { stdout } = await repository.run(['check-ignore', '-z', '--stdin'], { input: `${paths.join('\0')}\0` });
    return new Set(stdout.toString('utf8').split('\0').filter(Boolean));
  }
}
