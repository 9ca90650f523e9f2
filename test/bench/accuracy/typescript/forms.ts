import ts from 'typescript';
import { freshName, namesOf } from './names.ts';
import {
  changingBlocks, declared, grouped, isAssignment, isFunctionNode, isLoop, isPure, leaves, only, replacing, some, statementsOf,
  type Draft, type Form, type Render,
} from './draft.ts';

/*
 * Type 4: each form takes a function and gives it in another form that does the same, or null where it does not apply.
 */
const Kind = ts.SyntaxKind;

const INVERSE = new Map<ts.SyntaxKind, string>([
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.EqualsEqualsToken, '!='],
  [Kind.ExclamationEqualsToken, '=='],
]);
const MIRROR = new Map<ts.SyntaxKind, string>([
  [Kind.LessThanToken, '>'],
  [Kind.GreaterThanToken, '<'],
  [Kind.LessThanEqualsToken, '>='],
  [Kind.GreaterThanEqualsToken, '<='],
  [Kind.EqualsEqualsEqualsToken, '==='],
  [Kind.ExclamationEqualsEqualsToken, '!=='],
]);

/** The text of the condition that holds when this one does not. */
export function negatedText(node: ts.Expression, render: Render): string {
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

/** Names that surely hold numbers: lengths, counters, and what is computed of them. */
function numericNames(draft: Draft): (node: ts.Expression) => boolean {
  const values = new Map<string, (ts.Expression | null)[]>();
  const note = (name: ts.Node, value: ts.Expression | null): void => {
    if (ts.isIdentifier(name)) values.set(name.text, [...(values.get(name.text) ?? []), value]);
    else name.forEachChild((child) => note(child, null));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isParameter(node)) note(node.name, null);
    if (ts.isVariableDeclaration(node)) note(node.name, node.initializer ?? null);
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) note(node.left, node.right);
    node.forEachChild(visit);
  };
  visit(draft.fn);
  const known = new Set(values.keys());
  const numeric = (node: ts.Expression): boolean => {
    if (ts.isNumericLiteral(node)) return true;
    if (ts.isParenthesizedExpression(node)) return numeric(node.expression);
    if (ts.isIdentifier(node)) return known.has(node.text);
    if (ts.isPropertyAccessExpression(node)) return node.name.text === 'length';
    if (!ts.isBinaryExpression(node)) return false;
    const operators = [Kind.PlusToken, Kind.MinusToken, Kind.AsteriskToken, Kind.PercentToken];
    return operators.includes(node.operatorToken.kind) && numeric(node.left) && numeric(node.right);
  };
  for (let before = -1; before !== known.size; ) {
    before = known.size;
    for (const name of [...known]) if (!values.get(name)!.every((value) => value !== null && numeric(value))) known.delete(name);
  }
  return numeric;
}

const order: Form = changingBlocks((statements, render) => {
  const simple = (statement: ts.Statement) => {
    const own = declared(statement);
    return own && isPure(own.value) ? own : null;
  };
  const texts: string[] = [];
  let changed = false;
  for (let index = 0; index < statements.length; index++) {
    const one = simple(statements[index]!);
    const two = statements[index + 1] && simple(statements[index + 1]!);
    if (one && two && one.name !== two.name && !namesOf([two.value]).free.has(one.name) && !namesOf([one.value]).free.has(two.name)) {
      texts.push(render(statements[index + 1]!), render(statements[index]!));
      changed = true;
      index++;
    } else texts.push(render(statements[index]!));
  }
  return changed ? texts : null;
});

const mirrored: Form = (draft, random) => {
  const numeric = numericNames(draft);
  return replacing((node, render) => {
    if (!ts.isBinaryExpression(node) || !isPure(node.left) || !isPure(node.right)) return null;
    const { kind } = node.operatorToken;
    const comparison = MIRROR.get(kind);
    if (comparison) {
      // `a < b < c` and the like keep their order.
      if (ts.isBinaryExpression(node.left) && MIRROR.has(node.left.operatorToken.kind)) return null;
      return `${grouped(node.right, render(node.right))} ${comparison} ${grouped(node.left, render(node.left))}`;
    }
    const commutes = kind === Kind.AsteriskToken || (kind === Kind.PlusToken && numeric(node.left) && numeric(node.right));
    if (!commutes || ts.isBinaryExpression(node.left) || ts.isBinaryExpression(node.right)) return null;
    return `${render(node.right)} ${kind === Kind.PlusToken ? '+' : '*'} ${render(node.left)}`;
  })(draft, random);
};

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
    (statement, index) => ts.isIfStatement(statement) && !statement.elseStatement && index + 1 < statements.length && leaves(statement.thenStatement),
  );
  if (at < 0) return null;
  const branch = statements[at] as ts.IfStatement;
  const rest = statements.slice(at + 1);
  // What a block declares is not seen outside of it; only functions are hoisted.
  if (rest.some(ts.isFunctionDeclaration)) return null;
  const declaredLater = namesOf(rest).bound;
  if (statements.slice(0, at + 1).some((statement) => [...namesOf([statement]).free].some((name) => declaredLater.has(name)))) return null;
  const before = statements.slice(0, at).map(render);
  const alone = only(branch.thenStatement);
  if (alone && ts.isContinueStatement(alone) && !alone.label && isLoop(block.parent)) {
    return [...before, `if (${negatedText(branch.expression, render)}) ${body(rest, render)}`];
  }
  return [...before, `if (${render(branch.expression)}) ${body(statementsOf(branch.thenStatement), render)} else ${body(rest, render)}`];
});

