import type { GenericLanguage } from '../generic/language.ts';
import { typeMembers } from '../generic/memberTypes.ts';
import { SWIFT_FACTS } from './facts.ts';
import { SWIFT_EXPRESSIONS, SWIFT_FUNCTIONS, SWIFT_PARAMETERS } from './lowering.ts';
import { SWIFT_STATEMENTS } from './statements.ts';

/** Swift, by its grammar of tree-sitter. */
export const SWIFT: GenericLanguage = {
  id: 'swift',
  facts: SWIFT_FACTS,
  expressions: SWIFT_EXPRESSIONS,
  statements: SWIFT_STATEMENTS,
  functions: SWIFT_FUNCTIONS,
  parameters: SWIFT_PARAMETERS,
  blocks: ['statements', 'class_body', 'enum_class_body', 'protocol_body'],
  comments: ['comment', 'multiline_comment'],
  typeFields: [],
  lambdas: ['lambda_literal'],
  values: ['nil'],
  doc: /^\s*(?:\/\/\/|\/\*\*)/,
  implicitMembers: true,
  notImplemented:
    /^\{?\s*(?:fatalError|preconditionFailure)\("[^"]*(?:not implemented|unimplemented|has not been implemented|override)[^"]*"\)\s*\}?$/i,
  finish: (walk) => typeMembers(walk),
};
