import assert from 'node:assert/strict';
import type { SymbolFact } from '../../../src/engine/model/facts.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { installedGrammars } from '../../support/grammars.ts';

async function last(source: string): Promise<SymbolFact> {
  const result = await extractFacts('python', source, installedGrammars);
  assert.ok(result.ok);
  assert.equal(result.facts.summary.syntaxErrors, 0, source);
  // The outermost definition that stands last.
  return result.facts.summary.symbols.filter((symbol) => symbol.parent < 0).at(-1)!;
}

type Same = 'content' | 'exact' | 'renamed' | 'nothing';

/** The strongest digest that two bodies share: `content` implies `exact`, and that `renamed`. */
async function shared(a: string, b: string): Promise<Same> {
  const [x, y] = [await last(a), await last(b)];
  assert.ok(x.exact !== '' && y.exact !== '');
  if (x.content === y.content) return 'content';
  if (x.exact === y.exact) return 'exact';
  return x.renamed === y.renamed ? 'renamed' : 'nothing';
}

const BODY = 'def f(a, b=1):\n    x = a + b\n    return g(x)\n';

const CASES: [string, string, string, Same][] = [
  [
    'layout',
    BODY,
    'def f(\n    a,\n    b=1,\n):\n\n    x = (a +\n      b)\n    return g(\n      x,\n    )\n',
    'content',
  ],
  [
    'comments and docstring',
    BODY,
    'def f(a, b=1):\n    """Doc."""\n    # why\n    x = a + b  # here\n    return g(x)\n',
    'content',
  ],
  [
    'annotations',
    BODY,
    'def f(a: int, b: int = 1) -> int:\n    x: int = a + b\n    y: str\n    return g(x)\n',
    'content',
  ],
  ['own name', BODY, 'def other(a, b=1):\n    x = a + b\n    return g(x)\n', 'content'],
  ['line joins and semicolons', BODY, 'def f(a, b=1): x = a \\\n + b; return g(x)\n', 'content'],
  ['decorators', BODY, '@cache\n' + BODY, 'exact'],
  ['parameters and locals renamed', BODY, 'def f(p, q=1):\n    z = p + q\n    return g(z)\n', 'renamed'],
  ['free name differs', BODY, 'def f(a, b=1):\n    x = a + b\n    return h(x)\n', 'nothing'],
  ['default differs', BODY, 'def f(a, b=2):\n    x = a + b\n    return g(x)\n', 'nothing'],
  [
    'a raw string of backslashes is not empty',
    'def f(a):\n    return r"\\\\"\n',
    'def f(a):\n    return r""\n',
    'nothing',
  ],
  ['names swapped', 'def f(a, b):\n    return a - b\n', 'def f(a, b):\n    return b - a\n', 'nothing'],
  ['async', BODY, 'async ' + BODY, 'nothing'],
  [
    'block structure',
    'def f(a):\n    if a:\n        g()\n    h()\n',
    'def f(a):\n    if a:\n        g()\n        h()\n',
    'nothing',
  ],
  [
    'string quotes',
    "def f():\n    return g('a\"b', 'c' 'd', b'e')\n",
    'def f():\n    return g("a\\"b", "cd", B"e")\n',
    'content',
  ],
  [
    'raw and unicode prefixes',
    "def f():\n    return g(r'\\d', u'x')\n",
    'def f():\n    return g("\\\\d", "x")\n',
    'content',
  ],
  ['bytes are no text', "def f():\n    return g(b'x')\n", "def f():\n    return g('x')\n", 'nothing'],
  ['f-string quotes', 'def f(a):\n    return f"x{a!r:>{w}}"\n', "def f(a):\n    return F'x{a!r:>{w}}'\n", 'content'],
  ['f-string names', 'def f(a):\n    return f"x{a}{{"\n', 'def f(b):\n    return f"x{b}{{"\n', 'renamed'],
  ['f-string is no string', 'def f(a):\n    return g(f"{a}")\n', 'def f(a):\n    return g("{a}")\n', 'nothing'],
  ['format differs', 'def f(a):\n    return f"{a:>3}"\n', 'def f(a):\n    return f"{a:>4}"\n', 'nothing'],
  ['one-tuple', 'def f(a):\n    return g((a,))\n', 'def f(a):\n    return g((a))\n', 'nothing'],
  ['one-tuple without brackets', 'def f(a):\n    x = a,\n    g(x)\n', 'def f(a):\n    x = a\n    g(x)\n', 'nothing'],
  [
    'brackets of a tuple that is all of the value',
    'def f(a, b):\n    x = (a, b)\n    for y in (a, b):\n        g(y)\n    return (x, a,)\n',
    'def f(a, b):\n    x = a, b\n    for y in a, b:\n        g(y)\n    return x, a\n',
    'content',
  ],
  ['tuple as an argument', 'def f(a, b):\n    return g((a, b))\n', 'def f(a, b):\n    return g(a, b)\n', 'nothing'],
  [
    'asserted tuple',
    'def f(a, b):\n    assert (a, b)\n    g()\n',
    'def f(a, b):\n    assert a, b\n    g()\n',
    'nothing',
  ],
  ['empty tuple', 'def f(a):\n    x = ()\n    g(x)\n', 'def f(a):\n    x = (())\n    g(x)\n', 'content'],
  ['brackets that group', 'def f(a):\n    return (a + 1) * 2\n', 'def f(a):\n    return a + 1 * 2\n', 'nothing'],
  [
    'comprehension variables',
    'def f(a):\n    return [x + 1 for x in a]\n',
    'def f(a):\n    return [y + 1 for y in a]\n',
    'renamed',
  ],
  [
    'two comprehensions',
    'def f(a):\n    return [x for x in a], [x for x in a]\n',
    'def f(a):\n    return [x for x in a], [y for y in a]\n',
    'renamed',
  ],
  [
    'nested definitions',
    'def f(a):\n    def inner(b):\n        return a + b\n    return inner\n',
    'def f(a):\n    def other(c):\n        return a + c\n    return other\n',
    'renamed',
  ],
  ['keyword names stay', 'def f(key):\n    return g(key=key)\n', 'def f(name):\n    return g(name=name)\n', 'nothing'],
  [
    'keyword value renamed',
    'def f(key):\n    return g(key=key)\n',
    'def f(name):\n    return g(key=name)\n',
    'renamed',
  ],
  ['attributes stay', 'def f(a):\n    return g(a.x)\n', 'def f(a):\n    return g(a.y)\n', 'nothing'],
  [
    'recursion',
    'def fact(n):\n    return n * fact(n - 1)\n',
    'def other(n):\n    return n * other(n - 1)\n',
    'content',
  ],
  [
    'no recursion',
    'def fact(n):\n    return n * fact(n - 1)\n',
    'def other(n):\n    return n * fact(n - 1)\n',
    'nothing',
  ],
  [
    'shadowed own name',
    'def f(n):\n    f = g\n    return n * f(n)\n',
    'def h(n):\n    h = g\n    return n * h(n)\n',
    'renamed',
  ],
  [
    'local import alias',
    'def f(a):\n    import numpy as np\n    return np.mean(a)\n',
    'def f(a):\n    import numpy as other\n    return other.mean(a)\n',
    'renamed',
  ],
  [
    'local import path',
    'def f(a):\n    from m import n as k\n    return k(a)\n',
    'def f(a):\n    from m import o as k\n    return k(a)\n',
    'nothing',
  ],
  ['global stays', 'def f(a):\n    global x\n    x = g(a)\n', 'def f(a):\n    global y\n    y = g(a)\n', 'nothing'],
  [
    'walrus',
    'def f(a):\n    return [n for b in a if (n := g(b))]\n',
    'def f(a):\n    return [m for c in a if (m := g(c))]\n',
    'renamed',
  ],
  [
    'except and with',
    'def f(a):\n    with g(a) as b:\n        pass\n    try:\n        b()\n    except E as e:\n        h(e)\n',
    'def f(x):\n    with g(x) as y:\n        pass\n    try:\n        y()\n    except E as z:\n        h(z)\n',
    'renamed',
  ],
  [
    'with brackets',
    'def f(a):\n    with g(a) as b, h():\n        b()\n',
    'def f(a):\n    with (g(a) as b, h(),):\n        b()\n',
    'content',
  ],
  ['lambda', 'f = lambda a, b: g(a) + b\n', 'f = lambda x, y: g(x) + y\n', 'renamed'],
  [
    'match captures',
    'def f(a):\n    match a:\n        case P(x=b): return g(b)\n',
    'def f(a):\n    match a:\n        case P(x=c): return g(c)\n',
    'renamed',
  ],
  [
    'match keywords stay',
    'def f(a):\n    match a:\n        case P(x=b): return g(b)\n',
    'def f(a):\n    match a:\n        case P(y=b): return g(b)\n',
    'nothing',
  ],
];

