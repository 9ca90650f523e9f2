import { shown } from './shown.ts';

/*
 * Texts of the audited code in GitHub's Markdown. Backslashes do not help everywhere: mentions, references and formulas
 * are looked for after Markdown is done, and a table's cells are split before.
 */

/** A zero-width space, as other bots write it: keeps `@name` and `#1` from reaching anybody. */
const APART = '&#8203;';

/** Plain words: nothing in them is markup, a link, a mention or a formula. */
export function prose(text: string): string {
  return shown(text)
    .replace(/[&<>|]/g, entity)
    .replace(/[\\`*_{}[\]~]/g, '\\$&')
    .replace(/\$/g, '<span>$</span>')
    .replace(/:\/\//g, '&#58;//')
    .replace(/www\./gi, (found) => `${found.slice(0, 3)}&#46;`)
    .replace(/GH-/gi, (found) => `${found.slice(0, 2)}&#45;`)
    .replace(/(?<!&)[@#]/g, (found) => `${found}${APART}`);
}

/** A name or path as code, in a table too. */
export function code(text: string): string {
  const safe = shown(text);
  if (safe === '') return '<code></code>';
  if (!/[`|\\]|^ | $/.test(safe)) return `\`${safe}\``;
  return `<code>${safe.replace(/[^\p{L}\p{N} ]/gu, entity)}</code>`;
}

/** A name as code where HTML goes on, as in a summary. */
export function codeInHtml(text: string): string {
  return `<code>${shown(text).replace(/[^\p{L}\p{N} ._-]/gu, entity)}</code>`;
}

/** A block of code; its fence is longer than any in the lines. */
export function codeBlock(lines: readonly string[], language: string): string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map((run) => run.length)));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...lines, fence];
}

const LANGUAGES: Record<string, string> = {
  py: 'python',
  pyi: 'python',
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'jsx',
};

/** What GitHub calls the language of a file: for most its extension. */
export function fenceLanguage(file: string): string {
  const extension = /\.([a-z+]{1,6})$/.exec(file)?.[1] ?? '';
  return Object.hasOwn(LANGUAGES, extension) ? LANGUAGES[extension]! : extension;
}

function entity(char: string): string {
  return `&#${char.codePointAt(0)};`;
}
