/** Gives each of a closed list of words a number, and back. */
export class EnumColumn<Word extends string> {
  private readonly words: readonly Word[];
  private readonly numbers: Map<string, number>;

  constructor(words: readonly Word[]) {
    this.words = words;
    this.numbers = new Map(words.map((word, index) => [word, index]));
  }

  /** @throws RangeError for a word that is not in the list. */
  number(word: Word): number {
    const number = this.numbers.get(word);
    if (number === undefined) throw new RangeError(`"${word}" cannot be encoded`);
    return number;
  }

  /** @throws RangeError for a number that stands for no word. */
  word(number: number): Word {
    const word = this.words[number];
    if (word === undefined) throw new RangeError(`${number} stands for no word`);
    return word;
  }
}
