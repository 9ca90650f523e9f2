import { IS_LEAF, NodeKind, type BodyTable } from '../../engine/ir/model.ts';
import { ColumnReader } from './columnReader.ts';
import { ColumnWriter } from './columnWriter.ts';

/** A node begins on another line than the one before it. */
const NEW_LINE = 0x80;
/** Nodes with this many children or more keep their number apart. */
const MANY = 0xff;

/** Kinds that mostly have a value, in a column of their own; the values of others are few. */
const VALUED: Uint8Array = (() => {
  const set = new Uint8Array(128);
  for (const kind of [
    ...[NodeKind.StringLiteral, NodeKind.NumberLiteral, NodeKind.BooleanLiteral, NodeKind.Attribute],
    ...[NodeKind.KeywordArgument, NodeKind.Binary, NodeKind.Comparison, NodeKind.Logical, NodeKind.Unary],
    ...[NodeKind.AugmentedAssign, NodeKind.Comprehension, NodeKind.Import, NodeKind.ImportedName],
  ])
    set[kind] = 1;
  return set;
})();

const writer = new ColumnWriter();

class Numbers {
  private values = new Int32Array(1 << 12);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  push(value: number): void {
    if (this.count === this.values.length) {
      const grown = new Int32Array(this.count * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.count++] = value;
  }

  get used(): Int32Array {
    return this.values.subarray(0, this.count);
  }
}

/** Columns while one table is written; kept from file to file. */
const columns = {
  kinds: new Numbers(),
  names: new Numbers(),
  values: new Numbers(),
  arity: new Numbers(),
  many: new Numbers(),
  lines: new Numbers(),
  otherAt: new Numbers(),
  others: new Numbers(),
  flagAt: new Numbers(),
  flags: new Numbers(),
  spanAt: new Numbers(),
  spans: new Numbers(),
};

const LISTS = ['many', 'lines', 'otherAt', 'others', 'flagAt', 'flags', 'spanAt', 'spans'] as const;

/** A table of bodies as bytes. About three bytes a node: lines, flags and ends are only written where they change. */
export function encodeBodies(table: BodyTable): Uint8Array {
  writer.reset();
  for (const text of table.strings) writer.intern(text);
  for (const column of Object.values(columns)) column.clear();
  collect(table);
  const { variables } = table;
  writer.number(table.kind.length);
  writer.number(variables.name.length);
  writer.number(table.root.length);
  for (const name of LISTS) writer.number(columns[name].count);
  writer.number(columns.names.count);
  writer.number(columns.values.count);
  writer.number(columns.arity.count);
  for (const column of Object.values(columns)) writer.column(column.used);
  writer.column(variables.name);
  writer.column(variables.origin);
  writer.column(variables.owner);
  writer.column(variables.path);
  writer.column(table.root);
  writer.column(table.self);
  return writer.finish();
}

function collect(table: BodyTable): void {
  const { kind, flags, value, next, line, endLine } = table;
  const c = columns;
  let lineBefore = 0;
  let other = 0;
  let flag = 0;
  let span = 0;
  for (let node = 0; node < kind.length; node++) {
    const k = kind[node]!;
    const at = line[node]!;
    if (at !== lineBefore) c.lines.push(at - lineBefore);
    c.kinds.push(at === lineBefore ? k : k | NEW_LINE);
    lineBefore = at;
    if (k === NodeKind.Name) c.names.push(value[node]!);
    else if (VALUED[k] === 1) c.values.push(value[node]!);
    else if (value[node] !== 0) {
      c.otherAt.push(node - other);
      c.others.push(value[node]!);
      other = node;
    }
    if (flags[node] !== 0) {
      c.flagAt.push(node - flag);
      c.flags.push(flags[node]!);
      flag = node;
    }
    if (endLine[node] !== at) {
      c.spanAt.push(node - span);
      c.spans.push(endLine[node]! - at);
      span = node;
    }
    if (IS_LEAF[k] === 1) continue;
    let children = 0;
    for (let child = node + 1; child < next[node]!; child = next[child]!) children++;
    c.arity.push(Math.min(children, MANY));
    if (children >= MANY) c.many.push(children);
  }
}

/** @throws RangeError when the bytes are no encoded bodies */
export function decodeBodies(bytes: Uint8Array): BodyTable {
  const reader = new ColumnReader(bytes);
  const count = reader.number();
  const variableCount = reader.number();
  const symbols = reader.number();
  const length = {} as Record<keyof typeof columns, number>;
  for (const name of LISTS) length[name] = reader.number();
  length.names = reader.number();
  length.values = reader.number();
  length.arity = reader.number();
  length.kinds = count;
  const read = {} as Record<keyof typeof columns, Int32Array>;
  for (const name of Object.keys(columns) as (keyof typeof columns)[]) read[name] = reader.column(length[name]);
  const table: BodyTable = {
    strings: reader.strings,
    kind: new Uint8Array(count),
    flags: new Uint8Array(count),
    value: new Uint32Array(count),
    next: new Uint32Array(count),
    line: new Uint32Array(count),
    endLine: new Uint32Array(count),
    variables: {
      name: reader.column(variableCount, new Uint32Array(variableCount)),
      origin: reader.column(variableCount, new Uint8Array(variableCount)),
      owner: reader.column(variableCount),
      path: reader.column(variableCount, new Uint32Array(variableCount)),
    },
    root: reader.column(symbols),
    self: reader.column(symbols),
  };
  fillNodes(table, read);
  fillNext(table, read.arity, read.many);
  return table;
}

function fillNodes(table: BodyTable, read: Record<keyof typeof columns, Int32Array>): void {
  const { kind, flags, value, line, endLine } = table;
  let lines = 0;
  let names = 0;
  let values = 0;
  let at = 0;
  for (let node = 0; node < kind.length; node++) {
    const packed = read.kinds[node]!;
    const k = packed & ~NEW_LINE;
    kind[node] = k;
    if (packed & NEW_LINE) at += read.lines[lines++]!;
    line[node] = endLine[node] = at;
    if (k === NodeKind.Name) value[node] = read.names[names++]!;
    else if (VALUED[k] === 1) value[node] = read.values[values++]!;
  }
  scatter(read.otherAt, read.others, value);
  scatter(read.flagAt, read.flags, flags);
  let node = 0;
  for (let i = 0; i < read.spanAt.length; i++) {
    node += read.spanAt[i]!;
    endLine[node]! += read.spans[i]!;
  }
}

function scatter(steps: Int32Array, values: Int32Array, into: Uint8Array | Uint32Array): void {
  let node = 0;
  for (let i = 0; i < steps.length; i++) {
    node += steps[i]!;
    into[node] = values[i]!;
  }
}

/** From the last node to the first, so that the ends of a node's children are known. */
function fillNext(table: BodyTable, arity: Int32Array, many: Int32Array): void {
  const { kind, next } = table;
  let a = arity.length;
  let m = many.length;
  for (let node = kind.length - 1; node >= 0; node--) {
    let behind = node + 1;
    if (IS_LEAF[kind[node]!] === 0) {
      let children = arity[--a]!;
      if (children === MANY) children = many[--m]!;
      for (; children > 0; children--) {
        if (behind >= kind.length) throw new RangeError('bodies end inside a node');
        behind = next[behind]!;
      }
    }
    next[node] = behind;
  }
}
