import ts from 'typescript';
import {
  changingBlocks,
  declared,
  isFunctionNode,
  only,
  replacing,
  some,
  type Draft,
  type Form,
  type Render,
} from './draft.ts';
import { assignedNames, freshName, namesOf, usesThis } from './names.ts';

/** Type 4: loops against map and filter, for against while over a counter, and texts put together. */
const Kind = ts.SyntaxKind;

function holdsControl(node: ts.Node): boolean {
  return some(
    node,
    (at) =>
      ts.isReturnStatement(at) ||
      ts.isBreakOrContinueStatement(at) ||
      ts.isAwaitExpression(at) ||
      ts.isYieldExpression(at),
  );
}

/** `const xs = []; for (const v of it) { if (c) xs.push(e); }` as `const xs = [...it].filter((v) => c).map((v) => e);` */
const toArrayMethods: Form = changingBlocks((statements, render) => {
  const texts: string[] = [];
  let changed = false;
  for (let index = 0; index < statements.length; index++) {
    const made = statements[index + 1] && collected(statements[index]!, statements[index + 1]!, render);
    texts.push(made ?? render(statements[index]!));
    if (made) {
      changed = true;
      index++;
    }
  }
  return changed ? texts : null;
});

function collected(start: ts.Statement, loop: ts.Statement, render: Render): string | null {
  const own = declared(start);
  if (
    !own ||
    own.value.getText() !== '[]' ||
    !ts.isForOfStatement(loop) ||
    loop.awaitModifier ||
    !ts.isVariableDeclarationList(loop.initializer)
  )
    return null;
  if (holdsControl(loop) || usesThis(loop.statement)) return null;
  let inner = only(loop.statement);
  let condition: ts.Expression | null = null;
  if (inner && ts.isIfStatement(inner) && !inner.elseStatement) {
    condition = inner.expression;
    inner = only(inner.thenStatement);
  }
  if (!inner || !ts.isExpressionStatement(inner) || !ts.isCallExpression(inner.expression)) return null;
  const { expression: callee, arguments: added } = inner.expression;
  if (callee.getText() !== `${own.name}.push` || added.length !== 1 || ts.isSpreadElement(added[0]!)) return null;
  const value = added[0]!;
  const used = namesOf([value, loop.expression, ...(condition ? [condition] : [])]).all;
  if (used.has(own.name)) return null;
  const variable = loop.initializer.declarations[0]!.name.getText();
  const filter = condition ? `.filter((${variable}) => ${render(condition)})` : '';
  const result = ts.isObjectLiteralExpression(value) ? `(${render(value)})` : render(value);
  const map = value.getText() === variable ? '' : `.map((${variable}) => ${result})`;
  return `const ${own.name} = [...${ts.isIdentifier(loop.expression) || ts.isCallExpression(loop.expression) ? render(loop.expression) : `(${render(loop.expression)})`}]${filter}${map};`;
}

/** `xs.filter(…)` and `xs.map(…)` as the value of a variable or of the function, as a loop. */
const toLoop: Form = (draft, random) => {
  const result = freshName(draft, 'collected');
  return changingBlocks((statements, render, own) => {
    let changed = false;
    const texts = statements.flatMap((statement) => {
      const variable = declared(statement);
      const value = variable?.value ?? (ts.isReturnStatement(statement) ? statement.expression : undefined);
      const lines = value && unrolled(value, variable?.name ?? result, render, own);
      if (!lines) return [render(statement)];
      changed = true;
      if (lines.at(-1)!.startsWith('return ')) return lines;
      return variable ? lines : [...lines, `return ${result};`];
    });
    return changed ? texts : null;
  })(draft, random);
};

function unrolled(value: ts.Expression, result: string, render: Render, draft: Draft): string[] | null {
  if (
    !ts.isCallExpression(value) ||
    !ts.isPropertyAccessExpression(value.expression) ||
    value.arguments.length !== 1 ||
    value.expression.questionDotToken
  )
    return null;
  const method = value.expression.name.text;
  const callback = value.arguments[0]!;
  const tests = ['some', 'every'].includes(method) && ts.isReturnStatement(value.parent);
  if (
    !(tests || ['map', 'filter'].includes(method)) ||
    !ts.isArrowFunction(callback) ||
    ts.isBlock(callback.body) ||
    callback.parameters.length !== 1
  )
    return null;
  const parameter = callback.parameters[0]!;
  if (parameter.initializer || parameter.dotDotDotToken || callback.modifiers?.length) return null;
  if (some(callback.body, isFunctionNode) || namesOf([value]).all.has(result)) return null;
  // Objects that have a method of that name and are no arrays (a Map of streams, a schema) do something else.
  const over = value.expression.expression;
  if (!ts.isCallExpression(over) && !ts.isIdentifier(over) && !ts.isPropertyAccessExpression(over)) return null;
  const name = parameter.name.getText();
  const bound = namesOf([parameter.name]).all;
  const inside = new Set<ts.Node>();
  const collect = (node: ts.Node): void => {
    inside.add(node);
    node.forEachChild(collect);
  };
  collect(callback);
  if (some(draft.fn, (node) => ts.isIdentifier(node) && bound.has(node.text) && !inside.has(node))) return null;
  if (tests) {
    const hit = method === 'some' ? render(callback.body) : `!(${render(callback.body)})`;
    const found = String(method === 'some');
    const loop = `for (const ${name} of ${render(over)}) {\nif (${hit}) {\nreturn ${found};\n}\n}`;
    return [loop, `return ${String(method !== 'some')};`];
  }
  const kept =
    method === 'map'
      ? `${result}.push(${render(callback.body)});`
      : `if (${render(callback.body)}) {\n${result}.push(${name});\n}`;
  return [`const ${result} = [];`, `for (const ${name} of ${render(over)}) {\n${kept}\n}`];
}

