/** A remembered answer and its place on the stack while it is being found (0 when it is not). */
export interface Entry<T> {
  value: T | undefined;
  pending: number;
}

export function newEntry<T>(): Entry<T> {
  return { value: undefined, pending: 0 };
}

/** An answer that is still to be found: nothing is known of it but how. */
interface Task {
  entry: Entry<unknown>;
  find: () => unknown;
}

/** Deeper chains of aliases, bases and re-exports are evaluated in pieces: they would exhaust the call stack. */
const MAX_DEPTH = 200;
/** Work inside one cycle beyond this many steps is remembered as it comes, so that no input takes for ever. */
const MAX_STEPS = 5_000;

/**
 * Evaluates answers that may depend on each other in cycles (modules that import each other, `a = b; b = a`).
 * An answer found while one on which it depends was still open is not remembered, since it would depend on where the
 * evaluation began; it is found again when asked for by itself. So answers do not depend on the order of questions.
 */
export class CycleGuard {
  private depth = 0;
  /** Lowest place on the stack of an open answer that was asked for again. */
  private lowest = Infinity;
  private steps = 0;
  /** What was put off at the depth limit. */
  private deferred: Task | undefined;

  /** True while what is being found depends on nothing open, so that it may be remembered. */
  get settled(): boolean {
    return this.lowest === Infinity || this.steps > MAX_STEPS;
  }

  /** The entry's value, found by `find` when it is not known; `open` when it is asked for while being found. */
  evaluate<T>(entry: Entry<T>, open: T, find: () => T): T {
    if (entry.value !== undefined) return entry.value;
    if (entry.pending > 0 || this.depth >= MAX_DEPTH) {
      if (entry.pending === 0) this.deferred ??= { entry: entry as Entry<unknown>, find };
      // At the depth limit nothing on the stack may be remembered: place 0 is below all.
      this.lowest = Math.min(this.lowest, entry.pending);
      return open;
    }
    return this.depth === 0 ? this.fromBottom(entry, find) : this.once(entry, find);
  }

  /** An answer that nothing else waits for: what it puts off is found first, from the bottom too. */
  private fromBottom<T>(entry: Entry<T>, find: () => T): T {
    const tasks: Task[] = [{ entry: entry as Entry<unknown>, find }];
    const begun = new Set<Entry<unknown>>();
    for (;;) {
      const task = tasks[tasks.length - 1]!;
      this.steps = 0;
      this.deferred = undefined;
      begun.add(task.entry);
      const value = this.once(task.entry, task.find);
      const deferred = this.deferred as Task | undefined;
      if (deferred && !begun.has(deferred.entry)) {
        tasks.push(deferred);
        continue;
      }
      task.entry.value = value;
      tasks.pop();
      if (tasks.length === 0) return value as T;
    }
  }

  private once<T>(entry: Entry<T>, find: () => T): T {
    this.steps++;
    const place = ++this.depth;
    entry.pending = place;
    try {
      const value = find();
      if (this.lowest >= place || this.steps > MAX_STEPS) entry.value = value;
      return value;
    } finally {
      entry.pending = 0;
      this.depth = place - 1;
      if (this.lowest >= place || place === 1) this.lowest = Infinity;
    }
  }
}
