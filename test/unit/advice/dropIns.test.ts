import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callInstead, withChanges } from '../../../src/extension/fixes/callInstead.ts';
import type { AuditReport, Finding } from '../../../src/protocol/report.ts';
import { auditOf, closeTestFacts, PROJECT, requestFor } from '../../support/auditFolders.ts';

/*
 * What the advice calls a drop-in is one: import and call are written into the new code, both versions run on the same
 * inputs, and must give the same. The fixtures hold what must not be called one beside it.
 */
const FIXTURES = join(PROJECT, 'test/fixtures/advice');
const PYTHON = process.env.PYTHON ?? 'python3';

async function audited(language: string): Promise<AuditReport> {
  const root = join(FIXTURES, language);
  const state = (name: string): { kind: 'folder'; path: string; name: string } => ({
    kind: 'folder',
    path: join(root, name),
    name,
  });
  return auditOf(requestFor(root, { base: state('before'), head: state('after') }));
}

/** `name: import | call`, with the obstacles where it is no drop-in. */
function told({ function: fn, target, advice }: Finding): string {
  const { import: line, importedAs, call, dropIn, obstacles } = advice!;
  const from = line ?? (importedAs === null ? '-' : `as ${importedAs}`);
  return `${fn.name} > ${target.name}: ${from} | ${call ?? '-'}${dropIn ? '' : ` | ${obstacles.join('; ')}`}`;
}

/** Applies every drop-in to a copy of the new state; gives the folder. */
function changed(language: string, findings: readonly Finding[], work: string): string {
  const folder = join(work, 'changed');
  cpSync(join(FIXTURES, language, 'after'), folder, { recursive: true });
  const dropIns = findings.filter(({ advice }) => advice?.dropIn);
  for (const file of new Set(dropIns.map((finding) => finding.function.file))) {
    const path = join(folder, file);
    const own = dropIns.filter((finding) => finding.function.file === file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, withChanges(text, callInstead(text, file, own).changes));
  }
  return folder;
}

const RUN_PYTHON = `
import asyncio, inspect, json, sys
sys.path.insert(0, sys.argv[1] + "/src")
from gauge import fresh
def run(text):
    try:
        value = eval(text, vars(fresh))
        if inspect.iscoroutine(value): value = asyncio.run(value)
        if inspect.isgenerator(value): value = list(value)
        return repr(value)
    except Exception as error:
        return type(error).__name__ + ": " + str(error)
print(json.dumps([run(text) for text in json.load(open(sys.argv[2]))]))
`;

const RUN_TYPESCRIPT = `
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const [folder, expressions] = process.argv.slice(2);
const found = [];
for (const [file, texts] of Object.entries(JSON.parse(readFileSync(expressions, 'utf8')))) {
  const loaded = await import(pathToFileURL(folder + '/' + file));
  const m = file.endsWith('.cjs') ? loaded.default : loaded;
  for (const text of texts) {
    try {
      const value = await new Function('m', 'return ' + text)(m);
      found.push(JSON.stringify(value?.next ? [...value] : value));
    } catch (error) {
      found.push(String(error));
    }
  }
}
console.log(JSON.stringify(found));
`;

describe('advice', () => {
  let work = '';
  before(() => (work = mkdtempSync(join(tmpdir(), 'rewheel-advice-'))));
  afterEach(() => rmSync(join(work, 'changed'), { recursive: true, force: true }));
  after(async () => {
    rmSync(work, { recursive: true, force: true });
    await closeTestFacts();
  });

  it('Python: drop-ins run and give the same', async () => {
    const { findings } = await audited('python');
    assert.deepEqual(findings.map(told), [
      'TEXT > UNITS_TEXT: from .core import UNITS_TEXT | UNITS_TEXT',
      'sum_up > total_of: from .core import total_of | total_of(entries, tax, places)',
      'fixed > total_of: from .core import total_of | total_of(entries, tax, 3)',
      'ticks > spread: from .core import spread | spread(begin, end, steps=count, name=label)',
      'text_of > joined: from .core import joined | joined(mark, *items, **named)',
      'doubled > settled: from .core import settled | await settled(numbers, limit)',
      'jumps > pairs: from .core import pairs | yield from pairs(numbers, least)',
      'put_all > store: from .core import store | store(rows, into)',
      'reach > _hidden: from .core import _hidden | _hidden(numbers, part) | _hidden is private',
      'shift > outer.inner: - | - | it stands inside outer',
      'slug > slug: from .core import slug as existing_slug | existing_slug(title, mark)',
      'limited > Meter.clamp: as Gauge | Gauge.clamp(number, least, most)',
      'weighed > averaged: from .reads import averaged | averaged(numbers, share) | importing it closes a circle: src/gauge/reads.py imports src/gauge/fresh.py',
      'Other.top > Meter.peak: - | self.peak(least, scale)',
    ]);
    const folder = changed('python', findings, work);
    const run = (where: string): unknown =>
      JSON.parse(
        execFileSync(PYTHON, ['-B', '-c', RUN_PYTHON, where, join(FIXTURES, 'python/expressions.json')], {
          encoding: 'utf8',
        }),
      );
    assert.deepEqual(run(folder), run(join(FIXTURES, 'python/after')));
    const text = readFileSync(join(folder, 'src/gauge/fresh.py'), 'utf8');
    assert.ok(
      text.includes('return total_of(entries, tax, places)') && text.includes('return self.peak(least, scale)'),
    );
  });

  it('TypeScript: drop-ins run and give the same', async () => {
    const { findings } = await audited('typescript');
    assert.deepEqual(findings.map(told), [
      "limited > Meter.clamp: import { Meter as existingMeter } from '@/lib/core'; | existingMeter.clamp(number, least, most)",
      'sumOf > summed: - | module.exports.summed(tax, entries, places) | only lines 5-10 do what it does',
      "summed > totalOf: const { totalOf } = require('../lib/core.ts'); | totalOf(entries, tax, places)",
      "doubled > settled: import { settled } from './core.js'; | await settled(numbers, limit)",
      "jumps > pairs: import { pairs } from './core.js'; | yield* pairs(numbers, least)",
      "textOf > joined: import { joined } from './core.js'; | joined(mark, ...items)",
      'reach > hidden: - | hidden(numbers, part) | src/lib/core.ts does not export it',
      'between > middle: as middle | middle(a, b)',
    ]);
    const folder = changed('typescript', findings, work);
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    const script = join(work, 'run.mjs');
    writeFileSync(script, RUN_TYPESCRIPT);
    const tsx = join(PROJECT, 'node_modules/tsx/dist/cli.mjs');
    const run = (where: string): unknown =>
      JSON.parse(
        execFileSync(
          process.execPath,
          [
            tsx,
            '--tsconfig',
            join(where, 'tsconfig.json'),
            script,
            where,
            join(FIXTURES, 'typescript/expressions.json'),
          ],
          { encoding: 'utf8', cwd: where },
        ),
      );
    assert.deepEqual(run(folder), run(join(FIXTURES, 'typescript/after')));
    assert.ok(readFileSync(join(folder, 'src/lib/fresh.ts'), 'utf8').includes('return joined(mark, ...items)'));
  });
});