/** `for (const v of it) {…}` as `[...it].forEach((v) => {…})`. */
const toForEach: Form = replacing((node, render) => {
  if (!ts.isForOfStatement(node) || node.awaitModifier || !ts.isVariableDeclarationList(node.initializer)) return null;
  if (!ts.isBlock(node.statement) || holdsControl(node.statement) || !ts.isIdentifier(node.expression)) return null;
  return `[...${node.expression.text}].forEach((${node.initializer.declarations[0]!.name.getText()}) => ${render(node.statement)});`;
});

const arrayMethods: Form = (draft, random) => {
  const [first, second] = random.chance(0.5) ? [toArrayMethods, toLoop] : [toLoop, toArrayMethods];
  return first(draft, random) ?? second(draft, random) ?? toForEach(draft, random);
};

/** `for (init; test; step) {…}` as `init; while (test) {…; step; }`. */
const counter: Form = changingBlocks((statements, render, draft) => {
  let changed = false;
  const texts = statements.flatMap((statement) => {
    if (!ts.isForStatement(statement) || !statement.initializer || !ts.isVariableDeclarationList(statement.initializer))
      return [render(statement)];
    const { initializer, condition, incrementor, statement: inner } = statement;
    if (!condition || !incrementor || some(inner, (node) => isFunctionNode(node) || ts.isContinueStatement(node)))
      return [render(statement)];
    const names = new Set(initializer.declarations.flatMap((declaration) => [...namesOf([declaration.name]).all]));
    const within = (node: ts.Node): boolean => node.pos >= statement.pos && node.end <= statement.end;
    if (some(draft.fn, (node) => ts.isIdentifier(node) && names.has(node.text) && !within(node)))
      return [render(statement)];
    changed = true;
    const body = ts.isBlock(inner) ? inner.statements.map(render).join('\n') : render(inner);
    return [`${render(initializer)};`, `while (${render(condition)}) {\n${body}\n${render(incrementor)};\n}`];
  });
  return changed ? texts : null;
});

/** Template literals against sums of texts. */
const formatting: Form = replacing((node, render) => {
  if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
    if (some(node, (at) => at !== node && ts.isTemplateExpression(at))) return null;
    const parts = [JSON.stringify(node.head.text)];
    for (const { expression, literal } of node.templateSpans) {
      parts.push(
        ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)
          ? render(expression)
          : `(${render(expression)})`,
      );
      if (literal.text !== '') parts.push(JSON.stringify(literal.text));
    }
    const sum = (parts[0] === '""' && parts[1]?.startsWith('"') ? parts.slice(1) : parts).join(' + ');
    return ts.isCallExpression(node.parent) ||
      ts.isReturnStatement(node.parent) ||
      ts.isVariableDeclaration(node.parent) ||
      ts.isNewExpression(node.parent)
      ? sum
      : `(${sum})`;
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== Kind.PlusToken || isPlus(node.parent)) return null;
  const operands: ts.Expression[] = [];
  const flatten = (at: ts.Expression): void => {
    if (isPlus(at)) {
      flatten(at.left);
      operands.push(at.right);
    } else operands.push(at);
  };
  flatten(node);
  // From the first text on everything is made a text.
  if (!operands.slice(0, 2).some(ts.isStringLiteral)) return null;
  if (
    operands.some((operand) =>
      some(operand, (at) => ts.isTemplateExpression(at) || ts.isNoSubstitutionTemplateLiteral(at)),
    )
  )
    return null;
  const text = operands
    .map((operand) => (ts.isStringLiteral(operand) ? escaped(operand.text) : `\${${render(operand)}}`))
    .join('');
  return `\`${text}\``;
});

function isPlus(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === Kind.PlusToken;
}

function escaped(text: string): string {
  return text
    .replace(/[\\`]|\$\{/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

export const LOOP_FORMS: Record<string, Form> = { comprehension: arrayMethods, counter, formatting };

/** True when the statements change variables that they do not declare, or leave through them. */
export function changesOutside(nodes: readonly ts.Node[]): boolean {
  const { bound } = namesOf(nodes);
  return nodes.some((node) => holdsControl(node) || [...assignedNames(node)].some((name) => !bound.has(name)));
}
