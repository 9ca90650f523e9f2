import ts from 'typescript';
import { sourceFile } from '../ecmascript/compilerFacts.ts';

/**
 * Bodies as S-expressions, made from the TypeScript compiler's own tree alone: the reference for our lowering. Names
 * stand by their text. By the offset where each function's body begins.
 */
export function compilerBodies(path: string, text: string): Map<number, string> {
  const file = sourceFile(path, text);
  const found = new Map<number, string>();
  const visit = (at: ts.Node): void => {
    if (ts.isFunctionLike(at) && 'body' in at && at.body)
      found.set((at.body as ts.Node).getStart(file), functionOf(at as ts.FunctionLikeDeclaration));
    ts.forEachChild(at, visit);
  };
  visit(file);
  return found;
}

function node(head: string, ...children: string[]): string {
  return `(${[head, ...children].join(' ')})`;
}

function text(value: string): string {
  return value === '' ? '' : ` ${JSON.stringify(value)}`;
}

const string = (value: string): string => node(`StringLiteral${text(value)}`);
const EMPTY = '(Empty)';

type Cast = ts.AsExpression | ts.SatisfiesExpression | ts.NonNullExpression | ts.TypeAssertion;

function isCast(e: ts.Node): e is Cast {
  return (
    ts.isAsExpression(e) || ts.isSatisfiesExpression(e) || ts.isNonNullExpression(e) || ts.isTypeAssertionExpression(e)
  );
}

function unwrap(e: ts.Expression): ts.Expression {
  let at = e;
  while (ts.isParenthesizedExpression(at) || isCast(at)) at = at.expression;
  return at;
}

const LOGICAL: Record<string, string> = { '&&': 'and', '||': 'or', '??': '??' };
const COMPARISON = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in', 'instanceof']);
const S = ts.SyntaxKind;

function operands(e: ts.Expression, operator: string): string[] {
  if (!ts.isBinaryExpression(e) || e.operatorToken.getText() !== operator) return [expr(e)];
  return [...operands(e.left, operator), expr(e.right)];
}

function isAssignment(e: ts.Node): e is ts.BinaryExpression {
  return ts.isBinaryExpression(e) && e.operatorToken.kind === S.EqualsToken;
}

function isCompound(e: ts.Node): e is ts.BinaryExpression {
  return (
    ts.isBinaryExpression(e) &&
    e.operatorToken.kind > S.EqualsToken &&
    e.operatorToken.kind <= S.LastAssignment &&
    e.operatorToken.kind >= S.FirstAssignment
  );
}

function assignment(e: ts.BinaryExpression, flags: string): string {
  const parts: string[] = [];
  let at: ts.Expression = e;
  while (isAssignment(at)) {
    parts.push(target(at.left));
    at = at.right;
  }
  return node(`Assign${flags}`, ...parts, expr(at));
}

function compound(e: ts.BinaryExpression, flags: string): string {
  const operator = e.operatorToken.getText().slice(0, -1);
  return node(`AugmentedAssign${flags}${text(LOGICAL[operator] ?? operator)}`, expr(e.left), expr(e.right));
}

/** What an assignment writes to: literals are patterns. */
function target(e: ts.Expression): string {
  const at = unwrap(e);
  if (isAssignment(at)) return node('DefaultValue', target(at.left), expr(at.right));
  if (ts.isArrayLiteralExpression(at)) return node('List', ...at.elements.map(target));
  if (ts.isSpreadElement(at)) return node('Spread', target(at.expression));
  if (!ts.isObjectLiteralExpression(at)) return expr(at);
  return node(
    'Dictionary',
    ...at.properties.map((p) => {
      if (ts.isPropertyAssignment(p)) return node('Entry', key(p.name), target(p.initializer));
      if (ts.isSpreadAssignment(p)) return node('Spread', target(p.expression));
      return property(p);
    }),
  );
}

function key(name: ts.PropertyName): string {
  if (ts.isComputedPropertyName(name)) return expr(name.expression);
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) return string(name.text);
  return expr(name);
}

