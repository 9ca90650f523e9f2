import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callInstead, withChanges } from '../../../../src/extension/fixes/callInstead.ts';
import { maskCode } from '../../../../src/extension/fixes/codeMask.ts';
import type { Advice, Finding, RuleId } from '../../../../src/protocol/report.ts';

interface Case {
  file?: string;
  text: string[];
  name?: string;
  lines: [number, number];
  advice?: Partial<Advice>;
  rule?: RuleId;
  /** Null: nothing may be changed. */
  becomes: string[] | null;
}

function findingOf({ file = 'a.py', name = 'f', lines, advice, rule = 'reimplements-logic' }: Case): Finding {
  const given = { import: 'from b import g', importedAs: null, exported: true, reachable: true, call: 'g(x)' };
  return {
    rule,
    function: { file, name, startLine: lines[0], endLine: lines[1] },
    advice: { ...given, dropIn: true, obstacles: [], ...advice },
  } as unknown as Finding;
}

const js = { file: 'a.ts', advice: { import: "import { g } from './b.js';" } };

const CASES: Record<string, Case> = {
  'Python: a docstring and a long signature stay, imports go below imports': {
    text: [
      '"""Doc."""',
      'import os',
      'from c import (',
      '    d,',
      ')',
      '',
      '@dec(":")',
      'def f(',
      '    x: int = {"a": 1}["a"],  # :',
      ') -> int:',
      '    """Says',
      '    more."""',
      '    y = x',
      '    return y',
      'z = 1',
    ],
    lines: [7, 14],
    becomes: [
      '"""Doc."""',
      'import os',
      'from c import (',
      '    d,',
      ')',
      'from b import g',
      '',
      '@dec(":")',
      'def f(',
      '    x: int = {"a": 1}["a"],  # :',
      ') -> int:',
      '    """Says',
      '    more."""',
      '    return g(x)',
      'z = 1',
    ],
  },
  'Python: below the header where there are no imports': {
    text: ['#!/usr/bin/env python', '# Licence', '', '"""Doc."""', 'def f(x):', '\ty = x', '\treturn y', ''],
    lines: [5, 7],
    becomes: [
      '#!/usr/bin/env python',
      '# Licence',
      '',
      '"""Doc."""',
      '',
      'from b import g',
      '',
      'def f(x):',
      '\treturn g(x)',
      '',
    ],
  },
  'Python: a string that is more than a docstring goes': {
    text: ['def f(x):', '    "a".join(x)', '    print(x)', ''],
    lines: [1, 3],
    advice: { import: null },
    becomes: ['def f(x):', '    g(x)', ''],
  },
  'Python: one line, and a generator that returns': {
    text: ['def f(x): return x', '', 'def h(x):', '    yield x', '    return 1', ''],
    lines: [3, 5],
    advice: { import: null, call: 'yield from g(x)' },
    becomes: ['def f(x): return x', '', 'def h(x):', '    return (yield from g(x))', ''],
  },
  'Python: imports below the place of use do not count': {
    text: ['T = "a"', 'import os', ''],
    name: 'T',
    lines: [1, 1],
    rule: 'duplicates-constant',
    advice: { call: 'g' },
    becomes: ['from b import g', '', 'T = g', 'import os', ''],
  },
  'Python: a constant of the same name is the import': {
    text: ['import os', 'T = ("a", # )', '  "b")', 'U = 1', ''],
    name: 'T',
    lines: [2, 3],
    rule: 'duplicates-constant',
    advice: { import: 'from b import T', call: 'T' },
    becomes: ['import os', 'from b import T', '', 'U = 1', ''],
  },
  'Python: a lambda is left alone': { text: ['f = lambda x: x', ''], lines: [1, 1], becomes: null },
  'TypeScript: types with braces, tabs, directives': {
    ...js,
    text: [
      '"use strict";',
      '',
      'export function f(x: { a: 1 }): { b: 2 } {',
      '\t// }',
      '\treturn { b: `${x.a}}` };',
      '}',
    ],
    lines: [3, 6],
    becomes: [
      '"use strict";',
      '',
      "import { g } from './b.js';",
      '',
      'export function f(x: { a: 1 }): { b: 2 } {',
      '\treturn g(x);',
      '}',
    ],
  },
  'TypeScript: no semicolons where there are none, nothing returned where nothing is': {
    ...js,
    text: [
      'import {',
      '  a,',
      '} from "c"',
      'import type { T } from "t"',
      'const f = async (x) => {',
      '  a(x)',
      '  a(/[}/]/)',
      '}',
      '',
    ],
    lines: [5, 8],
    advice: { ...js.advice, call: 'await g(x)' },
    becomes: [
      'import {',
      '  a,',
      '} from "c"',
      'import type { T } from "t"',
      "import { g } from './b.js';",
      'const f = async (x) => {',
      '  await g(x)',
      '}',
      '',
    ],
  },
  'TypeScript: an expression is left alone': { ...js, text: ['const f = (x) => x + 1;'], lines: [1, 1], becomes: null },
  'TypeScript: an object is left alone': {
    ...js,
    text: ['const f = (x) => ({', '  x,', '});'],
    lines: [1, 3],
    becomes: null,
  },
  'TypeScript: a class is left alone': {
    ...js,
    text: ['class f extends a() {', '  b() {}', '}'],
    lines: [1, 3],
    becomes: null,
  },
  'TypeScript: two functions in one line are left alone': {
    ...js,
    text: ['function f(x) {', '  return x } function h() { return 2;', '}'],
    lines: [1, 2],
    becomes: null,
  },
  'TypeScript: an exported constant of the same name is left alone': {
    ...js,
    name: 'T',
    text: ['export const T = "a";'],
    lines: [1, 1],
    rule: 'duplicates-constant',
    advice: { ...js.advice, call: 'T' },
    becomes: null,
  },
  'TypeScript: one of two declarations is left alone': {
    ...js,
    name: 'T',
    text: ['const T = "a", U = 2;'],
    lines: [1, 1],
    rule: 'duplicates-constant',
    advice: { ...js.advice, call: 'g' },
    becomes: null,
  },
  'a call that stands there already': {
    ...js,
    text: ['function f(x) {', '  return g(x);', '}'],
    lines: [1, 3],
    advice: { import: null },
    becomes: null,
  },
  'what is no drop-in': {
    text: ['def f(x):', '    return x'],
    lines: [1, 2],
    advice: { dropIn: false },
    becomes: null,
  },
  'lines that are not there': { text: ['def f(x):'], lines: [3, 9], becomes: null },
  'a language whose types are not compared': { file: 'a.go', text: ['func f() {', '}'], lines: [1, 2], becomes: null },
};

