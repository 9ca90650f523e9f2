/** A change of a text: offsets into it (UTF-16, lines ended by `\n`), and what takes the place of what is between. */
export interface TextChange {
  start: number;
  end: number;
  text: string;
}