function property(p: ts.ObjectLiteralElementLike): string {
  if (ts.isPropertyAssignment(p)) return node('Entry', key(p.name), expr(p.initializer));
  if (ts.isSpreadAssignment(p)) return node('Spread', expr(p.expression));
  if (!ts.isShorthandPropertyAssignment(p)) return node(`Entry${accessor(p)}`, key(p.name), functionOf(p));
  const initial = p.objectAssignmentInitializer;
  const value = initial ? node('DefaultValue', p.name.text, expr(initial)) : name(p.name.text);
  return node('Entry', string(p.name.text), value);
}

function accessor(member: ts.Node): string {
  return ts.isGetAccessor(member) ? ' :get' : ts.isSetAccessor(member) ? ' :set' : '';
}

function name(value: string): string {
  return value === 'undefined' ? '(NoneLiteral "undefined")' : value;
}

function binding(at: ts.BindingName): string {
  if (ts.isIdentifier(at)) return at.text;
  if (ts.isArrayBindingPattern(at))
    return node('List', ...at.elements.map((e) => (ts.isOmittedExpression(e) ? EMPTY : element(e))));
  return node(
    'Dictionary',
    ...at.elements.map((e) => {
      if (e.dotDotDotToken) return element(e);
      const named = e.propertyName ?? (e.name as ts.Identifier);
      return node('Entry', key(named), element(e));
    }),
  );
}

function element(e: ts.BindingElement): string {
  if (e.dotDotDotToken) return node('Spread', binding(e.name));
  return e.initializer ? node('DefaultValue', binding(e.name), expr(e.initializer)) : binding(e.name);
}

function optional(e: { questionDotToken?: ts.Node }): string {
  return e.questionDotToken ? ' :optional' : '';
}

function pieces(e: ts.TemplateLiteral): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(e)) return e.text === '' ? [] : [string(e.text)];
  const out = e.head.text === '' ? [] : [string(e.head.text)];
  for (const span of e.templateSpans) {
    out.push(node('Interpolation', expr(span.expression)));
    if (span.literal.text !== '') out.push(string(span.literal.text));
  }
  return out;
}

const UNARY: Partial<Record<ts.SyntaxKind, string>> = { [S.MinusToken]: '-', [S.PlusToken]: '+', [S.TildeToken]: '~' };

