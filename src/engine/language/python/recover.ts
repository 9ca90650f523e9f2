import type { SymbolFact } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import { newSymbol, renumberSymbols } from '../symbolTable.ts';
import { K } from './kinds.ts';
import type { DefinitionSpan, Walk } from './walk.ts';
import { foldText } from '../foldText.ts';

const HEAD = /^([ \t]*)(async[ \t]+def|def|class)[ \t]+([\p{L}_][\p{L}\p{N}_]*)/gmu;

interface Found {
  indent: number;
  keyword: string;
  name: string;
  start: number;
  nameOffset: number;
  end: number;
}

/**
 * Finds the definitions of a file with syntax errors that the parser did not make out, by the lines that begin like
 * one; each reaches to where the indentation ends. They are marked damaged, have no digests, and cut off the broken
 * definitions that swallowed them.
 */
export function recoverDefinitions(walk: Walk): void {
  if (walk.tree.errorCount === 0) return;
  const known = new Set(walk.symbols.map((symbol) => walk.tree.lineStarts[symbol.nameLine - 1]! + symbol.nameColumn));
  const found: Found[] = [];
  const ranges = textRanges(walk);
  let range = 0;
  for (const match of walk.text.matchAll(HEAD)) {
    const [whole, indent, keyword, name] = match as unknown as [string, string, string, string];
    const start = match.index + indent.length;
    const nameOffset = match.index + whole.length - name.length;
    while (range < ranges.length && ranges[range + 1]! <= start) range += 2;
    const insideText = range < ranges.length && ranges[range]! <= start;
    if (known.has(nameOffset) || insideText) continue;
    const width = indent.replaceAll('\t', '        ').length;
    found.push({ indent: width, keyword, name, start, nameOffset, end: endOfBlock(walk, start, width) });
  }
  if (found.length === 0) return;
  cutSwallowing(walk, found);
  insert(walk, found);
}

/** Offsets of strings and comments in source order, start and end by turns: what is in them defines nothing. */
function textRanges(walk: Walk): number[] {
  const ranges: number[] = [];
  for (let node = 0; node < walk.tree.count; node++) {
    const kind = walk.kinds[node];
    if (kind !== K.String && kind !== K.Comment && kind !== K.StringContent) continue;
    if (walk.start[node]! >= (ranges[ranges.length - 1] ?? 0)) ranges.push(walk.start[node]!, walk.end[node]!);
  }
  return ranges;
}

function lineEnd(walk: Walk, line: number): number {
  const next = walk.tree.lineStarts[line] ?? walk.text.length;
  return walk.text.slice(walk.tree.lineStarts[line - 1], next).trimEnd().length + walk.tree.lineStarts[line - 1]!;
}

/** End of the last line that is indented deeper than `indent`, from the line behind `start` on. */
function endOfBlock(walk: Walk, start: number, indent: number): number {
  const { lineStarts } = walk.tree;
  const first = walk.line(start);
  let last = first;
  for (let line = first + 1; line <= lineStarts.length; line++) {
    const text = walk.text.slice(lineStarts[line - 1], lineStarts[line]);
    const body = text.trimStart();
    if (body === '') continue;
    const width = text.slice(0, text.length - body.length).replaceAll('\t', '        ').length;
    if (width <= indent && !/^[)\]}]/.test(body)) break;
    last = line;
  }
  return lineEnd(walk, last);
}

