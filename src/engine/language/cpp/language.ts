import { C } from '../c/language.ts';
import type { GenericLanguage } from '../generic/language.ts';
import { CPP_FACTS } from './facts.ts';
import { CPP_EXPRESSIONS, CPP_FUNCTIONS, CPP_PARAMETERS, CPP_STATEMENTS } from './lowering.ts';

/** C++, by its grammar of tree-sitter, which goes on from that of C. */
export const CPP: GenericLanguage = {
  ...C,
  id: 'cpp',
  facts: CPP_FACTS,
  expressions: CPP_EXPRESSIONS,
  statements: CPP_STATEMENTS,
  functions: CPP_FUNCTIONS,
  parameters: CPP_PARAMETERS,
  lambdas: ['lambda_expression'],
  notImplemented:
    /^\{\s*(?:(?:std::)?abort\(\)|assert\((?:0|false)[^)]*\)|throw\s+[\w:]+\(\s*"(?:not (?:yet )?implemented|unimplemented|todo)[^"]*"\s*\));\s*\}$/i,
};