describe('digests of Python bodies', () => {
  for (const [name, a, b, same] of CASES) it(`${name}: ${same}`, async () => assert.equal(await shared(a, b), same));

  it('a method that calls itself through self has no name in its digest', async () => {
    const source = (name: string): string =>
      `class C:\n    def ${name}(self, n):\n        return self.${name}(n - 1) + 1\n`;
    const digests = async (name: string): Promise<string[]> => {
      const result = await extractFacts('python', source(name), installedGrammars);
      assert.ok(result.ok);
      const { exact, renamed } = result.facts.summary.symbols[1]!;
      return [exact, renamed];
    };
    assert.deepEqual(await digests('go'), await digests('walk'));
  });

  it("a class's content is what stands outside its methods", async () => {
    const content = async (source: string): Promise<string> => (await last(source)).content;
    const plain = 'class C(B):\n    x = 1\n    def m(self):\n        return g(1)\n';
    assert.equal(await content(plain), await content(plain.replace('g(1)', 'h(2)')));
    assert.equal(await content(plain), await content(plain + '\n    @property\n    def n(self): return self.x\n'));
    assert.notEqual(await content(plain), await content(plain.replace('x = 1', 'x = 2')));
    assert.notEqual(await content(plain), await content(plain.replace('(B)', '(A)')));
    assert.notEqual(await content(plain), await content('@final\n' + plain));
  });

  it('stubs and classes have no body digests', async () => {
    const result = await extractFacts('python', 'class C:\n    def m(self): ...\n', installedGrammars);
    assert.ok(result.ok);
    for (const { exact, renamed } of result.facts.summary.symbols) assert.deepEqual([exact, renamed], ['', '']);
  });
});
