import assert from 'node:assert/strict';
import type { FileFacts } from '../../../src/engine/model/facts.ts';
import { SymbolFlag } from '../../../src/engine/model/facts.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { readable } from './readable.ts';

async function factsOf(text: string): Promise<FileFacts> {
  const result = await extractFacts('python', text, installedGrammars);
  assert.ok(result.ok);
  return result.facts;
}

const SOURCE = [
  'import os',
  '',
  '@decorated',
  'def f(a, b=1):',
  '    """Doc',
  '    string."""',
  '    x = """two',
  'lines"""',
  '    return g(a) + \\',
  '        x',
  '',
  'class C:',
  '    y = 1',
  '',
].join('\n');

describe('extractPython', () => {
  for (const [name, ending] of [
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const)
    it(`gives the same lines, columns and digests with ${name} line ends`, async () => {
      const plain = await factsOf(SOURCE);
      const other = await factsOf(SOURCE.replaceAll('\n', ending));
      assert.deepEqual(readable(other), readable(plain));
      for (const key of ['exact', 'renamed', 'content'] as const)
        assert.deepEqual(
          other.summary.symbols.map((symbol) => symbol[key]),
          plain.summary.symbols.map((symbol) => symbol[key]),
        );
    });

  it('reads an empty file, and one that holds only comments', async () => {
    for (const [text, lines] of [
      ['', 1],
      ['\n', 2],
      ['# nothing', 1],
    ] as const) {
      const { summary, detail } = await factsOf(text);
      assert.deepEqual([summary.lines, summary.symbols, summary.syntaxErrors], [lines, [], 0]);
      assert.deepEqual(
        detail.scopes.map((scope) => scope.kind),
        ['module'],
      );
    }
  });

  it('keeps symbols in the order of the file, parents before children, offsets around the text', async () => {
    const text = SOURCE + 'if C:\n    h = lambda: f(1)\n    class D:\n        def m(self): return h()\n';
    const { symbols } = (await factsOf(text)).summary;
    symbols.forEach((symbol, index) => {
      assert.ok(symbol.parent < index);
      assert.ok(index === 0 || symbols[index - 1]!.startOffset <= symbol.startOffset);
    });
    const [f, , h, , m] = symbols;
    assert.equal(text.slice(f!.startOffset, f!.startOffset + 10), '@decorated');
    assert.ok(text.slice(f!.bodyStart, f!.bodyEnd).startsWith('"""Doc') && text.slice(0, f!.endOffset).endsWith(' x'));
    assert.equal(text.slice(h!.startOffset, h!.endOffset), 'h = lambda: f(1)');
    assert.equal(text.slice(m!.bodyStart, m!.bodyEnd), 'return h()');
  });

  it('keeps references in source order, each receiver before its user', async () => {
    const { references } = (await factsOf('a.b(c.d, [e for e in f.g().h])[i].j = k.l\n')).detail;
    for (let id = 1; id < references.name.length; id++) {
      assert.ok(references.column[id]! > references.column[id - 1]!);
      assert.ok(references.receiver[id]! < id);
    }
  });

  it('marks what holds an error, and reads the rest as if there were none', async () => {
    const { summary } = await factsOf('def a():\n    x = = f(1)\n\ndef c():\n    h(4)\n');
    const [a, c] = summary.symbols;
    assert.ok(summary.syntaxErrors > 0);
    assert.ok(a!.flags & SymbolFlag.Damaged);
    assert.equal(c!.flags & SymbolFlag.Damaged, 0);
    assert.deepEqual(c!.calledNames, ['h']);
  });

  it('finds the definitions behind an error that swallows the rest of the file', async () => {
    const { summary } = await factsOf(
      'def a():\n    return f(1, 2\n\ndef b():\n    return g(3)\n\n\ndef c():\n    h(4)\n',
    );
    assert.deepEqual(
      summary.symbols.map((symbol) => `${symbol.name} ${symbol.startLine}-${symbol.endLine}`),
      ['a 1-2', 'b 4-5', 'c 8-9'],
    );
    assert.ok(summary.symbols[0]!.flags & SymbolFlag.Damaged);
  });

  it('gives the same facts for the same text, whatever was read before', async () => {
    const first = await factsOf(SOURCE);
    await factsOf('def other():\n    return [x for x in range(10)]\n'.repeat(50));
    assert.deepEqual(await factsOf(SOURCE), first);
  });

  it('survives every prefix of a program', async () => {
    for (let end = 0; end < SOURCE.length; end += 3) {
      const { summary, detail } = await factsOf(SOURCE.slice(0, end));
      for (const symbol of summary.symbols) assert.ok(symbol.startLine <= symbol.endLine && symbol.parent >= -1);
      for (const scope of detail.scopes)
        for (const binding of scope.bindings) assert.ok(binding.symbol < summary.symbols.length);
    }
  });
});
