import ts from 'typescript';
import {
  changingBlocks,
  grouped,
  declared,
  isLoop,
  isPure,
  leaves,
  only,
  replacing,
  statementsOf,
  type Form,
  type Render,
} from './draft.ts';
import { namesOf } from './names.ts';

/** Type 4: the forms of branches. Same contract as forms.ts. */
const Kind = ts.SyntaxKind;

/** Comparisons by the operator that says the opposite. */
export const INVERSE = new Map<ts.SyntaxKind, string>([
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.EqualsEqualsToken, '!='],
  [Kind.ExclamationEqualsToken, '=='],
]);
/** The text of the condition that holds when this one does not. */
function negatedText(node: ts.Expression, render: Render): string {
  if (ts.isParenthesizedExpression(node)) return negatedText(node.expression, render);
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken) return render(node.operand);
  if (ts.isBinaryExpression(node)) {
    const operator = INVERSE.get(node.operatorToken.kind);
    if (operator) return `${render(node.left)} ${operator} ${render(node.right)}`;
  }
  return `!${grouped(node, render(node))}`;
}

function body(statements: readonly ts.Statement[], render: Render): string {
  return `{\n${statements.map(render).join('\n')}\n}`;
}

const negated: Form = replacing((node, render) => {
  if (ts.isIfStatement(node) && node.elseStatement) {
    return `if (${negatedText(node.expression, render)}) ${body(statementsOf(node.elseStatement), render)} else ${body(statementsOf(node.thenStatement), render)}`;
  }
  if (ts.isConditionalExpression(node)) {
    return `${negatedText(node.condition, render)} ? ${grouped(node.whenFalse, render(node.whenFalse))} : ${grouped(node.whenTrue, render(node.whenTrue))}`;
  }
  return null;
});

const intoElse: Form = changingBlocks((statements, render, _draft, block) => {
  const at = statements.findIndex(
    (statement, index) =>
      ts.isIfStatement(statement) &&
      !statement.elseStatement &&
      index + 1 < statements.length &&
      leaves(statement.thenStatement),
  );
  if (at < 0) return null;
  const branch = statements[at] as ts.IfStatement;
  const rest = statements.slice(at + 1);
  // What a block declares is not seen outside of it; only functions are hoisted.
  if (rest.some(ts.isFunctionDeclaration)) return null;
  const declaredLater = namesOf(rest).bound;
  if (
    statements
      .slice(0, at + 1)
      .some((statement) => [...namesOf([statement]).free].some((name) => declaredLater.has(name)))
  )
    return null;
  const before = statements.slice(0, at).map(render);
  const alone = only(branch.thenStatement);
  if (alone && ts.isContinueStatement(alone) && !alone.label && isLoop(block.parent)) {
    return [...before, `if (${negatedText(branch.expression, render)}) ${body(rest, render)}`];
  }
  return [
    ...before,
    `if (${render(branch.expression)}) ${body(statementsOf(branch.thenStatement), render)} else ${body(rest, render)}`,
  ];
});

const outOfElse: Form = changingBlocks((statements, render) => {
  let changed = false;
  const texts = statements.flatMap((statement, index) => {
    if (!ts.isIfStatement(statement) || !statement.elseStatement || !leaves(statement.thenStatement))
      return [render(statement)];
    const rest = statementsOf(statement.elseStatement);
    // The names of the else must not meet those of the block.
    if (
      index + 1 < statements.length &&
      rest.some((inner) => ts.isVariableStatement(inner) || ts.isFunctionDeclaration(inner))
    )
      return [render(statement)];
    if (rest.some((inner) => ts.isVariableStatement(inner)) && index > 0) return [render(statement)];
    changed = true;
    return [
      `if (${render(statement.expression)}) ${body(statementsOf(statement.thenStatement), render)}`,
      ...rest.map(render),
    ];
  });
  return changed ? texts : null;
});

const early: Form = (draft, random) => {
  const [first, second] = random.chance(0.5) ? [intoElse, outOfElse] : [outOfElse, intoElse];
  return first(draft, random) ?? second(draft, random);
};

const ternary: Form = changingBlocks((statements, render) => {
  let changed = false;
  const texts: string[] = [];
  for (let index = 0; index < statements.length; index++) {
    const statement = statements[index]!;
    const text = conditional(statement, statements[index + 1], render);
    if (text) {
      changed = true;
      texts.push(text.text);
      if (text.both) index++;
    } else texts.push(render(statement));
  }
  return changed ? texts : null;
});

function conditional(
  statement: ts.Statement,
  following: ts.Statement | undefined,
  render: Render,
): { text: string; both?: boolean } | null {
  if (ts.isReturnStatement(statement) && statement.expression && ts.isConditionalExpression(statement.expression)) {
    const { condition, whenTrue, whenFalse } = statement.expression;
    return {
      text: `if (${render(condition)}) {\nreturn ${render(whenTrue)};\n} else {\nreturn ${render(whenFalse)};\n}`,
    };
  }
  const own = declared(statement);
  if (own && ts.isConditionalExpression(own.value)) {
    const { condition, whenTrue, whenFalse } = own.value;
    return {
      text: `let ${own.name};\nif (${render(condition)}) {\n${own.name} = ${render(whenTrue)};\n} else {\n${own.name} = ${render(whenFalse)};\n}`,
    };
  }
  if (!ts.isIfStatement(statement)) return null;
  const yes = only(statement.thenStatement);
  const no = statement.elseStatement ? only(statement.elseStatement) : (following ?? null);
  if (!yes || !no) return null;
  const whole = { both: !statement.elseStatement };
  const inside = (node: ts.Expression): string => grouped(node, render(node));
  if (ts.isReturnStatement(yes) && ts.isReturnStatement(no) && yes.expression && no.expression) {
    return {
      text: `return ${inside(statement.expression)} ? ${inside(yes.expression)} : ${inside(no.expression)};`,
      ...whole,
    };
  }
  if (whole.both || !ts.isExpressionStatement(yes) || !ts.isExpressionStatement(no)) return null;
  const [one, two] = [yes.expression, no.expression];
  if (
    !ts.isBinaryExpression(one) ||
    !ts.isBinaryExpression(two) ||
    one.operatorToken.kind !== Kind.EqualsToken ||
    two.operatorToken.kind !== Kind.EqualsToken
  )
    return null;
  if (one.left.getText() !== two.left.getText() || !isPure(one.left)) return null;
  return {
    text: `${render(one.left)} = ${inside(statement.expression)} ? ${inside(one.right)} : ${inside(two.right)};`,
  };
}

export const BRANCH_FORMS: Record<string, Form> = { negated, 'early-return': early, ternary };
