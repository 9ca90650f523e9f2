import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { LanguageId } from '../../../src/engine/model/facts.ts';
import { normalOf } from '../../support/bodies.ts';

interface Group {
  name: string;
  texts: string[];
}

function groupsOf(file: string, comment: string): Group[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text
    .split(new RegExp(`^${comment} `, 'm'))
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { name: part.slice(0, end), texts: part.slice(end + 1).split(/^==\n/m) };
    });
}

const TABLES: [LanguageId, string, string, boolean][] = [
  ['python', 'equivalents.py.txt', '#', true],
  ['typescript', 'equivalents.ts.txt', '//', true],
  ['python', 'differents.py.txt', '#', false],
];

for (const [language, file, comment, equal] of TABLES) {
  describe(`normal form: ${file}`, () => {
    for (const { name, texts } of groupsOf(file, comment)) {
      it(name, async () => {
        const forms = await Promise.all(texts.map((text) => normalOf(language, text)));
        for (const other of forms.slice(1)) {
          if (equal) assert.equal(other.digest === forms[0]!.digest ? forms[0]!.shown : other.shown, forms[0]!.shown);
          else assert.notEqual(other.digest, forms[0]!.digest, other.shown);
          if (equal) assert.equal(other.digest, forms[0]!.digest);
        }
      });
    }
  });
}

/** Every identity of issue 4 with forms that are equal (`==`) and forms that are nearly so and are not (`!=`). */
for (const [language, file, comment] of [
  ['python', 'identities.py.txt', '#'],
  ['typescript', 'identities.ts.txt', '//'],
] as const) {
  describe(`normal form: ${file}`, () => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    for (const part of text.split(new RegExp(`^${comment} `, 'm')).slice(1)) {
      const [name, ...lines] = part.split('\n') as [string, ...string[]];
      it(name, async () => {
        const [first, ...others] = lines.join('\n').split(/^(?===\n|!=\n)/m) as [string, ...string[]];
        const base = await normalOf(language, first);
        for (const other of others) {
          const form = await normalOf(language, other.slice(3));
          assert.equal(form.digest === base.digest, other.startsWith('=='), `${base.shown}\n${form.shown}\n${other}`);
        }
      });
    }
  });
}
