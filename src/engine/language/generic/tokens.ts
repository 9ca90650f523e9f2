import { growColumn } from '../growColumn.ts';

/** Stands for a call of the function by its own name. Holds a character that no source token begins with. */
export const SELF = '\u0001self';

/** The tokens of a file's definitions, comments, types and layout out. Every definition is a slice of it. */
export class Tokens {
  count = 0;
  readonly text: string[] = [];
  private capacity = 1 << 14;
  /** Node of a plain name, -1 for other tokens; -2 - reference id for the name of a member. */
  node = new Int32Array(this.capacity);

  /** Empties it for the next file; texts are let go, since each may keep its whole file in memory. */
  clear(): void {
    this.text.fill('', 0, this.count);
    this.count = 0;
  }

  push(text: string, node = -1): void {
    if (this.count === this.capacity) {
      this.capacity *= 2;
      this.node = growColumn(this.node, this.capacity);
    }
    this.text[this.count] = text;
    this.node[this.count++] = node;
  }
}
