import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { dataFolder, workspaceKey } from '../../../src/platform/files/dataFolder.ts';
import { languageOf } from '../../../src/engine/language/languages.ts';
import { newFolder, removeFolders, write } from './testRepository.ts';

describe('dataFolder', () => {
  const old = process.env.REWHEEL_DATA;
  after(() => {
    if (old === undefined) delete process.env.REWHEEL_DATA;
    else process.env.REWHEEL_DATA = old;
    removeFolders();
  });

  it("is the platform's usual place, or what the environment says", () => {
    delete process.env.REWHEEL_DATA;
    assert.ok(isAbsolute(dataFolder()));
    assert.match(dataFolder(), /[\\/]rewheel(?:[\\/]Data)?$/);
    process.env.REWHEEL_DATA = 'some/where';
    assert.equal(dataFolder(), resolve('some/where'));
  });

  it('has one key for every way to a workspace', () => {
    const root = newFolder();
    write(root, { 'real/a.py': '', 'other/a.py': '' });
    symlinkSync(join(root, 'real'), join(root, 'link'), 'junction');
    const key = workspaceKey(join(root, 'real'));
    assert.match(key, /^[0-9a-f]{64}$/);
    assert.equal(workspaceKey(join(root, 'link')), key);
    assert.equal(workspaceKey(join(root, 'other/../real') + '/'), key);
    assert.notEqual(workspaceKey(join(root, 'other')), key);
    assert.match(workspaceKey(join(root, 'gone')), /^[0-9a-f]{64}$/);
  });
});

describe('languageOf', () => {
  it('goes by the extension', () => {
    assert.equal(languageOf('a/b.PY'), 'python');
    assert.equal(languageOf('x.d.ts'), 'typescript');
    assert.equal(languageOf('x.tsx'), 'tsx');
    assert.equal(languageOf('x.mjs'), 'javascript');
    for (const path of ['a.py/b', 'py', '.py/', 'x.constructor', 'x.__proto__', 'x.toString', '']) {
      assert.equal(languageOf(path), null, path);
    }
  });
});
