import { SymbolFlag } from '../../model/facts.ts';
import { digestTokens } from '../digest.ts';
import { Kind, type KindTable } from './kinds.ts';
import { fold } from './symbols.ts';
import type { NameLookup } from './names.ts';
import { OF_THIS, STATEMENT, scanAlone, scanTokens, type TokenStream } from './tokens.ts';
import type { SymbolDraft, Walk } from './walk.ts';

/** Stands for the own name where a function calls itself. */
const SELF = '\u0001self';

/** Fills in the digests and counts of every symbol. */
export function digestSymbols(walk: Walk, table: KindTable, lookup: NameLookup, at: Uint32Array): void {
  const all = scanTokens(walk, table, lookup, at);
  for (let index = 0; index < walk.symbols.length; index++) {
    const draft = walk.symbols[index]!;
    const { fact } = draft;
    if (draft.body < 0 || fact.kind === 'interface') {
      fact.content = digestTokens(leafTexts(walk, draft));
      continue;
    }
    const stream = draft.inDecorator ? scanAlone(walk, table, lookup, draft) : all;
    if (fact.kind === 'class') fact.content = classContent(walk, index, stream);
    else digestFunction(walk, draft, stream);
  }
}

function firstToken(walk: Walk, stream: TokenStream, node: number): number {
  return node < walk.tree.count ? stream.at[node]! : stream.texts.length;
}

function digestFunction(walk: Walk, draft: SymbolDraft, stream: TokenStream): void {
  const { fact } = draft;
  const exact: string[] = [];
  if (fact.flags & SymbolFlag.Async) exact.push('async');
  if (fact.flags & SymbolFlag.Generator) exact.push('*');
  const renamed = exact.slice();
  const placeholders = new Map<string, string>();
  const ownScopes = { from: fact.scope, to: draft.scopeEnd };
  // A parameter or local of the same name hides the function's own.
  const hidden =
    draft.innerName !== '' &&
    walk.scopes[fact.scope]!.bindings.filter((binding) => binding.name === draft.innerName).length > 1;
  const innerName = hidden ? '' : draft.innerName;
  const selfMember = fact.kind === 'method';
  const add = (from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      const token = stream.texts[i]!;
      const scope = stream.scope[i]!;
      const isSelf =
        (token === fact.name && ((scope >= 0 && scope === draft.home) || (scope === OF_THIS && selfMember))) ||
        (token === innerName && scope === fact.scope);
      if (isSelf) {
        exact.push(SELF);
        renamed.push(SELF);
        continue;
      }
      exact.push(token);
      if (scope < ownScopes.from || scope >= ownScopes.to) {
        renamed.push(token);
        continue;
      }
      const key = `${scope} ${token}`;
      let placeholder = placeholders.get(key);
      if (placeholder === undefined) {
        placeholder = `\u0002${placeholders.size}`;
        placeholders.set(key, placeholder);
      }
      renamed.push(placeholder);
    }
  };
  if (draft.parameters >= 0)
    add(firstToken(walk, stream, draft.parameters), firstToken(walk, stream, walk.next[draft.parameters]!));
  if (draft.expressionBody) {
    exact.push('=>');
    renamed.push('=>');
  }
  const from = firstToken(walk, stream, draft.body);
  const to = firstToken(walk, stream, walk.next[draft.body]!);
  add(from, to);
  let statements = 0;
  for (let i = from; i < to; i++) if (stream.texts[i] === STATEMENT) statements++;
  fact.statements = statements;
  fact.tokens = to - from - statements;
  fact.exact = digestTokens(exact);
  fact.renamed = digestTokens(renamed);
  fact.content = draft.decoratorNodes.length === 0 ? fact.exact : digestTokens(exact.concat(decorators(walk, draft)));
}

function decorators(walk: Walk, draft: SymbolDraft): string[] {
  return draft.decoratorNodes.map((node) => fold(walk.textOf(node)));
}

/** Everything of a class but its own name and its methods. */
function classContent(walk: Walk, index: number, stream: TokenStream): string {
  const draft = walk.symbols[index]!;
  const tokens = decorators(walk, draft);
  const nameNode = walk.child(draft.node, walk.field.name);
  let token = firstToken(walk, stream, draft.node);
  const stop = firstToken(walk, stream, walk.next[draft.node]!);
  const own = nameNode >= 0 ? firstToken(walk, stream, nameNode) : -1;
  const skipped: [number, number][] = [];
  for (let i = index + 1; i < walk.symbols.length; i++) {
    const member = walk.symbols[i]!;
    if (member.fact.startOffset >= draft.fact.endOffset) break;
    if (member.fact.parent !== index || member.fact.kind === 'class') continue;
    skipped.push([firstToken(walk, stream, member.node), firstToken(walk, stream, walk.next[member.node]!)]);
  }
  let next = 0;
  while (token < stop) {
    const gap = skipped[next];
    if (gap && token >= gap[0]) {
      token = Math.max(token, gap[1]);
      next++;
      continue;
    }
    if (token !== own) tokens.push(stream.texts[token]!);
    token++;
  }
  if (draft.body >= 0)
    for (let c = draft.body + 1; c < walk.next[draft.body]!; c = walk.next[c]!)
      if (walk.k(c) === Kind.public_field_definition || walk.k(c) === Kind.field_definition)
        for (let d = c + 1; d < walk.next[c]!; d = walk.next[d]!)
          if (walk.k(d) === Kind.decorator) tokens.push(fold(walk.textOf(d)));
  return digestTokens(tokens);
}

/** Tokens of a definition that has no body to compare, types included: stubs and interfaces. */
function leafTexts(walk: Walk, draft: SymbolDraft): string[] {
  const tokens: string[] = [];
  const stop = walk.next[draft.node]!;
  for (let node = draft.node; node < stop; node++) {
    if (walk.next[node] !== node + 1 || node === draft.nameNode) continue;
    const kind = walk.k(node);
    if (kind === Kind.comment || kind === Kind.tokenSemicolon || kind === Kind.tokenComma) continue;
    tokens.push(walk.textOf(node));
  }
  return tokens;
}
