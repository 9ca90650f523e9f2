import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Advice, Finding } from '../../../src/protocol/report.ts';
import { auditOf, closeTestFacts, PROJECT, requestFor } from '../../support/auditFolders.ts';

/*
 * How the module systems of Node and Python find what is advised: each case is a small workspace, in which the advice is
 * written into the new file, and the file run before and after.
 */
const PYTHON = process.env.PYTHON ?? 'python3';

/** A function of some size, as a declaration or an expression of ECMAScript. */
const js = (head: string): string => `${head} {
  let total = 0;
  for (const value of values) {
    if (value > share) total += value * share;
    else total -= value;
  }
  return total / values.length;
}`;
/** The same in other words, so that nothing but the meaning is equal. */
const fresh = (name: string, parameters = 'rows, least'): string => {
  const [rows, least] = parameters.split(', ');
  return `function ${name}(${parameters}) {
  let sum = 0;
  for (const one of ${rows}) {
    if (one > ${least}) sum += one * ${least};
    else sum -= one;
  }
  return sum / ${rows}.length;
}
`;
};
const py = (name: string, rows = 'values', least = 'share', sum = 'total'): string => `def ${name}(${rows}, ${least}):
    ${sum} = 0
    for value in ${rows}:
        if value > ${least}:
            ${sum} += value * ${least}
        else:
            ${sum} -= value
    return ${sum} / len(${rows})
`;
const CALL = 'console.log(mean([3, 8, 1], 2));\n';
const PRINT = 'if __name__ == "__main__":\n    print(mean([3, 8, 1], 2))\n';

interface Case {
  title: string;
  /** What stands there before. */
  old: Record<string, string>;
  /** The file with the new function. */
  path: string;
  text: string;
  /** Import (or `-`), call, and what is in the way. */
  told: string;
  /** What is run, by its path or with arguments; left out where nothing is a drop-in. */
  run?: string[];
}

