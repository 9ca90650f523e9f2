import type { Language } from 'web-tree-sitter';

/**
 * Node kinds that extraction treats in a way of their own. A grammar numbers its kinds itself and gives aliases
 * several numbers; everything else works with these. Names of named kinds are the grammar's own.
 */
export enum Kind {
  other = 0,
  program,
  comment,
  html_comment,
  hash_bang_line,
  ERROR,
  identifier,
  property_identifier,
  private_property_identifier,
  shorthand_property_identifier,
  shorthand_property_identifier_pattern,
  type_identifier,
  statement_identifier,
  this,
  super,
  import,
  undefined,
  string,
  string_fragment,
  number,
  regex,
  true,
  false,
  null,
  template_string,
  template_substitution,
  array,
  object,
  pair,
  spread_element,
  computed_property_name,
  member_expression,
  subscript_expression,
  optional_chain,
  call_expression,
  new_expression,
  await_expression,
  parenthesized_expression,
  sequence_expression,
  as_expression,
  satisfies_expression,
  non_null_expression,
  type_assertion,
  instantiation_expression,
  assignment_expression,
  augmented_assignment_expression,
  update_expression,
  unary_expression,
  ternary_expression,
  binary_expression,
  arguments,
  arrow_function,
  function_expression,
  generator_function,
  function_declaration,
  generator_function_declaration,
  function_signature,
  method_definition,
  method_signature,
  abstract_method_signature,
  field_definition,
  public_field_definition,
  class_static_block,
  index_signature,
  class,
  class_declaration,
  abstract_class_declaration,
  class_heritage,
  extends_clause,
  implements_clause,
  extends_type_clause,
  class_body,
  decorator,
  interface_declaration,
  interface_body,
  object_type,
  enum_declaration,
  enum_body,
  enum_assignment,
  type_alias_declaration,
  internal_module,
  module,
  ambient_declaration,
  formal_parameters,
  required_parameter,
  optional_parameter,
  assignment_pattern,
  object_assignment_pattern,
  object_pattern,
  array_pattern,
  pair_pattern,
  rest_pattern,
  lexical_declaration,
  variable_declaration,
  using_declaration,
  variable_declarator,
  statement_block,
  expression_statement,
  return_statement,
  if_statement,
  else_clause,
  for_statement,
  for_in_statement,
  while_statement,
  do_statement,
  with_statement,
  switch_statement,
  switch_body,
  switch_case,
  switch_default,
  try_statement,
  catch_clause,
  finally_clause,
  throw_statement,
  break_statement,
  continue_statement,
  debugger_statement,
  labeled_statement,
  empty_statement,
  import_statement,
  import_clause,
  named_imports,
  import_specifier,
  namespace_import,
  import_require_clause,
  import_alias,
  import_attribute,
  export_statement,
  export_clause,
  export_specifier,
  namespace_export,
  nested_identifier,
  nested_type_identifier,
  generic_type,
  type_annotation,
  type_predicate_annotation,
  asserts_annotation,
  adding_type_annotation,
  omitting_type_annotation,
  opting_type_annotation,
  type_arguments,
  type_parameters,
  type_parameter,
  type_query,
  type_predicate,
  asserts,
  function_type,
  constructor_type,
  call_signature,
  construct_signature,
  property_signature,
  conditional_type,
  infer_type,
  mapped_type_clause,
  tuple_type,
  accessibility_modifier,
  override_modifier,
  jsx_element,
  jsx_opening_element,
  jsx_closing_element,
  jsx_self_closing_element,
  jsx_attribute,
  jsx_namespace_name,
  jsx_text,
  meta_property,
  // Anonymous tokens.
  tokenSemicolon,
  tokenComma,
  tokenOpenParen,
  tokenCloseParen,
  tokenCloseBracket,
  tokenCloseBrace,
  tokenQuestion,
  tokenBang,
  tokenStar,
  tokenAsync,
  tokenStatic,
  tokenGet,
  tokenSet,
  tokenStaticGet,
  tokenReadonly,
  tokenDeclare,
  tokenAbstract,
  tokenType,
  tokenTypeof,
  tokenDefault,
  tokenEquals,
  tokenFrom,
  tokenAs,
  tokenVar,
  tokenDelete,
  tokenGlobal,
}

