import assert from 'node:assert/strict';
import fc from 'fast-check';
import { embeddedCode } from '../../../src/engine/language/embedded/embeddedCode.ts';
import { plainPython } from '../../../src/engine/language/embedded/ipython.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import type { EmbeddedKind } from '../../../src/engine/model/facts.ts';
import { decodeSummary, encodeFacts } from '../../../src/service/pool/factsCodec.ts';
import { installedGrammars } from '../../support/grammars.ts';

const PIECES = [
  ...['def f(x):', '    return x', '%time f(1)', '%%bash', '%%time', '!ls \\', '    !ls', 'x = !ls', 'x?', '?x', '@a'],
  ...[
    '"""',
    "'",
    '(',
    ')',
    '[',
    '\\',
    '# why?',
    'if a:',
    'else:',
    '\n',
    '\r',
    '\n\n',
    ' ',
    '\t',
    ';',
    '/',
    ',',
    '\ud800',
  ],
  ...['<script>', '</script>', '<script setup lang="ts">', '<script src="a.js"/>', '<template>', '</template>', '<!--'],
  ...['-->', '{{ a < b }}', '<', '>', '"', '<style>', '</style>', '<br>', 'const a = b', '`${', '}', '\u2028', '&lt;'],
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((parts) => parts.join(''));
const source = fc.oneof(text, fc.array(text), fc.constantFrom(null, 7, {}, ['a', 1, null]));
const cell = fc.record({
  cell_type: fc.constantFrom('code', 'code', 'code', 'markdown', 'raw', 3),
  source,
  metadata: fc.constantFrom({}, null, { vscode: { languageId: 'shellscript' } }, { vscode: 4 }),
});
const notebook = fc
  .record({
    cells: fc.array(fc.oneof({ weight: 9, arbitrary: cell }, { weight: 1, arbitrary: fc.constantFrom(null, 'x', []) })),
    metadata: fc.constantFrom(
      {},
      null,
      { kernelspec: { language: 'typescript' } },
      { language_info: { name: '__proto__' } },
    ),
  })
  .map((value) => JSON.stringify(value));

describe('notebooks and components of any text', function () {
  this.timeout(0);

  it('never throw, and keep their lines', async () => {
    const kinds = fc.constantFrom<EmbeddedKind>('notebook', 'vue', 'svelte');
    const input = fc.oneof(fc.tuple(fc.constant<EmbeddedKind>('notebook'), notebook), fc.tuple(kinds, text));
    await fc.assert(
      fc.asyncProperty(input, async ([kind, whole]) => {
        const code = embeddedCode(kind, whole);
        const result = await extractFacts(kind, whole, installedGrammars);
        assert.equal(result.ok, code.ok);
        if (!result.ok || !code.ok) return;
        if (kind !== 'notebook') assert.equal(code.text.length, whole.length);
        const { summary } = result.facts;
        const lines = code.text.split(/\r\n|\r|\n/).length;
        for (const { startLine, endLine, startOffset, endOffset } of summary.symbols) {
          assert.ok(startLine >= 1 && endLine >= startLine && endLine <= Math.max(lines, summary.lines));
          assert.ok(startOffset >= 0 && endOffset <= code.text.length);
        }
        assert.deepEqual(decodeSummary(encodeFacts(result.facts).summary).cells, summary.cells);
      }),
      { numRuns: 400 },
    );
  });

  it('a cell has as many lines as before, and plain Python stays as it is', () => {
    const plain = fc
      .array(
        fc.constantFrom(
          ['x = 1'],
          ['def f(a):', '    return a'],
          [''],
          ['# b?'],
          ['x = (a', '  % b)'],
          ['y != 2', '"?"'],
        ),
      )
      .map((parts) => parts.flat());
    fc.assert(
      fc.property(text, plain, (odd, lines) => {
        const cellLines = odd.split(/\r\n|\r|\n/);
        assert.equal(plainPython(cellLines)?.length ?? cellLines.length, cellLines.length);
        assert.deepEqual(plainPython(lines), lines);
      }),
      { numRuns: 1000 },
    );
  });
});
