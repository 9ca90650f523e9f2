import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bodyOf } from '../../../src/engine/ir/bodyView.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import type { FileFacts } from '../../../src/engine/model/facts.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { PYTHON, pythonPackages, standardLibrary } from '../../support/pythonPackages.ts';
import { namedText } from './namedText.ts';

/**
 * Our bodies against trees that are made from CPython's `ast` alone, over the standard library of the running Python
 * and real packages: every function's whole tree must be the same text. What differs is listed with its reason.
 */
interface Theirs {
  path: string;
  error?: string;
  functions: { line: number; name: string; body: string }[];
}

interface Listed {
  file: string;
  /** A function's name, or `*` for a file that the grammar reads wrongly. */
  function: string;
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

/** Floats by their bits, since the languages write them differently. */
function number(text: string): string {
  if (/^[0-9]+$/.test(text)) return text.length > 29 ? 'BIG' : text;
  if (/^0[xbo]/.test(text)) return 'BIG';
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(Number(text.replace(/j$/, '')));
  return bits.toString('hex') + (text.endsWith('j') ? 'j' : '');
}

/** Body of each function that stands in no other, by line and name. */
function outermost(facts: FileFacts): Map<string, string> {
  const bodies = facts.detail.bodies!;
  const found = new Map<string, string>();
  facts.summary.symbols.forEach((symbol, index) => {
    const view = bodyOf(bodies, index);
    if (view) found.set(`${symbol.nameLine} ${symbol.name}`, namedText(view, number));
  });
  return found;
}

function around(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return `…${text.slice(Math.max(0, at - 60), at + 60)}… for …${other.slice(Math.max(0, at - 60), at + 60)}…`;
}

describe('Python bodies against CPython', function () {
  this.timeout(0);

  it('are the same trees, but for what is listed', async () => {
    const listed = JSON.parse(await readFile(join(here, 'pythonDifferences.json'), 'utf8')) as Listed[];
    const unused = new Set(listed.map((entry) => `${entry.file} ${entry.function}`));
    const names = new Map<string, string>();
    const roots: [string, string][] = [
      ['stdlib', standardLibrary()],
      ['packages', pythonPackages()],
    ];
    for (const [label, root] of roots)
      for (const file of await pythonFiles(root))
        names.set(file, `${label}/${relative(root, file).split(sep).join('/')}`);
    const python = spawn(PYTHON, [join(here, 'astBodies.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
    python.stdin.end(JSON.stringify([...names.keys()]));
    const unlisted: string[] = [];
    const seen = new Set<string>();
    let compared = 0;
    for await (const line of createInterface({ input: python.stdout })) {
      const theirs = JSON.parse(line) as Theirs;
      const name = names.get(theirs.path)!;
      seen.add(name);
      if (theirs.error !== undefined) continue;
      const text = (await readFile(theirs.path, 'utf8')).replace(/^\uFEFF/, '');
      const result = await extractFacts('python', text, installedGrammars);
      if (!result.ok) continue;
      const ours = outermost(result.facts);
      for (const { line: at, name: called, body } of theirs.functions) {
        const own = ours.get(`${at} ${called}`);
        // Named characters are kept as they are written, since their table is large.
        if (own === body || own?.includes('\\\\N{')) {
          compared++;
          continue;
        }
        const key = listed.some((entry) => entry.file === name && entry.function === '*')
          ? `${name} *`
          : `${name} ${called}`;
        const known = listed.some((entry) => `${entry.file} ${entry.function}` === key);
        if (known) unused.delete(key);
        else unlisted.push(`${name}:${at} ${called}: ${own === undefined ? 'no body' : around(own, body)}`);
      }
    }
    if (process.env.REWHEEL_DIFFERENCES) await writeFile(process.env.REWHEEL_DIFFERENCES, unlisted.join('\n'));
    const stale = [...unused].filter((key) => seen.has(key.slice(0, key.lastIndexOf(' '))));
    assert.ok(compared > 20_000, `only ${compared} functions were compared`);
    assert.deepEqual(
      { count: unlisted.length, unlisted: unlisted.slice(0, 20), stale },
      {
        count: 0,
        unlisted: [],
        stale: [],
      },
    );
  });
});