const CASES: Case[] = [
  {
    title: 'module.exports = function with a name',
    old: { 'lib/one.js': `module.exports = ${js('function avg(values, share)')};\n` },
    path: 'app/new.js',
    text: `${fresh('mean')}${CALL}module.exports = { mean };\n`,
    told: "const avg = require('../lib/one.js'); | avg(rows, least)",
    run: ['app/new.js'],
  },
  {
    title: 'module.exports = function without a name',
    old: { 'lib/the-mean.js': `module.exports = ${js('function (values, share)')};\n` },
    path: 'app/new.js',
    text: `const fs = require('node:fs');\n${fresh('mean')}${CALL}exports.fs = fs;\n`,
    told: "const theMean = require('../lib/the-mean.js'); | theMean(rows, least)",
    run: ['app/new.js'],
  },
  {
    title: 'module.exports = a name, that is a parameter in the new function',
    old: { 'lib/one.js': `${js('function go(values, share)')}\nmodule.exports = go;\n`, 'package.json': '{}' },
    path: 'app/new.js',
    text: `${fresh('mean', 'go, least')}${CALL}`,
    told: "const existingGo = require('../lib/one.js'); | existingGo(go, least)",
    run: ['app/new.js'],
  },
  {
    title: 'module.exports = class',
    old: { 'lib/one.js': `module.exports = class K {\n  static ${js('of(values, share)')}\n};\n` },
    path: 'app/new.js',
    text: `${fresh('mean')}${CALL}module.exports = mean;\n`,
    told: "const K = require('../lib/one.js'); | K.of(rows, least)",
    run: ['app/new.js'],
  },
  {
    title: 'a member of exports in its own file',
    old: { 'lib/one.js': `exports.avg = ${js('function (values, share)')};\n` },
    path: 'lib/one.js',
    text: `exports.avg = ${js('function (values, share)')};\n${fresh('mean')}${CALL}`,
    told: '- | module.exports.avg(rows, least)',
    run: ['lib/one.js'],
  },
  {
    title: 'export default of an arrow function, seen by a CommonJS file',
    old: { 'lib/one.mjs': `export default ${js('(values, share) =>')};\n` },
    path: 'app/new.js',
    text: `${fresh('mean')}${CALL}module.exports = { mean };\n`,
    told: "const { default: one } = require('../lib/one.mjs'); | one(rows, least) | lib/one.mjs is a module that require cannot load",
  },
  {
    title: 'export default of an arrow function',
    old: { 'lib/index.mjs': `export default ${js('(values, share) =>')};\n` },
    path: 'app/new.mjs',
    text: `${fresh('mean')}${CALL}`,
    told: "import lib from '../lib/index.mjs'; | lib(rows, least)",
    run: ['app/new.mjs'],
  },
  {
    title: 'export default of a function without a name',
    old: { 'lib/class.js': `export default ${js('function (values, share)')}\n`, 'package.json': '{"type":"module"}' },
    path: 'app/new.js',
    text: `${fresh('mean')}${CALL}`,
    told: "import existing from '../lib/class.js'; | existing(rows, least)",
    run: ['app/new.js'],
  },
  {
    title: 'export default of a class without a name',
    old: {
      'lib/one.js': `export default class {\n  static ${js('of(values, share)')}\n}\n`,
      'package.json': '{"type":"module"}',
    },
    path: 'app/new.js',
    text: `${fresh('mean')}${CALL}`,
    told: "import one from '../lib/one.js'; | one.of(rows, least)",
    run: ['app/new.js'],
  },
  {
    title: 'what has no name in its own file',
    old: { 'lib/one.mjs': `export default ${js('(values, share) =>')};\n` },
    path: 'lib/one.mjs',
    text: `export default ${js('(values, share) =>')};\n${fresh('mean')}${CALL}`,
    told: '- | - | it has no name',
  },
  {
    title: 'a CommonJS file whose ending no import leaves out',
    old: {
      'lib/one.cjs': `exports.avg = ${js('function (values, share)')};\n`,
      'lib/two.js': `exports.two = () => require('./three');\n`,
      'lib/three.js': `exports.three = 3;\n`,
    },
    path: 'app/new.js',
    text: `const { three } = require('../lib/three');\n${fresh('mean')}${CALL}exports.three = three;\n`,
    told: "const { avg } = require('../lib/one.cjs'); | avg(rows, least)",
    run: ['app/new.js'],
  },
  {
    title: 'a module that imports a CommonJS file',
    old: { 'lib/one.cjs': `module.exports = ${js('function avg(values, share)')};\n` },
    path: 'app/new.mjs',
    text: `${fresh('mean')}${CALL}`,
    told: "import avg from '../lib/one.cjs'; | avg(rows, least)",
    run: ['app/new.mjs'],
  },
  {
    title: 'TypeScript that resolves as Node does',
    old: {
      'src/one.ts': `export ${js('function avg(values: number[], share: number): number')}\n`,
      'package.json': '{"type":"module"}',
      'tsconfig.base.json': '{"compilerOptions":{"module":"NodeNext"}}',
      'tsconfig.json': '{"extends":"./tsconfig.base.json"}',
    },
    path: 'src/new.ts',
    text: `export ${fresh('mean').replace('(rows, least)', '(rows: number[], least: number)')}${CALL}`,
    told: "import { avg } from './one.js'; | avg(rows, least)",
    run: ['--import', 'tsx', 'src/new.ts'],
  },
  {
    title: 'a package of the workspace, by its name',
    old: {
      'package.json': '{"workspaces":["packages/*"]}',
      'packages/a/package.json': '{"name":"@x/a","type":"module","main":"src/index.js"}',
      'packages/a/src/index.js': `export { avg as average } from './avg.js';\n`,
      'packages/a/src/avg.js': `export ${js('function avg(values, share)')}\n`,
      'packages/b/package.json': '{"name":"@x/b","type":"module","dependencies":{"@x/a":"*"}}',
      'packages/b/node_modules/@x/a/package.json':
        '{"name":"@x/a","type":"module","main":"../../../../a/src/index.js"}',
    },
    path: 'packages/b/new.js',
    text: `${fresh('mean')}${CALL}`,
    told: "import { average } from '@x/a'; | average(rows, least)",
    run: ['packages/b/new.js'],
  },
  {
    title: 'a package of the workspace that is no dependency',
    old: {
      'packages/a/package.json': '{"name":"@x/a","type":"module"}',
      'packages/a/index.js': `export ${js('function avg(values, share)')}\n`,
      'packages/b/package.json': '{"name":"@x/b","type":"module"}',
    },
    path: 'packages/b/new.js',
    text: `${fresh('mean')}${CALL}`,
    told: "import { avg } from '../a/index.js'; | avg(rows, least) | its package @x/a is no dependency here",
  },
  ...['my-app', '2024', 'import'].map((folder): Case => ({
    title: `Python: a folder called ${folder}`,
    old: { [`${folder}/tool.py`]: py('avg'), [`${folder}/__init__.py`]: '' },
    path: 'new.py',
    text: py('mean', 'rows', 'least', 'sum') + PRINT,
    told: `- | avg(rows, least) | no import can name ${folder}`,
  })),
  {
    title: 'Python: a parameter with the name of the target',
    old: { 'pkg/__init__.py': '', 'pkg/core.py': py('pick') },
    path: 'new.py',
    text: py('mean', 'pick', 'least', 'sum') + PRINT,
    told: 'from pkg.core import pick as existing_pick | existing_pick(pick, least)',
    run: ['new.py'],
  },
  {
    title: 'Python: a parameter with the name of a target that the file imports',
    old: { 'core.py': py('pick') },
    path: 'new.py',
    text: `from core import pick\n\n${py('mean', 'pick', 'least', 'sum')}${PRINT}`,
    told: 'from core import pick as existing_pick | existing_pick(pick, least)',
    run: ['new.py'],
  },
  {
    title: 'Python: a parameter with the name of a target in the same file',
    old: { 'core.py': py('pick') },
    path: 'core.py',
    text: py('pick') + py('mean', 'pick', 'least', 'sum'),
    told: '- | pick(pick, least) | pick means something else there',
  },
  {
    title: 'Python: what a package gives on',
    old: { 'pkg/__init__.py': 'from ._impl import pick\n__all__ = ["pick"]\n', 'pkg/_impl.py': py('pick') },
    path: 'new.py',
    text: py('mean', 'rows', 'least', 'sum') + PRINT,
    told: 'from pkg import pick | pick(rows, least)',
    run: ['new.py'],
  },
  {
    title: 'Python: what a package gives on, whose loading needs the new file',
    old: {
      'pkg/__init__.py': 'import new\nfrom ._impl import pick\n__all__ = ["pick"]\n',
      'pkg/_impl.py': py('pick'),
      'new.py': '',
    },
    path: 'new.py',
    text: py('mean', 'rows', 'least', 'sum') + PRINT,
    told: 'from pkg._impl import pick | pick(rows, least)',
    run: ['new.py'],
  },
];

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function run(folder: string, args: string[]): string {
  const isPython = args.some((one) => one.endsWith('.py'));
  const nodePath = join(PROJECT, 'node_modules');
  const given = args.map((one) => (one === 'tsx' ? join(nodePath, 'tsx/dist/loader.mjs') : one));
  return execFileSync(isPython ? PYTHON : process.execPath, [...(isPython ? ['-B'] : []), ...given], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function toldOf({ import: line, importedAs, call, obstacles }: Advice): string {
  const from = line ?? (importedAs === null ? '-' : `as ${importedAs}`);
  return [from, call ?? '-', ...obstacles].join(' | ');
}

/** The file with the call in the place of the body and the import above. */
function applied(text: string, { function: fn, advice }: Finding, isPython: boolean): string {
  const lines = text.split('\n');
  const last = isPython ? fn.endLine : fn.endLine - 1;
  lines.splice(fn.startLine, last - fn.startLine, `    return ${advice!.call}`);
  return [...(advice!.import === null ? [] : [advice!.import]), ...lines].join('\n');
}

describe('advice in module systems', () => {
  let work = '';
  beforeEach(() => (work = mkdtempSync(join(tmpdir(), 'rewheel-modules-'))));
  afterEach(() => rmSync(work, { recursive: true, force: true }));
  after(closeTestFacts);

  for (const { title, old, path, text, told, run: args } of CASES)
    it(title, async () => {
      const [before, after] = [join(work, 'before'), join(work, 'after')];
      write(before, old);
      write(after, { ...old, [path]: text });
      const { findings } = await auditOf(
        requestFor(work, {
          base: { kind: 'folder', path: before, name: 'before' },
          head: { kind: 'folder', path: after, name: 'after' },
        }),
      );
      const found = findings.find((one) => one.function.name === 'mean');
      assert.ok(found?.advice, JSON.stringify(findings));
      assert.equal(toldOf(found.advice), told);
      assert.equal(found.advice.dropIn, args !== undefined);
      if (!args) return;
      const expected = run(after, args);
      const changed = applied(readFileSync(join(after, path), 'utf8'), found, path.endsWith('.py'));
      writeFileSync(join(after, path), changed);
      assert.equal(run(after, args), expected, changed);
    });
});
