import ts from 'typescript';
import type { Random } from '../random.ts';

/** A function as a text of its own, `function name(…) {…}`, and the tree of that text. A change makes a new draft. */
export interface Draft {
  text: string;
  file: ts.SourceFile;
  fn: ts.FunctionDeclaration;
}

/** Parses the text of one function declaration; null when it is none, or when it does not parse. */
export function parseDraft(text: string): Draft | null {
  const file = ts.createSourceFile('made.ts', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const errors = (file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics;
  const fn = file.statements.at(-1);
  if (errors.length > 0 || !fn || !ts.isFunctionDeclaration(fn) || !fn.body) return null;
  return { text, file, fn };
}

/** The same function laid out by the compiler's printer, comments out. */
export function printed(draft: Draft): Draft {
  return parseDraft(ts.createPrinter({ removeComments: true }).printFile(draft.file))!;
}

export type Render = (node: ts.Node) => string;

/**
 * The text of `root` in which `replace` may give another text for any node below. It is asked from the outside in, and
 * gets the text of an inner node, replacements made, from `render`; null leaves the node as it is.
 */
export function rewritten(
  root: ts.Node,
  replace: (node: ts.Node, render: Render) => string | null,
): { text: string; count: number } {
  const source = root.getSourceFile().text;
  let count = 0;
  const render: Render = (node) => {
    const own = replace(node, render);
    if (own !== null) {
      count++;
      return own;
    }
    let text = '';
    let position = node.getStart();
    node.forEachChild((child) => {
      // Missing nodes have no text of their own.
      if (child.getStart() < position) return;
      text += source.slice(position, child.getStart()) + render(child);
      position = child.end;
    });
    return text + source.slice(position, node.end);
  };
  const text = render(root);
  return { text, count };
}

/** A form: gives the changed function and at how many places it was changed; null when it does not apply. */
export type Form = (draft: Draft, random: Random) => Draft | null;

/** A form that replaces nodes. */
export function replacing(replace: (node: ts.Node, render: Render, draft: Draft) => string | null): Form {
  return (draft) => {
    const { text, count } = rewritten(draft.fn, (node, render) => replace(node, render, draft));
    return count > 0 ? parseDraft(text) : null;
  };
}

/**
 * A form that changes lists of statements. `change` gets the statements and a way to their text, replacements inside of
 * them made, and gives the texts that take their place, or null.
 */
export function changingBlocks(
  change: (statements: readonly ts.Statement[], render: Render, draft: Draft, block: ts.Block) => string[] | null,
): Form {
  return replacing((node, render, draft) => {
    if (!ts.isBlock(node)) return null;
    const texts = change(node.statements, render, draft, node);
    return texts && `{\n${texts.join('\n')}\n}`;
  });
}

export function isLoop(node: ts.Node): boolean {
  return ts.isIterationStatement(node, false);
}

export function isFunctionNode(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || ts.isClassLike(node);
}

/** True when `test` holds for a node below `root` or for `root`; what stands in nested functions is left out on request. */
export function some(root: ts.Node, test: (node: ts.Node) => boolean, nested = true): boolean {
  const visit = (node: ts.Node): boolean => {
    if (test(node)) return true;
    if (!nested && node !== root && isFunctionNode(node)) return false;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(root);
}

/** Leaves the statements around it: by return, throw, break or continue. */
export function leaves(statement: ts.Statement | undefined): boolean {
  if (!statement) return false;
  if (ts.isBlock(statement)) return leaves(statement.statements.at(-1));
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isBreakOrContinueStatement(statement);
}

/** Statements of a branch, whether it is a block or not. */
export function statementsOf(statement: ts.Statement): readonly ts.Statement[] {
  return ts.isBlock(statement) ? statement.statements : [statement];
}

/** The statement of a branch when it holds exactly one. */
export function only(statement: ts.Statement | undefined): ts.Statement | null {
  if (!statement) return null;
  const inside = statementsOf(statement);
  return inside.length === 1 ? inside[0]! : null;
}

/** The one variable that a statement declares with a value, without a pattern; null for anything else. */
export function declared(statement: ts.Statement): { name: string; value: ts.Expression; constant: boolean } | null {
  if (!ts.isVariableStatement(statement) || statement.declarationList.declarations.length !== 1) return null;
  const { name, initializer } = statement.declarationList.declarations[0]!;
  if (!ts.isIdentifier(name) || !initializer) return null;
  return {
    name: name.text,
    value: initializer,
    constant: (statement.declarationList.flags & ts.NodeFlags.Const) !== 0,
  };
}

export function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

const PURE = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.ThisKeyword,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.RegularExpressionLiteral,
]);

/** An expression whose evaluation changes nothing; properties are taken to be plain reads. */
export function isPure(node: ts.Expression): boolean {
  if (PURE.has(node.kind)) return true;
  if (ts.isPropertyAccessExpression(node) || ts.isParenthesizedExpression(node) || ts.isTypeOfExpression(node))
    return isPure(node.expression);
  if (ts.isElementAccessExpression(node)) return isPure(node.expression) && isPure(node.argumentExpression);
  if (ts.isPrefixUnaryExpression(node)) {
    return (
      node.operator !== ts.SyntaxKind.PlusPlusToken &&
      node.operator !== ts.SyntaxKind.MinusMinusToken &&
      isPure(node.operand)
    );
  }
  if (ts.isBinaryExpression(node)) {
    return !isAssignment(node.operatorToken.kind) && isPure(node.left) && isPure(node.right);
  }
  if (ts.isConditionalExpression(node))
    return isPure(node.condition) && isPure(node.whenTrue) && isPure(node.whenFalse);
  if (ts.isTemplateExpression(node)) return node.templateSpans.every((span) => isPure(span.expression));
  return ts.isArrayLiteralExpression(node) && node.elements.every(isPure);
}

/** The text in parentheses unless it is simple enough to stand anywhere. */
export function grouped(node: ts.Expression, text: string): string {
  const simple =
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isLiteralExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    node.kind === ts.SyntaxKind.ThisKeyword;
  return simple && text === node.getText() ? text : `(${text})`;
}
