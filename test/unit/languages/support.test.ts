import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SUPPORT } from '../../../src/engine/language/supportTable.ts';
import { languageOf } from '../../../src/engine/language/extract.ts';
import { GENERIC } from '../../../src/engine/language/generic/languageTable.ts';
import { generatedFiles } from '../../../src/build/generatedFiles.ts';
import { PROJECT } from '../../support/auditFolders.ts';
import { readFileSync } from 'node:fs';

describe('support table', () => {
  for (const row of SUPPORT)
    it(`${row.name}: what is supported has recorded cases`, () => {
      for (const extension of row.extensions) assert.ok(languageOf(`a.${extension}`), `.${extension} is not read`);
      for (const part of ['functions', 'methods', 'imports', 'resolution', 'clones'] as const) {
        const { level, proof } = row[part];
        if (level !== 'no') assert.ok(proof && proof.length > 0, `${part} names no case`);
        for (const path of proof ?? []) assert.ok(existsSync(join(PROJECT, 'test/recorded', path)), path);
      }
    });

  it('names every language that tables describe', () => {
    const read = new Set(SUPPORT.flatMap((row) => row.extensions.map((extension) => languageOf(`a.${extension}`))));
    for (const id of Object.keys(GENERIC)) assert.ok(read.has(id as keyof typeof GENERIC), id);
  });

  it('is what the README says', async () => {
    const readme = (await generatedFiles()).find((file) => file.path === 'README.md')!;
    assert.equal(readFileSync(join(PROJECT, 'README.md'), 'utf8'), readme.text, 'run `npm run generate`');
  });
});
