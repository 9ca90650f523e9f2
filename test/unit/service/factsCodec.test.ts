import assert from 'node:assert/strict';
import fc from 'fast-check';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { ColumnReader } from '../../../src/service/pool/columnReader.ts';
import { ColumnWriter } from '../../../src/service/pool/columnWriter.ts';
import { decodeDetail, decodeSummary, encodeFacts } from '../../../src/service/pool/factsCodec.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { longPython, realRequests, requestOf } from './samples.ts';

describe('facts as bytes', () => {
  it('come back as they were, for real files of every language', async () => {
    const odd = requestOf('odd.py', 'def \u540d(\u00e9, *, k=1):\n    "doc \u{1f600}"\n    return {\u00e9: k}\n');
    const seen = new Set<string>();
    let checked = 0;
    for (const request of [...realRequests(), requestOf('empty.py', ''), odd]) {
      const text = Buffer.from((await request.read())!).toString();
      const result = await extractFacts(request.language, text, installedGrammars);
      if (!result.ok) continue;
      const encoded = encodeFacts(result.facts);
      assert.deepEqual(decodeSummary(encoded.summary), result.facts.summary, request.path);
      assert.deepEqual(decodeDetail(encoded.detail), result.facts.detail, request.path);
      seen.add(request.language);
      checked++;
    }
    assert.ok(checked > 50);
    assert.ok(seen.has('python') && seen.has('typescript'));
  });

  it('can be read out of the middle of a larger buffer, at any alignment', async () => {
    const result = await extractFacts('python', longPython(5_000, 1), installedGrammars);
    assert.ok(result.ok);
    const { detail } = encodeFacts(result.facts);
    for (const shift of [0, 1, 2, 3]) {
      const large = new Uint8Array(detail.length + 9);
      large.set(detail, shift);
      assert.deepEqual(decodeDetail(large.subarray(shift, shift + detail.length)), result.facts.detail);
    }
  });

  it('are refused when they end too early', async () => {
    const result = await extractFacts('python', longPython(2_000, 1), installedGrammars);
    assert.ok(result.ok);
    const { summary, detail } = encodeFacts(result.facts);
    for (let length = 0; length < summary.length; length += 7)
      assert.throws(() => decodeSummary(summary.subarray(0, length)), RangeError);
    for (let length = 0; length < detail.length; length += 7)
      assert.throws(() => decodeDetail(detail.subarray(0, length)), RangeError);
  });
});

describe('columns', () => {
  const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const narrow = fc.integer({ min: -3, max: 300 });

  it('keep any numbers and strings', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(int32, narrow)),
        fc.array(narrow),
        fc.array(fc.string({ unit: 'binary' })),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        (wide, deltas, texts, number) => {
          const writer = new ColumnWriter();
          writer.column(wide);
          writer.deltaColumn(deltas);
          writer.column(texts.map((text) => writer.intern(text)));
          writer.number(number);
          const reader = new ColumnReader(writer.finish());
          assert.deepEqual([...reader.column(wide.length)], wide);
          assert.deepEqual([...reader.deltaColumn(deltas.length)], deltas);
          const strings = [...reader.column(texts.length)].map((index) => reader.strings[index]);
          assert.deepEqual(strings, texts);
          assert.equal(reader.number(), number);
        },
      ),
    );
  });

  it('keep lone surrogates, which no UTF-8 text can hold', () => {
    const writer = new ColumnWriter();
    writer.column([writer.intern('a\ud800b')]);
    const reader = new ColumnReader(writer.finish());
    assert.equal(reader.strings[reader.column(1)[0]!], 'a\ud800b');
  });

  it('a writer that is used again starts from nothing', () => {
    const writer = new ColumnWriter();
    writer.column([writer.intern('left over'), 70_000]);
    writer.finish();
    writer.reset();
    writer.column([writer.intern('new')]);
    const reader = new ColumnReader(writer.finish());
    assert.deepEqual(reader.strings, ['new']);
  });
});
