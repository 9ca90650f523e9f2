import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import { RevisionTexts } from '../../../src/platform/git/revisionTexts.ts';
import { commit, newFolder, newRepository, removeFolders, write } from './testRepository.ts';

describe('texts of revisions that a log names', () => {
  afterEach(removeFolders);

  it('are read below the workspace root', async () => {
    const root = newRepository({ 'pkg/a.py': 'x = 1\n' });
    write(root, { 'pkg/a.py': 'x = 2\n' });
    const id = commit(root, 'second');
    const texts = new RevisionTexts(join(root, 'pkg'));
    assert.equal(await texts.text('HEAD~1', 'a.py'), 'x = 1\n');
    assert.equal(await texts.text(id.trim(), 'a.py'), 'x = 2\n');
    assert.equal(await texts.text('HEAD', 'none.py'), null);
    assert.equal(await texts.text('no-such-branch', 'a.py'), null);
    texts.close();
  });

  it('are none for what is no revision, and without a repository', async () => {
    const root = newRepository({ 'a.py': 'x = 1\n' });
    const texts = new RevisionTexts(root);
    for (const name of ['--all', 'HEAD:a.py', 'HEAD\nHEAD', '', 'a b', '$(id)'])
      assert.equal(await texts.text(name, 'a.py'), null);
    texts.close();
    const plain = new RevisionTexts(newFolder());
    assert.equal(await plain.text('HEAD', 'a.py'), null);
    plain.close();
  });
});
