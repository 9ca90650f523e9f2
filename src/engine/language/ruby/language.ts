import type { GenericLanguage } from '../generic/language.ts';
import { RUBY_FACTS } from './facts.ts';
import { RUBY_EXPRESSIONS, RUBY_FUNCTIONS, RUBY_PARAMETERS, RUBY_STATEMENTS } from './lowering.ts';

/** Ruby, by its grammar of tree-sitter. */
export const RUBY: GenericLanguage = {
  id: 'ruby',
  facts: RUBY_FACTS,
  expressions: RUBY_EXPRESSIONS,
  statements: RUBY_STATEMENTS,
  functions: RUBY_FUNCTIONS,
  parameters: RUBY_PARAMETERS,
  blocks: [],
  comments: ['comment'],
  typeFields: [],
  lambdas: ['lambda', 'block', 'do_block'],
  layout: ['\n', ';'],
  doc: /^\s*#(?!!)\s?/,
  separateMethods: true,
  notImplemented: /^\s*(?:raise|fail)[\s(]*(?:NotImplementedError|::NotImplementedError)\b[^\n]*$/,
};
