import assert from 'node:assert/strict';
import { extractFacts, languageOf } from '../../../src/engine/language/extract.ts';
import type { FileFacts } from '../../../src/engine/model/facts.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { realSources } from './sources.ts';

/** Every index of the facts points at something, and the orders that model/facts.ts promises hold. */
function checkFacts({ summary, detail }: FileFacts, what: string): void {
  const { references: r, scopes, strings } = detail;
  const within = (index: number, length: number, lowest: number): void =>
    assert.ok(Number.isInteger(index) && index >= lowest && index < length, `${what}: index ${index} of ${length}`);
  summary.symbols.forEach((symbol, index) => {
    within(symbol.parent, summary.symbols.length, -1);
    within(symbol.scope, scopes.length, -1);
    assert.ok(symbol.startLine >= 1 && symbol.startLine <= symbol.endLine && symbol.endLine <= summary.lines, what);
    if (index > 0) assert.ok(summary.symbols[index - 1]!.startOffset <= symbol.startOffset, `${what}: order`);
  });
  scopes.forEach((scope, index) => {
    within(scope.parent, Math.max(index, 1), -1);
    within(scope.symbol, summary.symbols.length, -1);
    for (const binding of scope.bindings) {
      within(binding.symbol, summary.symbols.length, -1);
      within(binding.import, detail.imports.length, -1);
      within(binding.value, r.name.length, -1);
    }
  });
  for (let id = 0; id < r.name.length; id++) {
    within(r.name[id]!, strings.length, 0);
    within(r.receiver[id]!, id, -4);
    within(r.scope[id]!, scopes.length, 0);
    within(r.symbol[id]!, summary.symbols.length, -1);
    within(r.line[id]!, summary.lines + 1, 1);
  }
  for (const entry of detail.exports) {
    within(entry.symbol, summary.symbols.length, -1);
    within(entry.reference, r.name.length, -1);
  }
  for (const base of detail.bases) for (const id of base.references) within(id, r.name.length, 0);
}

describe('ECMAScript facts of damaged files', function () {
  this.timeout(0);

  it('are sound for real files, and for the same files cut short or with a piece taken out', async () => {
    // A fixed sequence: the same pieces go missing in every run.
    let seed = 12345;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (const [index, { path, text }] of realSources().entries()) {
      const at = random(Math.max(text.length, 1));
      const damaged = index % 2 === 0 ? text.slice(0, at) : text.slice(0, at) + text.slice(at + 1 + random(20));
      for (const source of [text, damaged]) {
        const result = await extractFacts(languageOf(path)!, source, installedGrammars);
        assert.ok(result.ok, path);
        checkFacts(result.facts, path);
      }
    }
  });

  it('keep what stands outside the damage', async () => {
    const text = 'function a() { return f(1); }\nfunction b( { ((\nfunction c() { return g(2); }\n';
    const result = await extractFacts('javascript', text, installedGrammars);
    assert.ok(result.ok);
    const names = result.facts.summary.symbols.map((symbol) => symbol.name);
    assert.ok(names.includes('a') && result.facts.summary.syntaxErrors > 0, names.join());
  });
});
