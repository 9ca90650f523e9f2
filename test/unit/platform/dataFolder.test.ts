import assert from 'node:assert/strict';
import { isAbsolute, resolve } from 'node:path';
import { dataFolder } from '../../../src/platform/files/dataFolder.ts';
import { languageOf } from '../../../src/engine/language/languages.ts';

describe('dataFolder', () => {
  const old = process.env.REWHEEL_DATA;
  after(() => {
    if (old === undefined) delete process.env.REWHEEL_DATA;
    else process.env.REWHEEL_DATA = old;
  });

  it("is the platform's usual place, or what the environment says", () => {
    delete process.env.REWHEEL_DATA;
    assert.ok(isAbsolute(dataFolder()));
    assert.match(dataFolder(), /[\\/]rewheel(?:[\\/]Data)?$/);
    process.env.REWHEEL_DATA = 'some/where';
    assert.equal(dataFolder(), resolve('some/where'));
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
