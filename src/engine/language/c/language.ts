import type { GenericLanguage } from '../generic/language.ts';
import { C_FACTS } from './facts.ts';
import { C_EXPRESSIONS, C_FUNCTIONS, C_PARAMETERS, C_STATEMENTS } from './lowering.ts';

/** C, by its grammar of tree-sitter, of a text that `preprocess` has seen. */
export const C: GenericLanguage = {
  id: 'c',
  facts: C_FACTS,
  expressions: C_EXPRESSIONS,
  statements: C_STATEMENTS,
  functions: C_FUNCTIONS,
  parameters: C_PARAMETERS,
  blocks: ['compound_statement', 'field_declaration_list'],
  comments: ['comment'],
  typeFields: [],
  lambdas: [],
  layout: ['\n'],
  doc: /^\s*(?:\/\/|\/\*)[/*!]*/,
  notImplemented: /^\{\s*(?:abort\(\)|assert\((?:0|false)[^)]*\)|errno\s*=\s*ENOSYS;\s*return\s+-1);\s*\}$/,
};
