import type {
  BodyPrints,
  ConstantFact,
  FileSummary,
  LanguageId,
  ParameterFact,
  SymbolFact,
  SymbolKind,
} from '../../engine/model/facts.ts';
import { ColumnReader } from './columnReader.ts';
import type { ColumnWriter } from './columnWriter.ts';
import { EnumColumn } from './enumColumn.ts';

const LANGUAGES = new EnumColumn<LanguageId>([
  ...(['python', 'typescript', 'tsx', 'javascript', 'go', 'rust', 'java'] as const),
  ...(['c', 'cpp', 'ruby'] as const),
  ...(['php', 'csharp', 'kotlin', 'swift'] as const),
]);
const KINDS = new EnumColumn<SymbolKind>(['function', 'method', 'class', 'interface', 'constant']);
const PARAMETER_KINDS = new EnumColumn<ParameterFact['kind']>([
  'positional-only',
  'normal',
  'keyword-only',
  'rest',
  'keyword-rest',
  'pattern',
]);

const CONSTANT_KINDS = new EnumColumn<ConstantFact['kind']>(['string', 'number', 'pattern', 'collection']);

export function writeSummary(writer: ColumnWriter, summary: FileSummary): void {
  const { symbols, suppressions } = summary;
  writer.number(summary.version);
  writer.number(LANGUAGES.number(summary.language));
  writer.number(summary.lines);
  writer.number(summary.syntaxErrors);
  writer.number(summary.generated ? 1 : 0);
  writer.number(suppressions.length);
  writer.column(suppressions.map((entry) => entry.line));
  writer.column(suppressions.map((entry) => writer.intern(entry.rule)));
  writer.column(suppressions.map((entry) => writer.intern(entry.reason)));

  writer.number(symbols.length);
  const column = (value: (symbol: SymbolFact) => number): void => writer.column(symbols.map(value));
  const delta = (value: (symbol: SymbolFact) => number): void => writer.deltaColumn(symbols.map(value));
  column((symbol) => KINDS.number(symbol.kind));
  column((symbol) => writer.intern(symbol.name));
  column((symbol) => writer.intern(symbol.qualifiedName));
  column((symbol) => symbol.parent);
  column((symbol) => symbol.scope);
  delta((symbol) => symbol.startLine);
  column((symbol) => symbol.endLine - symbol.startLine);
  column((symbol) => symbol.nameLine - symbol.startLine);
  column((symbol) => symbol.nameColumn);
  delta((symbol) => symbol.startOffset);
  column((symbol) => symbol.endOffset - symbol.startOffset);
  column((symbol) => symbol.bodyStart - symbol.startOffset);
  column((symbol) => symbol.bodyEnd - symbol.startOffset);
  column((symbol) => writer.intern(symbol.signature));
  column((symbol) => writer.intern(symbol.doc));
  column((symbol) => symbol.flags);
  column((symbol) => symbol.tokens);
  column((symbol) => symbol.statements);
  column((symbol) => writer.intern(symbol.exact));
  column((symbol) => writer.intern(symbol.renamed));
  column((symbol) => writer.intern(symbol.content));
  column((symbol) => symbol.parameters.length);
  column((symbol) => symbol.calledNames.length);
  column((symbol) => symbol.decorators.length);

  const parameters = symbols.flatMap((symbol) => symbol.parameters);
  writer.column(parameters.map((parameter) => writer.intern(parameter.name)));
  writer.column(
    parameters.map((parameter) => PARAMETER_KINDS.number(parameter.kind) * 2 + (parameter.optional ? 1 : 0)),
  );
  writer.column(symbols.flatMap((symbol) => symbol.calledNames.map((name) => writer.intern(name))));
  writer.column(symbols.flatMap((symbol) => symbol.decorators.map((name) => writer.intern(name))));
  writePrints(writer, summary.prints);
  writeCells(writer, summary.cells);
  writeConstants(writer, summary.constants ?? []);
}

