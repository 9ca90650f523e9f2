/** How far something is supported, with what the reader must know, and the recorded cases (under test/recorded) that prove it. */
export interface Support {
  level: 'yes' | 'part' | 'no';
  note?: string;
  proof?: readonly string[];
}

/** What Rewheel does with one language: a row of the README's table. */
export interface LanguageSupport {
  name: string;
  /** File extensions, without dots. */
  extensions: readonly string[];
  functions: Support;
  methods: Support;
  imports: Support;
  /** What a call means. What cannot be told stays unknown. */
  resolution: Support;
  /** Types of copies that are found. */
  clones: Support;
}
