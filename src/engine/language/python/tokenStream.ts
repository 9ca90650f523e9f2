import { growColumn } from '../growColumn.ts';

/** Markers in the token stream: they hold a character that no source token begins with. */
export const NEWLINE = '\u0001n';
export const INDENT = '\u0001i';
export const DEDENT = '\u0001d';
export const SELF = '\u0001self';

/**
 * The tokens of a file's definitions in source order, normalised: layout, comments, docstrings and annotations are
 * out, blocks are markers, strings stand by value. Every definition is a slice of it.
 */
export class TokenStream {
  count = 0;
  /** Tokens that are not markers so far: differences of it count the tokens of a slice. */
  real = 0;
  readonly text: string[] = [];
  private capacity = 1 << 14;
  /** Scope in which a plain name stands; -1 for tokens that are no plain names; -2 - reference id for attributes. */
  scope = new Int32Array(this.capacity);
  /** Id of the name, for plain names and attributes. */
  name = new Int32Array(this.capacity);

  /** Empties the stream for the next file; texts are let go, since each may keep its whole file in memory. */
  clear(): void {
    this.text.fill('', 0, this.count);
    this.count = 0;
    this.real = 0;
  }

  push(text: string): void {
    this.real++;
    this.add(text, -1, -1);
  }

  marker(text: string): void {
    this.add(text, -1, -1);
  }

  pushName(text: string, scope: number, name: number): void {
    this.real++;
    this.add(text, scope, name);
  }

  private add(text: string, scope: number, name: number): void {
    if (this.count === this.capacity) {
      this.capacity *= 2;
      this.scope = growColumn(this.scope, this.capacity);
      this.name = growColumn(this.name, this.capacity);
    }
    const at = this.count++;
    this.text[at] = text;
    this.scope[at] = scope;
    this.name[at] = name;
  }
}
