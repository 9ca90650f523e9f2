import { SymbolFlag, type SymbolKind } from '../../model/facts.ts';
import { newSymbol } from '../symbolTable.ts';
import { docOf } from './comments.ts';
import { Kind } from './kinds.ts';
import type { BoundTo, SymbolDraft, Walk } from './walk.ts';

/** Longest signature and doc paragraph that are kept, in characters. */
const LONGEST_TEXT = 400;

/** Start of the statement that a declaration is part of: `export` and `declare` belong to it. */
export function statementOf(walk: Walk, node: number): number {
  let at = node;
  for (;;) {
    const up = walk.parent[at]!;
    if (up < 0) return at;
    const kind = walk.k(up);
    if (kind !== Kind.export_statement && kind !== Kind.ambient_declaration) return at;
    at = up;
  }
}

export interface SymbolParts {
  kind: SymbolKind;
  name: string;
  node: number;
  nameNode: number;
  prefix: string;
  start: number;
  end: number;
  flags: number;
  root: string;
  home: number;
  decorators: number[];
}

/** Adds a symbol at the current place of the walk and returns its index. Body, parameters and digests come later. */
export function addSymbol(walk: Walk, parts: SymbolParts): number {
  const { node, nameNode, start, end } = parts;
  const nameOffset = walk.start[nameNode >= 0 ? nameNode : node]!;
  const nameLine = walk.line(nameOffset);
  let flags = parts.flags;
  if (walk.conditional) flags |= SymbolFlag.Conditional;
  if (walk.ambient) flags |= SymbolFlag.TypeOnly;
  if (walk.errorDepth > 0) flags |= SymbolFlag.Damaged;
  if (walk.registering || parts.decorators.length > 0) flags |= SymbolFlag.Registered;
  const draft: SymbolDraft = {
    fact: newSymbol(
      {
        kind: parts.kind,
        name: parts.name,
        qualifiedName: walk.join(parts.prefix, parts.name),
        parent: walk.symbol,
        startLine: walk.line(start),
        endLine: walk.line(end),
        nameLine,
        nameColumn: nameOffset - walk.tree.lineStarts[nameLine - 1]!,
        startOffset: start,
        endOffset: end,
        signature: '',
        doc: docOf(walk, start, LONGEST_TEXT),
        flags,
      },
      parts.decorators.map((decorator) => decoratorName(walk, decorator)),
    ),
    node,
    nameNode,
    parameters: -1,
    body: -1,
    expressionBody: false,
    refStart: walk.references.count,
    refEnd: walk.references.count,
    scopeEnd: 0,
    home: parts.home,
    innerName: '',
    root: parts.root,
    decoratorNodes: parts.decorators,
    inDecorator: walk.decoratorDepth > 0,
  };
  walk.symbols.push(draft);
  return walk.symbols.length - 1;
}

function decoratorName(walk: Walk, decorator: number): string {
  let inner = decorator + 2;
  if (inner >= walk.next[decorator]!) return '';
  inner = walk.unwrap(inner);
  if (walk.k(inner) === Kind.call_expression) {
    const callee = walk.child(inner, walk.field.function);
    if (callee >= 0) inner = callee;
  }
  return fold(walk.textOf(inner));
}

/** White space runs as single spaces, ends trimmed. */
export function fold(text: string): string {
  if (!/[\t\r\n\v\f]|\s\s/.test(text)) return text.trim();
  return text.replace(/\s+/g, ' ').trim();
}

/** Text of the definition's head: from behind its decorators to its body. */
export function setSignature(walk: Walk, draft: SymbolDraft): void {
  const { fact } = draft;
  let from = fact.startOffset;
  for (const decorator of draft.decoratorNodes) from = Math.max(from, walk.end[decorator]!);
  if (from > walk.start[draft.node]! && draft.decoratorNodes.length === 0) from = walk.start[draft.node]!;
  const to = fact.bodyStart >= 0 ? fact.bodyStart : fact.endOffset;
  let text = walk.text.slice(from, Math.min(to, from + 4 * LONGEST_TEXT));
  if (text.includes('//') || text.includes('/*'))
    text = text.replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g, '$1');
  fact.signature = fold(text)
    .replace(/\s*(=>|\{|;)$/, '')
    .slice(0, LONGEST_TEXT);
}

/** Name of a member, an object key or an import specifier as a reader would say it: quotes out, `[computed]` as written. */
export function keyName(walk: Walk, key: number): string {
  const text = walk.textOf(key);
  switch (walk.k(key)) {
    case Kind.string:
      return text.slice(1, -1);
    case Kind.computed_property_name:
      return fold(text);
    default:
      return text;
  }
}

/** Binding of a declaration that stands as a statement: a function, a class, an interface. */
export function declared(walk: Walk, node: number, nameNode: number): BoundTo {
  const statement = statementOf(walk, node);
  const isDefault = nameNode < 0;
  const name = isDefault ? 'default' : walk.textOf(nameNode);
  return {
    name,
    nameNode,
    prefix: walk.base,
    start: walk.start[statement]!,
    end: walk.end[statement]!,
    method: false,
    flags: 0,
    root: rootOf(walk, name),
    home: isDefault ? -1 : walk.scope,
    decorators: [],
  };
}

/** Binding of a function or class expression that nothing but its own name names. */
export function selfNamed(walk: Walk, node: number, name: string, nameNode: number): BoundTo {
  return {
    name,
    nameNode,
    prefix: walk.base,
    start: walk.start[node]!,
    end: walk.end[node]!,
    method: false,
    flags: SymbolFlag.Bound,
    root: '',
    home: -1,
    decorators: [],
  };
}

/** Module-level name through which a declaration at the current place is reached, empty inside functions. */
export function rootOf(walk: Walk, name: string): string {
  if (walk.namespaceRoot !== '') return walk.namespaceRoot;
  return walk.symbol < 0 && walk.functionScope() === 0 ? name : '';
}
