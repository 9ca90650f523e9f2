import assert from 'node:assert/strict';
import { createGraph } from '../../../src/engine/graph/graph.ts';
import type { Callee, Graph } from '../../../src/engine/graph/types.ts';
import { stateOf } from './pythonState.ts';

const LIB = `
def helper(x):
    return x

class Box:
    def put(self, x):
        return self
`;

const USE = `
import numpy as np
from lib import helper, Box
from lib import helper as again

@helper
def work(data, key, *, fallback=helper):
    """Docstring that calls nothing(1)."""
    def inner(x: Box):
        return again(x)
    total = np.mean(data)
    total.round(2)
    data.append(total)
    key(len(data))
    unknown_name(total)
    Box().put(1)
    sorted(data, key=helper)
    data.size = helper
    inner(1)
    work(1, 2)
    filter(None, data)
    ', '.join(data)
    return total

class Later(Box):
    made = helper(2)
    def put(self, x):
        helper(x)
        return super().put(x)

helper(work)
[helper(i) for i in range(3)]
`;

async function graphOf(texts: Record<string, string>): Promise<Graph> {
  return createGraph(await stateOf(new Map(Object.entries(texts))));
}

function named(graph: Graph, file: string, name: string): Callee[] {
  const symbol = graph.file(file)!.summary.symbols.findIndex((fact) => fact.qualifiedName === name);
  assert.ok(symbol >= 0, `${name} is not in ${file}`);
  return graph.callees({ file, symbol });
}

const lines = (callees: Callee[]): string[] =>
  callees.map(
    (callee) =>
      `${callee.key} ${callee.called ? 'called' : 'named'}${callee.builtin ? ' builtin' : ''} ` +
      callee.sites.map((site) => site.line).join(','),
  );

describe('callees', function () {
  this.timeout(0);

  it('are named by what they resolve to, nested functions included', async () => {
    const graph = await graphOf({ 'lib.py': LIB, 'use.py': USE });
    assert.deepEqual(lines(named(graph, 'use.py', 'work')), [
      '.append called builtin 13',
      '.join called builtin 22',
      '.round called 12',
      'filter called builtin 21',
      'key called 14',
      'len called builtin 14',
      'lib.py#Box called 16',
      'lib.py#Box.put called 16',
      // The default of `fallback` in line 7, the call in inner and the function passed on.
      'lib.py#helper called 7,10,17,18',
      'numpy.mean called 11',
      'sorted called builtin 17',
      'unknown_name called 15',
    ]);
  });

  it('leave decorators, bases, stores and types out and keep class bodies apart from the module', async () => {
    const graph = await graphOf({ 'lib.py': LIB, 'use.py': USE });
    assert.deepEqual(lines(named(graph, 'use.py', 'work.inner')), ['lib.py#helper called 10']);
    assert.deepEqual(lines(named(graph, 'use.py', 'Later')), [
      'lib.py#Box.put called 29',
      'lib.py#helper called 26,28',
      'super called builtin 29',
    ]);
    assert.deepEqual(lines(graph.moduleCallees('use.py')), [
      'lib.py#helper called 31,32',
      'range called builtin 32',
      'use.py#work named 31',
    ]);
    const later = graph.file('use.py')!.summary.symbols.findIndex((fact) => fact.name === 'Later');
    const bases = graph.baseClasses({ file: 'use.py', symbol: later });
    assert.deepEqual(
      bases.map((base) => `${base.file}#${graph.symbol(base).name}`),
      ['lib.py#Box'],
    );
  });

  it('count a builtin name as builtin unless the workspace defines it', async () => {
    const graph = await graphOf({
      'a.py': `
def filter(x): pass
class Bag:
    def append(self, x): pass
def f(given, print):
    filter(1)
    Bag().append(1)
    given.append(1)
    given.transform(1)
    print(1)
    numpy.append(1)
`,
      'b.py': 'import numpy\ndef f():\n    numpy.append(1)\n    numpy.linalg.norm(1)\n    __import__("x").sort()\n',
    });
    assert.deepEqual(
      named(graph, 'a.py', 'f').map((callee) => [callee.key, callee.builtin]),
      [
        ['.append', true],
        ['.transform', false],
        ['a.py#Bag', false],
        ['a.py#Bag.append', false],
        ['a.py#filter', false],
        ['print', true],
      ],
    );
    assert.deepEqual(
      named(graph, 'b.py', 'f').map((callee) => [callee.key, callee.builtin]),
      [
        ['.sort', true],
        ['__import__', true],
        ['numpy.append', false],
        ['numpy.linalg.norm', false],
      ],
    );
  });

  it('answer nothing for files that are not there', async () => {
    const graph = await graphOf({ 'lib.py': LIB });
    assert.deepEqual(graph.moduleCallees('gone.py'), []);
    assert.deepEqual(graph.resolve('gone.py', 0), { kind: 'unresolved' });
    assert.throws(() => graph.callees({ file: 'lib.py', symbol: 99 }), RangeError);
  });

  it('end on chains that go deep or round', async () => {
    const aliases = Array.from({ length: 3_000 }, (_, i) => `a${i} = a${i + 1}`).join('\n');
    const calls = `x = Start()${'.next()'.repeat(400)}\n`;
    const classes = Array.from({ length: 1_500 }, (_, i) => `class C${i}(C${i + 1}):\n    pass\n`).join('');
    const rings = Array.from({ length: 60 }, (_, i) => {
      const from = [1, 2, 3].map(
        (step) => `try:\n    from m${(i + step) % 60} import f\nexcept ImportError:\n    pass\n`,
      );
      return [`m${i}.py`, `${from.join('')}f()\n`] as const;
    });
    const graph = await graphOf({
      'a.py': `${aliases}\na0()\n`,
      'b.py': calls,
      'c.py': `${classes}C0().run()\nclass Round(Round2): pass\nclass Round2(Round): pass\nRound().run()\n`,
      ...Object.fromEntries(rings),
    });
    for (const path of ['a.py', 'b.py', 'c.py', 'm0.py', 'm59.py']) {
      const { length } = graph.file(path)!.detail().references.name;
      for (let id = length - 1; id >= 0; id--) assert.notEqual(graph.resolve(path, id).kind, undefined);
    }
  });
});
