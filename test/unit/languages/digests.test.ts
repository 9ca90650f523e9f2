import assert from 'node:assert/strict';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import type { LanguageId, SymbolFact } from '../../../src/engine/model/facts.ts';
import { SymbolFlag } from '../../../src/engine/model/facts.ts';
import { installedGrammars } from '../../support/grammars.ts';

async function functionsOf(language: LanguageId, text: string): Promise<SymbolFact[]> {
  const result = await extractFacts(language, text, installedGrammars);
  assert.ok(result.ok);
  return result.facts.summary.symbols.filter(({ kind }) => kind === 'function' || kind === 'method');
}

type Relation = 'exact' | 'renamed' | 'none';

/** Two functions in one file, and what of their digests is equal. */
const PAIRS: [LanguageId, string, Relation, string][] = [
  [
    'go',
    'comments, layout and types',
    'exact',
    'func a(x int) int { return x*2 + 1 }\nfunc b(x int64) int64 {\n\t// why\n\treturn x*2 + 1\n}',
  ],
  [
    'go',
    'own names, receivers too',
    'renamed',
    'func (s *S) a(x int) int { y := x; return s.k + y }\nfunc (t *T) b(z int) int { w := z; return t.k + w }',
  ],
  [
    'go',
    'calls of themselves',
    'exact',
    'func a(n int) int { return n * a(n-1) }\nfunc b(n int) int { return n * b(n-1) }',
  ],
  [
    'go',
    'shadowed names',
    'none',
    'func a(x int) int { y := 1; { y := x; f(y) }; return y }\nfunc b(x int) int { y := 1; { y = x; f(y) }; return y }',
  ],
  ['go', 'free names', 'none', 'func a(x int) int { return f(x) + 1 }\nfunc b(x int) int { return g(x) + 1 }'],
  [
    'rust',
    'comments, attributes and types',
    'exact',
    '#[inline]\nfn a(x: i32) -> i32 { x * 2 + 1 }\nfn b(x: i64) -> i64 { /* why */ x * 2 + 1 }',
  ],
  [
    'rust',
    'own names, patterns too',
    'renamed',
    'fn a(x: T) -> i32 { if let Some(y) = x { y + 1 } else { 0 } }\nfn b(z: T) -> i32 { if let Some(w) = z { w + 1 } else { 0 } }',
  ],
  [
    'rust',
    'a name declared again',
    'none',
    'fn a(x: i32) -> i32 { let x = x + 1; f(x) }\nfn b(x: i32) -> i32 { let y = x + 1; f(x) }',
  ],
  [
    'rust',
    'other variants',
    'none',
    'fn a(x: T) -> i32 { match x { A => 1, _ => 2 } }\nfn b(x: T) -> i32 { match x { B => 1, _ => 2 } }',
  ],
  [
    'java',
    'comments, annotations and types',
    'exact',
    'class C { @Deprecated int a(int x) { return x * 2 + 1; }\nlong b(long x) { /* why */ return x * 2 + 1; } }',
  ],
  [
    'java',
    'own names',
    'renamed',
    'class C { int a(int x) { int y = x; return y + 1; }\nint b(int z) { int w = z; return w + 1; } }',
  ],
  [
    'java',
    'fields are no own names',
    'none',
    'class C { int p, q; int a(int x) { return x + p * 2; }\nint b(int x) { return x + q * 2; } }',
  ],
  [
    'c',
    'comments, types and macros without a place',
    'exact',
    'EXPORT int a(int x) { return x * 2 + 1; }\nstatic long b(long x UNUSED) { /* why */ return x * 2 + 1; }',
  ],
  [
    'c',
    'own names, pointers too',
    'renamed',
    'int a(int *x) { int y = x[0]; return y + 1; }\nint b(int z[]) { int w = z[0]; return w + 1; }',
  ],
  ['c', 'sizes', 'none', 'int a(int x) { return x + sizeof(int); }\nint b(int x) { return x + sizeof(long); }'],
  [
    'cpp',
    'in a class and outside',
    'renamed',
    'class A { int a(int x) { int y = x; return y + k_; } int b(int z); };\nint A::b(int z) { int w = z; return w + k_; }',
  ],
  [
    'cpp',
    'arguments of templates are types, those of casts are not',
    'none',
    'int a(int x) { return static_cast<int>(x); }\nint b(int x) { return static_cast<char>(x); }',
  ],
  ['ruby', 'quotes and comments', 'exact', 'def a(x)\n  f x, \'k\' # why\nend\ndef b(x)\n  f x, "k"\nend'],
  ['ruby', 'own names, blocks too', 'renamed', 'def a(x) = x.map { |y| y + 1 }\ndef b(z) = z.map { |w| w + 1 }'],
  ['ruby', 'calls are no own names', 'none', 'def a(x) = x + one\ndef b(x) = x + two'],
];

describe('digests of languages by tables', () => {
  for (const [language, what, relation, text] of PAIRS)
    it(`${language}: ${what}: ${relation}`, async () => {
      const source = language === 'go' ? `package p\n${text}\n` : text;
      const [a, b] = await functionsOf(language, source);
      assert.equal(a!.exact === b!.exact, relation === 'exact');
      assert.equal(a!.renamed === b!.renamed, relation !== 'none');
    });

  it('damage is marked and the rest is read', async () => {
    const sources: [LanguageId, string][] = [
      ['go', 'package p\nfunc a() { if x { }\n}\nfunc b( { \nfunc c(x int) int { return x }\n'],
      ['rust', 'fn a() { f( }\nfn c(x: i32) -> i32 { x }\n'],
      ['java', 'class C { int a( { return 1; }\n int c(int x) { return x; } }'],
    ];
    for (const [language, text] of sources) {
      const found = await functionsOf(language, text);
      assert.ok(found.length > 0, language);
    }
  });

  it('trait implementations, overrides and tests are told', async () => {
    const rust = await functionsOf(
      'rust',
      'impl Display for A { fn fmt(&self) {} }\n#[cfg(test)]\nmod tests { fn t() {} }',
    );
    assert.ok(rust[0]!.flags & SymbolFlag.Implements);
    assert.ok(rust[1]!.flags & SymbolFlag.Test);
    const java = await functionsOf('java', 'class A { @Override public String toString() { return x; } }');
    assert.ok(java[0]!.flags & SymbolFlag.Implements);
  });
});
