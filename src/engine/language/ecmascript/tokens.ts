import { Kind, type KindTable } from './kinds.ts';
import type { NameLookup } from './names.ts';
import { isCastMember, isRedundantParen } from './parentheses.ts';
import type { SymbolDraft, Walk } from './walk.ts';
import { foldJsx } from './lowering/literals.ts';

/** Stands before every statement: written semicolons are no part of a body, where statements begin is. */
export const STATEMENT = '\u0001';
/** An empty statement that is the whole body of a loop or branch. */
const EMPTY_BODY = '\u0001;';

/** What a token is besides its text, in `TokenStream.scope`: >= 0 the scope that binds the name. */
const NO_NAME = -1;
/** A member of `this`. */
export const OF_THIS = -2;

/** Tokens of a file without what digests leave out: comments, types, decorators, layout, optional punctuation. */
export interface TokenStream {
  texts: string[];
  /** Per token: scope that binds it, NO_NAME or OF_THIS. */
  scope: number[];
  /** Per node: index of its first token (for nodes in skipped parts: of the next token). */
  at: Uint32Array;
}

/** Per kind: what the scan does. */
const enum Step {
  plain = 0,
  skip,
  statement,
  string,
  name,
  shorthand,
  property,
  punctuation,
  paren,
  jsxText,
  special,
}

const STEPS = new Uint8Array(256);
const set = (step: Step, ...kinds: Kind[]): void => {
  for (const kind of kinds) STEPS[kind] = step;
};
set(
  Step.skip,
  Kind.comment,
  Kind.html_comment,
  Kind.decorator,
  Kind.type_annotation,
  Kind.type_predicate_annotation,
  Kind.asserts_annotation,
  Kind.adding_type_annotation,
  Kind.omitting_type_annotation,
  Kind.opting_type_annotation,
  Kind.type_arguments,
  Kind.type_parameters,
  Kind.implements_clause,
  Kind.accessibility_modifier,
  Kind.override_modifier,
  Kind.interface_declaration,
  Kind.type_alias_declaration,
  Kind.ambient_declaration,
  Kind.function_signature,
  Kind.method_signature,
  Kind.abstract_method_signature,
  Kind.index_signature,
  Kind.tokenReadonly,
  Kind.tokenDeclare,
  Kind.tokenAbstract,
);
set(
  Step.statement,
  Kind.expression_statement,
  Kind.lexical_declaration,
  Kind.variable_declaration,
  Kind.using_declaration,
  Kind.return_statement,
  Kind.if_statement,
  Kind.for_statement,
  Kind.for_in_statement,
  Kind.while_statement,
  Kind.do_statement,
  Kind.with_statement,
  Kind.switch_statement,
  Kind.try_statement,
  Kind.throw_statement,
  Kind.break_statement,
  Kind.continue_statement,
  Kind.debugger_statement,
  Kind.labeled_statement,
  Kind.function_declaration,
  Kind.generator_function_declaration,
  Kind.class_declaration,
  Kind.abstract_class_declaration,
  Kind.enum_declaration,
  Kind.field_definition,
  Kind.public_field_definition,
  Kind.method_definition,
);
set(Step.string, Kind.string);
// The grammar of TypeScript calls the name of a class a type.
set(Step.name, Kind.identifier, Kind.type_identifier);
set(Step.shorthand, Kind.shorthand_property_identifier, Kind.shorthand_property_identifier_pattern);
set(Step.property, Kind.property_identifier, Kind.private_property_identifier);
set(Step.punctuation, Kind.tokenSemicolon, Kind.tokenComma, Kind.tokenQuestion, Kind.tokenBang, Kind.tokenCloseParen);
set(Step.paren, Kind.tokenOpenParen);
set(Step.jsxText, Kind.jsx_text);
set(
  Step.special,
  Kind.required_parameter,
  Kind.optional_parameter,
  Kind.as_expression,
  Kind.satisfies_expression,
  Kind.empty_statement,
  Kind.public_field_definition,
);

/** Scans the parts of the tree that digests need, each once: functions and classes that stand in no other. */
export function scanTokens(walk: Walk, table: KindTable, lookup: NameLookup, at: Uint32Array): TokenStream {
  const stream: TokenStream = { texts: [], scope: [], at };
  let scanned = 0;
  for (const draft of [...walk.symbols].sort((a, b) => a.node - b.node)) {
    if (draft.node < scanned || draft.fact.kind === 'interface' || draft.body < 0) continue;
    scanned = walk.next[draft.node]!;
    scanRange(walk, table, lookup, stream, draft.node, scanned);
    // What follows a definition is where its tokens end.
    if (scanned < walk.tree.count) at[scanned] = stream.texts.length;
  }
  return stream;
}

/** Tokens of a definition inside a decorator's arguments: what decorates is left out of the scan of the rest. */
export function scanAlone(walk: Walk, table: KindTable, lookup: NameLookup, draft: SymbolDraft): TokenStream {
  const stream: TokenStream = { texts: [], scope: [], at: new Uint32Array(walk.tree.count + 1) };
  const stop = walk.next[draft.node]!;
  scanRange(walk, table, lookup, stream, draft.node, stop);
  stream.at[stop] = stream.texts.length;
  return stream;
}

