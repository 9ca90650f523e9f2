import type { Language } from 'web-tree-sitter';

/** What a node is for constants, whatever the language. */
export enum Role {
  Other = 0,
  Comment,
  /** Holds declarations, and has no name that they would be known by. */
  Container,
  /** Holds declarations that are known by its name. */
  Owner,
  /** `name = value` in any form. */
  Declarator,
  Equals,
  Name,
  String,
  StringParts,
  Number,
  Word,
  Sequence,
  Set,
  Dictionary,
  Pair,
  /** Stands for its first child. */
  Wrap,
  Sign,
  Call,
  Arguments,
  /** Go's `T{…}`. */
  Composite,
  Regex,
  /** Makes a string more than its text. */
  Substitution,
}

/** Kinds by role. The grammars' names do not clash where they mean different things here. */
const NAMED: readonly [Role, string][] = [
  [Role.Comment, 'comment line_comment block_comment html_comment'],
  [
    Role.Container,
    'module program source_file export_statement decorated_definition expression_statement block class_body ' +
      'lexical_declaration variable_declaration const_declaration var_declaration field_declaration ' +
      'constant_declaration declaration_list enum_body interface_body statement_block const_spec_list var_spec_list',
  ],
  [
    Role.Owner,
    'class_definition class_declaration abstract_class_declaration enum_declaration interface_declaration ' +
      'impl_item mod_item internal_module',
  ],
  [
    Role.Declarator,
    'assignment assignment_expression variable_declarator const_spec var_spec const_item static_item ' +
      'public_field_definition field_definition enum_assignment',
  ],
  [Role.Name, 'identifier property_identifier type_identifier field_identifier private_property_identifier'],
  [Role.String, 'string interpreted_string_literal raw_string_literal string_literal template_string'],
  [Role.StringParts, 'concatenated_string'],
  [
    Role.Number,
    'integer float number int_literal float_literal integer_literal decimal_integer_literal hex_integer_literal ' +
      'decimal_floating_point_literal',
  ],
  [
    Role.Word,
    'true false none null nil undefined null_literal boolean_literal rune_literal char_literal character_literal',
  ],
  [Role.Sequence, 'list tuple array array_expression tuple_expression array_initializer'],
  [Role.Set, 'set'],
  [Role.Dictionary, 'dictionary object'],
  [Role.Pair, 'pair keyed_element'],
  [
    Role.Wrap,
    'parenthesized_expression as_expression satisfies_expression reference_expression literal_element expression_list',
  ],
  [Role.Sign, 'unary_operator unary_expression negative_literal'],
  [Role.Call, 'call call_expression new_expression method_invocation'],
  [Role.Arguments, 'arguments argument_list'],
  [Role.Composite, 'composite_literal'],
  [Role.Regex, 'regex'],
  [Role.Substitution, 'interpolation template_substitution'],
];

export interface RoleTable {
  role: Uint8Array;
  /** 1 for kinds that have a name, not words and operators. */
  named: Uint8Array;
  typeOf(kind: number): string;
}

const tables = new WeakMap<Language, RoleTable>();

/** Roles by the numbers of a grammar; made once for each. */
export function roleTable(grammar: Language): RoleTable {
  let table = tables.get(grammar);
  if (table) return table;
  const roles = new Map(NAMED.flatMap(([role, kinds]) => kinds.split(' ').map((kind) => [kind, role] as const)));
  const role = new Uint8Array(0x10000);
  const named = new Uint8Array(0x10000);
  const types: string[] = [];
  for (let id = 0; id < grammar.nodeTypeCount; id++) {
    const type = grammar.nodeTypeForId(id) ?? '';
    types.push(type);
    if (grammar.nodeTypeIsNamed(id)) {
      named[id] = 1;
      role[id] = roles.get(type) ?? Role.Other;
    } else if (type === '=') role[id] = Role.Equals;
  }
  table = { role, named, typeOf: (kind) => types[kind] ?? '' };
  tables.set(grammar, table);
  return table;
}