const TOKENS: Record<string, Kind> = {
  ';': Kind.tokenSemicolon,
  ',': Kind.tokenComma,
  '(': Kind.tokenOpenParen,
  ')': Kind.tokenCloseParen,
  ']': Kind.tokenCloseBracket,
  '}': Kind.tokenCloseBrace,
  '?': Kind.tokenQuestion,
  '!': Kind.tokenBang,
  '*': Kind.tokenStar,
  async: Kind.tokenAsync,
  static: Kind.tokenStatic,
  get: Kind.tokenGet,
  set: Kind.tokenSet,
  'static get': Kind.tokenStaticGet,
  readonly: Kind.tokenReadonly,
  declare: Kind.tokenDeclare,
  abstract: Kind.tokenAbstract,
  type: Kind.tokenType,
  typeof: Kind.tokenTypeof,
  default: Kind.tokenDefault,
  '=': Kind.tokenEquals,
  from: Kind.tokenFrom,
  as: Kind.tokenAs,
  var: Kind.tokenVar,
  delete: Kind.tokenDelete,
  global: Kind.tokenGlobal,
};

const ERROR_ID = 0xffff;

/** Field numbers of a grammar; -1 for fields that it does not have. */
export interface Fields {
  name: number;
  body: number;
  value: number;
  left: number;
  right: number;
  object: number;
  property: number;
  function: number;
  constructor: number;
  arguments: number;
  parameters: number;
  parameter: number;
  pattern: number;
  key: number;
  kind: number;
  source: number;
  alias: number;
  type: number;
  declaration: number;
  decorator: number;
  return_type: number;
  initializer: number;
  condition: number;
  increment: number;
  consequence: number;
  alternative: number;
  module: number;
  argument: number;
  operator: number;
}

/** What a grammar's numbers mean, resolved once a grammar. */
export interface KindTable {
  /** `Kind` of each grammar number (65,536 entries, so that the error number fits). */
  kindOf: Uint8Array;
  /** Text of each anonymous token's number, undefined for named kinds. */
  tokenText: (string | undefined)[];
  field: Fields;
}

const FIELD_NAMES: (keyof Fields)[] = [
  'name',
  'body',
  'value',
  'left',
  'right',
  'object',
  'property',
  'function',
  'constructor',
  'arguments',
  'parameters',
  'parameter',
  'pattern',
  'key',
  'kind',
  'source',
  'alias',
  'type',
  'declaration',
  'decorator',
  'return_type',
  'initializer',
  'condition',
  'increment',
  'consequence',
  'alternative',
  'module',
  'argument',
  'operator',
];

const tables = new WeakMap<Language, KindTable>();

/** The table of `grammar`, made when it is first asked for. */
export function kindTable(grammar: Language): KindTable {
  let table = tables.get(grammar);
  if (!table) {
    table = makeTable(grammar);
    tables.set(grammar, table);
  }
  return table;
}

function makeTable(grammar: Language): KindTable {
  const kindOf = new Uint8Array(ERROR_ID + 1);
  const tokenText: (string | undefined)[] = [];
  const named = Kind as unknown as Record<string, Kind | undefined>;
  for (let id = 0; id < grammar.nodeTypeCount; id++) {
    const type = grammar.nodeTypeForId(id);
    tokenText.push(undefined);
    if (type === null) continue;
    if (grammar.nodeTypeIsNamed(id)) kindOf[id] = type.startsWith('token') ? 0 : (named[type] ?? 0);
    else {
      tokenText[id] = type;
      kindOf[id] = Object.hasOwn(TOKENS, type) ? TOKENS[type]! : 0;
    }
  }
  kindOf[ERROR_ID] = Kind.ERROR;
  const field = {} as Fields;
  for (const name of FIELD_NAMES) field[name] = grammar.fieldIdForName(name) ?? -1;
  return { kindOf, tokenText, field };
}
