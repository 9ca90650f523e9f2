import type { GenericLanguage } from '../generic/language.ts';
import { typeMembers } from '../generic/memberTypes.ts';
import { CSHARP_FACTS } from './facts.ts';
import { CSHARP_EXPRESSIONS, CSHARP_FUNCTIONS, CSHARP_PARAMETERS } from './lowering.ts';
import { CSHARP_STATEMENTS } from './statements.ts';

/** C#, by its grammar of tree-sitter. */
export const CSHARP: GenericLanguage = {
  id: 'csharp',
  facts: CSHARP_FACTS,
  expressions: CSHARP_EXPRESSIONS,
  statements: CSHARP_STATEMENTS,
  functions: CSHARP_FUNCTIONS,
  parameters: CSHARP_PARAMETERS,
  blocks: ['block', 'declaration_list', 'enum_member_declaration_list'],
  comments: [
    ...['comment', 'preproc_region', 'preproc_endregion', 'preproc_pragma', 'preproc_nullable', 'preproc_line'],
  ],
  typeFields: ['returns', 'type_parameters', 'type_arguments'],
  lambdas: ['lambda_expression', 'anonymous_method_expression'],
  values: ['this', 'base'],
  doc: /^\s*\/\/\/|^\s*\/\*\*/,
  implicitMembers: true,
  notImplemented:
    /^(?:\{\s*|=>\s*)throw new (?:System\.)?(?:NotImplementedException|NotSupportedException)\([^)]*\);?(?:\s*\})?$/,
  finish: (walk) => {
    for (const symbol of walk.symbols) symbol.doc = symbol.doc.replace(/<[^>]*>/g, '').trim();
    typeMembers(walk);
  },
};
