import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Binding, bodyOf, sExpression, type BodyView } from '../../../src/engine/ir/bodyView.ts';
import { NodeKind } from '../../../src/engine/ir/model.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import type { FileFacts, LanguageId } from '../../../src/engine/model/facts.ts';
import { decodeDetail, decodeSummary, encodeFacts } from '../../../src/service/pool/factsCodec.ts';
import { installedGrammars } from '../../support/grammars.ts';

async function factsOf(language: LanguageId, source: string): Promise<FileFacts> {
  const result = await extractFacts(language, source, installedGrammars);
  assert.ok(result.ok);
  return result.facts;
}

/** The body of the first function, or of the one with the qualified name. */
async function bodyIn(language: LanguageId, source: string, name?: string): Promise<BodyView> {
  const { summary, detail } = await factsOf(language, source);
  const index = summary.symbols.findIndex((symbol, i) =>
    name === undefined ? detail.bodies!.root[i]! >= 0 : symbol.qualifiedName === name,
  );
  const view = bodyOf(detail.bodies!, index);
  assert.ok(view, `no body of ${name ?? 'a function'} in ${source}`);
  return view;
}

/** Sections of a table: `## language`, `# what`, lines of source, `=>`, the statements of the body. */
function tableOf(file: string): { language: LanguageId; what: string; source: string; expected: string }[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const language = /^\w+/.exec(part)![0] as LanguageId;
      return part
        .split(/^# /m)
        .slice(1)
        .map((entry) => {
          const [head, expected] = entry.split(/^=>\n/m) as [string, string];
          const lineEnd = head.indexOf('\n');
          return {
            language,
            what: head.slice(0, lineEnd),
            source: head.slice(lineEnd + 1),
            expected: expected.trim(),
          };
        });
    });
}

function statementsOf(view: BodyView): string {
  const block = view.child(view.start, 1);
  return view
    .children(block)
    .map((statement) => sExpression(view, statement))
    .join('\n');
}

describe('bodies, construct by construct', () => {
  for (const { language, what, source, expected } of tableOf('constructs.txt'))
    it(`${language}: ${what}`, async () => {
      assert.equal(statementsOf(await bodyIn(language, source)), expected);
    });
});

