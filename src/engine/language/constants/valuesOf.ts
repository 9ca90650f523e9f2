import type { Language } from 'web-tree-sitter';
import type { ValueFact } from '../../model/facts.ts';
import { digestTokens } from '../digest.ts';
import type { FlatTree } from '../flatTree.ts';
import { literalOf } from './literals.ts';
import { Role, roleTable } from './nodeRoles.ts';

/** Names of one file beyond which it is a table of data. */
const MOST_KEPT = 4000;
/** Nodes of a value beyond which it is not read. */
const MOST_NODES = 6000;
/** Functions and classes are symbols of their own. */
const DEFINITION = /function|lambda|^class$|closure/;
/** What is looked into besides the containers of constants: branches and linkage blocks. */
const BRANCH =
  /^(?:if_statement|else_clause|elif_clause|try_statement|except_clause|finally_clause|preproc_\w+|linkage_specification|declaration|ambient_declaration|namespace\w*)$/;

/**
 * What the names of a file and of its classes stand for that are no functions or classes: one digest for each, equal for equal
 * literals and for equal tokens. A name that is set several times has all of its values in it. Nothing inside functions is
 * looked at.
 */
export function valuesOf(tree: FlatTree, grammar: Language): ValueFact[] {
  const { next, kind, start, end, text } = tree;
  const roles = roleTable(grammar);
  const found = new Map<string, string>();
  const role = (node: number): Role => roles.role[kind[node]!]!;
  const typeOf = (node: number): string => roles.typeOf(kind[node]!);
  const textOf = (node: number): string => text.slice(start[node], end[node]);

  const add = (name: string, digest: string): void => {
    const known = found.get(name);
    found.set(name, known === undefined ? digest : digestTokens([known, digest]));
  };
  const digestOf = (node: number): string => {
    const literal = literalOf(tree, roles, node);
    if (literal) return digestTokens([literal.kind === 'pattern' ? 'r' : '', ...literal.tokens]);
    const tokens: string[] = ['='];
    for (let at = node; at < next[node]!; at++)
      if (next[at] === at + 1 && role(at) !== Role.Comment) tokens.push(textOf(at));
    return digestTokens(tokens);
  };

  const declared = (node: number, path: readonly string[]): void => {
    let name = -1;
    let value = -1;
    let passed = false;
    for (let child = node + 1; child < next[node]!; child = next[child]!) {
      if (role(child) === Role.Comment) continue;
      if (role(child) === Role.Equals) passed = true;
      else if (passed && value < 0) value = child;
      else if (!passed && name < 0 && role(child) === Role.Name) name = child;
    }
    if (name < 0 || value < 0 || DEFINITION.test(typeOf(value)) || next[value]! - value > MOST_NODES) return;
    add([...path, textOf(name)].join('.'), digestOf(value));
    // `A = B = 1`
    if (role(value) === Role.Declarator) declared(value, path);
  };
  const macro = (node: number): void => {
    const parts: string[] = [];
    for (let child = node + 1; child < next[node]!; child = next[child]!)
      if (roles.named[kind[child]!]) parts.push(textOf(child).trim());
    const [name, ...value] = parts;
    if (name !== undefined) add(name, digestTokens(value));
  };

  const visit = (node: number, path: readonly string[]): void => {
    for (let child = node + 1; child < next[node]! && found.size < MOST_KEPT; child = next[child]!) {
      const type = typeOf(child);
      if (role(child) === Role.Container) visit(child, path);
      else if (role(child) === Role.Owner) {
        let name = child + 1;
        while (name < next[child]! && role(name) !== Role.Name) name = next[name]!;
        visit(child, name < next[child]! ? [...path, textOf(name)] : path);
      } else if (role(child) === Role.Declarator || type === 'init_declarator') declared(child, path);
      else if (type === 'preproc_def') macro(child);
      else if (BRANCH.test(type)) visit(child, path);
    }
  };
  visit(0, []);
  return [...found].map(([name, digest]) => ({ name, digest }));
}
