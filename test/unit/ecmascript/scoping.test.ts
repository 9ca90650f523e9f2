import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { extractFacts, languageOf } from '../../../src/engine/language/extract.ts';
import { type FileFacts } from '../../../src/engine/model/facts.ts';
import { Receiver, RefFlag } from '../../../src/engine/model/references.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { sourceFile } from './compilerFacts.ts';
import { realSources } from './sources.ts';

interface Listed {
  file: string;
  name: string;
  reason: string;
}

const listed = JSON.parse(readFileSync(new URL('./scopingDifferences.json', import.meta.url), 'utf8')) as Listed[];

/** Type checker of a program that holds one file and nothing else, not even the library. */
function checkerOf(path: string, text: string): { checker: ts.TypeChecker; file: ts.SourceFile } {
  const file = sourceFile(path, text);
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === path ? file : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => name === path,
    readFile: () => undefined,
  };
  const options: ts.CompilerOptions = {
    noResolve: true,
    noLib: true,
    allowJs: true,
    checkJs: false,
    target: ts.ScriptTarget.Latest,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.Preserve,
    types: [],
  };
  return { checker: ts.createProgram([path], options, host).getTypeChecker(), file };
}

/** Lines on which the name that stands at `node` is declared in this file, empty when it is not. */
function declaredLines(checker: ts.TypeChecker, file: ts.SourceFile, node: ts.Identifier): number[] {
  const { parent } = node;
  const symbol =
    ts.isShorthandPropertyAssignment(parent) && parent.name === node
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(node);
  const lines: number[] = [];
  for (const declaration of symbol?.declarations ?? []) {
    if (ts.isSourceFile(declaration) || declaration.getSourceFile() !== file) continue;
    const name = ts.getNameOfDeclaration(declaration) ?? declaration;
    lines.push(file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1);
  }
  return lines;
}

function identifierAt(file: ts.SourceFile, offset: number): ts.Identifier | undefined {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (child) =>
      child.getStart(file) <= offset && offset < child.getEnd() ? child : undefined,
    );
    if (!inner) return undefined;
    if (ts.isIdentifier(inner) && inner.getStart(file) === offset) return inner;
    node = inner;
  }
}

/** Lines on which the scopes of our facts bind the name of reference `id`, innermost scope first found. */
function boundLines({ detail, summary }: FileFacts, id: number): number[] {
  const { references, scopes, strings } = detail;
  const name = strings[references.name[id]!]!;
  const isType = (references.flags[id]! & (RefFlag.Type | RefFlag.Reflective)) === RefFlag.Type;
  for (let scope = references.scope[id]!; scope >= 0; scope = scopes[scope]!.parent) {
    if (scopes[scope]!.kind === 'class') continue;
    const lines: number[] = [];
    for (const binding of scopes[scope]!.bindings) {
      if (binding.name !== name) continue;
      if (!isType && binding.kind === 'type') continue;
      const symbol = binding.symbol >= 0 ? summary.symbols[binding.symbol]!.kind : 'value';
      if (isType && binding.kind !== 'type' && binding.kind !== 'import')
        if (symbol !== 'class' && !(binding.kind === 'definition' && symbol === 'value')) continue;
      lines.push(binding.line);
    }
    if (lines.length > 0) return lines;
  }
  return [];
}

describe('ECMAScript scopes against the TypeScript checker', function () {
  this.timeout(0);

  it('finds the declaration that the checker finds for every plain name', async () => {
    const differences: { file: string; name: string; text: string }[] = [];
    let compared = 0;
    for (const { path, text } of realSources()) {
      const result = await extractFacts(languageOf(path)!, text, installedGrammars);
      assert.ok(result.ok, path);
      const { facts } = result;
      const { references, strings } = facts.detail;
      const { checker, file } = checkerOf(path, text);
      const starts = file.getLineStarts();
      for (let id = 0; id < references.name.length; id++) {
        const name = strings[references.name[id]!]!;
        if (references.receiver[id] !== Receiver.None || name === 'this') continue;
        const offset = starts[references.line[id]! - 1]! + references.column[id]!;
        const node = identifierAt(file, offset);
        if (!node) {
          differences.push({
            file: path,
            name,
            text: `${name}:${references.line[id]} is no identifier to the compiler`,
          });
          continue;
        }
        compared++;
        const theirs = declaredLines(checker, file, node);
        const ours = boundLines(facts, id);
        const same = theirs.length === 0 ? ours.length === 0 : theirs.some((line) => ours.includes(line));
        // The checker gives these CommonJS names the places where something is assigned to their members.
        const isCommonJs = ours.length === 0 && /\.c?js$/.test(path) && /^(?:module|exports|require)$/.test(name);
        if (same || isCommonJs) continue;
        const kind = (references.flags[id]! & RefFlag.Type) !== 0 ? 'type' : 'value';
        differences.push({
          file: path,
          name,
          text: `${kind} ${name}:${references.line[id]} ours [${ours}] the compiler's [${theirs}]`,
        });
      }
    }
    assert.ok(compared > 100_000, `${compared} names compared`);
    const isListed = (d: { file: string; name: string }): boolean =>
      listed.some((l) => l.file === d.file && l.name === d.name);
    const unlisted = differences.filter((d) => !isListed(d)).map((d) => `${d.file}: ${d.text}`);
    assert.equal(unlisted.length, 0, unlisted.join('\n'));
    const stale = listed.filter((l) => !differences.some((d) => d.file === l.file && d.name === l.name));
    assert.deepEqual(stale, [], 'listed differences that no longer exist');
  });
});
