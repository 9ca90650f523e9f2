import ts from 'typescript';
import type { Random } from '../random.ts';
import { isAssignment, isFunctionNode, parseDraft, rewritten, type Draft } from './draft.ts';

const WORDS =
  'item value entry record node element current source target amount label payload holder bucket pair member outer chunk marker subject weight piece slot frame batch queue stack detail origin partner token field column row cell bound level rank share basis remainder leftover candidate chosen pending visited gathered known seen extra base limit offset cursor head tail'.split(
    ' ',
  );

/** True for an identifier that names a value in scope: no property, key, label or name in a type. */
export function isValueName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node;
  if (ts.isQualifiedName(parent)) return parent.right !== node && !inType(node);
  if (
    ts.isPropertyAssignment(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isAccessor(parent)
  )
    return parent.name !== node;
  if (ts.isBindingElement(parent)) return parent.propertyName !== node;
  if (ts.isTypePredicateNode(parent)) return parent.parameterName === node;
  if (ts.isTypeQueryNode(parent)) return true;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent) || ts.isMetaProperty(parent)) return false;
  return !inType(node);
}

function inType(node: ts.Node): boolean {
  for (let at: ts.Node = node; at && !ts.isStatement(at); at = at.parent) {
    if (ts.isTypeQueryNode(at.parent)) return false;
    if (ts.isTypeNode(at) && !ts.isExpressionWithTypeArguments(at)) return true;
    if (ts.isTypeParameterDeclaration(at) || ts.isTypeElement(at)) return true;
  }
  return false;
}

export interface NamesOf {
  /** Names that the function binds: parameters, variables, functions and classes inside. */
  bound: Set<string>;
  /** Value names that it reads and does not bind. */
  free: Set<string>;
  /** Names in types. */
  types: Set<string>;
  /** Every identifier, whatever it stands for. */
  all: Set<string>;
}

/** Names below some nodes of one function. */
export function namesOf(roots: readonly ts.Node[], own?: ts.FunctionDeclaration): NamesOf {
  const bound = new Set<string>();
  const read = new Set<string>();
  const types = new Set<string>();
  const all = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      all.add(node.text);
      if (!isValueName(node)) {
        if (ts.isTypeReferenceNode(node.parent) || ts.isExpressionWithTypeArguments(node.parent)) types.add(node.text);
      } else if (own?.name !== node) {
        if (bindsName(node)) bound.add(node.text);
        else read.add(node.text);
      }
    }
    node.forEachChild(visit);
  };
  roots.forEach(visit);
  return { bound, free: new Set([...read].filter((name) => !bound.has(name) && name !== 'undefined')), types, all };
}

function bindsName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isVariableDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isBindingElement(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isFunctionExpression(parent) ||
      ts.isClassLike(parent)) &&
    parent.name === node
  );
}

/** Names that a node assigns to, not those that it declares. */
export function assignedNames(root: ts.Node): Set<string> {
  const found = new Set<string>();
  const target = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text);
    else if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) node.forEachChild(target);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) target(node.left);
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && ts.isIdentifier(node.operand)) {
      if (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
        found.add(node.operand.text);
    }
    if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && !ts.isVariableDeclarationList(node.initializer))
      target(node.initializer);
    node.forEachChild(visit);
  };
  visit(root);
  return found;
}

export function usesThis(root: ts.Node): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(node) && node.text === 'arguments')) found = true;
    if (!(isFunctionNode(node) && !ts.isArrowFunction(node))) node.forEachChild(visit);
  };
  visit(root);
  return found;
}

/** A name that the function has nowhere. */
export function freshName(draft: Draft, base: string): string {
  const { all } = namesOf([draft.fn]);
  let name = base;
  for (let count = 2; all.has(name); count++) name = `${base}${count}`;
  return name;
}

/** New names for what the function binds, each everywhere, away from `avoid`; null when nothing can be renamed safely. */
export function renamed(draft: Draft, random: Random, avoid: Iterable<string> = []): Draft | null {
  const { bound, all } = namesOf([draft.fn], draft.fn);
  const taken = new Set([...all, ...avoid]);
  const mapping = new Map<string, string>();
  for (const old of [...bound].sort()) {
    if (old === 'this') continue;
    let name = random.choice(WORDS);
    while (taken.has(name)) name = `${random.choice(WORDS)}${capital(random.choice(WORDS))}`;
    taken.add(name);
    mapping.set(old, name);
  }
  return mapping.size > 0 ? withNames(draft, mapping) : null;
}

/** The function with other names for values, by old name. */
export function withNames(draft: Draft, mapping: ReadonlyMap<string, string>): Draft | null {
  const { text } = rewritten(draft.fn, (node) => {
    if (!ts.isIdentifier(node) || !isValueName(node) || node === draft.fn.name) return null;
    const name = mapping.get(node.text);
    if (name === undefined) return null;
    if (ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node) return `${node.text}: ${name}`;
    const { parent } = node;
    const shorthand =
      ts.isBindingElement(parent) &&
      parent.name === node &&
      !parent.propertyName &&
      !parent.dotDotDotToken &&
      ts.isObjectBindingPattern(parent.parent);
    return shorthand ? `${node.text}: ${name}` : name;
  });
  return parseDraft(text);
}

/** The function under another name. */
export function called(draft: Draft, name: string): Draft {
  const own = draft.fn.name!;
  return parseDraft(draft.text.slice(0, own.getStart()) + name + draft.text.slice(own.end))!;
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
