import type { Tree } from 'web-tree-sitter';
import { cursorSteps, type CursorSteps } from './cursorSteps.ts';
import { growColumn } from './growColumn.ts';

/**
 * A syntax tree copied out of WebAssembly into typed arrays by one cursor walk, in pre-order. Every step through the
 * original tree crosses the WebAssembly border (about half a microsecond); extractors look at nodes many times, so
 * they work on this copy. Node `i`'s subtree is `[i, end(i))`: its first child is `i + 1` when `next[i] > i + 1`, and a
 * child's next sibling is `next[child]` while that is below `next[parent]`.
 */
export interface FlatTree {
  readonly text: string;
  readonly count: number;
  /** Grammar symbol of the node (`Language.nodeTypeForId`); anonymous tokens have ids of their own. */
  readonly kind: Uint16Array;
  /** Grammar field of the node in its parent, 0 for none (and everywhere when flattened without fields). */
  readonly field: Uint16Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** Index behind the last node of the subtree. */
  readonly next: Uint32Array;
  readonly parent: Int32Array;
  /** 1 where the node is an ERROR or missing. */
  readonly error: Uint8Array;
  readonly errorCount: number;
  /** Offset of the first character of each line; line n (1-based) starts at lineStarts[n - 1]. */
  readonly lineStarts: Uint32Array;
}

/** Trees deeper than this are given up as `too-deep`: no hand-written program nests so far, and walks recurse. */
export const MAX_DEPTH = 1_000;

export class TooDeepError extends Error {}

class Columns {
  capacity = 1 << 15;
  kind = new Uint16Array(this.capacity);
  field = new Uint16Array(this.capacity);
  start = new Uint32Array(this.capacity);
  end = new Uint32Array(this.capacity);
  next = new Uint32Array(this.capacity);
  parent = new Int32Array(this.capacity);
  error = new Uint8Array(this.capacity);

  grow(): void {
    this.capacity *= 2;
    this.kind = growColumn(this.kind, this.capacity);
    this.field = growColumn(this.field, this.capacity);
    this.start = growColumn(this.start, this.capacity);
    this.end = growColumn(this.end, this.capacity);
    this.next = growColumn(this.next, this.capacity);
    this.parent = growColumn(this.parent, this.capacity);
    this.error = growColumn(this.error, this.capacity);
  }
}

/** Reused from file to file: the arrays of one `FlatTree` are only valid until the thread flattens the next. */
const columns = new Columns();

export interface FlattenOptions {
  /** False leaves `field` at 0: asking for fields is a quarter of the walk's time, and not every extractor reads them. */
  fields?: boolean;
  /** How the tree is walked; for the test that compares the two. */
  form?: 'best' | 'public';
}

/**
 * Copies `tree` into columns. The result shares buffers with the next call in the same thread, so facts must be
 * taken from it before the next file is flattened.
 * @throws TooDeepError when the tree nests deeper than MAX_DEPTH.
 */
export function flatten(tree: Tree, text: string, options: FlattenOptions = {}): FlatTree {
  const cursor = tree.walk();
  try {
    // Asked before the steps begin: every call through the public interface overwrites the state that they walk on.
    const { hasError } = tree.rootNode;
    const { count, errorCount } = copyNodes(cursorSteps(tree, cursor, options.form), hasError, options.fields ?? true);
    return {
      text,
      count,
      kind: columns.kind,
      field: columns.field,
      start: columns.start,
      end: columns.end,
      next: columns.next,
      parent: columns.parent,
      error: columns.error,
      errorCount,
      lineStarts: lineStartsOf(text),
    };
  } finally {
    cursor.delete();
  }
}

const ERROR_KIND = 0xffff;

function copyNodes(steps: CursorSteps, hasError: boolean, fields: boolean): { count: number; errorCount: number } {
  const path: number[] = [];
  let count = 0;
  let errorCount = 0;
  let { kind: kinds, field: fieldIds, start, end, next, parent, error, capacity } = columns;
  try {
    for (;;) {
      if (count === capacity) {
        columns.grow();
        ({ kind: kinds, field: fieldIds, start, end, next, parent, error, capacity } = columns);
      }
      const current = count++;
      const kind = steps.kind();
      kinds[current] = kind;
      start[current] = steps.start();
      end[current] = steps.end();
      fieldIds[current] = fields ? steps.field() : 0;
      parent[current] = path.length > 0 ? path[path.length - 1]! : -1;
      const broken = hasError && (kind === ERROR_KIND || steps.missing());
      error[current] = broken ? 1 : 0;
      if (broken) errorCount++;
      if (steps.firstChild()) {
        path.push(current);
        if (path.length > MAX_DEPTH) throw new TooDeepError();
        continue;
      }
      next[current] = count;
      while (!steps.nextSibling()) {
        const up = path.pop();
        if (up === undefined || !steps.parent()) return { count, errorCount };
        next[up] = count;
      }
    }
  } finally {
    steps.finish();
  }
}

/** Offsets at which lines begin, counting LF, CRLF and a lone CR as one line end each, as an editor does. */
export function lineStartsOf(text: string): Uint32Array {
  const starts: number[] = [0];
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return Uint32Array.from(starts);
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) starts.push(i + 1);
    else if (code === 13 && text.charCodeAt(i + 1) !== 10) starts.push(i + 1);
  }
  return Uint32Array.from(starts);
}

/** 1-based line that holds `offset`. */
export function lineAt(lineStarts: Uint32Array, offset: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (lineStarts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
