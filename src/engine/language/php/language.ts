import type { GenericLanguage } from '../generic/language.ts';
import { typeMembers } from '../generic/memberTypes.ts';
import { PHP_FACTS } from './facts.ts';
import { PHP_EXPRESSIONS, PHP_FUNCTIONS, PHP_PARAMETERS } from './lowering.ts';
import { PHP_STATEMENTS } from './statements.ts';

/** PHP, by its grammar of tree-sitter. */
export const PHP: GenericLanguage = {
  id: 'php',
  facts: PHP_FACTS,
  expressions: PHP_EXPRESSIONS,
  statements: PHP_STATEMENTS,
  functions: PHP_FUNCTIONS,
  parameters: PHP_PARAMETERS,
  blocks: ['compound_statement', 'colon_block', 'declaration_list', 'enum_declaration_list'],
  comments: ['comment'],
  typeFields: ['return_type'],
  lambdas: ['anonymous_function', 'arrow_function'],
  doc: /^\s*\/\*\*/,
  notImplemented: /^\{\s*throw new \\?(?:\w*NotImplemented\w*|BadMethodCallException|LogicException)\([^)]*\);\s*\}$/,
  finish: (walk) => typeMembers(walk, (name) => `$${name}`),
};
