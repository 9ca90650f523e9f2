import assert from 'node:assert/strict';
import { described, workspaceOf, type Workspace } from './workspace.ts';

/** Meaning of the last reference of a name in a file. */
function meaning(workspace: Workspace, path: string, name: string): string {
  const { references, strings } = workspace.files.get(path)!.detail();
  for (let id = references.name.length - 1; id >= 0; id--)
    if (strings[references.name[id]!] === name) return described(workspace, workspace.resolver.resolve(path, id));
  throw new Error(`no reference ${name} in ${path}`);
}

const LONG = 5_000;

describe('chains and cycles that no program of a person has', () => {
  it('follows thousands of aliases in one file', async () => {
    const lines = ['function f() {}', 'const a0 = f;'];
    for (let i = 1; i <= LONG; i++) lines.push(`const a${i} = a${i - 1};`);
    lines.push(`a${LONG}();`);
    const workspace = await workspaceOf(new Map([['a.js', lines.join('\n')]]));
    assert.equal(meaning(workspace, 'a.js', `a${LONG}`), 'symbol a.js#f');
  });

  it('gives the same for such a chain whatever was asked before', async () => {
    const lines = ['function f() {}', 'const a0 = f;'];
    for (let i = 1; i <= 1_000; i++) lines.push(`const a${i} = a${i - 1};`);
    const text = lines.join('\n');
    const forward = await workspaceOf(new Map([['a.js', text]]));
    const backward = await workspaceOf(new Map([['a.js', text]]));
    const count = forward.files.get('a.js')!.detail().references.name.length;
    const ids = Array.from({ length: count }, (_, id) => id);
    const first = ids.map((id) => described(forward, forward.resolver.resolve('a.js', id)));
    const second = ids.toReversed().map((id) => described(backward, backward.resolver.resolve('a.js', id)));
    assert.deepEqual(second.toReversed(), first);
  });

  it('ends on a cycle of thousands of aliases', async () => {
    const lines = [`let a0 = a${LONG};`];
    for (let i = 1; i <= LONG; i++) lines.push(`let a${i} = a${i - 1};`);
    lines.push('a7();');
    const workspace = await workspaceOf(new Map([['a.js', lines.join('\n')]]));
    assert.equal(meaning(workspace, 'a.js', 'a7'), 'value');
  });

  it('follows barrels through hundreds of files, and ends when they form a ring', async () => {
    const files = new Map<string, string>();
    const count = 600;
    for (let i = 0; i < count; i++) files.set(`m${i}.ts`, `export * from './m${(i + 1) % count}';\n`);
    files.set(`m${count - 1}.ts`, "export * from './m0';\nexport function deep() {}\n");
    files.set(
      'main.ts',
      "import { deep, gone } from './m0';\nimport { deep as near } from './m599';\ndeep();\ngone();\nnear();\n",
    );
    const workspace = await workspaceOf(files);
    assert.equal(meaning(workspace, 'main.ts', 'deep'), `symbol m${count - 1}.ts#deep`);
    assert.equal(meaning(workspace, 'main.ts', 'gone'), 'unresolved');
    assert.equal(meaning(workspace, 'main.ts', 'near'), `symbol m${count - 1}.ts#deep`);
  });

  it('follows hundreds of classes that extend each other, and ends when they form a ring', async () => {
    const lines = ['class C0 { first() {} }'];
    for (let i = 1; i <= 600; i++) lines.push(`class C${i} extends C${i - 1} { m${i}() { this.first(); } }`);
    lines.push('new C600().first();', 'new C600().none();');
    const workspace = await workspaceOf(new Map([['a.ts', lines.join('\n')]]));
    assert.equal(meaning(workspace, 'a.ts', 'first'), 'symbol a.ts#C0.first');
    assert.equal(meaning(workspace, 'a.ts', 'none'), 'unresolved');
  });

  it('does not take names of Object.prototype for bindings, exports or options', async () => {
    const workspace = await workspaceOf(
      new Map([
        ['tsconfig.json', '{"compilerOptions": {"paths": {"__proto__": ["./a.ts"], "constructor": "no list"}}}'],
        ['package.json', '{"name": "constructor", "exports": {"__proto__": 1}, "workspaces": 5}'],
        ['broken/package.json', '{"name": ["x"], "exports": [[[["./x.js"]]]], "main": 7'],
        ['a.ts', 'export const api = { run() {} };\n'],
        [
          'main.ts',
          "import { toString, __proto__ as p } from './a';\nimport { api } from '__proto__';\nimport x from 'constructor/toString';\ntoString();\np();\napi.valueOf();\nx();\nhasOwnProperty();\n",
        ],
      ]),
    );
    assert.equal(meaning(workspace, 'main.ts', 'toString'), 'unresolved');
    assert.equal(meaning(workspace, 'main.ts', 'p'), 'unresolved');
    assert.equal(meaning(workspace, 'main.ts', 'x'), 'unresolved');
    assert.equal(meaning(workspace, 'main.ts', 'hasOwnProperty'), 'unresolved');
  });
});
