import type { Language } from 'web-tree-sitter';
import type { WalkTable } from './factsWalk.ts';
import type { GenericLanguage } from './language.ts';
import type { LowerTable } from './lowering.ts';
import { ERROR_KIND } from './traits.ts';

/** A language's tables by the numbers of its grammar. */
export interface GrammarTable extends WalkTable, LowerTable {}

const KINDS = 0x10000;

const tables = new WeakMap<Language, GrammarTable>();

/** The table of a language, made when its first file is met. */
export function grammarTable(grammar: Language, language: GenericLanguage): GrammarTable {
  let table = tables.get(grammar);
  if (!table) tables.set(grammar, (table = make(grammar, language)));
  return table;
}

function make(grammar: Language, language: GenericLanguage): GrammarTable {
  const table: GrammarTable = {
    ...{ rules: [], expressions: [], statements: [], names: [] },
    ...{ functions: language.functions, parameters: language.parameters },
    ...{ named: new Uint8Array(KINDS), comment: new Uint8Array(KINDS), attribute: new Uint8Array(KINDS) },
    ...{ lambda: new Uint8Array(KINDS), layout: new Uint8Array(KINDS) },
    typeField: new Uint8Array(grammar.fieldCount + 1),
    field: (name) => grammar.fieldIdForName(name) ?? -1,
  };
  for (let id = 0; id < grammar.nodeTypeCount; id++) {
    const name = grammar.nodeTypeForId(id) ?? '';
    const isNamed = grammar.nodeTypeIsNamed(id);
    table.names[id] = name;
    if (isNamed || language.values?.includes(name)) table.named[id] = 1;
    if (Object.hasOwn(language.facts, name)) table.rules[id] = language.facts[name];
    if (Object.hasOwn(language.expressions, name)) table.expressions[id] = language.expressions[name];
    if (Object.hasOwn(language.statements, name)) table.statements[id] = language.statements[name];
    if (language.comments.includes(name)) table.comment[id] = 1;
    if (language.attributes?.includes(name)) table.attribute[id] = 1;
    if (language.lambdas.includes(name)) table.lambda[id] = 1;
    if (!isNamed && language.layout?.includes(name)) table.layout[id] = 1;
  }
  table.named[ERROR_KIND] = 1;
  table.names[ERROR_KIND] = 'ERROR';
  for (const field of language.typeFields) {
    const id = table.field(field);
    if (id > 0) table.typeField[id] = 1;
  }
  return table;
}