/** Index of the first found definition that begins behind `offset`. */
function firstBehind(found: Found[], offset: number): number {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (found[middle]!.start > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A damaged definition ends before the first found one that is not indented deeper than itself. */
function cutSwallowing(walk: Walk, found: Found[]): void {
  for (const symbol of walk.symbols) {
    if ((symbol.flags & SymbolFlag.Damaged) === 0) continue;
    const indent = symbol.startOffset - walk.tree.lineStarts[symbol.startLine - 1]!;
    let at = firstBehind(found, symbol.startOffset);
    while (at < found.length && found[at]!.start < symbol.endOffset && found[at]!.indent > indent) at++;
    const inner = found[at];
    if (!inner || inner.start >= symbol.endOffset) continue;
    let line = walk.line(inner.start) - 1;
    while (line > symbol.startLine && lineEnd(walk, line) === walk.tree.lineStarts[line - 1]) line--;
    symbol.endLine = line;
    symbol.signature = headOf(walk, symbol.startOffset);
    symbol.endOffset = lineEnd(walk, line);
    if (symbol.bodyEnd > symbol.endOffset) symbol.bodyEnd = symbol.endOffset;
    if (symbol.bodyStart >= symbol.endOffset) symbol.bodyStart = symbol.bodyEnd = -1;
  }
}

/** Puts the found definitions into the table in the order of the file, and moves every index that points into it. */
function insert(walk: Walk, found: Found[]): void {
  const { symbols, spans } = walk;
  const entries: { symbol: SymbolFact; span: DefinitionSpan; old: number }[] = symbols.map((symbol, old) => ({
    symbol,
    span: spans[old]!,
    old,
  }));
  for (const each of found) entries.push({ symbol: symbolOf(walk, each), span: emptySpan(walk, each), old: -1 });
  entries.sort((a, b) => a.symbol.startOffset - b.symbol.startOffset || a.old - b.old);
  const moved = new Int32Array(symbols.length);
  entries.forEach(({ old }, index) => {
    if (old >= 0) moved[old] = index;
  });
  const { references, bases } = walk;
  renumberSymbols({ symbols, scopes: walk.scopes.scopes, references, bases }, moved);
  entries.forEach(({ symbol, span }, index) => {
    symbols[index] = symbol;
    spans[index] = span;
  });
  nest(walk);
  entries.forEach(({ symbol, old }, index) => {
    if (old < 0) bindRecovered(walk, symbol, index);
  });
}

/** Parents, kinds and qualified names anew, by what encloses what: the parser had put them at the wrong level. */
function nest(walk: Walk): void {
  const open: number[] = [];
  walk.symbols.forEach((symbol, index) => {
    while (open.length > 0 && walk.symbols[open[open.length - 1]!]!.endOffset < symbol.endOffset) open.pop();
    symbol.parent = open[open.length - 1] ?? -1;
    const around = walk.symbols[symbol.parent];
    const inClass = around?.kind === 'class';
    symbol.qualifiedName = around ? `${around.qualifiedName}.${symbol.name}` : symbol.name;
    if (symbol.kind === 'function' || symbol.kind === 'method') symbol.kind = inClass ? 'method' : 'function';
    symbol.flags &= ~SymbolFlag.Exported;
    if (!around || (inClass && (around.flags & SymbolFlag.Exported) !== 0)) symbol.flags |= SymbolFlag.Exported;
    open.push(index);
  });
}

/** Binds a recovered definition's name where it stands, and opens the scope of a recovered class. */
function bindRecovered(walk: Walk, symbol: SymbolFact, index: number): void {
  const parentScope = symbol.parent < 0 ? 0 : walk.symbols[symbol.parent]!.scope;
  if (symbol.kind === 'class')
    symbol.scope = walk.scopes.open('class', Math.max(parentScope, 0), index, symbol.startLine, symbol.endLine);
  if (parentScope < 0) return;
  const name = walk.intern(symbol.name);
  walk.scopes.bind(parentScope, name, 'definition', symbol.nameLine, true).symbol = index;
}

/** Signature as far as one line gives it. */
function headOf(walk: Walk, start: number): string {
  const head = walk.text.slice(start, lineEnd(walk, walk.line(start)));
  return foldText(head.replace(/:\s*(#.*)?$/, ''));
}

function symbolOf(walk: Walk, found: Found): SymbolFact {
  return newSymbol({
    kind: found.keyword === 'class' ? 'class' : 'function',
    name: found.name,
    qualifiedName: found.name,
    parent: -1,
    startLine: walk.line(found.start),
    endLine: walk.line(found.end - 1),
    nameLine: walk.line(found.nameOffset),
    nameColumn: walk.column(found.nameOffset),
    startOffset: found.start,
    endOffset: found.end,
    signature: headOf(walk, found.start),
    doc: '',
    flags: SymbolFlag.Damaged | (found.keyword.startsWith('async') ? SymbolFlag.Async : 0),
  });
}

function emptySpan(walk: Walk, found: Found): DefinitionSpan {
  const none = { tokenStart: 0, tokenEnd: 0, outerStart: 0, referenceStart: 0, referenceEnd: 0 };
  return { ...none, node: -1, scope: 0, name: walk.intern(found.name), self: -1, decorators: [] };
}
