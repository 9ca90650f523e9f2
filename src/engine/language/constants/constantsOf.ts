import type { Language } from 'web-tree-sitter';
import type { ConstantFact } from '../../model/facts.ts';
import { digestTokens } from '../digest.ts';
import { lineAt, type FlatTree } from '../flatTree.ts';
import { weightOf } from './distinctive.ts';
import { literalOf } from './literals.ts';
import { Role, roleTable } from './nodeRoles.ts';

/** Constants that are kept of one file; what has more is a table of data. */
const MOST_KEPT = 400;
/** Names whose values are alike by their nature. */
const ALIKE = /^(?:__\w+__|version|license|licence|copyright|author|authors|down_?revision|revision)$/i;

/**
 * Constants of a file and of its classes and enums that have a value that may tell something, in source order. Nothing inside
 * functions, branches or blocks is looked at, so it costs next to nothing.
 */
export function constantsOf(tree: FlatTree, grammar: Language): ConstantFact[] {
  const { next, kind, start, end, text } = tree;
  const roles = roleTable(grammar);
  const found: ConstantFact[] = [];
  const role = (node: number): Role => roles.role[kind[node]!]!;
  const typeOf = (node: number): string => roles.typeOf(kind[node]!);
  const textOf = (node: number): string => text.slice(start[node], end[node]);
  const childOf = (node: number, wanted: (child: number) => boolean): number => {
    for (let child = node + 1; child < next[node]!; child = next[child]!) if (wanted(child)) return child;
    return -1;
  };

  const declared = (node: number, statement: number, path: readonly string[]): void => {
    let name = -1;
    let value = -1;
    let passed = false;
    for (let child = node + 1; child < next[node]!; child = next[child]!) {
      if (role(child) === Role.Comment) continue;
      if (role(child) === Role.Equals) passed = true;
      else if (passed && value < 0) value = child;
      else if (!passed && name < 0 && (role(child) === Role.Name || typeOf(child) === 'member_expression'))
        name = child;
      else if (!passed && typeOf(node).endsWith('_spec') && role(child) === Role.Name) return;
    }
    if (name < 0 || value < 0) return;
    let own = textOf(name);
    if (typeOf(name) === 'member_expression') {
      const exported = /^(?:module\.)?exports\.(\w+)$/.exec(own);
      if (!exported) return;
      own = exported[1]!;
    }
    if (ALIKE.test(own) || !isConstant(node, statement, own, path)) return;
    const literal = literalOf(tree, roles, value);
    const weight = literal ? weightOf(literal) : null;
    if (!literal || weight === null) return;
    found.push({
      name: own,
      qualifiedName: [...path, own].join('.'),
      kind: literal.kind,
      digest: digestTokens([literal.kind === 'pattern' ? 'r' : '', ...literal.tokens]),
      weight,
      // One of several in a block of declarations begins by itself.
      startLine: lineAt(tree.lineStarts, start[typeOf(node).endsWith('_spec') ? node : statement]!),
      endLine: lineAt(tree.lineStarts, end[node]!),
    });
  };

  /** What may change is no constant; members of classes are constants by their name or their modifiers. */
  const isConstant = (node: number, statement: number, name: string, path: readonly string[]): boolean => {
    switch (typeOf(node)) {
      case 'variable_declarator': {
        const head = textOf(statement).slice(0, 200);
        if (typeOf(statement) === 'field_declaration') return /\bstatic\b/.test(head) && /\bfinal\b/.test(head);
        return !/^(?:export\s+)?let\b/.test(head);
      }
      case 'public_field_definition':
      case 'field_definition':
        return /\bstatic\b/.test(textOf(node).slice(0, 100));
      case 'assignment':
        return path.length === 0 || /^_?[A-Z][A-Z0-9_]*$/.test(name);
      default:
        return true;
    }
  };

  const visit = (node: number, statement: number, path: readonly string[]): void => {
    for (let child = node + 1; child < next[node]! && found.length < MOST_KEPT; child = next[child]!) {
      switch (role(child)) {
        case Role.Container:
          visit(child, STATEMENT.test(typeOf(child)) && statement < 0 ? child : statement, path);
          break;
        case Role.Owner: {
          const name = childOf(child, (one) => role(one) === Role.Name);
          visit(child, -1, name < 0 ? path : [...path, textOf(name)]);
          break;
        }
        case Role.Declarator:
          declared(child, statement < 0 ? child : statement, path);
          break;
        case Role.Other:
          // Bodies of namespaces and the like lie below nodes of no role.
          if (/^(?:namespace|ambient)/.test(typeOf(child))) visit(child, -1, path);
      }
    }
  };
  visit(0, -1, []);
  return found;
}

/** A statement of its own, which a declarator's lines begin with. */
const STATEMENT = /^(?:export_statement|expression_statement|\w*_declaration)$/;
