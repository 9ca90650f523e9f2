import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import fc from 'fast-check';
import { moveSpan } from '../../../src/extension/diagnostics/lineSpans.ts';
import type { LineEdit, LineSpan } from '../../../src/extension/diagnostics/lineSpans.ts';

const SPAN: LineSpan = { start: 4, end: 6, endCharacter: 10 };

function edit(from: [number, number], to: [number, number], text: string): LineEdit {
  return { startLine: from[0], startCharacter: from[1], endLine: to[0], endCharacter: to[1], text };
}

describe('moveSpan', () => {
  const cases: [string, LineEdit, LineSpan | null][] = [
    ['an edit below leaves the span', edit([7, 0], [9, 3], 'x\ny'), SPAN],
    ['an edit within a line above leaves it', edit([1, 0], [1, 4], 'word'), SPAN],
    ['new lines above move it down', edit([1, 2], [1, 2], 'a\nb\n'), { ...SPAN, start: 6, end: 8 }],
    ['CRLF counts once', edit([1, 2], [1, 2], 'a\r\nb\r\n'), { ...SPAN, start: 6, end: 8 }],
    ['removed lines above move it up', edit([0, 0], [2, 0], ''), { ...SPAN, start: 2, end: 4 }],
    ['lines put in right above move it', edit([4, 0], [4, 0], 'new\n'), { ...SPAN, start: 5, end: 7 }],
    ['text typed at the start of its first line voids it', edit([4, 0], [4, 0], 'x'), null],
    ['the line above joined to it voids it', edit([3, 5], [4, 0], ''), null],
    ['the line above removed whole moves it', edit([3, 0], [4, 0], ''), { ...SPAN, start: 3, end: 5 }],
    ['an edit inside voids it', edit([5, 3], [5, 4], 'y'), null],
    ['an edit over its end voids it', edit([6, 2], [8, 0], ''), null],
    ['an edit around it voids it', edit([2, 0], [9, 0], ''), null],
    ['a new line begun behind its last character leaves it', edit([6, 10], [6, 10], '\nnext'), SPAN],
    ['a new line begun inside its last line voids it', edit([6, 9], [6, 9], '\n'), null],
    ['text added to its last line voids it', edit([6, 10], [6, 10], ' # note'), null],
  ];
  for (const [name, change, expected] of cases) {
    it(name, () => assert.deepEqual(moveSpan(SPAN, change), expected));
  }

  it('gives lines with the same text, whatever the edit', () => {
    const position = fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 3 }));
    fc.assert(
      fc.property(
        position,
        position,
        fc.stringMatching(/^[ab\n]{0,6}$/),
        fc.nat(9),
        fc.nat(3),
        (a, b, text, start, size) => {
          const lines = Array.from({ length: 10 }, (_, line) => `l${line}z`);
          const [from, to] = a[0] < b[0] || (a[0] === b[0] && a[1] <= b[1]) ? [a, b] : [b, a];
          const end = Math.min(9, start + size);
          const after = [
            ...lines.slice(0, from[0]),
            ...(lines[from[0]]!.slice(0, from[1]) + text + lines[to[0]]!.slice(to[1])).split('\n'),
            ...lines.slice(to[0] + 1),
          ];
          const moved = moveSpan({ start, end, endCharacter: lines[end]!.length }, edit(from, to, text));
          if (moved) assert.deepEqual(after.slice(moved.start, moved.end + 1), lines.slice(start, end + 1));
        },
      ),
    );
  });
});
