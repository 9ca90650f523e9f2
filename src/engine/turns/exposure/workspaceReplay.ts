import type { FileEdit } from '../session.ts';
import { applyEdit, inverseOf, type ContentEdit } from './applyEdit.ts';
import { matchLines } from './lineMatch.ts';
import { lineCount, lineKey, rowsOf } from './lineText.ts';
import { LineIds, ReplayFile } from './replayFile.ts';

/** The two states of the workspace between which a turn lies. Paths are relative to its root, with `/`. */
export interface TurnFiles {
  /** Text of a file at the start of the turn; null when there is none. */
  base(path: string): Promise<string | null>;
  /** Text of a file at the end of the turn; null when there is none. */
  head(path: string): Promise<string | null>;
  /** All files of the start, whatever their language. */
  baseList: readonly string[];
  headList: readonly string[];
  /** Head path to base path of files that were renamed, where it is known. */
  renames?: ReadonlyMap<string, string>;
  /** Text of a file in a revision that a command names; null when it is not known. */
  revision?(revision: string, path: string): Promise<string | null>;
}

/** Edits that are taken back at most to find a file's earlier state from its end. */
const MAX_UNDONE = 100;

/** An edit with the position of its action in the turn; its paths are those of the workspace. */
export interface TimedEdit {
  action: number;
  edit: FileEdit;
}

/** The workspace as it was at each moment of a turn: the base, and the edits so far. */
export class WorkspaceReplay {
  readonly #source: TurnFiles;
  readonly #planned: readonly TimedEdit[];
  readonly #ids = new LineIds();
  /** By the path of this moment; a file that is gone stays for the case that it comes back. */
  readonly #files = new Map<string, ReplayFile>();
  readonly #base: ReadonlySet<string>;
  readonly #head: ReadonlySet<string>;
  /** Paths of the base that are not there any more: moved, or deleted before their text was asked for. */
  readonly #away = new Set<string>();
  readonly #moved = new Set<string>();
  readonly #created = new Set<string>();
  readonly #byLowerCase: Map<string, string | null>;

