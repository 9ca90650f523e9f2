import { growColumn } from '../language/growColumn.ts';
import { NodeKind, Origin, type BodyTable } from './model.ts';
import { StringTable } from '../language/stringTable.ts';

/**
 * Writes the bodies of one file. A lowering opens a node, writes its children, and closes it:
 *
 *     const node = bodies.open(NodeKind.If, startLine);
 *     …children…
 *     bodies.close(node, endLine);
 *
 * Reused from file to file; `finish` copies.
 */
export class BodyBuilder {
  count = 0;
  /** End line of what was closed last: where a block ends. */
  lastEnd = 1;
  private capacity = 1 << 14;
  private kind = new Uint8Array(this.capacity);
  private flags = new Uint8Array(this.capacity);
  private value = new Uint32Array(this.capacity);
  private next = new Uint32Array(this.capacity);
  private line = new Uint32Array(this.capacity);
  private endLine = new Uint32Array(this.capacity);

  private texts = textsOfBodies();
  private variableName: number[] = [];
  private variableOrigin: Origin[] = [];
  private variableOwner: number[] = [];
  private variablePath: number[] = [];
  private readonly unboundOf = new Map<string, number>();

  /** Begins the next file. */
  clear(): void {
    this.count = 0;
    this.lastEnd = 1;
    this.texts = textsOfBodies();
    this.variableName = [];
    this.variableOrigin = [];
    this.variableOwner = [];
    this.variablePath = [];
    this.unboundOf.clear();
  }

  /** Begins a node and answers its index. `close` must follow once its children are written. */
  open(kind: NodeKind, line: number, value = '', flags = 0): number {
    return this.add(kind, line, value === '' ? 0 : this.texts.intern(value), flags);
  }

  close(node: number, endLine: number): void {
    this.next[node] = this.count;
    this.endLine[node] = this.lastEnd = endLine;
  }

  /** Closes a node that ends where its last child does; one without children ends on its own line. */
  closeAfterLast(node: number): void {
    const own = this.line[node]!;
    this.close(node, this.count > node + 1 ? Math.max(this.lastEnd, own) : own);
  }

  /** A node without children. */
  leaf(kind: NodeKind, line: number, value = '', flags = 0, endLine = line): number {
    const node = this.open(kind, line, value, flags);
    this.endLine[node] = this.lastEnd = endLine;
    return node;
  }

  /** A `Name` that means `variable`. */
  name(variable: number, line: number): number {
    this.lastEnd = line;
    return this.add(NodeKind.Name, line, variable, 0);
  }

  /** Adds bits to a node that is open or was closed. */
  flag(node: number, bits: number): void {
    this.flags[node]! |= bits;
  }

  /** Changes a node's kind or value afterwards, where a language tells late what it is. */
  retype(node: number, kind: NodeKind, value?: string): void {
    this.kind[node] = kind;
    if (value !== undefined) this.value[node] = this.texts.intern(value);
  }

  kindOf(node: number): NodeKind {
    return this.kind[node]!;
  }

  /**
   * Puts a node around one that is written last and complete: `a` becomes `Attribute(a)`. For grammars that nest to the
   * right what means nesting to the left. Takes time with the size of what it goes around.
   */
  wrap(first: number, kind: NodeKind, line: number, value = '', flags = 0): number {
    this.add(NodeKind.Empty, line, 0, 0);
    const end = this.count;
    this.kind.copyWithin(first + 1, first, end - 1);
    this.flags.copyWithin(first + 1, first, end - 1);
    this.value.copyWithin(first + 1, first, end - 1);
    this.next.copyWithin(first + 1, first, end - 1);
    this.line.copyWithin(first + 1, first, end - 1);
    this.endLine.copyWithin(first + 1, first, end - 1);
    for (let i = first + 1; i < end; i++) this.next[i]!++;
    this.kind[first] = kind;
    this.flags[first] = flags;
    this.value[first] = value === '' ? 0 : this.texts.intern(value);
    this.line[first] = this.endLine[first] = line;
    this.next[first] = end;
    for (let i = 0; i < this.variableOwner.length; i++) if (this.variableOwner[i]! >= first) this.variableOwner[i]!++;
    return first;
  }

  /**
   * A variable of the file. The caller keeps the index for the names that mean it.
   * @param owner `Function` node that binds it, -1 at file level
   */
  variable(name: string, origin: Origin, owner: number, path = ''): number {
    this.variableName.push(this.texts.intern(name));
    this.variableOrigin.push(origin);
    this.variableOwner.push(owner);
    return this.variablePath.push(this.texts.intern(path)) - 1;
  }

  /** The variable of a name that nothing in the file binds. */
  unbound(name: string): number {
    let variable = this.unboundOf.get(name);
    if (variable === undefined) {
      variable = this.variable(name, Origin.Unbound, -1);
      this.unboundOf.set(name, variable);
    }
    return variable;
  }

  /**
   * The table, in memory of its own.
   * @param root `Function` node of each symbol, -1 for none
   * @param self variable of each symbol's own name, -1 for none
   */
  finish(root: ArrayLike<number>, self: ArrayLike<number>): BodyTable {
    const n = this.count;
    return {
      strings: this.texts.strings,
      kind: this.kind.slice(0, n),
      flags: this.flags.slice(0, n),
      value: this.value.slice(0, n),
      next: this.next.slice(0, n),
      line: this.line.slice(0, n),
      endLine: this.endLine.slice(0, n),
      variables: {
        name: Uint32Array.from(this.variableName),
        origin: Uint8Array.from(this.variableOrigin),
        owner: Int32Array.from(this.variableOwner),
        path: Uint32Array.from(this.variablePath),
      },
      root: Int32Array.from(root),
      self: Int32Array.from(self),
    };
  }

  private add(kind: NodeKind, line: number, value: number, flags: number): number {
    if (this.count === this.capacity) this.grow();
    const node = this.count++;
    this.kind[node] = kind;
    this.flags[node] = flags;
    this.value[node] = value;
    this.next[node] = node + 1;
    this.line[node] = this.endLine[node] = line;
    return node;
  }

  private grow(): void {
    this.capacity *= 2;
    this.kind = growColumn(this.kind, this.capacity);
    this.flags = growColumn(this.flags, this.capacity);
    this.value = growColumn(this.value, this.capacity);
    this.next = growColumn(this.next, this.capacity);
    this.line = growColumn(this.line, this.capacity);
    this.endLine = growColumn(this.endLine, this.capacity);
  }
}

/** The empty text has the number 0. */
function textsOfBodies(): StringTable {
  const texts = new StringTable();
  texts.intern('');
  return texts;
}
