import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extractFacts, languageOf } from '../../../src/engine/language/extract.ts';
import type { FileFacts, SymbolFact } from '../../../src/engine/model/facts.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { readableFacts } from './readable.ts';

const cases = new URL('../../recorded/facts-ecmascript/', import.meta.url);

async function factsOf(path: string, text: string): Promise<FileFacts> {
  const result = await extractFacts(languageOf(path)!, text, installedGrammars);
  assert.ok(result.ok, path);
  return result.facts;
}

describe('recorded ECMAScript facts', () => {
  for (const name of readdirSync(cases).sort()) {
    const folder = new URL(`${name}/`, cases);
    const input = readdirSync(folder).find((file) => file.startsWith('input.'));
    if (!input) continue;
    it(name, async () => {
      const facts = readableFacts(await factsOf(input, readFileSync(new URL(input, folder), 'utf8')));
      const expected = new URL('expect.json', folder);
      if (process.env['UPDATE_RECORDED'] === '1') writeFileSync(expected, JSON.stringify(facts, null, 2) + '\n');
      assert.ok(existsSync(expected), `${name} has no expect.json: record it with UPDATE_RECORDED=1 and review it`);
      assert.deepEqual(facts, JSON.parse(readFileSync(expected, 'utf8')));
    });
  }
});

interface Side {
  file: string;
  text: string;
}

interface Pair {
  name: string;
  left: Side;
  right: Side;
  exact: 'equal' | 'differ';
  renamed: 'equal' | 'differ';
  /** Qualified name to compare; the first symbol with a body when left out. */
  symbol?: string;
}

describe('digests of ECMAScript bodies', () => {
  const pairs = JSON.parse(readFileSync(new URL('digests/pairs.json', cases), 'utf8')) as Pair[];

  async function symbolOf(side: Side, name: string | undefined): Promise<SymbolFact> {
    const { symbols } = (await factsOf(side.file, side.text)).summary;
    const found = symbols.find((s) => (name === undefined ? s.exact !== '' : s.qualifiedName === name));
    assert.ok(found, side.text);
    return found;
  }

  for (const pair of pairs)
    it(pair.name, async () => {
      const left = await symbolOf(pair.left, pair.symbol);
      const right = await symbolOf(pair.right, pair.symbol);
      assert.equal(left.exact === right.exact ? 'equal' : 'differ', pair.exact, 'exact');
      assert.equal(left.renamed === right.renamed ? 'equal' : 'differ', pair.renamed, 'renamed');
    });
});
