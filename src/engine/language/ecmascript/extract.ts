import type { Language } from 'web-tree-sitter';
import { FACTS_VERSION, type FileFacts, type LanguageId } from '../../model/facts.ts';
import { constantsOf } from '../constants/constantsOf.ts';
import type { FlatTree } from '../flatTree.ts';
import { ReferenceTable } from '../referenceTable.ts';
import { ASSIGNMENT_HANDLERS } from './assignments.ts';
import { calledNamesOf, flagBody } from './bodies.ts';
import { CLASS_HANDLERS } from './classes.ts';
import { saysGenerated, suppressionsOf, visitComment } from './comments.ts';
import { DECLARATION_HANDLERS } from './declarations.ts';
import { digestSymbols } from './digests.ts';
import { EXPRESSION_HANDLERS } from './expressions.ts';
import { flagDamaged, flagExported, sortSymbols } from './finish.ts';
import { visitFunctionDeclaration, visitFunctionExpression } from './functions.ts';
import { Kind, kindTable } from './kinds.ts';
import { lowerBodies } from './lowering/lowerBodies.ts';
import { MODULE_HANDLERS } from './modules.ts';
import { NameLookup, placeAssignments } from './names.ts';
import { TYPE_HANDLERS } from './types.ts';
import { Walk, type Handler } from './walk.ts';

const handlers: (Handler | undefined)[] = [];
for (const [kind, handler] of [
  ...EXPRESSION_HANDLERS,
  ...ASSIGNMENT_HANDLERS,
  ...DECLARATION_HANDLERS,
  ...CLASS_HANDLERS,
  ...MODULE_HANDLERS,
  ...TYPE_HANDLERS,
])
  handlers[kind] = handler;
handlers[Kind.comment] = visitComment;
handlers[Kind.html_comment] = visitComment;
for (const kind of [Kind.function_declaration, Kind.generator_function_declaration, Kind.function_signature])
  handlers[kind] = visitFunctionDeclaration;
for (const kind of [Kind.arrow_function, Kind.function_expression, Kind.generator_function])
  handlers[kind] = visitFunctionExpression;

/** Kept from file to file, so that a file costs no more memory than it needs. */
const buffers = { names: new Int32Array(1 << 15), at: new Uint32Array(1 << 15), references: new ReferenceTable() };

/**
 * Facts of one TypeScript, TSX or JavaScript file. Files with syntax errors yield what the parser made of them.
 *
 * Conventions beyond model/facts.ts:
 * - scopes: `function` has a `this` of its own, `lambda` (arrow functions) has that of its surroundings; `class` holds
 *   members (fields as assignments, methods as definitions, `this.x = …` of its methods): plain names never resolve to
 *   them, members of `this` do. A function's parameters and body share one scope. Namespaces are `block` scopes.
 * - `this` is a reference by that name without receiver; `super(…)` one named `super` with receiver Super.
 * - a declared type is a binding's value when no better is known: `x: Foo` has the value `Foo` (a Type reference) with
 *   `valueCalled`, as `x = new Foo()` has.
 * - assignments to a declared name are further bindings of the scope that declares it.
 */
export function extractEcmascript(tree: FlatTree, grammar: Language, language: LanguageId): FileFacts {
  const table = kindTable(grammar);
  if (buffers.names.length < tree.count) {
    buffers.names = new Int32Array(tree.kind.length);
    buffers.at = new Uint32Array(tree.kind.length);
  } else buffers.names.fill(0, 0, tree.count);
  buffers.references.clear();
  const walk = new Walk(tree, table, language, handlers, buffers);
  const module = walk.openScope('module', -1, 0);
  if (tree.count > 0) walk.visitChildren(0);
  walk.closeScope(module);
  walk.scopes[0]!.startLine = 1;
  sortSymbols(walk);
  placeAssignments(walk);
  const lookup = new NameLookup(walk);
  digestSymbols(walk, table, lookup, buffers.at);
  const bodies = lowerBodies(walk, grammar, lookup);
  for (const draft of walk.symbols) {
    flagBody(walk, draft);
    draft.fact.calledNames = calledNamesOf(walk, draft);
  }
  flagExported(walk);
  const syntaxErrors = flagDamaged(walk);
  const constants = constantsOf(tree, grammar);
  return {
    summary: {
      version: FACTS_VERSION,
      language,
      lines: tree.lineStarts.length,
      syntaxErrors,
      symbols: walk.symbols.map((draft) => draft.fact),
      suppressions: suppressionsOf(tree, table.kindOf),
      generated: saysGenerated(tree, table.kindOf),
      ...(constants.length > 0 && { constants }),
    },
    detail: {
      version: FACTS_VERSION,
      strings: walk.strings,
      scopes: walk.scopes,
      imports: walk.imports,
      exports: walk.exports,
      dunderAll: null,
      references: walk.references.toFacts(),
      bases: walk.bases,
      members: walk.members,
      bodies,
    },
  };
}