  /** @param planned edits that the log tells before any command is looked at: with them the head leads back to a moment */
  constructor(source: TurnFiles, planned: readonly TimedEdit[] = []) {
    this.#source = source;
    this.#planned = planned;
    this.#base = new Set(source.baseList);
    this.#head = new Set(source.headList);
    this.#byLowerCase = new Map();
    for (const path of new Set([...this.#base, ...this.#head])) this.#note(path);
  }

  /** True for a path that is a file at the start, at the end, or was written in between; never for a folder. */
  isFile(path: string): boolean {
    return this.#base.has(path) || this.#head.has(path) || this.#created.has(path);
  }

  /** The path as the workspace writes it: itself, else the one file that has it in other letters. */
  spelling(path: string): string {
    if (this.isFile(path)) return path;
    return this.#byLowerCase.get(path.toLowerCase()) ?? path;
  }

  /** Paths that are files at this moment, sorted by no order. */
  paths(): string[] {
    const now = new Set<string>();
    for (const path of this.#base) if (!this.#away.has(path)) now.add(path);
    for (const [path, { gone }] of this.#files) {
      if (gone) now.delete(path);
      else now.add(path);
    }
    return [...now];
  }

  /** The file as it is at this moment; null when there is none. */
  async file(path: string): Promise<ReplayFile | null> {
    const open = this.#files.get(path);
    if (open) return open.gone ? null : open;
    if (this.#away.has(path)) return null;
    const loaded = await this.#load(path);
    if (loaded) this.#files.set(path, loaded);
    return loaded;
  }

  /** All files whose text was asked for, those that are gone too. */
  opened(): ReplayFile[] {
    return [...this.#files.values()];
  }

  /**
   * Makes an edit.
   * @param action position of its action in the turn
   * @returns false when the edit does not fit, or says that something unknown happened: the file is not sure any more
   */
  async edit(edit: FileEdit, action: number): Promise<boolean> {
    switch (edit.kind) {
      case 'delete':
        return this.#delete(edit.path);
      case 'move':
        return this.#move(edit.path, edit.to);
      case 'unknown': {
        const file = await this.file(edit.path);
        if (!file) {
          // It may have been made just now.
          await this.revive(edit.path, action);
          return false;
        }
        file.touched = true;
        const later = await this.laterRows(file, action);
        if (later) file.guess(later);
        file.sure = false;
        return false;
      }
      case 'write':
        await this.#write(edit);
        return true;
      default:
        return this.#change(edit, action);
    }
  }

  /**
   * Rows of a file after an action, found from its end state by taking back the later edits; null when they do not lead
   * there. For files that were changed in a way that the log does not tell.
   */
  async laterRows(file: ReplayFile, action: number): Promise<readonly string[] | null> {
    let path = file.path;
    const later: ContentEdit[] = [];
    for (const planned of this.#planned) {
      const { edit } = planned;
      if (planned.action <= action || edit.path !== path) continue;
      if (edit.kind === 'move') path = edit.to;
      else if (edit.kind === 'delete') return null;
      else if (edit.kind !== 'unknown') {
        const inverse = inverseOf(edit);
        if (!inverse) return null;
        later.push(inverse);
        if (later.length > MAX_UNDONE) return null;
      }
    }
    const head = await this.#source.head(path);
    if (head === null) return null;
    const scratch = new ReplayFile(path, null, head, new LineIds());
    for (const edit of later.reverse()) if (!applyEdit(scratch, edit, true)) return null;
    return scratch.rows;
  }

  /** Identity of each line of a file at the end of the turn (0: none that it had before); null when it is gone. */
  async headIds(file: ReplayFile): Promise<Int32Array | null> {
    if (file.gone) return null;
    const head = await this.#source.head(file.path);
    if (head === null) return null;
    const rows = rowsOf(head);
    const found = matchLines(file.rows.map(lineKey), rows.map(lineKey));
    return Int32Array.from({ length: lineCount(rows) }, (_, line) => (found[line]! >= 0 ? file.ids[found[line]!]! : 0));
  }

  /** Opened files whose end differs from what the log tells: a formatter, the user, or a command changed them. */
  async unexplained(): Promise<string[]> {
    const found: string[] = [];
    for (const file of this.#files.values()) {
      const head = await this.#source.head(file.path);
      const told = file.touched || file.basePath === file.path;
      const same = file.gone ? head === null : head !== null && trimmedEnd(rowsOf(head)) === trimmedEnd(file.rows);
      if (!told || !same) found.push(file.path);
    }
    return found.sort();
  }

  async #load(path: string): Promise<ReplayFile | null> {
    const base = await this.#source.base(path);
    if (base !== null) return this.#opened(new ReplayFile(path, path, base, this.#ids));
    const from = this.#source.renames?.get(path);
    if (from !== undefined && !this.#files.has(from) && !this.#moved.has(from)) {
      const text = await this.#source.base(from);
      if (text !== null) return this.#opened(new ReplayFile(path, from, text, this.#ids, false));
    }
    const head = await this.#source.head(path);
    return head === null ? null : this.#opened(new ReplayFile(path, null, head, this.#ids, false));
  }

  #opened(file: ReplayFile): ReplayFile {
    this.#create(file.path);
    return file;
  }

  /** A file that was gone is there, or one that nobody told of: its text is a guess. */
  async revive(path: string, action: number): Promise<ReplayFile | null> {
    let file = this.#files.get(path);
    if (!file && !this.#moved.has(path)) {
      const base = await this.#source.base(path);
      if (base !== null) file = new ReplayFile(path, path, base, this.#ids, false);
    }
    if (file) {
      file.gone = false;
      file.sure = false;
      const later = await this.laterRows(file, action);
      if (later) file.guess(later);
    } else {
      const head = await this.#source.head(path);
      if (head === null) return null;
      file = new ReplayFile(path, null, head, this.#ids, false);
    }
    this.#files.set(path, this.#opened(file));
    return file;
  }

  async #write(edit: { kind: 'write'; path: string; content: string }): Promise<void> {
    const { path } = edit;
    let file = this.#files.get(path);
    if (!file && !this.#moved.has(path)) {
      // Deleted and written again it is still the same file.
      const base = await this.#source.base(path);
      if (base !== null) file = new ReplayFile(path, path, base, this.#ids);
    }
    if (file) applyEdit(file, edit);
    else file = new ReplayFile(path, null, edit.content, this.#ids);
    this.#files.set(path, this.#opened(file));
    file.gone = false;
    file.sure = true;
    file.touched = true;
  }

  async #change(edit: ContentEdit, action: number): Promise<boolean> {
    const file = await this.file(edit.path);
    if (!file) {
      if (edit.kind !== 'replace' || edit.old !== '') return false;
      await this.#write({ kind: 'write', path: edit.path, content: edit.new });
      return true;
    }
    file.touched = true;
    if (applyEdit(file, edit)) return true;
    file.sure = false;
    const later = await this.laterRows(file, action);
    if (!later) return false;
    // From the head back the edit is one of those that fit: the file just before it, then the edit.
    const inverse = inverseOf(edit);
    const scratch = new ReplayFile(file.path, null, later.join('\n'), new LineIds());
    if (inverse && applyEdit(scratch, inverse, true)) {
      file.guess(scratch.rows);
      if (!applyEdit(file, edit)) file.rewrite(later);
    } else file.guess(later);
    return false;
  }

  #delete(path: string): boolean {
    let found = false;
    for (const each of this.#below(path)) {
      found = true;
      const file = this.#files.get(each);
      if (file) {
        file.gone = true;
        file.touched = true;
      } else this.#away.add(each);
    }
    return found;
  }

  async #move(from: string, to: string): Promise<boolean> {
    let found = false;
    for (const each of this.#below(from)) {
      const file = await this.file(each);
      if (!file) continue;
      found = true;
      const target = `${to}${each.slice(from.length)}`;
      this.#files.delete(each);
      this.#away.add(each);
      this.#moved.add(each);
      file.path = target;
      file.touched = true;
      this.#files.set(target, this.#opened(file));
    }
    return found;
  }

  /** The file of this path, else the files of the folder of this path, that are there at this moment. */
  #below(path: string): string[] {
    const open = this.#files.get(path);
    if (open ? !open.gone : this.#base.has(path) && !this.#away.has(path)) return [path];
    return this.paths().filter((each) => each.startsWith(`${path}/`));
  }

  #create(path: string): void {
    this.#created.add(path);
    this.#note(path);
  }

  #note(path: string): void {
    const key = path.toLowerCase();
    const known = this.#byLowerCase.get(key);
    // Two files that differ by case alone: neither stands for the other.
    this.#byLowerCase.set(key, known === undefined || known === path ? path : null);
  }
}

function trimmedEnd(rows: readonly string[]): string {
  return rows.map(lineKey).join('\n').trimEnd();
}
