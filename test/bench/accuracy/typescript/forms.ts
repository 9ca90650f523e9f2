import ts from 'typescript';
import { freshName, namesOf } from './names.ts';
import { INVERSE } from './branches.ts';
import {
  changingBlocks,
  declared,
  grouped,
  isAssignment,
  isFunctionNode,
  isPure,
  replacing,
  some,
  type Draft,
  type Form,
} from './draft.ts';

/*
 * Type 4: each form takes a function and gives it in another form that does the same, or null where it does not apply.
 */
const Kind = ts.SyntaxKind;

const MIRROR = new Map<ts.SyntaxKind, string>([
  [Kind.LessThanToken, '>'],
  [Kind.GreaterThanToken, '<'],
  [Kind.LessThanEqualsToken, '>='],
  [Kind.GreaterThanEqualsToken, '<='],
  [Kind.EqualsEqualsEqualsToken, '==='],
  [Kind.ExclamationEqualsEqualsToken, '!=='],
]);

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
  for (let before = -1; before !== known.size;) {
    before = known.size;
    for (const name of [...known])
      if (!values.get(name)!.every((value) => value !== null && numeric(value))) known.delete(name);
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
    if (
      one &&
      two &&
      one.name !== two.name &&
      !namesOf([two.value]).free.has(one.name) &&
      !namesOf([one.value]).free.has(two.name)
    ) {
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
    const commutes =
      kind === Kind.AsteriskToken || (kind === Kind.PlusToken && numeric(node.left) && numeric(node.right));
    if (!commutes || ts.isBinaryExpression(node.left) || ts.isBinaryExpression(node.right)) return null;
    return `${render(node.right)} ${kind === Kind.PlusToken ? '+' : '*'} ${render(node.left)}`;
  })(draft, random);
};

const temporaryIn: Form = (draft, random) => {
  const base = random.choice(['result', 'outcome', 'answer', 'output']);
  const part = random.choice(['argument', 'part', 'piece', 'inner']);
  const names = [freshName(draft, base), freshName(draft, part)] as const;
  let inner = 0;
  return changingBlocks((statements, render) => {
    let changed = false;
    const texts = statements.flatMap((statement) => {
      if (
        ts.isReturnStatement(statement) &&
        statement.expression &&
        !ts.isIdentifier(statement.expression) &&
        !ts.isLiteralExpression(statement.expression)
      ) {
        if (statement.expression.kind === Kind.TrueKeyword || statement.expression.kind === Kind.FalseKeyword)
          return [render(statement)];
        changed = true;
        // In a block of its own, as one function may return more than once.
        return [`const ${names[0]} = ${render(statement.expression)};`, `return ${names[0]};`];
      }
      const call = ts.isExpressionStatement(statement) ? statement.expression : declared(statement)?.value;
      const first =
        call && ts.isCallExpression(call) && ts.isIdentifier(call.expression) && !call.questionDotToken
          ? call.arguments[0]
          : undefined;
      if (
        !first ||
        !(ts.isCallExpression(first) || ts.isBinaryExpression(first) || ts.isElementAccessExpression(first))
      )
        return [render(statement)];
      if (some(first, (node) => ts.isAwaitExpression(node) || ts.isYieldExpression(node))) return [render(statement)];
      changed = true;
      const name = inner === 0 ? names[1] : `${names[1]}${inner}x`;
      inner++;
      const text = render(statement);
      const start = first.getStart() - statement.getStart();
      // Only the first argument moves, so what stands before it is as it was.
      return [
        `const ${name} = ${render(first)};`,
        text.slice(0, start) + name + text.slice(start + render(first).length),
      ];
    });
    return changed ? texts : null;
  })(draft, random);
};

