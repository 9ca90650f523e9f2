import type {
  AttributeStoreFact,
  BindingFact,
  BindingKind,
  ExportFact,
  FileDetail,
  ImportFact,
  ObjectMemberFact,
  ScopeFact,
  ScopeKind,
  ValueFact,
} from '../../engine/model/facts.ts';
import type { LexicalFacts, References } from '../../engine/model/references.ts';
import type { BodyTable } from '../../engine/ir/model.ts';
import { decodeBodies, encodeBodies } from './bodiesCodec.ts';
import { ColumnReader } from './columnReader.ts';
import type { ColumnWriter } from './columnWriter.ts';
import { EnumColumn } from './enumColumn.ts';

const SCOPE_KINDS = new EnumColumn<ScopeKind>([
  'module',
  'class',
  'function',
  'lambda',
  'comprehension',
  'block',
  'type',
]);
const BINDING_KINDS = new EnumColumn<BindingKind>([
  'parameter',
  'assignment',
  'import',
  'definition',
  'loop',
  'with',
  'except',
  'walrus',
  'comprehension',
  'pattern',
  'global',
  'nonlocal',
  'delete',
  'type',
  'declaration',
  'macro',
]);
const IMPORT_FORMS = new EnumColumn<ImportFact['form']>([
  'module',
  'from',
  'star',
  'default',
  'namespace',
  'require',
  'side-effect',
  'dynamic',
  'reexport',
  'reexport-all',
]);

export function writeDetail(writer: ColumnWriter, detail: FileDetail): void {
  writer.number(detail.version);
  // First into the table, so that the file's strings are the head of it and cost no index of their own.
  writer.number(detail.strings.length);
  writer.column(detail.strings.map((text, index) => writer.intern(text) - index));
  writeScopes(writer, detail.scopes);
  writeImports(writer, detail.imports);
  writeExports(writer, detail.exports);
  writer.number(detail.dunderAll ? detail.dunderAll.length + 1 : 0);
  writer.column((detail.dunderAll ?? []).map((name) => writer.intern(name)));
  writeReferences(writer, detail.references);
  writer.number(detail.bases.length);
  writer.column(detail.bases.map((entry) => entry.symbol));
  writer.column(detail.bases.map((entry) => entry.references.length));
  writer.column(detail.bases.flatMap((entry) => entry.references));
  writeStores(writer, detail.stores);
  writeMembers(writer, detail.members);
  writeValues(writer, detail.values ?? []);
  writeLexical(writer, detail.lexical, detail.namespace ?? '');
  writer.blob(detail.bodies ? encodeBodies(detail.bodies) : new Uint8Array());
}

export function readDetail(bytes: Uint8Array): FileDetail {
  const reader = new ColumnReader(bytes);
  const version = reader.number();
  const stringCount = reader.number();
  const strings = readStrings(reader, stringCount);
  const scopes = readScopes(reader);
  const imports = readImports(reader);
  const exports = readExports(reader);
  const allLength = reader.number();
  const all = Array.from(reader.column(Math.max(0, allLength - 1)), (index) => textAt(reader, index));
  const references = readReferences(reader);
  const baseCount = reader.number();
  const baseSymbol = reader.column(baseCount);
  const baseLength = reader.column(baseCount);
  const baseReferences = reader.column(baseLength.reduce((sum, length) => sum + length, 0));
  let from = 0;
  const bases = Array.from(baseSymbol, (symbol, index) => {
    const to = from + baseLength[index]!;
    const own = { symbol, references: Array.from(baseReferences.subarray(from, to)) };
    from = to;
    return own;
  });
  const stores = readStores(reader);
  const members = readMembers(reader);
  const values = readValues(reader);
  const more = readLexical(reader, references.name.length);
  const detail: FileDetail = {
    ...{ version, strings, scopes, imports, exports, dunderAll: allLength > 0 ? all : null, references, bases },
    ...(stores && { stores }),
    ...(members && { members }),
    ...(values.length > 0 && { values }),
    ...more,
  };
  const bodies = reader.blob();
  return bodies.length > 0 ? withBodies(detail, bodies) : detail;
}

/** Bodies are decoded when they are asked for: whoever resolves references does not need them. */
function withBodies(detail: FileDetail, bytes: Uint8Array): FileDetail {
  let decoded: BodyTable | undefined;
  const get = (): BodyTable => (decoded ??= decodeBodies(bytes));
  return Object.defineProperty(detail, 'bodies', { get, enumerable: true, configurable: true });
}

function writeLexical(writer: ColumnWriter, lexical: LexicalFacts | undefined, namespace: string): void {
  writer.number(lexical ? 1 : 0);
  if (lexical) {
    writer.column(lexical.meaning);
    writer.column(lexical.type);
  }
  writer.number(namespace === '' ? 0 : writer.intern(namespace) + 1);
}

