import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { agentRequest } from '../../../../src/extension/fixes/agentRequest.ts';
import { ignoreComment } from '../../../../src/extension/fixes/ignoreComment.ts';
import { safeFindings } from '../../../../src/extension/fixes/safeFindings.ts';
import type { Finding } from '../../../../src/protocol/report.ts';

const place = (file: string, name: string): object => ({ file, name, startLine: 2, endLine: 5 });

function finding(from: [string, string], to: [string, string], more: object = {}): Finding {
  const advice = {
    import: 'i',
    importedAs: null,
    exported: true,
    reachable: true,
    call: 'g()',
    dropIn: true,
    obstacles: [],
  };
  const sides = { function: place(...from), target: place(...to) };
  const region = { startLine: 3, endLine: 4 };
  return {
    rule: 'reimplements-logic',
    ...sides,
    region,
    containment: 'whole',
    members: [],
    advice,
    ...more,
  } as unknown as Finding;
}

describe('fixes of several findings', () => {
  it('do not make a function call itself, nor files import each other', () => {
    const chain = [finding(['a', 'f'], ['b', 'g']), finding(['b', 'g'], ['c', 'h'])];
    const back = finding(['c', 'h'], ['a', 'f']);
    const import2 = finding(['c', 'k'], ['a', 'l']);
    const again = finding(['a', 'f'], ['d', 'm']);
    assert.deepEqual(safeFindings([...chain, back, import2, again]), chain);
  });

  it('are for drop-ins whose body is not the call already', () => {
    const wraps = finding(['a', 'f'], ['b', 'g'], { rule: 'wraps-target' });
    const other = finding(['a', 'f'], ['b', 'g'], { advice: undefined });
    assert.deepEqual(safeFindings([wraps, other]), []);
  });
});

describe('the comment that ignores', () => {
  for (const [file, first, comment] of [
    ['a.py', '\tdef f():', '\t# rewheel-ignore[wraps-target]: why not'],
    ['a.ipynb', 'def f():', '# rewheel-ignore[wraps-target]: why not'],
    ['a.vue', '  function f() {', '  // rewheel-ignore[wraps-target]: why not'],
    ['a.rb', 'def f', '# rewheel-ignore[wraps-target]: why not'],
  ] as const)
    it(file, () => assert.equal(ignoreComment(file, 'wraps-target', ' why\nnot ', first), comment));
});

describe('the request for an agent', () => {
  it('names the lines of a part, and what stands in the way', () => {
    const advice = {
      ...finding(['a', 'f'], ['b', 'g']).advice,
      import: null,
      importedAs: 'm.g',
      obstacles: ['x', 'y'],
    };
    const text = agentRequest(finding(['a.py', 'f`\nrun'], ['b.py', 'g'], { containment: 'contained', advice }));
    assert.equal(
      text,
      [
        "`f' run` (a.py, lines 3-4) does again what `g` (b.py, lines 2-5) does.",
        'Replace these lines by a call of it.',
        'Call: `g()`',
        'The file imports it already as `m.g`.',
        'To be seen to: x; y.',
        'Keep names, parameters and behaviour for callers, remove what is not used any more, and run the tests.',
        '',
      ].join('\n'),
    );
  });
});
