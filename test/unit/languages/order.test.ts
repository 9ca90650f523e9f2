import assert from 'node:assert/strict';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { installedGrammars } from '../../support/grammars.ts';

describe('facts of one file after another', () => {
  it('do not depend on the file before (Go, the type of a parameter)', async () => {
    const typeOf = async (): Promise<number[]> => {
      const result = await extractFacts('go', 'package p\nfunc f(a T) int { return a.n }\n', installedGrammars);
      assert.ok(result.ok);
      return [...result.facts.detail.lexical!.type];
    };
    const first = await typeOf();
    await extractFacts('go', 'package p\nvar a = x.y\nvar b = x.y.z\n', installedGrammars);
    assert.deepEqual(await typeOf(), first);
    assert.ok(first.includes(0), 'the type is known');
  });
});