function readLexical(reader: ColumnReader, count: number): Pick<FileDetail, 'lexical' | 'namespace'> {
  const lexical =
    reader.number() === 0
      ? undefined
      : { meaning: Int32Array.from(reader.column(count)), type: Int32Array.from(reader.column(count)) };
  const namespace = reader.number();
  return { ...(lexical && { lexical }), ...(namespace > 0 && { namespace: textAt(reader, namespace - 1) }) };
}

/** An optional list is its length plus one, 0 when the extractor left it out. */
function writeStores(writer: ColumnWriter, stores: AttributeStoreFact[] | undefined): void {
  writer.number(stores ? stores.length + 1 : 0);
  writer.column((stores ?? []).map((entry) => entry.reference));
  writer.column((stores ?? []).map((entry) => entry.value * 2 + (entry.valueCalled ? 1 : 0)));
}

function readStores(reader: ColumnReader): AttributeStoreFact[] | undefined {
  const length = reader.number();
  const reference = reader.column(Math.max(0, length - 1));
  const value = reader.column(Math.max(0, length - 1));
  if (length === 0) return undefined;
  return Array.from(reference, (id, i) => ({
    reference: id,
    value: value[i]! >> 1,
    valueCalled: (value[i]! & 1) === 1,
  }));
}

function writeValues(writer: ColumnWriter, values: readonly ValueFact[]): void {
  writer.number(values.length);
  writer.column(values.map(({ name }) => writer.intern(name)));
  writer.column(values.map(({ digest }) => writer.intern(digest)));
}

function readValues(reader: ColumnReader): ValueFact[] {
  const length = reader.number();
  const name = reader.column(length);
  const digest = reader.column(length);
  return Array.from(name, (index, i) => ({ name: textAt(reader, index), digest: textAt(reader, digest[i]!) }));
}

function writeMembers(writer: ColumnWriter, members: ObjectMemberFact[] | undefined): void {
  writer.number(members ? members.length + 1 : 0);
  writer.column((members ?? []).map((entry) => entry.parent));
  writer.column((members ?? []).map((entry) => writer.intern(entry.holder)));
  writer.column((members ?? []).map((entry) => writer.intern(entry.name)));
  writer.column((members ?? []).map((entry) => entry.value * 2 + (entry.valueCalled ? 1 : 0)));
}

function readMembers(reader: ColumnReader): ObjectMemberFact[] | undefined {
  const length = reader.number();
  const parent = reader.column(Math.max(0, length - 1));
  const holder = reader.column(Math.max(0, length - 1));
  const name = reader.column(Math.max(0, length - 1));
  const value = reader.column(Math.max(0, length - 1));
  if (length === 0) return undefined;
  return Array.from(parent, (symbol, i) => ({
    parent: symbol,
    holder: textAt(reader, holder[i]!),
    name: textAt(reader, name[i]!),
    value: value[i]! >> 1,
    valueCalled: (value[i]! & 1) === 1,
  }));
}

function readStrings(reader: ColumnReader, count: number): string[] {
  const shifts = reader.column(count);
  if (shifts.every((shift) => shift === 0) && count <= reader.strings.length) return reader.strings.slice(0, count);
  return Array.from(shifts, (shift, index) => textAt(reader, shift + index));
}

function textAt(reader: ColumnReader, index: number): string {
  const text = reader.strings[index];
  if (text === undefined) throw new RangeError('facts name a string that they do not hold');
  return text;
}

function writeScopes(writer: ColumnWriter, scopes: ScopeFact[]): void {
  writer.number(scopes.length);
  writer.column(scopes.map((scope) => SCOPE_KINDS.number(scope.kind)));
  writer.column(scopes.map((scope) => scope.parent));
  writer.column(scopes.map((scope) => scope.symbol));
  writer.deltaColumn(scopes.map((scope) => scope.startLine));
  writer.column(scopes.map((scope) => scope.endLine - scope.startLine));
  writer.column(scopes.map((scope) => scope.bindings.length));
  const bindings = scopes.flatMap((scope) => scope.bindings);
  writer.column(bindings.map((binding) => writer.intern(binding.name)));
  writer.column(bindings.map(packedKind));
  writer.deltaColumn(bindings.map((binding) => binding.line));
  writer.column(bindings.map((binding) => binding.symbol));
  writer.column(bindings.map((binding) => binding.import));
  writer.column(bindings.map((binding) => binding.value));
}

/** Kind, then two bits for `conditional` (0 not told, 1 no, 2 yes), then one for `valueCalled`. */
function packedKind(binding: BindingFact): number {
  const conditional = binding.conditional === undefined ? 0 : binding.conditional ? 2 : 1;
  return BINDING_KINDS.number(binding.kind) * 8 + conditional * 2 + (binding.valueCalled ? 1 : 0);
}

