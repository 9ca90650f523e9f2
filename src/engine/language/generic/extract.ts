import type { Language } from 'web-tree-sitter';
import type { FileFacts } from '../../model/facts.ts';
import type { LexicalFacts } from '../../model/references.ts';
import { FACTS_VERSION, SymbolFlag } from '../../model/facts.ts';
import { constantsOf } from '../constants/constantsOf.ts';
import type { FlatTree } from '../flatTree.ts';
import { fillFromBody } from './bodyFlags.ts';
import { fillDigests } from './digests.ts';
import { FactsWalk } from './factsWalk.ts';
import { grammarTable } from './grammarTable.ts';
import type { GenericLanguage } from './language.ts';
import { lowerBodies } from './lowerBodies.ts';
import { isGenerated } from './texts.ts';

/**
 * Facts of one file of a language that is described by tables. Never throws for what the file holds: what syntax errors
 * leave readable is read, and marked `Damaged`.
 * @param grammar the language that made the tree, flattened with fields
 */
export function extractGeneric(tree: FlatTree, grammar: Language, language: GenericLanguage): FileFacts {
  const table = grammarTable(grammar, language);
  const walk = new FactsWalk(tree, table, language);
  walk.scope = walk.scopes.open('module', -1, -1, 1, tree.lineStarts.length);
  walk.scopeOfNode.set(0, 0);
  walk.visitChildren(0);
  walk.settle();
  language.finish?.(walk);
  for (const [index, symbol] of walk.symbols.entries()) {
    const { body } = walk.spans[index]!;
    if (symbol.kind !== 'function' && symbol.kind !== 'method') continue;
    if (body < 0 || language.notImplemented?.test(walk.textOf(body))) symbol.flags |= SymbolFlag.Stub;
  }
  const bodies = lowerBodies(walk, table);
  for (const [index, symbol] of walk.symbols.entries()) fillFromBody(bodies, index, symbol);
  fillDigests(walk);
  const constants = constantsOf(tree, grammar);
  return {
    summary: {
      version: FACTS_VERSION,
      language: language.id,
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
      dunderAll: null,
      references: walk.references.toFacts(),
      bases: walk.bases,
      lexical: lexicalOf(walk),
      ...(walk.namespace !== '' && { namespace: walk.namespace }),
      bodies,
    },
  };
}

/** What the walk found out about plain names, one entry a reference. */
function lexicalOf(walk: FactsWalk): LexicalFacts {
  const { count } = walk.references;
  const meaning = new Int32Array(count).fill(-1);
  const type = new Int32Array(count).fill(-1);
  for (let id = 0; id < count; id++) {
    const variable = walk.variableOfReference[id] ?? -1;
    const owner = walk.typeOfReference.get(id);
    if (owner !== undefined) {
      meaning[id] = -2;
      type[id] = owner;
    }
    if (variable < 0) continue;
    const { binding, type: declared } = walk.scopes.variables[variable]!;
    meaning[id] = binding.symbol >= 0 ? binding.symbol : binding.import >= 0 ? -3 - binding.import : -2;
    type[id] = declared;
  }
  return { meaning, type };
}
