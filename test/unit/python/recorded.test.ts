import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { readable } from './readable.ts';

/**
 * Facts of small files, one folder a case: input.py and expect.json. With UPDATE_RECORDED=1 the expectations are
 * written anew, to be read in the diff.
 */
const root = new URL('../../recorded/facts-python/', import.meta.url);

describe('recorded Python facts', () => {
  for (const name of readdirSync(root).sort())
    it(name, async () => {
      const text = await readFile(new URL(`${name}/input.py`, root), 'utf8');
      const result = await extractFacts('python', text, installedGrammars);
      assert.ok(result.ok);
      const expectation = fileURLToPath(new URL(`${name}/expect.json`, root));
      const actual = readable(result.facts);
      if (process.env.UPDATE_RECORDED === '1') await writeFile(expectation, JSON.stringify(actual, null, 2) + '\n');
      assert.ok(existsSync(expectation), 'no expect.json: run with UPDATE_RECORDED=1 and read what it wrote');
      assert.deepEqual(actual, JSON.parse(await readFile(expectation, 'utf8')));
    });
});