describe('a call instead of a copy', () => {
  for (const [title, one] of Object.entries(CASES))
    it(title, () => {
      const text = one.text.join('\n');
      const finding = findingOf(one);
      const { changes, fixed } = callInstead(text, one.file ?? 'a.py', [finding]);
      assert.equal(withChanges(text, changes), (one.becomes ?? one.text).join('\n'));
      assert.deepEqual(fixed, one.becomes ? [finding] : []);
    });

  it('leaves out targets of one name from two files, and functions inside fixed ones', () => {
    const text = [
      'def a(x):',
      '    def f(x):',
      '        return x',
      '    return f(x)',
      'def b(x):',
      '    return x',
    ].join('\n');
    const of = (name: string, lines: [number, number], line: string): Finding =>
      findingOf({ text: [], name, lines, advice: { import: line }, becomes: null });
    const outer = of('a', [1, 4], 'from b import g');
    const found = callInstead(text, 'a.py', [
      outer,
      of('f', [2, 3], 'from b import g'),
      of('b', [5, 6], 'from c import g'),
    ]);
    assert.deepEqual(found.fixed, [outer]);
    assert.equal(
      withChanges(text, found.changes),
      'from b import g\n\ndef a(x):\n    return g(x)\ndef b(x):\n    return x',
    );
  });

  it('masks what is no code, line for line', () => {
    assert.equal(maskCode("a = \"b\\\"\" # c\n'''d\n\"'''", 'python'), "a = \"   \"    \n''' \n '''");
    assert.equal(maskCode('a / b / `c\n{` /* d */ + /[/]"/g', 'ecmascript'), 'a / b / ` \n `         +       g');
    const long = '/'.repeat(50_000) + '("'.repeat(50_000);
    assert.equal(maskCode(long, 'ecmascript').length, long.length);
    assert.equal(maskCode('x/'.repeat(100_000), 'python').length, 200_000);
  });
});
