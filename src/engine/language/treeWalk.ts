import { lineAt, type FlatTree } from './flatTree.ts';
import { StringTable } from './stringTable.ts';

/** Offsets further behind the last one asked for than this are looked up, not walked to. */
const FAR = 4000;

/** What the walks of both languages share: the columns of the tree, its text by node and line, and the table of names. */
export class TreeWalk extends StringTable {
  readonly text: string;
  readonly next: Uint32Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  private lineCursor = 1;

  constructor(readonly tree: FlatTree) {
    super();
    this.text = tree.text;
    this.next = tree.next;
    this.start = tree.start;
    this.end = tree.end;
  }

  textOf(node: number): string {
    return this.text.slice(this.start[node], this.end[node]);
  }

  /** True when the parser met an error inside `node`. */
  hasError(node: number): boolean {
    if (this.tree.errorCount === 0) return false;
    for (let at = node; at < this.next[node]!; at++) if (this.tree.error[at]) return true;
    return false;
  }

  /** 1-based line of an offset; quick when offsets come in ascending order, as a walk gives them. */
  line(offset: number): number {
    const starts = this.tree.lineStarts;
    let line = this.lineCursor;
    const from = starts[line - 1]!;
    if (offset < from || offset - from > FAR) line = lineAt(starts, offset);
    else while (line < starts.length && starts[line]! <= offset) line++;
    this.lineCursor = line;
    return line;
  }

  /** 0-based column of an offset, in UTF-16 code units. */
  column(offset: number): number {
    return offset - this.tree.lineStarts[this.line(offset) - 1]!;
  }
}
