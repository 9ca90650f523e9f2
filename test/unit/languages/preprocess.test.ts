import assert from 'node:assert/strict';
import { withoutMacroWords } from '../../../src/engine/language/c/macroWords.ts';
import { languageOfText, preprocess } from '../../../src/engine/language/c/preprocess.ts';

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What, dialect, text, and what of it stays. */
const BRANCHES: [string, 'c' | 'cpp', string, string][] = [
  ['whole branches stay', 'c', '#ifdef A\nint a;\n#else\nint b;\n#endif', '#ifdef A int a; #else int b; #endif'],
  ['open braces', 'c', '#if A\nif (a) {\n#else\nif (b) {\n#endif\n}', 'if (a) { }'],
  ['half expressions', 'c', 'f(1,\n#ifdef A\n2,\n#else\n3,\n#endif\n4);', 'f(1, 2, 4);'],
  ['an else alone', 'c', 'if (a) b();\n#ifdef A\nelse c();\n#endif\nd();', 'if (a) b(); else c(); d();'],
  ['dead code', 'c', '#if 0\nint a;\n#else\nint b;\n#endif', 'int b;'],
  ['C++ in C', 'c', '#ifdef __cplusplus\nextern "C" {\n#endif\nint a;', 'int a;'],
  ['C++ in C++', 'cpp', '#ifdef __cplusplus\nint a;\n#else\nint b;\n#endif', 'int a;'],
  ['inner groups first', 'c', '#if A\n{\n#if B\nx;\n#endif\n#else\n{\n#endif\n}', '{ #if B x; #endif }'],
  ['braces in literals', 'c', '#if A\nf(\'{\', "{");\n#endif', '#if A f(\'{\', "{"); #endif'],
  ['ends without beginnings', 'c', 'int a;\n#endif\n#else\n#if 0\n#endif\nint b;', 'int a; int b;'],
];

const MACROS: [string, string][] = [
  ['EXPORT int f(void);', 'int f(void);'],
  ['DWORD WINAPI f(void *p UNUSED) { }', 'DWORD f(void *p ) { }'],
  ['static void FORMAT(3,0) f(int a) { }', 'static void f(int a) { }'],
  ['int f(void) NOTHROW;', 'int f(void) ;'],
  ['FILE *f(FILE *A);', 'FILE *f(FILE *A);'],
  ['class EXPORT A { };', 'class A { };'],
  ['void f() {\nSKIP_BLANKS\nx = 1; }', 'void f() { SKIP_BLANK; x = 1; }'],
  ['void f() { return MAX; }', 'void f() { return MAX; }'],
];

describe('texts of C before they are parsed', () => {
  for (const [what, dialect, text, kept] of BRANCHES)
    it(what, () => {
      const made = preprocess(text, dialect);
      assert.equal(made.length, text.length);
      assert.equal(made.split('\n').length, text.split('\n').length);
      assert.equal(squeezed(made), kept);
    });

  for (const [text, kept] of MACROS)
    it(`macros: ${squeezed(text)}`, () => {
      const made = withoutMacroWords(text);
      assert.equal(made.length, text.length);
      assert.equal(squeezed(made), squeezed(kept));
    });

  it('tells C++ by what a header holds', () => {
    assert.equal(languageOfText('struct a { int class; };\nint template(int x);\n'), 'c');
    assert.equal(languageOfText('#ifdef __cplusplus\nnamespace a {\n#endif\nint b;\n'), 'c');
    assert.equal(languageOfText('/*\nclass A {\n*/\nint b;\n'), 'c');
    for (const text of ['namespace a {', 'class A : public B {', 'template <class T> T f();', 'using namespace std;'])
      assert.equal(languageOfText(`#pragma once\n${text}\n`), 'cpp', text);
  });
});