function expr(e: ts.Expression): string {
  if (ts.isParenthesizedExpression(e) || isCast(e) || ts.isExpressionWithTypeArguments(e)) return expr(e.expression);
  if (ts.isIdentifier(e)) return name(e.text);
  if (ts.isPrivateIdentifier(e)) return string(e.text);
  if (ts.isStringLiteral(e)) return string(e.text);
  if (ts.isNoSubstitutionTemplateLiteral(e)) return string(e.text);
  if (ts.isTemplateExpression(e)) return node('StringTemplate', ...pieces(e));
  if (ts.isTaggedTemplateExpression(e))
    return node('TaggedTemplate', expr(e.tag), node('StringTemplate', ...pieces(e.template)));
  if (ts.isNumericLiteral(e)) return node(`NumberLiteral${text(String(Number(e.text)))}`);
  if (ts.isBigIntLiteral(e)) return node(`NumberLiteral${text(e.text)}`);
  if (ts.isRegularExpressionLiteral(e)) return node(`RegexLiteral${text(e.text)}`);
  if (ts.isOmittedExpression(e)) return EMPTY;
  if (ts.isPropertyAccessExpression(e)) return node(`Attribute${optional(e)}${text(e.name.text)}`, expr(e.expression));
  if (ts.isElementAccessExpression(e))
    return node(`Index${optional(e)}`, expr(e.expression), expr(e.argumentExpression));
  if (ts.isCallExpression(e)) return node(`Call${optional(e)}`, expr(e.expression), ...e.arguments.map(expr));
  if (ts.isNewExpression(e)) return node('Call :new', expr(e.expression), ...(e.arguments ?? []).map(expr));
  if (ts.isSpreadElement(e)) return node('Spread', expr(e.expression));
  if (ts.isArrayLiteralExpression(e)) return node('List', ...e.elements.map(expr));
  if (ts.isObjectLiteralExpression(e)) return node('Dictionary', ...e.properties.map(property));
  if (ts.isConditionalExpression(e)) return node('Conditional', expr(e.condition), expr(e.whenTrue), expr(e.whenFalse));
  if (ts.isAwaitExpression(e)) return node('Await', expr(e.expression));
  if (ts.isYieldExpression(e))
    return node(`Yield${e.asteriskToken ? ' :from' : ''}`, ...(e.expression ? [expr(e.expression)] : []));
  if (ts.isTypeOfExpression(e)) return node('Unary "typeof"', expr(e.expression));
  if (ts.isVoidExpression(e)) return node('Unary "void"', expr(e.expression));
  if (ts.isDeleteExpression(e)) return node('Unary "delete"', expr(e.expression));
  if (ts.isPrefixUnaryExpression(e)) {
    if (e.operator === S.ExclamationToken) return node('Not', expr(e.operand));
    if (e.operator === S.PlusPlusToken || e.operator === S.MinusMinusToken)
      return node(`Update :prefix "${e.operator === S.PlusPlusToken ? '++' : '--'}"`, expr(e.operand));
    return node(`Unary "${UNARY[e.operator]}"`, expr(e.operand));
  }
  if (ts.isPostfixUnaryExpression(e))
    return node(`Update "${e.operator === S.PlusPlusToken ? '++' : '--'}"`, expr(e.operand));
  if (isAssignment(e)) return assignment(e, ' :expression');
  if (isCompound(e)) return compound(e, ' :expression');
  if (ts.isBinaryExpression(e)) {
    const operator = e.operatorToken.getText();
    if (operator === ',') return node('Sequence', ...operands(e, ','));
    if (Object.hasOwn(LOGICAL, operator)) return node(`Logical "${LOGICAL[operator]}"`, ...operands(e, operator));
    return node(`${COMPARISON.has(operator) ? 'Comparison' : 'Binary'} "${operator}"`, expr(e.left), expr(e.right));
  }
  if (ts.isArrowFunction(e) || ts.isFunctionExpression(e)) return functionOf(e);
  if (ts.isClassExpression(e)) return classOf(e);
  if (ts.isMetaProperty(e)) return e.getText();
  switch (e.kind) {
    case S.ThisKeyword:
      return '(This)';
    case S.SuperKeyword:
      return '(Super)';
    case S.ImportKeyword:
      return 'import';
    case S.TrueKeyword:
      return '(BooleanLiteral "true")';
    case S.FalseKeyword:
      return '(BooleanLiteral "false")';
    case S.NullKeyword:
      return '(NoneLiteral)';
    default:
      return `<${S[e.kind]}>`;
  }
}

function has(at: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(at) && (ts.getModifiers(at) ?? []).some((modifier) => modifier.kind === kind);
}

function functionOf(f: ts.FunctionLikeDeclaration): string {
  const flags =
    (ts.isArrowFunction(f) ? ' :lexical' : '') +
    (has(f, S.AsyncKeyword) ? ' :async' : '') +
    (f.asteriskToken ? ' :generator' : '');
  const parameters = f.parameters.filter((p) => p.name.getText() !== 'this');
  const stored = parameters
    .filter((p) => ts.isParameterPropertyDeclaration(p, f))
    .map((p) => node('Assign', `(Attribute ${JSON.stringify(p.name.getText())} (This))`, p.name.getText()));
  const body = f.body!;
  const statements = ts.isBlock(body) ? body.statements.flatMap(stmt) : [node('Return', expr(body))];
  return node(
    `Function${flags}`,
    node(
      'Parameters',
      ...parameters.map((p) =>
        node(
          `Parameter${p.dotDotDotToken ? ' :rest' : p.questionToken || p.initializer ? ' :optional' : ''}`,
          binding(p.name),
          ...(p.initializer ? [expr(p.initializer)] : []),
        ),
      ),
    ),
    node('Block', ...stored, ...statements),
  );
}

