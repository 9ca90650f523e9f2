import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { commit, newRepository, open, removeFolders, revision, text, write } from './testRepository.ts';

describe('files that are no source', () => {
  afterEach(removeFolders);
  const files = {
    'a.py': 'x = 1\n',
    'README.md': '# Readme\n',
    'package.json': '{}\n',
    'data/table.csv': 'a,b\n',
    '.gitignore': 'left/\n',
    'left/out.txt': 'no\n',
  };

  it('are listed when they are asked for, the same from disk and from a commit', async () => {
    const root = newRepository(files);
    commit(root, 'all');
    write(root, { 'new.txt': 'new\n' });
    const { base, head, close } = await open(root, { base: revision('HEAD'), allFiles: true });
    assert.deepEqual(base!.others, ['.gitignore', 'README.md', 'data/table.csv']);
    assert.deepEqual(head.others, ['.gitignore', 'README.md', 'data/table.csv', 'new.txt']);
    assert.equal(await text(base!, 'README.md'), '# Readme\n');
    assert.equal(await text(head, 'new.txt'), 'new\n');
    assert.deepEqual(head.configFiles, ['package.json']);
    close();
  });

  it('are left out when they are not', async () => {
    const root = newRepository(files);
    commit(root, 'all');
    const { base, head, close } = await open(root, { base: revision('HEAD') });
    assert.deepEqual([base!.others, head.others], [[], []]);
    close();
  });
});
