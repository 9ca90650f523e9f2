import type { LanguageId } from '../../model/facts.ts';
import type { EmbeddedResult } from './embeddedResult.ts';
import { scriptBlocks, type ScriptBlock } from './scriptBlocks.ts';

const LANGUAGES: Record<string, LanguageId> = {
  '': 'javascript',
  js: 'javascript',
  jsx: 'javascript',
  javascript: 'javascript',
  module: 'javascript',
  'text/javascript': 'javascript',
  'application/javascript': 'javascript',
  'text/ecmascript': 'javascript',
  ts: 'typescript',
  typescript: 'typescript',
  'text/typescript': 'typescript',
  tsx: 'tsx',
};

/**
 * The script blocks of a component at their place in the file, everything else blank, so that lines and offsets are the
 * file's. All blocks are one module: those of Vue share their names, and those of Svelte nearly so.
 */
export function scriptCode(kind: 'vue' | 'svelte', text: string): EmbeddedResult {
  const sources: { module: string; line: number }[] = [];
  const parts: string[] = [];
  const languages = new Set<LanguageId>();
  const roles = new Set<string>();
  let at = 0;
  for (const block of scriptBlocks(kind, text)) {
    const language = languageOf(block);
    // A component has one script of each role: what looks like another one is text of its markup.
    const role = roleOf(block);
    if (language === undefined || roles.has(role)) continue;
    roles.add(role);
    const src = block.attributes.get('src');
    if (src) sources.push({ module: src, line: lineOf(text, block.start) });
    languages.add(language);
    parts.push(blank(text.slice(at, block.start)), text.slice(block.start, block.end));
    at = block.end;
    if (at < text.length) {
      // In place of the closing tag: the next block must not go on with the last statement of this one.
      parts.push(';');
      at++;
    }
  }
  parts.push(blank(text.slice(at)));
  return { ok: true, language: widest(languages), text: parts.join(''), sources };
}

function languageOf({ attributes }: ScriptBlock): LanguageId | undefined {
  const name = (attributes.get('lang') ?? attributes.get('type') ?? '').trim().toLowerCase();
  return Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
}

/** Set-up code, the module's own code (which Svelte marks in two ways), or the component's. */
function roleOf({ attributes }: ScriptBlock): string {
  if (attributes.has('setup')) return 'setup';
  return attributes.has('module') || attributes.get('context') === 'module' ? 'module' : '';
}

/** One grammar for all blocks. */
function widest(languages: ReadonlySet<LanguageId>): LanguageId {
  return languages.has('tsx') ? 'tsx' : languages.has('typescript') ? 'typescript' : 'javascript';
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}