function scanRange(
  walk: Walk,
  table: KindTable,
  lookup: NameLookup,
  stream: TokenStream,
  from: number,
  count: number,
): void {
  const { text, kind, start, end, next, kindOf, names } = walk;
  const { tokenText } = table;
  const { texts, scope, at } = stream;
  let droppedComma = -1;
  let node = from;
  const push = (token: string, bound: number): void => {
    texts.push(token);
    scope.push(bound);
  };
  const boundScope = (n: number): number => {
    const name = names[n]!;
    return name === 0 ? NO_NAME : name < 0 ? -name - 1 : lookup.ofReference(name - 1);
  };
  const skipTo = (stop: number): void => {
    const index = texts.length;
    // The place of `node` itself was set before its own tokens came.
    for (let i = node + 1; i < stop; i++) at[i] = index;
    node = stop;
  };
  while (node < count) {
    const k = kindOf[kind[node]!]!;
    at[node] = texts.length;
    switch (STEPS[k]) {
      case Step.plain: {
        if (next[node] === node + 1 && end[node]! > start[node]!)
          push(tokenText[kind[node]!] ?? text.slice(start[node], end[node]), NO_NAME);
        node++;
        break;
      }
      case Step.name: {
        const token = text.slice(start[node], end[node]);
        const lone = walk.fieldOf[node] === walk.field.parameter && walk.k(walk.parent[node]!) === Kind.arrow_function;
        if (lone) push('(', NO_NAME);
        push(token, boundScope(node));
        if (lone) push(')', NO_NAME);
        node++;
        break;
      }
      case Step.property: {
        const name = names[node]!;
        const receiver = name > 0 ? walk.references.receiver[name - 1]! : -1;
        const ofThis = receiver >= 0 && walk.strings[walk.references.name[receiver]!] === 'this';
        push(text.slice(start[node], end[node]), ofThis ? OF_THIS : NO_NAME);
        node++;
        break;
      }
      case Step.shorthand: {
        const token = text.slice(start[node], end[node]);
        push(token, NO_NAME);
        push(':', NO_NAME);
        push(token, boundScope(node));
        node++;
        break;
      }
      case Step.string: {
        push(stringToken(text.slice(start[node]! + 1, end[node]! - 1)), NO_NAME);
        skipTo(next[node]!);
        break;
      }
      case Step.statement: {
        if (k !== Kind.public_field_definition || !isDeclareField(walk, node)) {
          push(STATEMENT, NO_NAME);
          node++;
        } else skipTo(next[node]!);
        break;
      }
      case Step.punctuation: {
        if (keepsPunctuation(walk, node, k, droppedComma))
          push(tokenText[kind[node]!] ?? text.slice(start[node], end[node]), NO_NAME);
        node++;
        break;
      }
      case Step.paren: {
        const up = walk.parent[node]!;
        if (walk.k(up) !== Kind.parenthesized_expression || !isRedundantParen(walk, up)) push('(', NO_NAME);
        node++;
        break;
      }
      case Step.jsxText: {
        const folded = foldJsx(text.slice(start[node], end[node]));
        if (folded !== '') push(folded, NO_NAME);
        node++;
        break;
      }
      case Step.special: {
        if (k === Kind.empty_statement) {
          const field = walk.fieldOf[node]!;
          const up = walk.k(walk.parent[node]!);
          if (field === walk.field.condition || field === walk.field.initializer) push(';', NO_NAME);
          else if (up !== Kind.statement_block && up !== Kind.program && up !== Kind.switch_case)
            push(EMPTY_BODY, NO_NAME);
          skipTo(next[node]!);
        } else if (k === Kind.as_expression || k === Kind.satisfies_expression) {
          node++;
        } else if (isThisParameter(walk, node)) {
          droppedComma = next[node]!;
          skipTo(next[node]!);
        } else node++;
        break;
      }
      default: {
        skipTo(next[node]!);
      }
    }
    // The operator and the type of a cast stand behind its operand.
    while (node < count) {
      const up = walk.parent[node]!;
      if (up < from || node === up + 1) break;
      const outer = kindOf[kind[up]!]!;
      if (outer !== Kind.as_expression && outer !== Kind.satisfies_expression && !isCastMember(walk, up)) break;
      if (walk.k(node) === Kind.comment) break;
      at[node] = texts.length;
      skipTo(next[up]!);
    }
  }
}

/** A string without its quotes' style: only quotes that need no escape in the other style lose theirs. */
function stringToken(content: string): string {
  return '"' + (content.includes('\\') ? content.replace(/\\(['"])/g, '$1') : content);
}

function isDeclareField(walk: Walk, node: number): boolean {
  return walk.child(node, walk.field.value) < 0 && walk.childOf(node, Kind.tokenDeclare) >= 0;
}

function isThisParameter(walk: Walk, node: number): boolean {
  const pattern = walk.child(node, walk.field.pattern);
  return pattern >= 0 && walk.k(pattern) === Kind.this;
}

function keepsPunctuation(walk: Walk, node: number, kind: Kind, droppedComma: number): boolean {
  const up = walk.parent[node]!;
  const outer = walk.k(up);
  switch (kind) {
    case Kind.tokenSemicolon:
      return outer === Kind.for_statement;
    case Kind.tokenQuestion:
      return outer === Kind.ternary_expression;
    case Kind.tokenBang:
      return outer === Kind.unary_expression;
    case Kind.tokenCloseParen:
      return outer !== Kind.parenthesized_expression || !isRedundantParen(walk, up);
    default: {
      if (node === droppedComma) return false;
      let sibling = walk.next[node]!;
      const stop = walk.next[up]!;
      while (sibling < stop && walk.k(sibling) === Kind.comment) sibling = walk.next[sibling]!;
      if (sibling >= stop) return true;
      const closer = walk.k(sibling);
      if (closer !== Kind.tokenCloseParen && closer !== Kind.tokenCloseBracket && closer !== Kind.tokenCloseBrace)
        return true;
      // `[a, , ]`: a comma behind nothing is a hole.
      if (outer !== Kind.array && outer !== Kind.array_pattern) return false;
      const before = walk.k(node - 1);
      return before === Kind.tokenComma || node - 1 === up + 1;
    }
  }
}
