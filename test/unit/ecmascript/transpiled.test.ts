import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import type { SymbolFact } from '../../../src/engine/model/facts.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { realSources } from './sources.ts';

interface Listed {
  file: string;
  symbol: string;
  reason: string;
}

const listed = JSON.parse(readFileSync(new URL('./transpiledDifferences.json', import.meta.url), 'utf8')) as Listed[];

async function functionsOf(language: 'typescript' | 'javascript', text: string): Promise<Map<string, SymbolFact[]>> {
  const result = await extractFacts(language, text, installedGrammars);
  assert.ok(result.ok);
  const found = new Map<string, SymbolFact[]>();
  for (const symbol of result.facts.summary.symbols) {
    if (symbol.exact === '') continue;
    const list = found.get(symbol.qualifiedName);
    if (list) list.push(symbol);
    else found.set(symbol.qualifiedName, [symbol]);
  }
  return found;
}

describe('digests of TypeScript and of the JavaScript that the compiler makes of it', function () {
  this.timeout(0);

  it('are the same for every function of real packages', async () => {
    const differences: { file: string; symbol: string; text: string }[] = [];
    let compared = 0;
    for (const { path, text } of realSources()) {
      if (!/^node_modules\/(?:rxjs|zod)\/.*\.ts$/.test(path)) continue;
      const { outputText } = ts.transpileModule(text, {
        fileName: path,
        compilerOptions: {
          target: ts.ScriptTarget.ESNext,
          module: ts.ModuleKind.ESNext,
          verbatimModuleSyntax: true,
          useDefineForClassFields: true,
          removeComments: false,
        },
      });
      const typed = await functionsOf('typescript', text);
      const plain = await functionsOf('javascript', outputText);
      for (const [name, symbols] of typed)
        symbols.forEach((symbol, index) => {
          const other = plain.get(name)?.[index];
          compared++;
          if (other?.exact === symbol.exact && other.renamed === symbol.renamed) return;
          const what = !other ? 'is missing' : other.exact === symbol.exact ? 'renamed differs' : 'exact differs';
          differences.push({ file: path, symbol: name, text: `${path}:${symbol.startLine} ${name} ${what}` });
        });
    }
    assert.ok(compared > 2000, `${compared} functions compared`);
    const isListed = (d: { file: string; symbol: string }): boolean =>
      listed.some((l) => l.file === d.file && l.symbol === d.symbol);
    const unlisted = differences.filter((d) => !isListed(d)).map((d) => d.text);
    assert.equal(unlisted.length, 0, unlisted.join('\n'));
    const stale = listed.filter((l) => !differences.some((d) => d.file === l.file && d.symbol === l.symbol));
    assert.deepEqual(stale, [], 'listed differences that no longer exist');
  });
});
