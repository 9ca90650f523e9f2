import type { ExposureMethod, LineRange } from '../session.ts';
import type { FileState } from './fileState.ts';
import { rangesOf, splitLines } from './stream.ts';

/** Part of a file that a command showed. */
export interface CommandShown {
  /** Relative to the root of the workspace. */
  path: string;
  class: 'read' | 'search';
  /** Numbers of the file as it was when the command ran. Empty: only its path was shown, or how much is not known. */
  ranges: LineRange[];
  how: ExposureMethod;
  /** Text of the lines in the order of `ranges`; null where the file is not known. */
  lines: string[] | null;
  /** How many of the command line's edits were made before. */
  afterEdits: number;
}

interface Entry {
  path: string;
  class: 'read' | 'search';
  how: ExposureMethod;
  moment: number;
  /** Line and its text, where the file is not at hand. */
  lines: Map<number, string | null>;
}

/** Gathers the lines that were shown, file by file. */
export class Exposures {
  private readonly entries = new Map<string, Entry>();

  add(
    path: string,
    kind: 'read' | 'search',
    how: ExposureMethod,
    moment: number,
    line: number,
    text: string | null,
  ): void {
    const key = JSON.stringify([path, kind, how, moment]);
    let entry = this.entries.get(key);
    if (!entry) {
      entry = { path, class: kind, how, moment, lines: new Map() };
      this.entries.set(key, entry);
    }
    if (line > 0) entry.lines.set(line, text ?? entry.lines.get(line) ?? null);
  }

  /** What was gathered, in the order in which files were first shown. */
  async list(state: FileState): Promise<CommandShown[]> {
    const out: CommandShown[] = [];
    for (const { path, class: kind, how, moment, lines } of this.entries.values()) {
      const text = await state.readAt(path, moment);
      const known = text === null ? null : splitLines(text);
      const numbers = [...lines.keys()].sort((a, b) => a - b);
      const texts = numbers.map((line) => known?.[line - 1] ?? lines.get(line) ?? null);
      out.push({
        path,
        class: kind,
        ranges: rangesOf(numbers),
        how,
        lines: texts.every((line) => line !== null) ? texts : null,
        afterEdits: moment,
      });
    }
    return out;
  }
}
