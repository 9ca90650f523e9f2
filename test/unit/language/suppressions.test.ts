import assert from 'node:assert/strict';
import { suppressionsInComment } from '../../../src/engine/language/suppressions.ts';

describe('suppressionsInComment', () => {
  const cases: [comment: string, expected: string[]][] = [
    ['# rewheel-ignore: kept on purpose', ['2  kept on purpose']],
    ['// rewheel-ignore[wraps-target, duplicates-self]: twice', ['3 wraps-target twice', '3 duplicates-self twice']],
    ['# rewheel-ignore[wraps-target,]', ['2 wraps-target ']],
    ['# rewheel-ignore[ ]', ['2  ']],
    ['/* rewheel-ignore[wraps-target]: why */', ['3 wraps-target why']],
    ['/*\n rewheel-ignore[a]\n rewheel-ignore[b]: c\n*/', ['4 a ', '23 b c']],
    ['# rewheel ignore', []],
  ];
  for (const [comment, expected] of cases) {
    it(JSON.stringify(comment), () => {
      const found = suppressionsInComment(comment).map(({ offset, rule, reason }) => `${offset} ${rule} ${reason}`);
      assert.deepEqual(found, expected);
    });
  }
});
