import type { GenericLanguage } from '../generic/language.ts';
import { typeMembers } from '../generic/memberTypes.ts';
import { KOTLIN_FACTS } from './facts.ts';
import { KOTLIN_EXPRESSIONS, KOTLIN_FUNCTIONS, KOTLIN_PARAMETERS } from './lowering.ts';
import { KOTLIN_STATEMENTS } from './statements.ts';

/** Kotlin, by its grammar of tree-sitter. */
export const KOTLIN: GenericLanguage = {
  id: 'kotlin',
  facts: KOTLIN_FACTS,
  expressions: KOTLIN_EXPRESSIONS,
  statements: KOTLIN_STATEMENTS,
  functions: KOTLIN_FUNCTIONS,
  parameters: KOTLIN_PARAMETERS,
  blocks: ['function_body', 'control_structure_body', 'statements', 'class_body', 'enum_class_body'],
  comments: ['line_comment', 'multiline_comment', 'shebang_line'],
  typeFields: [],
  lambdas: ['lambda_literal', 'anonymous_function'],
  values: ['null'],
  doc: /^\s*\/\*\*/,
  implicitMembers: true,
  notImplemented:
    /^(?:\{\s*|=\s*)(?:TODO\([^)]*\)|throw (?:NotImplementedError|UnsupportedOperationException)\([^)]*\))(?:\s*\})?$/,
  finish: (walk) => typeMembers(walk),
};
