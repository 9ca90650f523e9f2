import assert from 'node:assert/strict';
import { embeddedCode } from '../../../src/engine/language/embedded/embeddedCode.ts';
import { scriptBlocks } from '../../../src/engine/language/embedded/scriptBlocks.ts';
import { decodeSource } from '../../../src/platform/files/decodeSource.ts';
import { judgePath } from '../../../src/platform/files/pathRules.ts';

const notebook = (source: string, output = ''): string =>
  JSON.stringify({ cells: [{ cell_type: 'code', source, outputs: [{ data: { 'image/png': output } }] }] });

const decoded = (text: string): string => {
  const result = decodeSource(new TextEncoder().encode(text), 'a.ipynb');
  return result.ok ? 'read' : result.reason;
};

describe('limits of notebooks', () => {
  it('outputs do not make a notebook too large or minified; code does', () => {
    const large = notebook('x = 1', 'A'.repeat(3 << 20));
    assert.equal(decoded(large), 'read');
    const code = embeddedCode('notebook', large);
    assert.ok(code.ok && code.text.startsWith('x = 1'));
    const much = embeddedCode('notebook', notebook('x = 1\n'.repeat(200_000)));
    assert.ok(!much.ok && much.reason === 'too-large');
    assert.equal(decoded(`${' '.repeat(64 << 20)}{}`), 'too-large');
  });

  it('what is no notebook is unreadable, and deep JSON no trouble', () => {
    for (const text of ['{', '[]', 'null', '{"cells": 3}', `{"cells":${'['.repeat(200_000)}`]) {
      const code = embeddedCode('notebook', text);
      assert.ok(!code.ok && code.reason === 'unreadable', text.slice(0, 20));
    }
    const deep = `{"cells":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const code = embeddedCode('notebook', deep);
    assert.ok(code.ok ? code.text === '' : code.reason === 'unreadable');
  });

  it('checkpoints are copies that Jupyter makes', () => {
    assert.ok(judgePath('a/.ipynb_checkpoints/b-checkpoint.ipynb').generated);
    assert.ok(!judgePath('a/b.ipynb').generated);
  });
});

describe('script blocks', () => {
  const code = (text: string, kind: 'vue' | 'svelte' = 'vue'): string[] =>
    scriptBlocks(kind, text).map(({ start, end }) => text.slice(start, end));

  it('are those at the top level', () => {
    assert.deepEqual(code('<template><script>a</script></template><script>b</script>'), ['b']);
    assert.deepEqual(code('<!-- <script>a</script> --><script\n lang="ts"\n>b < c </script >\n<Script>d</Script>'), [
      'b < c ',
    ]);
    assert.deepEqual(code('<template><p>x<br><img src=a>{{ a < b }}<Foo/></template><script>a</script>'), ['a']);
    assert.deepEqual(code('<script src="./a.js" /><script>b</script>'), ['', 'b']);
    assert.deepEqual(code('{#if a <b}<p>{/if}</p><script>c</script>', 'svelte'), ['c']);
    assert.deepEqual(code('<script>a'), ['a']);
    assert.deepEqual(code('<script>const t = "<\\/script>" // <b></script>'), ['const t = "<\\/script>" // <b>']);
  });

  it('take linear time in odd text', () => {
    for (const piece of ['<', '<a ', '<script>', '</script>', '<a b="', '<!--', '{{ <', '<template><p>'])
      scriptBlocks('vue', piece.repeat(100_000));
  });
});
