import type { Language } from 'web-tree-sitter';
import type { FileFacts } from '../../model/facts.ts';
import { FACTS_VERSION, SymbolFlag } from '../../model/facts.ts';
import { Receiver } from '../../model/references.ts';
import { constantsOf } from '../constants/constantsOf.ts';
import type { FlatTree } from '../flatTree.ts';
import { suppressionsInComment } from '../suppressions.ts';
import { isGenerated } from './comments.ts';
import { visitClass, visitDecorated, visitFunction, visitLambda } from './definitions.ts';
import { fillDigests } from './digests.ts';
import { lowerBodies } from './lowering/lowerBodies.ts';
import {
  visitAttributeValue,
  visitAwait,
  visitCall,
  visitCollection,
  visitComprehension,
  visitIdentifier,
  visitKeywordArgument,
  visitLiteral,
  visitNamedExpression,
  visitParenthesized,
  visitTuple,
  visitPassing,
} from './expressions.ts';
import { visitImport, visitImportFrom } from './imports.ts';
import { K } from './kinds.ts';
import {
  visitAsPattern,
  visitAssignment,
  visitAugmented,
  visitBlock,
  visitCase,
  visitConditional,
  visitDelete,
  visitExpressionStatement,
  visitFor,
  visitScopeStatement,
  visitStatements,
  visitPrint,
  visitWithClause,
} from './statements.ts';
import { recoverDefinitions } from './recover.ts';
import { visitConcatenated, visitFormatSpecifier, visitString } from './strings.ts';
import { visitDottedReference } from './targets.ts';
import { visitTypeAlias } from './typeAlias.ts';
import type { Handler } from './walk.ts';
import { Walk } from './walk.ts';

/** Brackets, keywords and operators that have a kind of their own stand for themselves all the same. */
const visitWord: Handler = (walk, node) => {
  if (walk.emitting) walk.emit(walk.textOf(node));
  return Receiver.Expression;
};

const visitChildren: Handler = (walk, node) => walk.visitChildren(node);

const visitComment: Handler = (walk, node) => {
  const start = walk.start[node]!;
  for (const { offset, rule, reason } of suppressionsInComment(walk.textOf(node)))
    walk.suppressions.push({ line: walk.line(start + offset), rule, reason });
  return Receiver.Expression;
};

/** Inside an error region statements may still be whole: they are visited as such, and marked. */
const visitError: Handler = (walk, node) => {
  walk.damaged++;
  visitStatements(walk, node);
  walk.damaged--;
  return Receiver.Expression;
};

const visitYield: Handler = (walk, node) => {
  if (walk.functionSymbol >= 0) walk.symbols[walk.functionSymbol]!.flags |= SymbolFlag.Generator;
  return walk.visitChildren(node);
};

const nothing: Handler = () => Receiver.Expression;

const HANDLERS: Handler[] = (() => {
  const table: Handler[] = new Array<Handler>(256).fill(visitChildren);
  const set = (handler: Handler, ...kinds: number[]): void => {
    for (const kind of kinds) table[kind] = handler;
  };
  set(visitWord, K.Comma, K.Open, K.Close, K.Assign, K.Colon, K.Async, K.As, K.In, K.Underscore, K.From);
  set(visitWord, K.TypeConversion, K.EscapeInterpolation, K.StringStart, K.StringContent, K.StringEnd);
  set(nothing, K.Semicolon, K.LineContinuation);
  set(visitComment, K.Comment);
  set(visitError, K.Error);
  set(visitIdentifier, K.Identifier);
  set(visitAttributeValue, K.Attribute);
  set(visitCall, K.Call);
  set(visitLiteral, K.Number, K.Constant, K.Ellipsis);
  set(visitString, K.String);
  set(visitConcatenated, K.ConcatenatedString);
  set(visitFormatSpecifier, K.FormatSpecifier);
  set(visitCollection, K.Collection);
  set(visitTuple, K.Tuple);
  set(visitParenthesized, K.Parenthesized);
  set(visitAwait, K.Await);
  set(visitPassing, K.ListSplat, K.DictionarySplat);
  set(visitPrint, K.Print);
  set(visitYield, K.Yield);
  set(visitLambda, K.Lambda);
  set(visitComprehension, K.Comprehension);
  set(visitKeywordArgument, K.KeywordArgument);
  set(visitNamedExpression, K.NamedExpression);
  set(visitAssignment, K.Assignment);
  set(visitAugmented, K.AugmentedAssignment);
  set(visitDottedReference, K.DottedName);
  set(visitFunction, K.FunctionDefinition);
  set(visitClass, K.ClassDefinition);
  set(visitDecorated, K.DecoratedDefinition);
  set(visitBlock, K.Block);
  set(visitExpressionStatement, K.ExpressionStatement);
  set(visitDelete, K.Delete);
  set(visitScopeStatement, K.Global, K.Nonlocal);
  set(visitConditional, K.If, K.While, K.Try, K.Match);
  set(visitFor, K.For);
  set(visitWithClause, K.WithClause);
  set(visitAsPattern, K.AsPattern);
  set(visitCase, K.Case);
  set(visitImport, K.ImportStatement);
  set(visitImportFrom, K.ImportFrom, K.FutureImport);
  set(visitTypeAlias, K.TypeAlias);
  return table;
})();

/**
 * Facts of one Python file, taken in one walk over its flat tree. Never throws for what the file holds: what syntax
 * errors leave readable is read, and marked `Damaged`.
 * @param grammar the language that made the tree; its kinds are looked up by name
 */
export function extractPython(tree: FlatTree, grammar: Language): FileFacts {
  const walk = new Walk(tree, grammar, HANDLERS);
  walk.scopes.open('module', -1, -1, 1, tree.lineStarts.length);
  visitStatements(walk, 0);
  walk.scopes.settle();
  recoverDefinitions(walk);
  fillDigests(walk);
  const bodies = lowerBodies(walk, grammar);
  const constants = constantsOf(tree, grammar);
  return {
    summary: {
      version: FACTS_VERSION,
      language: 'python',
      lines: tree.lineStarts.length,
      syntaxErrors: tree.errorCount,
      symbols: walk.symbols,
      suppressions: walk.suppressions,
      generated: isGenerated(walk),
      ...(constants.length > 0 && { constants }),
    },
    detail: {
      version: FACTS_VERSION,
      strings: walk.strings,
      scopes: walk.scopes.scopes,
      imports: walk.imports,
      exports: [],
      dunderAll: walk.dunderAllKnown ? walk.dunderAll : null,
      references: walk.references.toFacts(),
      bases: walk.bases,
      stores: walk.stores,
      bodies,
    },
  };
}