function readScopes(reader: ColumnReader): ScopeFact[] {
  const count = reader.number();
  const kind = reader.column(count);
  const parent = reader.column(count);
  const symbol = reader.column(count);
  const startLine = reader.deltaColumn(count);
  const lineSpan = reader.column(count);
  const lengths = reader.column(count);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const name = reader.column(total);
  const bindingKind = reader.column(total);
  const line = reader.deltaColumn(total);
  const bindingSymbol = reader.column(total);
  const bindingImport = reader.column(total);
  const value = reader.column(total);
  const scopes = new Array<ScopeFact>(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    const bindings = new Array<BindingFact>(lengths[i]!);
    for (let j = 0; j < bindings.length; j++, next++) {
      const packed = bindingKind[next]!;
      bindings[j] = {
        name: textAt(reader, name[next]!),
        kind: BINDING_KINDS.word(packed >> 3),
        line: line[next]!,
        symbol: bindingSymbol[next]!,
        import: bindingImport[next]!,
        value: value[next]!,
        valueCalled: (packed & 1) === 1,
        ...((packed & 6) !== 0 && { conditional: (packed & 4) !== 0 }),
      };
    }
    scopes[i] = {
      kind: SCOPE_KINDS.word(kind[i]!),
      parent: parent[i]!,
      symbol: symbol[i]!,
      startLine: startLine[i]!,
      endLine: startLine[i]! + lineSpan[i]!,
      bindings,
    };
  }
  return scopes;
}

function writeImports(writer: ColumnWriter, imports: ImportFact[]): void {
  writer.number(imports.length);
  writer.column(imports.map((entry) => IMPORT_FORMS.number(entry.form) * 2 + (entry.typeOnly ? 1 : 0)));
  writer.column(imports.map((entry) => writer.intern(entry.module)));
  writer.column(imports.map((entry) => writer.intern(entry.imported)));
  writer.column(imports.map((entry) => writer.intern(entry.local)));
  writer.deltaColumn(imports.map((entry) => entry.line));
  writer.column(imports.map((entry) => entry.scope));
}

function readImports(reader: ColumnReader): ImportFact[] {
  const count = reader.number();
  const form = reader.column(count);
  const module = reader.column(count);
  const imported = reader.column(count);
  const local = reader.column(count);
  const line = reader.deltaColumn(count);
  const scope = reader.column(count);
  return Array.from(form, (packed, i) => ({
    form: IMPORT_FORMS.word(packed >> 1),
    module: textAt(reader, module[i]!),
    imported: textAt(reader, imported[i]!),
    local: textAt(reader, local[i]!),
    line: line[i]!,
    scope: scope[i]!,
    typeOnly: (packed & 1) === 1,
  }));
}

function writeExports(writer: ColumnWriter, exports: ExportFact[]): void {
  writer.number(exports.length);
  writer.column(exports.map((entry) => writer.intern(entry.name)));
  writer.column(exports.map((entry) => writer.intern(entry.local)));
  writer.column(exports.map((entry) => entry.symbol));
  writer.column(exports.map((entry) => entry.reference));
  writer.deltaColumn(exports.map((entry) => entry.line));
}

function readExports(reader: ColumnReader): ExportFact[] {
  const count = reader.number();
  const name = reader.column(count);
  const local = reader.column(count);
  const symbol = reader.column(count);
  const reference = reader.column(count);
  const line = reader.deltaColumn(count);
  return Array.from(name, (index, i) => ({
    name: textAt(reader, index),
    local: textAt(reader, local[i]!),
    symbol: symbol[i]!,
    reference: reference[i]!,
    line: line[i]!,
  }));
}

function writeReferences(writer: ColumnWriter, references: References): void {
  const count = references.name.length;
  writer.number(count);
  writer.column(references.name);
  // A receiver mostly stands right before its attribute: the distance takes one byte where the id takes two. The
  // special values are negative, and so is nothing else as long as receivers come before their attributes.
  let ordered = 1;
  const distance = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const receiver = references.receiver[i]!;
    if (receiver >= i) ordered = 0;
    distance[i] = receiver < 0 ? receiver : i - receiver;
  }
  writer.number(ordered);
  writer.column(ordered ? distance : references.receiver);
  writer.column(references.receiverCalled);
  writer.column(references.scope);
  writer.column(references.symbol);
  writer.deltaColumn(references.line);
  writer.column(references.column);
  writer.column(references.flags);
}

function readReferences(reader: ColumnReader): References {
  const count = reader.number();
  const name = reader.column(count, new Uint32Array(count));
  const ordered = reader.number() === 1;
  const receiver = reader.column(count, new Int32Array(count));
  if (ordered) {
    for (let i = 0; i < count; i++) {
      const distance = receiver[i]!;
      if (distance >= 0) receiver[i] = i - distance;
    }
  }
  return {
    name,
    receiver,
    receiverCalled: reader.column(count, new Uint8Array(count)),
    scope: reader.column(count, new Uint32Array(count)),
    symbol: reader.column(count, new Int32Array(count)),
    line: reader.deltaColumn(count, new Uint32Array(count)),
    column: reader.column(count, new Uint32Array(count)),
    flags: reader.column(count, new Uint16Array(count)),
  };
}
