import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { code, codeBlock, codeInHtml, prose } from '../../../src/engine/reports/markdownText.ts';
import { shown } from '../../../src/engine/reports/shown.ts';
import { PROJECT } from '../../support/auditFolders.ts';

/** Reads Markdown as GitHub does, except that it lets all HTML through: what is ours and what slipped in shows. */
const markdown = new MarkdownIt({ html: true, linkify: true });
// GitHub makes no link of a bare host name such as `x.ba`.
markdown.linkify.tlds([]);

const OURS =
  /^<\/?(h3|p|strong|span|table|thead|tbody|tr|th|td|code|pre|details|summary|ul|li)( class="language-\w+")?>$/;

/** Tags of a rendered text that the report does not write. */
function strange(html: string): string[] {
  return (html.match(/<[^>]*>/g) ?? []).filter((tag) => !OURS.test(tag));
}

/** The text of rendered HTML as a reader sees it. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('\u200b', '');
}

const evil = fc
  .array(
    fc.constantFrom(
      ...'`|\\*_[](){}<>!#@$~&;:/.-+= ab1\n\t',
      '://',
      'www.',
      '</td>',
      '<b>',
      '&lt;',
      '``',
      '\u202e',
      '😀',
    ),
    {
      maxLength: 24,
    },
  )
  .map((parts) => parts.join(''));

describe('the Markdown report, rendered', () => {
  const cases = join(PROJECT, 'test/recorded/reports');
  for (const name of readdirSync(cases).sort()) {
    it(`${name}: no element but its own, and every row has its cells`, () => {
      const html = markdown.render(readFileSync(join(cases, name, 'expect.md'), 'utf8'));
      assert.deepEqual(strange(html), []);
      for (const row of html.match(/<tr>[^]*?<\/tr>/g) ?? []) {
        const cells = row.match(/<t[hd]>/g)!.length;
        assert.ok(cells === 4 || cells === 2, row);
      }
    });
  }

  it('any text comes out as it was, as words and as code, in a table too', () => {
    fc.assert(
      fc.property(evil, (text) => {
        const html = markdown.render(`| a | b |\n| --- | --- |\n| x${prose(text)}x | ${code(text)} |\n`);
        assert.deepEqual(strange(html), []);
        const cells = [...html.matchAll(/<td>([^]*?)<\/td>/g)].map((cell) => textOf(cell[1]!));
        assert.deepEqual(cells, [`x${shown(text)}x`, shown(text)]);
        const summary = markdown.render(`<details>\n<summary>${codeInHtml(text)}</summary>\n\n</details>\n`);
        assert.deepEqual(strange(summary), []);
      }),
    );
  });

  it('any code stays in its block', () => {
    fc.assert(
      fc.property(fc.array(evil.map(shown), { maxLength: 6 }), (lines) => {
        const html = markdown.render(`<details>\n\n${codeBlock(lines, 'ts').join('\n')}\n\n</details>\n`);
        assert.deepEqual(strange(html), []);
        assert.equal(html.match(/<pre>/g)!.length, 1);
      }),
    );
  });
});