function classOf(c: ts.ClassLikeDeclaration): string {
  const bases = (c.heritageClauses ?? []).filter((h) => h.token === S.ExtendsKeyword).flatMap((h) => [...h.types]);
  return node(
    'ClassDefinition',
    c.name?.text ?? EMPTY,
    node('Bases', ...bases.map((b) => expr(b.expression))),
    node('Block', ...c.members.flatMap(member)),
    ...decorators(c),
  );
}

function decorators(at: ts.Node): string[] {
  const found = ts.canHaveDecorators(at) ? (ts.getDecorators(at) ?? []) : [];
  return found.map((d) => node('Decorator', expr(d.expression)));
}

function member(m: ts.ClassElement): string[] {
  const wrap = (inner: string): string[] => [has(m, S.StaticKeyword) ? node('Labelled "static"', inner) : inner];
  if (ts.isClassStaticBlockDeclaration(m)) return [node('Scoped "static"', block(m.body))];
  if (ts.isPropertyDeclaration(m)) {
    if (has(m, S.DeclareKeyword) || (has(m, S.AbstractKeyword) && !m.initializer)) return [];
    const plain = !ts.isComputedPropertyName(m.name);
    const at = plain
      ? node(`Attribute ${JSON.stringify((m.name as ts.Identifier).text)}`, '(This)')
      : node('Index', '(This)', key(m.name));
    const value = m.initializer ? [expr(m.initializer)] : [];
    return wrap(node(m.initializer ? 'Assign' : 'Declare', at, ...value, ...decorators(m)));
  }
  if (!ts.isFunctionLike(m) || !(m as ts.MethodDeclaration).body) return [];
  const named = ts.isConstructorDeclaration(m) ? string('constructor') : key((m as ts.MethodDeclaration).name);
  const body = functionOf(m as ts.FunctionLikeDeclaration);
  return wrap(node(`FunctionDefinition${accessor(m)}`, named, body, ...decorators(m)));
}

function effect(e: ts.Expression): string[] {
  const at = unwrap(e);
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === S.CommaToken)
    return sequence(at).flatMap((part) => effect(part));
  if (isAssignment(at)) return [assignment(at, '')];
  if (isCompound(at)) return [compound(at, '')];
  if (ts.isDeleteExpression(at)) return [node('Delete', expr(at.expression))];
  if (ts.isPostfixUnaryExpression(at) || ts.isPrefixUnaryExpression(at)) {
    const operator = at.operator === S.PlusPlusToken ? '+' : at.operator === S.MinusMinusToken ? '-' : '';
    if (operator !== '') return [node(`AugmentedAssign "${operator}"`, expr(at.operand), '(NumberLiteral "1")')];
  }
  return [node('ExpressionStatement', expr(at))];
}

function sequence(e: ts.Expression): ts.Expression[] {
  return ts.isBinaryExpression(e) && e.operatorToken.kind === S.CommaToken ? [...sequence(e.left), e.right] : [e];
}

function block(s: ts.Statement): string {
  return node('Block', ...(ts.isBlock(s) ? s.statements.flatMap(stmt) : stmt(s)));
}

/** `var`: a variable of the function, not of its block. */
function isVar({ flags }: ts.VariableDeclarationList): boolean {
  return (flags & (ts.NodeFlags.Let | ts.NodeFlags.Const)) === 0;
}

function declarations(list: ts.VariableDeclarationList): string[] {
  const flags = `${isVar(list) ? '' : ' :declares'}${list.flags & ts.NodeFlags.Const ? ' :constant' : ''}`;
  return list.declarations.map((d) =>
    d.initializer ? node(`Assign${flags}`, binding(d.name), expr(d.initializer)) : node('Declare', binding(d.name)),
  );
}

