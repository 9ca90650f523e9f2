import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { factLines, type CPythonFacts } from './factLines.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { PYTHON, pythonPackages, standardLibrary } from '../../support/pythonPackages.ts';

/**
 * Our facts against what CPython's own `ast` and `symtable` say, over the standard library of the running Python and
 * three packages. Every difference must be listed, with its reason, in differences.json.
 */
interface Listed {
  file: string;
  symbol: string;
  reason: string;
}

const here = fileURLToPath(new URL('.', import.meta.url));

async function pythonFiles(root: string): Promise<string[]> {
  const found = await readdir(root, { recursive: true });
  return found
    .filter((path) => path.endsWith('.py') && !path.split(sep).includes('site-packages'))
    .sort()
    .map((path) => join(root, path));
}

describe('Python facts against CPython', function () {
  this.timeout(0);
  const roots: [string, string][] = [];

  before(() => {
    roots.push(['stdlib', standardLibrary()], ['packages', pythonPackages()]);
  });

  it('agrees on definitions, lines, parameters, uses, calls and scopes, but for what is listed', async () => {
    const listed = JSON.parse(await readFile(join(here, 'differences.json'), 'utf8')) as Listed[];
    const unused = new Map(listed.map((entry) => [`${entry.file} ${entry.symbol}`, entry]));
    assert.equal(unused.size, listed.length, 'differences.json lists something twice');
    const used = new Set<string>();
    const unlisted: string[] = [];
    const names = new Map<string, string>();
    for (const [label, root] of roots)
      for (const file of await pythonFiles(root))
        names.set(file, `${label}/${relative(root, file).split(sep).join('/')}`);

    const python = spawn(PYTHON, [join(here, 'astFacts.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
    python.stdin.end(JSON.stringify([...names.keys()]));
    let compared = 0;
    const seen = new Set<string>();
    for await (const line of createInterface({ input: python.stdout })) {
      const theirs = JSON.parse(line) as CPythonFacts;
      seen.add(names.get(theirs.path)!);
      if ('error' in theirs) continue;
      const text = (await readFile(theirs.path, 'utf8')).replace(/^\uFEFF/, '');
      const result = await extractFacts('python', text, installedGrammars);
      const name = names.get(theirs.path)!;
      const found = result.ok
        ? factLines(result.facts, theirs)
        : [{ symbol: '', difference: `no facts: ${result.reason}` }];
      compared++;
      for (const { symbol, difference } of found) {
        // A file that the grammar cannot read is listed as a whole, by `*`.
        const key = unused.has(`${name} *`) ? `${name} *` : `${name} ${symbol}`;
        if (unused.has(key)) used.add(key);
        else unlisted.push(`${key}: ${difference}`);
      }
    }
    for (const key of used) unused.delete(key);
    const stale = [...unused.values()].filter((entry) => seen.has(entry.file)).map((e) => `${e.file} ${e.symbol}`);
    assert.ok(compared > 1_000, `only ${compared} files were compared`);
    if (process.env.REWHEEL_DIFFERENCES) await writeFile(process.env.REWHEEL_DIFFERENCES, unlisted.join('\n'));
    assert.deepEqual({ unlisted: unlisted.slice(0, 20), stale }, { unlisted: [], stale: [] });
  });
});