/** The expression of a statement that is evaluated first. */
function firstEvaluated(statement: ts.Statement): ts.Expression | null {
  let at: ts.Expression | undefined =
    ts.isReturnStatement(statement) || ts.isExpressionStatement(statement) || ts.isIfStatement(statement)
      ? statement.expression
      : ts.isForOfStatement(statement)
        ? statement.expression
        : declared(statement)?.value;
  while (at) {
    if (ts.isCallExpression(at)) {
      if (ts.isIdentifier(at.expression) && at.arguments[0] && !ts.isSpreadElement(at.arguments[0]))
        at = at.arguments[0];
      else at = at.expression;
    } else if (
      ts.isPropertyAccessExpression(at) ||
      ts.isElementAccessExpression(at) ||
      ts.isParenthesizedExpression(at)
    )
      at = at.expression;
    else if (ts.isBinaryExpression(at)) {
      if (isAssignment(at.operatorToken.kind))
        return ts.isIdentifier(at.left) && at.operatorToken.kind === Kind.EqualsToken ? at.right : null;
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
      const safe =
        own &&
        !some(own.value, (node) => ts.isAwaitExpression(node) || ts.isYieldExpression(node) || isFunctionNode(node));
      if (own && safe && place && ts.isIdentifier(place) && place.text === own.name && counts.get(own.name) === 2) {
        const text = following.getText();
        const start = place.getStart() - following.getStart();
        texts.push(
          text.slice(0, start) + grouped(own.value, own.value.getText()) + text.slice(start + place.text.length),
        );
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
  const place =
    ts.isExpressionStatement(node.parent) || (ts.isForStatement(node.parent) && node.parent.incrementor === node);
  if (!place) return null;
  if (ts.isPostfixUnaryExpression(node) || (ts.isPrefixUnaryExpression(node) && ts.isIdentifier(node.operand))) {
    const sign = node.operator === Kind.PlusPlusToken ? '+' : node.operator === Kind.MinusMinusToken ? '-' : null;
    return sign && `${render(node.operand)} ${sign}= 1`;
  }
  if (!ts.isBinaryExpression(node) || !isPure(node.left)) return null;
  const sign = COMPOUND.get(node.operatorToken.kind);
  if (sign) return `${render(node.left)} = ${render(node.left)} ${sign} ${grouped(node.right, render(node.right))}`;
  if (node.operatorToken.kind !== Kind.EqualsToken || !ts.isBinaryExpression(node.right)) return null;
  const back = [...COMPOUND.values()].find(
    (value) => value === (node.right as ts.BinaryExpression).operatorToken.getText(),
  );
  if (!back || node.right.left.getText() !== node.left.getText()) return null;
  return `${render(node.left)} ${back}= ${render(node.right.right)}`;
});

const negations: Form = replacing((node, render) => {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === Kind.ExclamationEqualsEqualsToken) return `!(${render(node.left)} === ${render(node.right)})`;
    if (kind === Kind.ExclamationEqualsToken) return `!(${render(node.left)} == ${render(node.right)})`;
  }
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === Kind.ExclamationToken &&
    ts.isParenthesizedExpression(node.operand)
  ) {
    const inner = node.operand.expression;
    const operator = ts.isBinaryExpression(inner) && INVERSE.get(inner.operatorToken.kind);
    if (operator && ts.isBinaryExpression(inner)) return `(${render(inner.left)} ${operator} ${render(inner.right)})`;
  }
  return null;
});

const emptiness: Form = replacing((node, render) => {
  const isLength = (at: ts.Node): boolean =>
    ts.isPropertyAccessExpression(at) && at.name.text === 'length' && !at.questionDotToken;
  const parent = ts.isParenthesizedExpression(node.parent) ? node.parent.parent : node.parent;
  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isWhileStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  if (ts.isBinaryExpression(node) && isLength(node.left) && ts.isNumericLiteral(node.right)) {
    const test = `${node.operatorToken.getText()}${node.right.text}`;
    if (['===0', '==0', '<1'].includes(test)) return `!${render(node.left)}`;
    if (['>0', '!==0', '!=0', '>=1'].includes(test) && isCondition) return render(node.left);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken && isLength(node.operand))
    return `${render(node.operand)} === 0`;
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
  if (
    ts.isPropertyAccessExpression(node) &&
    node.questionDotToken &&
    ts.isIdentifier(node.expression) &&
    !ts.isOptionalChain(node.parent)
  ) {
    if (
      ts.isPropertyAccessExpression(node.parent) ||
      ts.isCallExpression(node.parent) ||
      ts.isDeleteExpression(node.parent)
    )
      return null;
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
    if (
      ts.isBinaryExpression(inner) &&
      [Kind.PlusToken, Kind.MinusToken].includes(inner.operatorToken.kind) &&
      numeric(inner)
    ) {
      return `(${factor.text} * ${grouped(inner.left, render(inner.left))} ${inner.operatorToken.getText()} ${factor.text} * ${grouped(inner.right, render(inner.right))})`;
    }
    return Number(factor.text) <= 4 && numeric(other) && ts.isIdentifier(other)
      ? `(${Array<string>(Number(factor.text)).fill(other.text).join(' + ')})`
      : null;
  })(draft, random);
};

/** Forms by their names in `TRANSFORMATIONS`; branches, loops and texts are in files of their own. */
export const SIMPLE_FORMS: Record<string, Form> = {
  order,
  mirrored,
  'temporary-in': temporaryIn,
  'temporary-out': temporaryOut,
  augmented,
  'not-in': negations,
  emptiness,
  lookup,
  algebra,
};