function writeConstants(writer: ColumnWriter, constants: readonly ConstantFact[]): void {
  writer.number(constants.length);
  const column = (value: (constant: ConstantFact) => number): void => writer.column(constants.map(value));
  column((constant) => writer.intern(constant.name));
  column((constant) => writer.intern(constant.qualifiedName));
  column((constant) => CONSTANT_KINDS.number(constant.kind));
  column((constant) => writer.intern(constant.digest));
  column((constant) => constant.weight);
  column((constant) => constant.startLine);
  column((constant) => constant.endLine - constant.startLine);
}

function readConstants(reader: ColumnReader, text: (index: number) => string): ConstantFact[] {
  const count = reader.number();
  const column = (): Int32Array => reader.column(count, new Int32Array(count));
  const [name, qualifiedName, kind, digest, weight, line, span] = Array.from({ length: 7 }, column) as Seven;
  return Array.from({ length: count }, (_, i) => ({
    name: text(name[i]!),
    qualifiedName: text(qualifiedName[i]!),
    kind: CONSTANT_KINDS.word(kind[i]!),
    digest: text(digest[i]!),
    weight: weight[i]!,
    startLine: line[i]!,
    endLine: line[i]! + span[i]!,
  }));
}

type Seven = [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

/** The number of prints plus one, 0 when the extractor left them out. */
function writePrints(writer: ColumnWriter, prints: BodyPrints | undefined): void {
  writer.number(prints ? prints.values.length + 1 : 0);
  if (!prints) return;
  writer.number(prints.start.length);
  writer.deltaColumn(prints.start);
  writer.column(prints.values);
}

/** The number of cells plus one, 0 for a file without cells. */
function writeCells(writer: ColumnWriter, cells: FileSummary['cells']): void {
  writer.number(cells ? cells.length + 1 : 0);
  if (!cells) return;
  writer.deltaColumn(cells.map(({ cell }) => cell));
  writer.deltaColumn(cells.map(({ line }) => line));
  writer.column(cells.map(({ raw }) => raw.length));
  writer.deltaColumn(cells.flatMap(({ raw }) => raw));
}

function readCells(reader: ColumnReader): FileSummary['cells'] {
  const length = reader.number() - 1;
  if (length < 0) return undefined;
  const cell = reader.deltaColumn(length, new Uint32Array(length));
  const line = reader.deltaColumn(length, new Uint32Array(length));
  const counts = reader.column(length, new Uint32Array(length));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const raw = Array.from(reader.deltaColumn(total, new Uint32Array(total)));
  let next = 0;
  return Array.from(cell, (at, index) => ({
    cell: at,
    line: line[index]!,
    raw: raw.slice(next, (next += counts[index]!)),
  }));
}

function readPrints(reader: ColumnReader): BodyPrints | undefined {
  const length = reader.number();
  if (length === 0) return undefined;
  const symbols = reader.number();
  const start = reader.deltaColumn(symbols, new Uint32Array(symbols));
  const values = reader.column(length - 1, new Uint32Array(length - 1));
  return { start, values };
}

/** Columns of the symbols while one summary is read; reused, as a warm start reads thousands of summaries. */
const scratch: Int32Array[] = [];

export function readSummary(bytes: Uint8Array): FileSummary {
  const reader = new ColumnReader(bytes);
  const { strings } = reader;
  let used = 0;
  const column = (count: number): Int32Array => {
    let into = scratch[used];
    if (!into || into.length < count) into = scratch[used] = new Int32Array(Math.max(256, count * 2));
    used++;
    return reader.column(count, into);
  };
  const text = (index: number): string => {
    const found = strings[index];
    if (found === undefined) throw new RangeError('facts name a string that they do not hold');
    return found;
  };
  const version = reader.number();
  const language = LANGUAGES.word(reader.number());
  const lines = reader.number();
  const syntaxErrors = reader.number();
  const generated = reader.number() === 1;
  const suppressionCount = reader.number();
  const suppressionLine = column(suppressionCount);
  const suppressionRule = column(suppressionCount);
  const suppressionReason = column(suppressionCount);
  const suppressions: FileSummary['suppressions'] = [];
  for (let i = 0; i < suppressionCount; i++) {
    suppressions.push({
      line: suppressionLine[i]!,
      rule: text(suppressionRule[i]!),
      reason: text(suppressionReason[i]!),
    });
  }

  const count = reader.number();
  const kind = column(count);
  const name = column(count);
  const qualifiedName = column(count);
  const parent = column(count);
  const scope = column(count);
  const startLine = column(count);
  const lineSpan = column(count);
  const nameLine = column(count);
  const nameColumn = column(count);
  const startOffset = column(count);
  const offsetSpan = column(count);
  const bodyStart = column(count);
  const bodyEnd = column(count);
  const signature = column(count);
  const doc = column(count);
  const flags = column(count);
  const tokens = column(count);
  const statements = column(count);
  const exact = column(count);
  const renamed = column(count);
  const content = column(count);
  const parameterCount = column(count);
  const calledCount = column(count);
  const decoratorCount = column(count);
  const sum = (counts: Int32Array): number => {
    let total = 0;
    for (let i = 0; i < count; i++) total += counts[i]!;
    return total;
  };
  const parameters = sum(parameterCount);
  const parameterName = column(parameters);
  const parameterKind = column(parameters);
  const calledName = column(sum(calledCount));
  const decorator = column(sum(decoratorCount));

  const symbols = new Array<SymbolFact>(count);
  let line = 0;
  let offset = 0;
  let nextParameter = 0;
  let nextCalled = 0;
  let nextDecorator = 0;
  for (let i = 0; i < count; i++) {
    line += startLine[i]!;
    offset += startOffset[i]!;
    const ownParameters = new Array<ParameterFact>(parameterCount[i]!);
    for (let j = 0; j < ownParameters.length; j++, nextParameter++) {
      const packed = parameterKind[nextParameter]!;
      ownParameters[j] = {
        name: text(parameterName[nextParameter]!),
        kind: PARAMETER_KINDS.word(packed >> 1),
        optional: (packed & 1) === 1,
      };
    }
    const calledNames = new Array<string>(calledCount[i]!);
    for (let j = 0; j < calledNames.length; j++) calledNames[j] = text(calledName[nextCalled++]!);
    const decorators = new Array<string>(decoratorCount[i]!);
    for (let j = 0; j < decorators.length; j++) decorators[j] = text(decorator[nextDecorator++]!);
    symbols[i] = {
      kind: KINDS.word(kind[i]!),
      name: text(name[i]!),
      qualifiedName: text(qualifiedName[i]!),
      parent: parent[i]!,
      scope: scope[i]!,
      startLine: line,
      endLine: line + lineSpan[i]!,
      nameLine: line + nameLine[i]!,
      nameColumn: nameColumn[i]!,
      startOffset: offset,
      endOffset: offset + offsetSpan[i]!,
      bodyStart: offset + bodyStart[i]!,
      bodyEnd: offset + bodyEnd[i]!,
      signature: text(signature[i]!),
      doc: text(doc[i]!),
      parameters: ownParameters,
      flags: flags[i]!,
      tokens: tokens[i]!,
      statements: statements[i]!,
      exact: text(exact[i]!),
      renamed: text(renamed[i]!),
      content: text(content[i]!),
      calledNames,
      decorators,
    };
  }
  const prints = readPrints(reader);
  const cells = readCells(reader);
  const constants = readConstants(reader, text);
  return {
    ...{ version, language, lines, syntaxErrors, symbols, suppressions, generated },
    ...(constants.length > 0 && { constants }),
    ...(prints && { prints }),
    ...(cells && { cells }),
  };
}