describe('what a body does not depend on', () => {
  const PYTHON = 'def f(a, b=1):\n    x = a + b\n    for y in g(x):\n        yield [z for z in y if z]\n';
  const PAIRS: [string, LanguageId, string, string][] = [
    [
      'names, layout, comments, docstring, annotations, decorators, own name',
      'python',
      PYTHON,
      '@cache\ndef other(p: int, q: int = 1) -> list:\n    """Doc."""\n    r: int = (p\n      + q)  # sum\n\n    s: int\n    for t in g(r): yield [u for u in t if u]\n',
    ],
    ['recursion', 'python', 'def f(n):\n    return f(n - 1)\n', 'def g(k):\n    return g(k - 1)\n'],
    [
      'quotes, prefixes and cuts of strings',
      'python',
      'def f(x):\n    return "a\\nb" f"{x}c"\n',
      "def f(x):\n    return '''a\nb''' rf'{x}' 'c'\n",
    ],
    ['base of numbers', 'python', 'def f():\n    return 0xFF + 1_0\n', 'def f():\n    return 255 + 10\n'],
    [
      'types, casts, parentheses, semicolons',
      'typescript',
      'function f(a: number, b?: string): void { let x: T = (a as any)!; return g<T>(x, (b)); }',
      'function h(p, q?) { let r = p\n return g(r, q) }',
    ],
    [
      'declared, bound and arrow functions but for `this`',
      'javascript',
      'const f = (a) => { return a * 2 };',
      'const g = b => b * 2;',
    ],
  ];
  for (const [what, language, left, right] of PAIRS)
    it(what, async () => {
      const [one, other] = [await bodyIn(language, left), await bodyIn(language, right)];
      assert.equal(sExpression(one), sExpression(other));
    });

  it('TypeScript and JavaScript have the same body and the same prints', async () => {
    const typed = await factsOf(
      'typescript',
      'export function f(a: string[], b: Map<string, T>): T { for (const x of a) { if (b.has(x)) return b.get(x)!; } throw new E(a as any); }',
    );
    const plain = await factsOf(
      'javascript',
      'export function f(c, d) { for (const y of c) { if (d.has(y)) return d.get(y); } throw new E(c); }',
    );
    assert.equal(sExpression(bodyOf(typed.detail.bodies!, 0)!), sExpression(bodyOf(plain.detail.bodies!, 0)!));
    assert.deepEqual(typed.summary.prints, plain.summary.prints);
  });

  it('any renaming of locals and any indentation, for generated functions', async () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'x1', 'y2');
    const statement = fc.constantFrom(
      ['{0} = {1} + 1'],
      ['if {0} < {1}:', '  {2} = call({0})'],
      ['for {2} in {0}:', '  {1} += {2}.size'],
      ['{1} = [{2} for {2} in {0} if {2} is not None]'],
      ['return {0}, {2}'],
    );
    const names = fc.uniqueArray(word, { minLength: 3, maxLength: 3 });
    const width = fc.integer({ min: 1, max: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(statement, { minLength: 1, maxLength: 6 }),
        names,
        names,
        width,
        width,
        async (statements, left, right, narrow, wide) => {
          const source = (own: string[], indent: number): string => {
            const lines = statements.flat().map((line) => {
              const depth = line.startsWith(' ') ? 2 : 1;
              return ' '.repeat(depth * indent) + line.trim().replace(/\{(\d)\}/g, (_, i: string) => own[Number(i)]!);
            });
            return `def f(${own.join(', ')}):\n${lines.join('\n')}\n`;
          };
          const one = await factsOf('python', source(left, narrow));
          const other = await factsOf('python', source(right, wide));
          assert.equal(sExpression(bodyOf(one.detail.bodies!, 0)!), sExpression(bodyOf(other.detail.bodies!, 0)!));
          assert.deepEqual(one.summary.prints, other.summary.prints);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what a body does depend on', () => {
  const BASE = 'def f(a, b):\n    return g(a, b.c, 1)\n';
  for (const [what, changed] of [
    ['a free name', 'def f(a, b):\n    return h(a, b.c, 1)\n'],
    ['an attribute', 'def f(a, b):\n    return g(a, b.d, 1)\n'],
    ['a literal', 'def f(a, b):\n    return g(a, b.c, 2)\n'],
    ['the order of locals', 'def f(a, b):\n    return g(b, a.c, 1)\n'],
    ['a default', 'def f(a, b=1):\n    return g(a, b.c, 1)\n'],
  ] as const)
    it(what, async () => {
      assert.notEqual(sExpression(await bodyIn('python', BASE)), sExpression(await bodyIn('python', changed)));
    });
});

describe('a view of a body', () => {
  it('sees a nested function as a body of its own, with its own slots', async () => {
    const source = 'import os\ndef f(a):\n    def g(b):\n        return a + b + os.sep + len(X)\n    return g\nX = 1\n';
    const outer = await bodyIn('python', source, 'f');
    const inner = await bodyIn('python', source, 'f.g');
    assert.equal(
      statementsOf(inner),
      '(Return (Binary "+" (Binary "+" (Binary "+" a $0) (Attribute "sep" os)) (Call len X)))',
    );
    assert.ok(sExpression(outer).includes('(FunctionDefinition $1 (Function (Parameters (Parameter $2))'));
    const bindings = new Map<string, string>();
    for (let node = inner.start; node < inner.end; node++)
      if (inner.kind(node) === NodeKind.Name) bindings.set(inner.text(node), Binding[inner.binding(node)]);
    assert.deepEqual(
      [...bindings],
      [
        ['b', 'Slot'],
        ['a', 'Captured'],
        ['os', 'Import'],
        ['len', 'Unbound'],
        ['X', 'Global'],
      ],
    );
  });

  it('tells lines, parents and receivers', async () => {
    const view = await bodyIn(
      'python',
      'class A:\n    def m(self, x):\n        if x:\n            return (\n                self.y\n            )\n',
    );
    const [parameters, block] = view.children(view.start) as [number, number];
    assert.ok(view.isReceiver(view.child(view.child(parameters, 0), 0)));
    const branch = view.child(block, 0);
    assert.deepEqual([view.line(branch), view.endLine(branch)], [3, 6]);
    assert.equal(view.parent(branch), block);
    assert.equal(view.parent(view.start), -1);
  });

  it('comes back from bytes as it was, and is only decoded when asked for', async () => {
    const facts = await factsOf(
      'tsx',
      'export const f = (a) => <b c={a}>{`x${a}`}</b>;\nfunction g(x) {\n  return [x,\n x];\n}',
    );
    const encoded = encodeFacts(facts);
    assert.deepEqual(decodeDetail(encoded.detail).bodies, facts.detail.bodies);
    assert.deepEqual(decodeSummary(encoded.summary).prints, facts.summary.prints);
  });
});

describe('bodies of odd files', () => {
  it('of thousands of branches stay shallow', async () => {
    const branches = Array.from({ length: 5_000 }, (_, i) => `    elif a == ${i}:\n        b(${i})\n`).join('');
    const view = await bodyIn('python', `def f(a):\n    if a:\n        b()\n${branches}    else:\n        c()\n`);
    let deepest = 0;
    const depth = new Int32Array(view.end - view.start);
    for (let node = view.start; node < view.end; node++)
      for (const child of view.children(node))
        deepest = Math.max(deepest, (depth[child - view.start] = depth[node - view.start]! + 1));
    assert.ok(deepest < 12, String(deepest));
  });

  it('with errors in them never throw', async () => {
    const sources = [
      'def f(a:\n  return (a\nclass X\n def g(self): x = [for y in\n',
      'def f():\n    match x:\n        case {1: , **_}: pass\n        case A(b=) | -: pass\n',
      'def f():\n    f"{" + f"{a!"\n    lambda : \n    a[::: ]\n    with : pass\n    try: x\n    except\n',
    ];
    for (const source of sources) await factsOf('python', source);
    for (const source of [
      'function f( { return ; if ( else for (;; { class { x = } `${',
      'const f = (a, => { switch (x) { case : default y } } <A b={ /></',
      'class A { m( { } static { } #x = ; get [ } async *',
    ])
      for (const language of ['typescript', 'tsx', 'javascript'] as const) await factsOf(language, source);
  });

  it('are prefixes of real text, cut anywhere', async () => {
    const source = readFileSync(new URL('constructs.txt', import.meta.url), 'utf8');
    for (let end = 100; end < source.length; end += 331) {
      await factsOf('python', source.slice(0, end));
      await factsOf('tsx', source.slice(0, end));
    }
  });
});