const outOfElse: Form = changingBlocks((statements, render) => {
  let changed = false;
  const texts = statements.flatMap((statement, index) => {
    if (!ts.isIfStatement(statement) || !statement.elseStatement || !leaves(statement.thenStatement)) return [render(statement)];
    const rest = statementsOf(statement.elseStatement);
    // The names of the else must not meet those of the block.
    if (index + 1 < statements.length && rest.some((inner) => ts.isVariableStatement(inner) || ts.isFunctionDeclaration(inner))) return [render(statement)];
    if (rest.some((inner) => ts.isVariableStatement(inner)) && index > 0) return [render(statement)];
    changed = true;
    return [`if (${render(statement.expression)}) ${body(statementsOf(statement.thenStatement), render)}`, ...rest.map(render)];
  });
  return changed ? texts : null;
});

const early: Form = (draft, random) => {
  const [first, second] = random.chance(0.5) ? [intoElse, outOfElse] : [outOfElse, intoElse];
  return first(draft, random) ?? second(draft, random);
};

const temporaryIn: Form = (draft, random) => {
  const base = random.choice(['result', 'outcome', 'answer', 'output']);
  const part = random.choice(['argument', 'part', 'piece', 'inner']);
  const names = [freshName(draft, base), freshName(draft, part)] as const;
  let inner = 0;
  return changingBlocks((statements, render) => {
    let changed = false;
    const texts = statements.flatMap((statement) => {
      if (ts.isReturnStatement(statement) && statement.expression && !ts.isIdentifier(statement.expression) && !ts.isLiteralExpression(statement.expression)) {
        if (statement.expression.kind === Kind.TrueKeyword || statement.expression.kind === Kind.FalseKeyword) return [render(statement)];
        changed = true;
        // In a block of its own, as one function may return more than once.
        return [`const ${names[0]} = ${render(statement.expression)};`, `return ${names[0]};`];
      }
      const call = ts.isExpressionStatement(statement) ? statement.expression : declared(statement)?.value;
      const first = call && ts.isCallExpression(call) && ts.isIdentifier(call.expression) && !call.questionDotToken ? call.arguments[0] : undefined;
      if (!first || !(ts.isCallExpression(first) || ts.isBinaryExpression(first) || ts.isElementAccessExpression(first))) return [render(statement)];
      if (some(first, (node) => ts.isAwaitExpression(node) || ts.isYieldExpression(node))) return [render(statement)];
      changed = true;
      const name = inner === 0 ? names[1] : `${names[1]}${inner}x`;
      inner++;
      const text = render(statement);
      const start = first.getStart() - statement.getStart();
      // Only the first argument moves, so what stands before it is as it was.
      return [`const ${name} = ${render(first)};`, text.slice(0, start) + name + text.slice(start + render(first).length)];
    });
    return changed ? texts : null;
  })(draft, random);
};

/** The expression of a statement that is evaluated first. */
function firstEvaluated(statement: ts.Statement): ts.Expression | null {
  let at: ts.Expression | undefined =
    ts.isReturnStatement(statement) || ts.isExpressionStatement(statement) || ts.isIfStatement(statement) ? statement.expression : ts.isForOfStatement(statement) ? statement.expression : declared(statement)?.value;
  while (at) {
    if (ts.isCallExpression(at)) {
      if (ts.isIdentifier(at.expression) && at.arguments[0] && !ts.isSpreadElement(at.arguments[0])) at = at.arguments[0];
      else at = at.expression;
    } else if (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isParenthesizedExpression(at)) at = at.expression;
    else if (ts.isBinaryExpression(at)) {
      if (isAssignment(at.operatorToken.kind)) return ts.isIdentifier(at.left) && at.operatorToken.kind === Kind.EqualsToken ? at.right : null;
      at = at.left;
    } else if (ts.isConditionalExpression(at)) at = at.condition;
    else if (ts.isPrefixUnaryExpression(at) && at.operator === Kind.ExclamationToken) at = at.operand;
    else if (ts.isNewExpression(at) && at.arguments?.[0] && ts.isIdentifier(at.expression)) at = at.arguments[0];
    else return at;
  }
  return null;
}

