import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { allBundles, esbuildOptions } from '../../../../src/build/bundles.ts';
import { countTokens } from '../../../../src/platform/tokens/countTokens.ts';
import { openTokenizer } from '../../../../src/platform/tokens/openTokenizer.ts';

describe('counting tokens', () => {
  const cases: [string, string, number][] = [
    ['nothing', '', 0],
    ['two words', 'hello world', 2],
    ['a line of code', 'def f(x):\n    return x + 1\n', 11],
    ['what looks like a control token', '<|endoftext|>', 7],
    ['a lone surrogate', '\ud83d', 1],
    ['an emoji', '😀', 2],
  ];
  for (const [name, text, tokens] of cases) {
    it(name, () => {
      assert.equal(countTokens(text), tokens);
    });
  }

  it('counts long runs piece by piece: twice the text, twice the tokens', () => {
    for (const run of ['a', '!', ' ', '中', '😀']) {
      const once = countTokens(run.repeat(512));
      assert.equal(countTokens(run.repeat(51_200)), once * 100, run);
    }
  });

  it('is loaded from its bundle', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rewheel-tokens-'));
    try {
      const bundle = allBundles().find(({ name }) => name === 'tokens')!;
      await build({ ...esbuildOptions(bundle, true, '0.0.0'), outfile: join(folder, bundle.output), sourcemap: false });
      const tokenizer = await openTokenizer(folder);
      for (const [, text, tokens] of cases) assert.equal(tokenizer.count(text), tokens);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
