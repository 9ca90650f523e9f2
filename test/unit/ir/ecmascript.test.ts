import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { bodyOf } from '../../../src/engine/ir/bodyView.ts';
import { extractFacts, languageOf } from '../../../src/engine/language/extract.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { realSources } from '../ecmascript/sources.ts';
import { compilerBodies } from './compilerBodies.ts';
import { namedText } from './namedText.ts';

interface Listed {
  file: string;
  function: string;
  reason: string;
}

const listed = JSON.parse(readFileSync(new URL('./ecmascriptDifferences.json', import.meta.url), 'utf8')) as Listed[];

function around(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return `…${text.slice(Math.max(0, at - 60), at + 60)}… for …${other.slice(Math.max(0, at - 60), at + 60)}…`;
}

/** Our bodies against trees that are made from the TypeScript compiler's alone, over real packages. */
describe('TypeScript and JavaScript bodies against the TypeScript compiler', function () {
  this.timeout(0);

  it('are the same trees, but for what is listed', async () => {
    const unused = new Set(listed.map((entry) => `${entry.file} ${entry.function}`));
    const unlisted: string[] = [];
    let compared = 0;
    for (const { path, text } of realSources()) {
      if (path.startsWith('test/')) continue;
      const result = await extractFacts(languageOf(path)!, text, installedGrammars);
      assert.ok(result.ok, path);
      const theirs = compilerBodies(path, text);
      result.facts.summary.symbols.forEach((symbol, index) => {
        const view = bodyOf(result.facts.detail.bodies!, index);
        if (!view) return;
        const own = namedText(view, (number) => number);
        const other = theirs.get(symbol.bodyStart);
        if (own === other) {
          compared++;
          return;
        }
        const key = `${path} ${symbol.qualifiedName}`;
        if (listed.some((entry) => `${entry.file} ${entry.function}` === key)) unused.delete(key);
        else
          unlisted.push(`${key}:${symbol.startLine}: ${other === undefined ? 'no such function' : around(own, other)}`);
      });
    }
    if (process.env.REWHEEL_DIFFERENCES) writeFileSync(process.env.REWHEEL_DIFFERENCES, unlisted.join('\n'));
    assert.ok(compared > 4_000, `only ${compared} functions were compared`);
    assert.deepEqual([unlisted.length, ...unlisted.slice(0, 20)], [0]);
    assert.deepEqual([...unused], [], 'listed differences that no longer exist');
  });
});
