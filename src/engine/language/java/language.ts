import type { GenericLanguage } from '../generic/language.ts';
import { JAVA_FACTS } from './facts.ts';
import { JAVA_EXPRESSIONS, JAVA_FUNCTIONS, JAVA_PARAMETERS, JAVA_STATEMENTS } from './lowering.ts';

/** Java, by its grammar of tree-sitter. */
export const JAVA: GenericLanguage = {
  id: 'java',
  facts: JAVA_FACTS,
  expressions: JAVA_EXPRESSIONS,
  statements: JAVA_STATEMENTS,
  functions: JAVA_FUNCTIONS,
  parameters: JAVA_PARAMETERS,
  blocks: ['block', 'constructor_body', 'class_body', 'interface_body', 'enum_body'],
  comments: ['line_comment', 'block_comment'],
  typeFields: ['type_parameters', 'type_arguments', 'dimensions_type'],
  lambdas: ['lambda_expression'],
  doc: /^\s*\/\*\*/,
  implicitMembers: true,
  separateMethods: true,
  notImplemented: /^\{\s*throw new (?:UnsupportedOperationException|NotImplementedException)\([^)]*\);\s*\}$/,
};
