import type { FileEdit } from '../session.ts';
import { linesText } from './linesText.ts';

interface Block {
  path: string;
  old: string;
  new: string;
}

const SEARCH = /^<{5,9} SEARCH>?\s*$/;
const DIVIDER = /^={5,9}\s*$/;
const REPLACE = /^>{5,9} REPLACE\s*$/;

/** Lines before a block in which its file's name can stand. */
const NAME_LINES = 3;

/** Collects the search-and-replace blocks of an answer, line by line, until the program says which file it changed. */
export class AiderEdits {
  #blocks: Block[] = [];
  #open: { path: string; old: string[]; new: string[] | null } | null = null;
  #before: string[] = [];
  #last = '';

  /** A line of the model's answer. */
  line(text: string): void {
    const open = this.#open;
    if (SEARCH.test(text)) {
      this.#last = nameIn(this.#before) ?? this.#last;
      this.#open = { path: this.#last, old: [], new: null };
    } else if (open && DIVIDER.test(text) && open.new === null) open.new = [];
    else if (open?.new && REPLACE.test(text)) {
      this.#blocks.push({ path: open.path, old: linesText(open.old), new: linesText(open.new) });
      this.#open = null;
      this.#before = [];
    } else if (open) (open.new ?? open.old).push(text);
    else {
      this.#before.push(text);
      if (this.#before.length > NAME_LINES) this.#before.shift();
    }
  }

  /** What the program did to a file: the blocks for it that were not taken yet; without one the log does not tell. */
  applied(path: string): FileEdit[] {
    const own = this.#blocks.filter((block) => isSamePath(block.path, path));
    this.#blocks = this.#blocks.filter((block) => !own.includes(block));
    if (own.length === 0) return [{ kind: 'unknown', path }];
    return own.map((block) =>
      // Without a text to search for the program adds at the end, or makes the file.
      block.old.trim() === ''
        ? { kind: 'unknown', path }
        : { kind: 'replace', path, old: block.old, new: block.new, all: false },
    );
  }

  /** Another answer begins: blocks that were not applied never will be. */
  clear(): void {
    this.#blocks = [];
    this.#open = null;
    this.#before = [];
    this.#last = '';
  }
}

/** The same file, where one path may be absolute and the other relative to the repository. */
export function isSamePath(one: string, other: string): boolean {
  const [a, b] = [one.replaceAll('\\', '/'), other.replaceAll('\\', '/')];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

/** The nearest line above that is no fence, without the marks that models put around a name. */
function nameIn(before: readonly string[]): string | null {
  for (const line of [...before].reverse()) {
    const text = line.trim();
    if (text === '' || /^(?:`{3,}|<\/?source>|<\/?(?:code|pre|codeblock|sourcecode)>)/.test(text)) continue;
    const name = text.replace(/^[#*`\s]+|[*`:\s]+$/g, '');
    return name === '' || /\s{2,}/.test(name) ? null : name;
  }
  return null;
}
