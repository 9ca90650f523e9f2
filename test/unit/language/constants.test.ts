import assert from 'node:assert/strict';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { numberValue, stringValue } from '../../../src/engine/language/constants/literals.ts';
import type { LanguageId } from '../../../src/engine/model/facts.ts';
import { installedGrammars } from '../../support/grammars.ts';

async function constants(language: LanguageId, text: string): Promise<string[]> {
  const result = await extractFacts(language, text, installedGrammars);
  assert.ok(result.ok);
  return (result.facts.summary.constants ?? []).map(
    ({ qualifiedName, kind, weight, startLine, endLine }) =>
      `${qualifiedName} ${kind} ${weight} ${startLine}-${endLine}`,
  );
}

/** Each text with the constants that are distinctive in it. */
const TABLE: [LanguageId, string, string[]][] = [
  ['python', 'A = "https://a.example/one"', ['A string 21 1-1']],
  ['python', 'A = "word"\nB = ""\nC = 0\nD = 100\nE = 1000000\nF = 0.5\nG = 12345\nH = 0xFFFF', []],
  ['python', 'A = 12347\nB = 9.807\nC = -273.15\nD = 9.81', ['A number 5 1-1', 'B number 4 2-2', 'C number 5 3-3']],
  ['python', 'A = [\n  "one", "two",\n  "three and four", "five",\n]', ['A collection 24 1-4']],
  ['python', 'A = ["one", "two", x, "three and four", "five and six"]', []],
  ['python', 'A = {"first": 1, "second": {"third": (1, 2), "fourth": None}}', ['A collection 25 1-1']],
  ['python', 'A = {"first": 1, "second": f(), "third": 3, "fourth": 4}', []],
  ['python', 'A = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\nB = [1, 10, 100, 1000, 10000, 100000]', []],
  ['python', 'A = B = "https://a.example/one"\nC += "https://a.example/one"\nD.x = "https://a.example/one"', []],
  ['python', 'if x:\n    A = "https://a.example/one"\ndef f(a="https://a.example/one"): pass', []],
  ['python', 'class A:\n    class B:\n        C = "https://a.example/one"', ['A.B.C string 21 3-3']],
  [
    'python',
    '@x\nclass A(Enum):\n    B = "https://a.example/one"\n    c = "https://a.example/two"',
    ['A.B string 21 3-3'],
  ],
  ['python', 'A = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"\n__doc__ = "https://a.example/one"', []],
  ['python', 'A = t"https://a.example/{x}"\nB = "https://a.example/%s" % x', []],
  ['typescript', 'export const A: string = "https://a.example/one";', ['A string 21 1-1']],
  ['typescript', 'export let a = "https://a.example/one"; var b = "https://a.example/two";', ['b string 21 1-1']],
  [
    'typescript',
    'export const A = {\n  one: "first", "two": ["seconds", -37, null],\n} as const;',
    ['A collection 20 1-3'],
  ],
  ['typescript', 'namespace N { export const A = "https://a.example/one"; }', ['N.A string 21 1-1']],
  [
    'typescript',
    'export default class A { private static readonly B = /^[a-z]+-[0-9]{4}$/g; }',
    ['A.B pattern 17 1-1'],
  ],
  ['typescript', 'const a = { b: () => "https://a.example/one", c: "d".repeat(3) };', []],
  ['go', 'package a\nconst (\n\tA = "https://a.example/one"\n\tB, C = 12347, 2\n)', ['A string 21 3-3']],
  [
    'go',
    'package a\nvar A = map[string]float64{"foot": 0.3048, "inch": 0.0254, "yard": 0.9144}',
    ['A collection 24 2-2'],
  ],
  [
    'rust',
    'impl A { const B: u64 = 12_347u64; }\nmod m { static C: &str = "https://a.example/one"; }',
    ['A.B number 5 1-1', 'm.C string 21 2-2'],
  ],
  [
    'java',
    'class A { static final String B = "https://a.example/one"; static String C = "https://a.example/one"; }',
    ['A.B string 21 1-1'],
  ],
  ['java', 'interface A { String B = "https://a.example/one"; }', ['A.B string 21 1-1']],
  [
    'python',
    'A = "x-gauge-trace-v7"\nclass B:\n    TOKEN = "x-gauge-signature-v2"',
    ['A string 16 1-1', 'B.TOKEN string 20 3-3'],
  ],
  ['python', 'A = ["station_id", "measured_at", "level_cm"]', ['A collection 29 1-1']],
  ['python', 'A = {"a_code": 171, "b_code": 272}', ['A collection 18 1-1']],
  ['python', 'A = ("x-gauge-trace-v7", "x-gauge-signature-v2")', ['A collection 36 1-1']],
  // Common, and told so.
  ['python', 'A = ("created_at", "updated_at")', ['A collection 0 1-1']],
  ['python', 'A = "authorization"\nB = "not found in"', ['A string 0 1-1', 'B string 0 2-2']],
  ['python', 'A = "x-requested-with"\nB = "cache-control-max-age"', ['A string 0 1-1', 'B string 0 2-2']],
  ['typescript', "export const A = 'FETCH_LEVELS_DONE';", ['A string 0 1-1']],
  // Not looked at.
  ['python', 'A = "2024-01-01T00"\nB = ["a", "b"]\nC = []\nD = {"a": 1}\nE = "abc"\nF = {"x": 100, "y": 200}', []],
];

