import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { isBlob } from '../../../src/extension/base/gitBlob.ts';
import { createSaidOnce } from '../../../src/extension/watch/saidOnce.ts';
import { isTyped } from '../../../src/extension/watch/typedChange.ts';

describe('isTyped', () => {
  const at = (line: number, character: number): { active: { line: number; character: number } } => ({
    active: { line, character },
  });
  const change = (line: number, character: number, text: string) => ({
    range: { start: { line, character } },
    text,
  });
  const cases: [string, ReturnType<typeof change>[], ReturnType<typeof at>[], boolean][] = [
    ['a character, with the cursor behind it', [change(3, 4, 'x')], [at(3, 5)], true],
    ['a pair of brackets, with the cursor in it', [change(3, 4, '()')], [at(3, 5)], true],
    ['a deletion, with the cursor at its place', [change(3, 4, '')], [at(3, 4)], true],
    ['lines that were pasted', [change(3, 4, 'a\nbc')], [at(4, 2)], true],
    ['one of several cursors', [change(9, 0, 'x'), change(3, 0, 'x')], [at(3, 1), at(9, 1)], true],
    ['a text elsewhere on the line', [change(3, 4, 'x')], [at(3, 9)], false],
    ['a text below the cursor', [change(8, 0, 'def f():\n')], [at(3, 4)], false],
    ['a text above the cursor', [change(0, 0, 'import a\n')], [at(3, 4)], false],
  ];
  for (const [name, changes, cursors, expected] of cases)
    it(`${expected ? 'takes' : 'does not take'} ${name}`, () => assert.equal(isTyped(changes, cursors), expected));
});

describe('isBlob', () => {
  it('knows what git calls some bytes, in both of its formats', () => {
    const bytes = new TextEncoder().encode('hello\n');
    assert.ok(isBlob(bytes, 'ce013625030ba8dba906f756967f9e9ca394464a'));
    assert.ok(isBlob(bytes, createHash('sha256').update('blob 6\0hello\n').digest('hex')));
    assert.ok(!isBlob(bytes, 'ce013625030ba8dba906f756967f9e9ca394464b'));
    assert.ok(!isBlob(bytes, undefined));
  });
});

describe('what is said once', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewheel-said-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is claimed by one of many windows', async () => {
    const windows = Array.from({ length: 8 }, () => createSaidOnce(join(folder, 'said')));
    for (const what of ['turn 1', 'turn 2']) {
      const claims = await Promise.all(windows.map((one) => one.claim(what)));
      assert.equal(claims.filter(Boolean).length, 1);
    }
  });

  it('is said by every window where nothing can be written', async () => {
    await writeFile(join(folder, 'said'), 'a file where the folder should be');
    assert.equal(await createSaidOnce(join(folder, 'said')).claim('turn 1'), true);
  });

  it('is forgotten after a while', async () => {
    const old = join(folder, 'old');
    await writeFile(old, '');
    await utimes(old, 0, 0);
    await createSaidOnce(folder).claim('turn 1');
    assert.equal((await readdir(folder)).includes('old'), false);
  });
});
