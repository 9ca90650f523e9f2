import type { GenericLanguage } from '../generic/language.ts';
import { RUST_FACTS } from './facts.ts';
import { RUST_EXPRESSIONS, RUST_FUNCTIONS, RUST_PARAMETERS, RUST_STATEMENTS } from './lowering.ts';

/** Rust, by its grammar of tree-sitter. */
export const RUST: GenericLanguage = {
  id: 'rust',
  facts: RUST_FACTS,
  expressions: RUST_EXPRESSIONS,
  statements: RUST_STATEMENTS,
  functions: RUST_FUNCTIONS,
  parameters: RUST_PARAMETERS,
  blocks: ['block'],
  comments: ['line_comment', 'block_comment'],
  attributes: ['attribute_item'],
  typeFields: ['type', 'return_type', 'type_arguments', 'type_parameters', 'bounds'],
  lambdas: ['closure_expression'],
  constantPattern: /^\p{Lu}/u,
  doc: /^\s*(?:\/\/\/|\/\*\*)/,
  notImplemented: /^\{\s*(?:todo|unimplemented)!\([^)]*\);?\s*\}$/,
};