const temporaryOut: Form = (draft, random) => {
  const counts = new Map<string, number>();
  const count = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
    node.forEachChild(count);
  };
  count(draft.fn);
  return changingBlocks((statements, render) => {
    let changed = false;
    const texts: string[] = [];
    for (let index = 0; index < statements.length; index++) {
      const statement = statements[index]!;
      const following = statements[index + 1];
      const own = declared(statement);
      const place = following && firstEvaluated(following);
      const safe = own && !some(own.value, (node) => ts.isAwaitExpression(node) || ts.isYieldExpression(node) || isFunctionNode(node));
      if (own && safe && place && ts.isIdentifier(place) && place.text === own.name && counts.get(own.name) === 2) {
        const text = following.getText();
        const start = place.getStart() - following.getStart();
        texts.push(text.slice(0, start) + grouped(own.value, own.value.getText()) + text.slice(start + place.text.length));
        changed = true;
        index++;
      } else texts.push(render(statement));
    }
    return changed ? texts : null;
  })(draft, random);
};

const COMPOUND = new Map<ts.SyntaxKind, string>([
  [Kind.PlusEqualsToken, '+'],
  [Kind.MinusEqualsToken, '-'],
  [Kind.AsteriskEqualsToken, '*'],
  [Kind.BarEqualsToken, '|'],
  [Kind.AmpersandEqualsToken, '&'],
]);

const augmented: Form = replacing((node, render) => {
  const place = ts.isExpressionStatement(node.parent) || (ts.isForStatement(node.parent) && node.parent.incrementor === node);
  if (!place) return null;
  if (ts.isPostfixUnaryExpression(node) || (ts.isPrefixUnaryExpression(node) && ts.isIdentifier(node.operand))) {
    const sign = node.operator === Kind.PlusPlusToken ? '+' : node.operator === Kind.MinusMinusToken ? '-' : null;
    return sign && `${render(node.operand)} ${sign}= 1`;
  }
  if (!ts.isBinaryExpression(node) || !isPure(node.left)) return null;
  const sign = COMPOUND.get(node.operatorToken.kind);
  if (sign) return `${render(node.left)} = ${render(node.left)} ${sign} ${grouped(node.right, render(node.right))}`;
  if (node.operatorToken.kind !== Kind.EqualsToken || !ts.isBinaryExpression(node.right)) return null;
  const back = [...COMPOUND.values()].find((value) => value === (node.right as ts.BinaryExpression).operatorToken.getText());
  if (!back || node.right.left.getText() !== node.left.getText()) return null;
  return `${render(node.left)} ${back}= ${render(node.right.right)}`;
});

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

function conditional(statement: ts.Statement, following: ts.Statement | undefined, render: Render): { text: string; both?: boolean } | null {
  if (ts.isReturnStatement(statement) && statement.expression && ts.isConditionalExpression(statement.expression)) {
    const { condition, whenTrue, whenFalse } = statement.expression;
    return { text: `if (${render(condition)}) {\nreturn ${render(whenTrue)};\n} else {\nreturn ${render(whenFalse)};\n}` };
  }
  const own = declared(statement);
  if (own && ts.isConditionalExpression(own.value)) {
    const { condition, whenTrue, whenFalse } = own.value;
    return { text: `let ${own.name};\nif (${render(condition)}) {\n${own.name} = ${render(whenTrue)};\n} else {\n${own.name} = ${render(whenFalse)};\n}` };
  }
  if (!ts.isIfStatement(statement)) return null;
  const yes = only(statement.thenStatement);
  const no = statement.elseStatement ? only(statement.elseStatement) : (following ?? null);
  if (!yes || !no) return null;
  const whole = { both: !statement.elseStatement };
  const inside = (node: ts.Expression): string => grouped(node, render(node));
  if (ts.isReturnStatement(yes) && ts.isReturnStatement(no) && yes.expression && no.expression) {
    return { text: `return ${inside(statement.expression)} ? ${inside(yes.expression)} : ${inside(no.expression)};`, ...whole };
  }
  if (whole.both || !ts.isExpressionStatement(yes) || !ts.isExpressionStatement(no)) return null;
  const [one, two] = [yes.expression, no.expression];
  if (!ts.isBinaryExpression(one) || !ts.isBinaryExpression(two) || one.operatorToken.kind !== Kind.EqualsToken || two.operatorToken.kind !== Kind.EqualsToken) return null;
  if (one.left.getText() !== two.left.getText() || !isPure(one.left)) return null;
  return { text: `${render(one.left)} = ${inside(statement.expression)} ? ${inside(one.right)} : ${inside(two.right)};` };
}

