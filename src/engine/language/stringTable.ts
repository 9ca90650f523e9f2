/** Texts by number: each once, in the order in which they were met. */
export class StringTable {
  readonly strings: string[] = [];
  protected readonly ids = new Map<string, number>();

  /** Index of `text` in `strings`, where it is put when it is new. */
  intern(text: string): number {
    let id = this.ids.get(text);
    if (id === undefined) {
      id = this.strings.push(text) - 1;
      this.ids.set(text, id);
    }
    return id;
  }
}
