/** What VS Code calls a Disposable, without importing it: pure modules use the store too. */
export interface Disposing {
  dispose(): unknown;
}

/** Holds disposables and ends them together, last first. What is added after the end is disposed at once. */
export class DisposableStore implements Disposing {
  private items: Disposing[] = [];
  private ended = false;

  /** Keeps `item` until the store ends; returns it. */
  add<T extends Disposing>(item: T): T {
    if (this.ended) item.dispose();
    else this.items.push(item);
    return item;
  }

  dispose(): void {
    this.ended = true;
    const items = this.items.reverse();
    this.items = [];
    for (const item of items) item.dispose();
  }
}
