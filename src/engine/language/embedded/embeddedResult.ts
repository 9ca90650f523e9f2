import type { CellFact, LanguageId, SkipReason } from '../../model/facts.ts';

/** The code of a file that holds other things too. */
export interface EmbeddedCode {
  ok: true;
  language: LanguageId;
  /** What is parsed. Lines and offsets of the facts are those of this text. */
  text: string;
  /** Notebooks: where the code of each cell begins. Script blocks stand at their place in the file. */
  cells?: CellFact[];
  /** Modules that the file says its code is in (`<script src="./a.ts">`). */
  sources?: { module: string; line: number }[];
}

export type EmbeddedResult = EmbeddedCode | { ok: false; reason: SkipReason; detail: string };
