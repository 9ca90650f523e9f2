import ts from 'typescript';

/** One function, method, class or interface as the TypeScript compiler's own tree shows it. */
export interface CompilerSymbol {
  kind: string;
  name: string;
  start: number;
  end: number;
  parameters: string;
}

export interface CompilerFacts {
  symbols: CompilerSymbol[];
  /** `name:line` of every call and `new` of a name or property. */
  calls: string[];
  /** Number of syntax errors that the compiler reports. */
  errors: number;
}

interface Bound {
  name: string;
  prefix: string;
  start: ts.Node;
  end: ts.Node;
  method: boolean;
}

interface Place {
  base: string;
  /** Qualified name of the class whose `this` is at hand. */
  thisClass: string | undefined;
}

function scriptKind(path: string): ts.ScriptKind {
  if (path.endsWith('.tsx')) return ts.ScriptKind.TSX;
  if (/\.[cm]?ts$/.test(path)) return ts.ScriptKind.TS;
  return ts.ScriptKind.JSX;
}

export function sourceFile(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKind(path));
}

/** Behind parentheses and type assertions. */
function unwrap(node: ts.Expression): ts.Expression {
  while (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  )
    node = node.expression;
  return node;
}

function join(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`;
}

/** The inventory of one file by a walk over the compiler's syntax tree, independent of the extractor's code. */
export function compilerFacts(path: string, text: string): CompilerFacts {
  const file = sourceFile(path, text);
  const symbols: CompilerSymbol[] = [];
  const calls: string[] = [];
  const lineOf = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line + 1;

  const nameOf = (name: ts.Node): string => {
    const written = name.getText(file);
    if (ts.isStringLiteral(name) || ts.isNoSubstitutionTemplateLiteral(name)) return written.slice(1, -1);
    return ts.isComputedPropertyName(name) ? written.replace(/\s+/g, ' ').trim() : written;
  };

  const parameterOf = (parameter: ts.ParameterDeclaration): string => {
    const pattern = ts.isObjectBindingPattern(parameter.name)
      ? '{}'
      : ts.isArrayBindingPattern(parameter.name)
        ? '[]'
        : parameter.name.getText(file);
    const optional = parameter.questionToken || parameter.initializer ? '?' : '';
    if (parameter.dotDotDotToken) return `...${pattern}`;
    return pattern + optional;
  };

  const isThis = (parameter: ts.ParameterDeclaration): boolean => parameter.name.getText(file) === 'this';

  const add = (kind: string, name: string, start: ts.Node, end: ts.Node, node: ts.Node): void => {
    const parameters = ts.isFunctionLike(node)
      ? node.parameters.filter((parameter) => !isThis(parameter)).map(parameterOf)
      : [];
    symbols.push({
      kind,
      name,
      start: lineOf(start.getStart(file)),
      end: lineOf(end.getEnd()),
      parameters: parameters.join(', '),
    });
  };

  const children = (node: ts.Node, place: Place): void => ts.forEachChild(node, (child) => visit(child, place));

  /** Inside a function: names are qualified by its own, `this` is its own unless it is an arrow function. */
  const inside = (node: ts.Node, place: Place): void => children(node, place);

  const defineFunction = (node: ts.Node, bound: Bound, place: Place): void => {
    const qualified = join(bound.prefix, bound.name);
    add(bound.method ? 'method' : 'function', qualified, bound.start, bound.end, node);
    const own = ts.isArrowFunction(node) ? place.thisClass : undefined;
    inside(node, { base: qualified, thisClass: own });
  };

  const defineClass = (node: ts.ClassLikeDeclaration, bound: Bound, place: Place): void => {
    const qualified = join(bound.prefix, bound.name);
    add('class', qualified, bound.start, bound.end, node);
    node.modifiers?.forEach((modifier) => visit(modifier, place));
    node.heritageClauses?.forEach((clause) => visit(clause, place));
    for (const member of node.members) visitMember(member, { base: qualified, thisClass: qualified });
  };

  const visitMember = (member: ts.ClassElement, place: Place): void => {
    if (
      ts.isMethodDeclaration(member) ||
      ts.isConstructorDeclaration(member) ||
      ts.isGetAccessor(member) ||
      ts.isSetAccessor(member)
    ) {
      const name = ts.isConstructorDeclaration(member) ? 'constructor' : nameOf(member.name);
      const qualified = join(place.base, name);
      add('method', qualified, member, member, member);
      children(member, { base: qualified, thisClass: place.base });
    } else if (ts.isPropertyDeclaration(member)) {
      member.modifiers?.forEach((modifier) => visit(modifier, place));
      visit(member.name, place);
      if (member.initializer)
        visitValue(
          member.initializer,
          { name: nameOf(member.name), prefix: place.base, start: member, end: member, method: true },
          place,
        );
    } else children(member, place);
  };

  /** Visits a value that stands directly behind a name. */
  const visitValue = (value: ts.Expression, bound: Bound, place: Place): void => {
    const inner = unwrap(value);
    if (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) defineFunction(inner, bound, place);
    else if (ts.isClassExpression(inner)) defineClass(inner, bound, place);
    else if (ts.isObjectLiteralExpression(inner)) visitObject(inner, join(bound.prefix, bound.name), place);
    else if (isAssignment(inner)) visitAssignment(inner, place, bound);
    else visit(value, place);
  };

  const visitObject = (object: ts.ObjectLiteralExpression, prefix: string, place: Place): void => {
    for (const property of object.properties) {
      if (ts.isMethodDeclaration(property) || ts.isGetAccessor(property) || ts.isSetAccessor(property)) {
        const bound = { name: nameOf(property.name), prefix, start: property, end: property, method: false };
        defineFunction(property, bound, { ...place, thisClass: undefined });
      } else if (ts.isPropertyAssignment(property)) {
        visit(property.name, place);
        const bound = { name: nameOf(property.name), prefix, start: property, end: property, method: false };
        visitValue(property.initializer, bound, place);
      } else children(property, place);
    }
  };

  const isAssignment = (node: ts.Node): node is ts.BinaryExpression =>
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;

  /** `a.b['c']` as its names; undefined when something else than names is in it. */
  const pathOf = (node: ts.Expression): string[] | undefined => {
    node = unwrap(node);
    if (ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword) return [node.getText(file)];
    if (ts.isPropertyAccessExpression(node)) {
      const before = pathOf(node.expression);
      return before && [...before, node.name.getText(file)];
    }
    if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
      const before = pathOf(node.expression);
      return before && [...before, nameOf(node.argumentExpression)];
    }
    return undefined;
  };

  const visitAssignment = (node: ts.BinaryExpression, place: Place, outer?: Bound): void => {
    visit(node.left, place);
    const value = unwrap(node.right);
    const target = targetOf(node, value, place);
    if (!target) return visit(node.right, place);
    const statement = ts.isExpressionStatement(node.parent) ? node.parent : node;
    visitValue(node.right, { ...target, start: outer?.start ?? statement, end: outer?.end ?? statement }, place);
  };

  const targetOf = (
    node: ts.BinaryExpression,
    value: ts.Expression,
    place: Place,
  ): { name: string; prefix: string; method: boolean } | undefined => {
    const left = unwrap(node.left);
    const path = pathOf(left);
    if (!path) {
      if (!ts.isPropertyAccessExpression(left)) return undefined;
      return { name: left.name.getText(file), prefix: place.base, method: false };
    }
    let prefix = place.base;
    let method = false;
    if (path[0] === 'module' && path[1] === 'exports') path.shift();
    if (path[0] === 'exports') {
      path.shift();
      if (path.length === 0) {
        if (ts.isObjectLiteralExpression(value)) return { name: '', prefix, method };
        const own = ts.isFunctionExpression(value) || ts.isClassExpression(value) ? value.name : undefined;
        return { name: own ? own.getText(file) : 'default', prefix, method };
      }
    } else if (path[0] === 'this') {
      path.shift();
      if (place.thisClass !== undefined) {
        prefix = place.thisClass;
        method = true;
      }
    }
    if (path.length >= 3 && path[path.length - 2] === 'prototype') {
      path.splice(path.length - 2, 1);
      method = true;
    }
    const name = path.pop();
    return name === undefined ? undefined : { name, prefix: path.reduce(join, prefix), method };
  };

  const callee = (node: ts.Expression): void => {
    let inner = unwrap(node);
    while (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.CommaToken)
      inner = unwrap(inner.right);
    if (ts.isExpressionWithTypeArguments(inner)) inner = unwrap(inner.expression);
    const name = ts.isIdentifier(inner) ? inner : ts.isPropertyAccessExpression(inner) ? inner.name : undefined;
    if (name) calls.push(`${name.getText(file)}:${lineOf(name.getStart(file))}`);
  };

  const declaration = (node: ts.FunctionDeclaration | ts.ClassDeclaration, place: Place): Bound => ({
    name: node.name?.getText(file) || 'default',
    prefix: place.base,
    start: node,
    end: node,
    method: false,
  });

  const visit = (node: ts.Node, place: Place): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) callee(node.expression);
    else if (ts.isTaggedTemplateExpression(node)) callee(node.tag);
    if (ts.isFunctionDeclaration(node)) return defineFunction(node, declaration(node, place), place);
    if (ts.isClassDeclaration(node)) return defineClass(node, declaration(node, place), place);
    if (ts.isClassExpression(node)) {
      const name = node.name ? node.name.getText(file) : 'class';
      return defineClass(node, { name, prefix: place.base, start: node, end: node, method: false }, place);
    }
    if (ts.isFunctionExpression(node) && node.name) {
      const name = node.name.getText(file);
      return defineFunction(node, { name, prefix: place.base, start: node, end: node, method: false }, place);
    }
    if (ts.isFunctionExpression(node)) return inside(node, { ...place, thisClass: undefined });
    if (ts.isInterfaceDeclaration(node)) {
      const qualified = join(place.base, node.name.getText(file));
      add('interface', qualified, node, node, node);
      for (const member of node.members)
        if (ts.isMethodSignature(member) || ts.isGetAccessor(member) || ts.isSetAccessor(member))
          add('method', join(qualified, nameOf(member.name)), member, member, member);
      return;
    }
    if (ts.isModuleDeclaration(node)) return visitModule(node, place);
    if (ts.isObjectLiteralExpression(node)) return visitObject(node, place.base, place);
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name)) {
      const list = node.parent;
      const alone = ts.isVariableDeclarationList(list) && list.declarations.length === 1;
      const whole = alone ? (ts.isVariableStatement(list.parent) ? list.parent : list) : node;
      const bound = { name: node.name.getText(file), prefix: place.base, start: whole, end: whole, method: false };
      return visitValue(node.initializer, bound, place);
    }
    if (isAssignment(node)) return visitAssignment(node, place);
    if (ts.isExportAssignment(node) && !node.isExportEquals) {
      const inner = unwrap(node.expression);
      const own = ts.isFunctionExpression(inner) || ts.isClassExpression(inner) ? inner.name : undefined;
      const name = own ? own.getText(file) : 'default';
      return visitValue(node.expression, { name, prefix: place.base, start: node, end: node, method: false }, place);
    }
    children(node, place);
  };

  const visitModule = (node: ts.ModuleDeclaration, place: Place): void => {
    const base = join(place.base, nameOf(node.name));
    if (node.body && ts.isModuleDeclaration(node.body)) visitModule(node.body, { ...place, base });
    else if (node.body) children(node.body, { ...place, base });
  };

  children(file, { base: '', thisClass: undefined });
  const errors = (file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length;
  return { symbols, calls: calls.sort(), errors };
}
