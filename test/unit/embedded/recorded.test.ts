import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedCode } from '../../../src/engine/language/embedded/embeddedCode.ts';
import { extractFacts, languageOf } from '../../../src/engine/language/extract.ts';
import type { EmbeddedKind } from '../../../src/engine/model/facts.ts';
import { PROJECT } from '../../support/auditFolders.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { readable } from '../python/readable.ts';

/**
 * Facts of notebooks and components, one folder a case under test/recorded/facts-embedded: `input.*` and expect.json, with
 * the code that was parsed. With UPDATE_RECORDED=1 the expectations are written anew, to be read in the diff.
 */
const root = join(PROJECT, 'test/recorded/facts-embedded');

describe('recorded facts of notebooks and components', () => {
  for (const name of readdirSync(root).sort())
    it(name, async () => {
      const input = readdirSync(join(root, name)).find((file) => file.startsWith('input.'))!;
      const text = readFileSync(join(root, name, input), 'utf8');
      const kind = languageOf(input) as EmbeddedKind;
      const code = embeddedCode(kind, text);
      const result = await extractFacts(kind, text, installedGrammars);
      assert.ok(code.ok && result.ok);
      const { language, cells } = result.facts.summary;
      const actual = {
        language,
        code: code.text.split('\n').map((line) => line.trimEnd()),
        ...(cells && {
          cells: cells.map(({ cell, line, raw }) => `${cell} from line ${line}, in the file ${raw.join(' ')}`),
        }),
        ...(readable(result.facts) as object),
      };
      const expectation = join(root, name, 'expect.json');
      if (process.env.UPDATE_RECORDED === '1') writeFileSync(expectation, JSON.stringify(actual, null, 2) + '\n');
      assert.ok(existsSync(expectation), 'no expect.json: run with UPDATE_RECORDED=1 and read what it wrote');
      assert.deepEqual(actual, JSON.parse(readFileSync(expectation, 'utf8')));
    });
});
