import type { GenericLanguage } from '../generic/language.ts';
import { GO_FACTS } from './facts.ts';
import { GO_EXPRESSIONS, GO_FUNCTIONS, GO_PARAMETERS, GO_STATEMENTS } from './lowering.ts';

/** Go, by its grammar of tree-sitter. */
export const GO: GenericLanguage = {
  id: 'go',
  facts: GO_FACTS,
  expressions: GO_EXPRESSIONS,
  statements: GO_STATEMENTS,
  functions: GO_FUNCTIONS,
  parameters: GO_PARAMETERS,
  blocks: ['block', 'statement_list'],
  comments: ['comment'],
  typeFields: ['result', 'type_parameters'],
  lambdas: ['func_literal'],
  layout: [';', '\n', '\u0000'],
  doc: /^\s*(?:\/\/(?!go:)|\/\*+)/,
  notImplemented: /^\{\s*panic\("(?:not implemented|unimplemented|todo)[^"]*"\)\s*\}$/i,
};