function clauses(all: readonly ts.CaseOrDefaultClause[]): string[] {
  const out: string[] = [];
  let tests: string[] = [];
  all.forEach((clause, index) => {
    if (ts.isCaseClause(clause)) tests.push(expr(clause.expression));
    const following = all[index + 1];
    if (ts.isCaseClause(clause) && clause.statements.length === 0 && following && ts.isCaseClause(following)) return;
    const only = clause.statements.length === 1 ? clause.statements[0]! : undefined;
    const body = only && ts.isBlock(only) ? only.statements : clause.statements;
    out.push(node('Case', ...tests, node('Block', ...body.flatMap(stmt))));
    tests = [];
  });
  return out;
}

function stmt(s: ts.Statement): string[] {
  if (has(s, S.DeclareKeyword) || ts.isInterfaceDeclaration(s) || ts.isTypeAliasDeclaration(s)) return [];
  if (ts.isVariableStatement(s)) return declarations(s.declarationList);
  if (ts.isExpressionStatement(s)) return effect(s.expression);
  if (ts.isEmptyStatement(s)) return [];
  if (ts.isBlock(s)) return [block(s)];
  if (ts.isReturnStatement(s)) return [node('Return', ...(s.expression ? [expr(s.expression)] : []))];
  if (ts.isThrowStatement(s)) return [node('Throw', expr(s.expression))];
  if (ts.isBreakStatement(s)) return [node(`Break${text(s.label?.text ?? '')}`)];
  if (ts.isContinueStatement(s)) return [node(`Continue${text(s.label?.text ?? '')}`)];
  if (ts.isIfStatement(s))
    return [
      node('If', expr(s.expression), block(s.thenStatement), ...(s.elseStatement ? [block(s.elseStatement)] : [])),
    ];
  if (ts.isWhileStatement(s)) return [node('While', expr(s.expression), block(s.statement))];
  if (ts.isDoStatement(s)) return [node('DoWhile', block(s.statement), expr(s.expression))];
  if (ts.isForStatement(s)) {
    const start = s.initializer;
    const first = !start ? [] : ts.isVariableDeclarationList(start) ? declarations(start) : effect(start);
    const step = s.incrementor ? effect(s.incrementor) : [];
    return [
      node(
        'ForCount',
        node('Block', ...first),
        s.condition ? expr(s.condition) : EMPTY,
        node('Block', ...step),
        block(s.statement),
      ),
    ];
  }
  if (ts.isForOfStatement(s) || ts.isForInStatement(s)) {
    const declared = ts.isVariableDeclarationList(s.initializer);
    let flags = ts.isVariableDeclarationList(s.initializer) && !isVar(s.initializer) ? ' :declares' : '';
    if (declared && s.initializer.flags & ts.NodeFlags.Const) flags += ' :constant';
    if (ts.isForOfStatement(s) && s.awaitModifier) flags += ' :async';
    const left = ts.isVariableDeclarationList(s.initializer)
      ? binding(s.initializer.declarations[0]!.name)
      : target(s.initializer);
    return [
      node(`ForEach${flags}${ts.isForInStatement(s) ? ' "in"' : ''}`, left, expr(s.expression), block(s.statement)),
    ];
  }
  if (ts.isSwitchStatement(s)) return [node('Switch "switch"', expr(s.expression), ...clauses(s.caseBlock.clauses))];
  if (ts.isTryStatement(s)) {
    const c = s.catchClause;
    const parts = [block(s.tryBlock)];
    if (c)
      parts.push(
        node('Catch', EMPTY, c.variableDeclaration ? binding(c.variableDeclaration.name) : EMPTY, block(c.block)),
      );
    if (s.finallyBlock) parts.push(node('Finally', block(s.finallyBlock)));
    return [node('Try', ...parts)];
  }
  if (ts.isLabeledStatement(s)) return [node(`Labelled${text(s.label.text)}`, ...stmt(s.statement))];
  if (ts.isDebuggerStatement(s)) return ['(Other "debugger_statement")'];
  if (ts.isFunctionDeclaration(s))
    return s.body ? [node('FunctionDefinition', s.name?.text ?? EMPTY, functionOf(s))] : [];
  if (ts.isClassDeclaration(s)) return [classOf(s)];
  return [`<${S[s.kind]}>`];
}
