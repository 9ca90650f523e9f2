import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import type { PackageSources } from '../model.ts';
import { parseDraft, some, type Draft } from './draft.ts';
import { namesOf } from './names.ts';
import { canonical } from './shapes.ts';

const LEFT_OUT = /(^|\/)(tests?|testing|__tests__|locales?|node_modules|benchmarks?)\/|\.(test|spec|bench)\.|\.d\.ts$/;
const MIN_NODES = 40;
const MAX_NODES = 900;

/** An import that a function needs in another file. */
export interface NeededImport {
  /** Name in the other module; `default` and `*` as in the language. */
  imported: string;
  /** Path in the package without dots at its front, or a package's name. */
  from: string;
  inPackage: boolean;
}

/** A function of a package that can be re-implemented. */
export interface SourceFunction {
  package: string;
  file: string;
  qualified: string;
  /** As written, with types, under its own name. */
  typed: Draft;
  /** Types and comments out. */
  plain: Draft;
  imports: Map<string, NeededImport>;
  canonical: string;
  statements: number;
}

/** Functions of a package in order of path and place; those that have an equal twin in it are left out. */
export function collectFunctions({ name, root }: PackageSources): SourceFunction[] {
  const found: SourceFunction[] = [];
  for (const file of sourcePaths(root)) {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ESNext, true);
    const module = moduleNames(source, file);
    for (const [qualified, node] of definitions(source)) {
      const made = sourceFunction(node, qualified, module);
      if (made) found.push({ package: name, file, qualified, ...made });
    }
  }
  const counts = new Map<string, number>();
  for (const { canonical: text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  return found.filter(({ canonical: text }) => counts.get(text) === 1);
}

function sourcePaths(root: string): string[] {
  return (readdirSync(root, { recursive: true, encoding: 'utf8' }) as string[])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !LEFT_OUT.test(path))
    .sort();
}

type Definition = ts.FunctionDeclaration | ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression;

function* definitions(source: ts.SourceFile): Generator<[string, Definition]> {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name && statement.body) yield [statement.name.text, statement];
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (
          ts.isIdentifier(name) &&
          initializer &&
          (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
        )
          yield [name.text, initializer];
      }
    }
    if (ts.isClassDeclaration(statement) && statement.name) {
      for (const member of statement.members) {
        if (ts.isMethodDeclaration(member) && member.body && ts.isIdentifier(member.name))
          yield [`${statement.name.text}.${member.name.text}`, member];
      }
    }
  }
}

interface ModuleNames {
  imports: Map<string, NeededImport>;
  /** Names of the module that cannot be imported. */
  hidden: Set<string>;
}

function moduleNames(source: ts.SourceFile, file: string): ModuleNames {
  const imports = new Map<string, NeededImport>();
  const hidden = new Set<string>();
  const own = (name: string, exported: boolean): void => {
    if (exported)
      imports.set(name, { imported: name, from: file.replace(/\.ts$/, extensionOf(source)), inPackage: true });
    else hidden.add(name);
  };
  const exportedLater = new Set<string>();
  for (const statement of source.statements) {
    if (
      ts.isExportDeclaration(statement) &&
      !statement.moduleSpecifier &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    ) {
      for (const element of statement.exportClause.elements)
        if (!element.propertyName) exportedLater.add(element.name.text);
    }
  }
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const text = statement.moduleSpecifier.text;
      const inPackage = text.startsWith('.');
      const from = inPackage ? posix.join(posix.dirname(file), text) : text;
      const clause = statement.importClause;
      if (clause?.name) imports.set(clause.name.text, { imported: 'default', from, inPackage });
      const bindings = clause?.namedBindings;
      if (bindings && ts.isNamespaceImport(bindings))
        imports.set(bindings.name.text, { imported: '*', from, inPackage });
      if (bindings && ts.isNamedImports(bindings)) {
        for (const { name, propertyName } of bindings.elements)
          imports.set(name.text, { imported: (propertyName ?? name).text, from, inPackage });
      }
      continue;
    }
    const exported =
      ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations)
        for (const one of namesOf([name]).all) own(one, exported || exportedLater.has(one));
    } else if (
      (ts.isFunctionDeclaration(statement) ||
        ts.isClassDeclaration(statement) ||
        ts.isEnumDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isInterfaceDeclaration(statement)) &&
      statement.name
    ) {
      own(statement.name.text, exported || exportedLater.has(statement.name.text));
    }
  }
  return { imports, hidden };
}

/** Packages write the ending of imported files or not; new files do as the package does. */
function extensionOf(source: ts.SourceFile): string {
  return source.statements.some(
    (statement) => ts.isImportDeclaration(statement) && /^['"]\..*\.js['"]$/.test(statement.moduleSpecifier.getText()),
  )
    ? '.js'
    : '';
}

function sourceFunction(
  node: Definition,
  qualified: string,
  module: ModuleNames,
): Pick<SourceFunction, 'typed' | 'plain' | 'imports' | 'canonical' | 'statements'> | null {
  const name = qualified.slice(qualified.lastIndexOf('.') + 1);
  if (
    !node.body ||
    !ts.isBlock(node.body) ||
    (ts.isArrowFunction(node) && some(node, (at) => at.kind === ts.SyntaxKind.ThisKeyword))
  )
    return null;
  if (/^(constructor|toString|toJSON|valueOf)$/.test(name)) return null;
  let nodes = 0;
  let statements = 0;
  some(node.body, (at) => {
    nodes++;
    if (ts.isStatement(at) && !ts.isBlock(at)) statements++;
    return false;
  });
  if (nodes < MIN_NODES || nodes > MAX_NODES || statements < 3) return null;
  const typed = parseDraft(declarationText(node, name));
  const plain = typed && parseDraft(erased(typed));
  if (!plain || some(plain.fn, refuses)) return null;
  const names = namesOf([plain.fn], plain.fn);
  if (names.free.has(name) || [...names.bound].some((bound) => module.imports.has(bound) || module.hidden.has(bound)))
    return null;
  if ([...names.free].some((free) => module.hidden.has(free))) return null;
  const all = namesOf([typed.fn], typed.fn);
  const imports = new Map(
    [...all.free, ...all.types]
      .sort()
      .filter((free) => module.imports.has(free))
      .map((free) => [free, module.imports.get(free)!]),
  );
  return { typed, plain, imports, canonical: canonical(plain), statements };
}

function refuses(node: ts.Node): boolean {
  return (
    node.kind === ts.SyntaxKind.SuperKeyword ||
    ts.isPrivateIdentifier(node) ||
    ts.isClassLike(node) ||
    ts.isLabeledStatement(node) ||
    (ts.isIdentifier(node) && node.text === 'arguments') ||
    (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === 0)
  );
}

function declarationText(node: Definition, name: string): string {
  const modifiers = (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
    ? 'async '
    : '';
  const generics = node.typeParameters
    ? `<${node.typeParameters.map((parameter) => parameter.getText()).join(', ')}>`
    : '';
  const result = node.type ? `: ${node.type.getText()}` : '';
  const list = node.parameters.map((parameter) => parameter.getText()).join(', ');
  return `${modifiers}function ${node.asteriskToken ? '*' : ''}${name}${generics}(${list})${result} ${node.body!.getText()}`;
}

function erased(draft: Draft): string {
  const options = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    removeComments: true,
    verbatimModuleSyntax: true,
  };
  return ts.transpileModule(draft.text, { compilerOptions: options }).outputText.trim();
}