describe('constants', () => {
  for (const [language, text, expected] of TABLE)
    it(`${language}: ${text.replace(/\s+/g, ' ').slice(0, 70)}`, async () => {
      assert.deepEqual(await constants(language, text), expected);
    });

  it('one value has one digest, whatever its spelling', async () => {
    const digests = async (language: LanguageId, texts: string[]): Promise<Set<string>> => {
      const result = await extractFacts(language, texts.join('\n'), installedGrammars);
      assert.ok(result.ok);
      assert.equal(result.facts.summary.constants?.length, texts.length);
      return new Set(result.facts.summary.constants.map(({ digest }) => digest));
    };
    const same = [
      'A = "https://a.example/\\x6fne"',
      "B = r'https://a.example/one'",
      'C = ("https://" """a.example/one""")',
    ];
    assert.equal((await digests('python', same)).size, 1);
    assert.equal((await digests('python', [...same, 'D = b"https://a.example/one"'])).size, 2);
    const sets = [
      'A = {"one two", "three", "four", "five and six"}',
      'B = frozenset(["five and six", "four", "three", "one two"])',
    ];
    assert.equal((await digests('python', sets)).size, 1);
    const lists = [
      'A = ("one two", "three", "four", "five and six")',
      'B = ["five and six", "four", "three", "one two"]',
    ];
    assert.equal((await digests('python', lists)).size, 2);
    assert.equal((await digests('python', ['A = 1_234.75', 'B = 1.23475e3', 'C = 1234.750'])).size, 1);
    assert.equal((await digests('python', ['A = 1234.75', 'B = -1234.75'])).size, 2);
  });

  it('reads literals of all languages and nothing else', () => {
    const strings: [string, string | null][] = [
      ['"a\\n\\u0041"', 'a\nA'],
      ['r#"a\\n"#', 'a\\n'],
      ["'''a'b'''", "a'b"],
      ['`a\\`b`', 'a`b'],
      ['"', null],
      ['a', null],
      ['""', ''],
    ];
    for (const [text, value] of strings) assert.equal(stringValue(text), value, text);
    const numbers: [string, number | bigint | null][] = [
      ['1_000', 1000],
      ['0xFFn', 255],
      ['1.5f32', 1.5],
      ['1e3', 1000],
      ['.5', 0.5],
      ['3j', null],
      ['.', null],
      ['99999999999999999999', 99999999999999999999n],
      ['1e999', null],
    ];
    for (const [text, value] of numbers) assert.equal(numberValue(text), value, text);
  });

  it('ends on deep and on large values', async () => {
    const deep = `A = ${'['.repeat(900)}1${']'.repeat(900)}\n`;
    const large = `B = [${'"some words",'.repeat(50_000)}]\n`;
    assert.deepEqual(await constants('python', deep), []);
    assert.deepEqual(await constants('python', large), []);
  });
});
