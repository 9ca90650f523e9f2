import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { anchorFinding } from '../../../src/extension/diagnostics/findingAnchor.ts';
import type { Finding } from '../../../src/protocol/report.ts';

const TEXT = `import functools


@functools.cache
@trace("encode")
def encode(values):
    doubled = []
    for value in values:
        doubled.append(value * 2)
    return doubled
`;

function finding(change: Partial<Finding> & { name?: string; lines?: [number, number] }): Finding {
  const { name = 'encode', lines = [4, 10], ...rest } = change;
  const place = { file: 'a.py', name, startLine: lines[0], endLine: lines[1] };
  return {
    rule: 'reimplements-logic',
    level: 'warning',
    status: 'introduced',
    function: place,
    target: { ...place, file: 'b.py', origin: 'repo' },
    members: [],
    region: { startLine: lines[0], endLine: lines[1] },
    cloneType: 2,
    containment: 'whole',
    similarity: 1,
    sharedCalls: [],
    gap: null,
    message: 'm',
    fingerprint: 'f',
    ...rest,
  };
}

describe('anchorFinding', () => {
  const lines = TEXT.split('\n');

  it('underlines the signature below the decorators, and is about the whole function', () => {
    assert.deepEqual(anchorFinding(finding({}), lines), {
      line: 5,
      startCharacter: 0,
      endCharacter: 'def encode(values):'.length,
      first: 3,
      last: 9,
      lastLength: '    return doubled'.length,
    });
  });

  it('underlines the first line of the part that is contained', () => {
    const anchor = anchorFinding(finding({ containment: 'contained', region: { startLine: 8, endLine: 9 } }), lines);
    assert.deepEqual([anchor?.line, anchor?.startCharacter], [7, 4]);
  });

  it('knows a text that is not the audited one', () => {
    assert.equal(anchorFinding(finding({ name: 'decode' }), lines), null);
    assert.equal(anchorFinding(finding({ lines: [4, 40] }), lines), null);
  });

  it('takes the whole name, not a part of a longer one', () => {
    assert.equal(anchorFinding(finding({ name: 'Codec.enc' }), lines), null);
    const method = ['class Codec:', '    def encoder(self): ...', '    def encode(self):', '        return 1'];
    assert.equal(anchorFinding(finding({ name: 'Codec.encode', lines: [2, 4] }), method)?.line, 2);
  });

  it('takes the first line for a name that is not written', () => {
    assert.equal(anchorFinding(finding({ name: 'default', lines: [1, 2] }), ['export default () => {', '}'])?.line, 0);
    assert.equal(
      anchorFinding(finding({ name: 'table.content-type', lines: [1, 1] }), ["'content-type': f,"])?.line,
      0,
    );
  });

  it('finds names with a dollar sign and with letters of any script', () => {
    assert.equal(
      anchorFinding(finding({ name: '$total', lines: [1, 2] }), ['// x', 'const $total = () => 1'])?.line,
      1,
    );
    assert.equal(anchorFinding(finding({ name: 'größe', lines: [1, 2] }), ['# x', 'def größe(): return 1'])?.line, 1);
  });
});