const negations: Form = replacing((node, render) => {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === Kind.ExclamationEqualsEqualsToken) return `!(${render(node.left)} === ${render(node.right)})`;
    if (kind === Kind.ExclamationEqualsToken) return `!(${render(node.left)} == ${render(node.right)})`;
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken && ts.isParenthesizedExpression(node.operand)) {
    const inner = node.operand.expression;
    const operator = ts.isBinaryExpression(inner) && INVERSE.get(inner.operatorToken.kind);
    if (operator && ts.isBinaryExpression(inner)) return `(${render(inner.left)} ${operator} ${render(inner.right)})`;
  }
  return null;
});

const emptiness: Form = replacing((node, render) => {
  const isLength = (at: ts.Node): boolean => ts.isPropertyAccessExpression(at) && at.name.text === 'length' && !at.questionDotToken;
  const parent = ts.isParenthesizedExpression(node.parent) ? node.parent.parent : node.parent;
  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) || (ts.isWhileStatement(parent) && parent.expression === node) || (ts.isConditionalExpression(parent) && parent.condition === node);
  if (ts.isBinaryExpression(node) && isLength(node.left) && ts.isNumericLiteral(node.right)) {
    const test = `${node.operatorToken.getText()}${node.right.text}`;
    if (['===0', '==0', '<1'].includes(test)) return `!${render(node.left)}`;
    if (['>0', '!==0', '!=0', '>=1'].includes(test) && isCondition) return render(node.left);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken && isLength(node.operand)) return `${render(node.operand)} === 0`;
  return isCondition && isLength(node) ? `${node.getText()} > 0` : null;
});

const lookup: Form = replacing((node, render) => {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === Kind.QuestionQuestionToken && isPure(node.left)) {
    const left = render(node.left);
    return `(${left} !== null && ${left} !== undefined ? ${left} : ${grouped(node.right, render(node.right))})`;
  }
  if (ts.isBinaryExpression(node) && node.right.kind === Kind.NullKeyword && isPure(node.left)) {
    const left = render(node.left);
    if (node.operatorToken.kind === Kind.EqualsEqualsToken) return `(${left} === null || ${left} === undefined)`;
    if (node.operatorToken.kind === Kind.ExclamationEqualsToken) return `(${left} !== null && ${left} !== undefined)`;
  }
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken && ts.isIdentifier(node.expression) && !ts.isOptionalChain(node.parent)) {
    if (ts.isPropertyAccessExpression(node.parent) || ts.isCallExpression(node.parent) || ts.isDeleteExpression(node.parent)) return null;
    const value = node.expression.text;
    return `(${value} === null || ${value} === undefined ? undefined : ${value}.${node.name.text})`;
  }
  return null;
});

const algebra: Form = (draft, random) => {
  const numeric = numericNames(draft);
  return replacing((node, render) => {
    if (!ts.isBinaryExpression(node) || !isPure(node)) return null;
    const { kind } = node.operatorToken;
    if (kind === Kind.MinusToken && numeric(node.left) && numeric(node.right)) {
      if (ts.isBinaryExpression(node.right) || ts.isBinaryExpression(node.parent)) return null;
      return `-${render(node.right)} + ${render(node.left)}`;
    }
    if (kind !== Kind.AsteriskToken || ts.isBinaryExpression(node.parent)) return null;
    const [factor, other] = ts.isNumericLiteral(node.left) ? [node.left, node.right] : [node.right, node.left];
    if (!ts.isNumericLiteral(factor) || !/^[1-9]\d*$/.test(factor.text)) return null;
    const inner = ts.isParenthesizedExpression(other) ? other.expression : other;
    if (ts.isBinaryExpression(inner) && [Kind.PlusToken, Kind.MinusToken].includes(inner.operatorToken.kind) && numeric(inner)) {
      return `(${factor.text} * ${grouped(inner.left, render(inner.left))} ${inner.operatorToken.getText()} ${factor.text} * ${grouped(inner.right, render(inner.right))})`;
    }
    return Number(factor.text) <= 4 && numeric(other) && ts.isIdentifier(other) ? `(${Array<string>(Number(factor.text)).fill(other.text).join(' + ')})` : null;
  })(draft, random);
};

/** Forms by their names in `TRANSFORMATIONS`; loops and texts are in files of their own. */
export const SIMPLE_FORMS: Record<string, Form> = {
  order,
  mirrored,
  negated,
  'early-return': early,
  'temporary-in': temporaryIn,
  'temporary-out': temporaryOut,
  augmented,
  ternary,
  'not-in': negations,
  emptiness,
  lookup,
  algebra,
};


