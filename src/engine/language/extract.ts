import type { Language, Parser, Tree } from 'web-tree-sitter';
import { CancelledError } from '../ports/cancelled.ts';
import type { ExtractResult, FileFacts, LanguageId, SourceKind } from '../model/facts.ts';
import { FACTS_VERSION } from '../model/facts.ts';
import { printsOf } from '../clones/prints.ts';
import { withoutMacroWords } from './c/macroWords.ts';
import { languageOfText, preprocess } from './c/preprocess.ts';
import { valuesOf } from './constants/valuesOf.ts';
import { extractEcmascript } from './ecmascript/extract.ts';
import { withoutBrokenCells } from './embedded/brokenCells.ts';
import { embeddedCode } from './embedded/embeddedCode.ts';
import type { EmbeddedCode } from './embedded/embeddedResult.ts';
import { flatten, TooDeepError, type FlatTree } from './flatTree.ts';
import { extractGeneric } from './generic/extract.ts';
import { GENERIC } from './generic/languageTable.ts';
import { extractPython } from './python/extract.ts';
import { parserFor, type GrammarSource } from './runtime.ts';

export { languageOf } from './languages.ts';

export interface ExtractOptions {
  /** Polled during the parse; true stops it with a `CancelledError`. */
  cancelled?: () => boolean;
  /** Milliseconds for one file; beyond it the file is skipped with `time-limit`. 0 means no limit. */
  timeLimit?: number;
}

function factsOf(language: LanguageId, tree: FlatTree, grammar: Language): FileFacts {
  const generic = GENERIC[language];
  if (generic) return extractGeneric(tree, grammar, generic);
  return language === 'python' ? extractPython(tree, grammar) : extractEcmascript(tree, grammar, language);
}

/** The text as the grammar can read it. Offsets and lines stay as they are. */
function readAs(language: LanguageId, text: string): string {
  // Python ends lines with a lone CR as well; its grammar does not.
  if (language === 'python') return /\r(?!\n)/.test(text) ? text.replace(/\r(?!\n)/g, '\n') : text;
  return language === 'c' || language === 'cpp' ? withoutMacroWords(preprocess(text, language)) : text;
}

/**
 * Takes the facts from one file's text. Never throws for what the text holds: a file that cannot be read as a
 * program comes back with the reason for skipping it.
 * @param kind language by the file's name; a C header that holds C++ is read as that
 * @param text decoded text without its byte-order mark, line ends untouched
 */
export async function extractFacts(
  kind: SourceKind,
  text: string,
  source: GrammarSource,
  options: ExtractOptions = {},
): Promise<ExtractResult> {
  if (kind !== 'notebook' && kind !== 'vue' && kind !== 'svelte')
    return extractCode({ ok: true, language: kind === 'c' ? languageOfText(text) : kind, text }, source, options);
  const code = embeddedCode(kind, text);
  return code.ok ? extractCode(code, source, options) : code;
}

async function extractCode(
  { language, text, cells, sources }: EmbeddedCode,
  source: GrammarSource,
  options: ExtractOptions,
): Promise<ExtractResult> {
  const { parser, language: grammar } = await parserFor(language, source);
  const deadline = options.timeLimit ? performance.now() + options.timeLimit : Infinity;
  let stop: 'cancelled' | 'time-limit' | undefined;
  const parse = (code: string): Tree | null =>
    parser.parse(code, null, {
      progressCallback: () => {
        if (options.cancelled?.()) stop = 'cancelled';
        else if (performance.now() > deadline) stop = 'time-limit';
        return stop !== undefined;
      },
    });
  let parsed = readAs(language, text);
  let tree = parse(parsed);
  const whole = tree && cells && !stop ? withoutBrokenCells(tree, parser, parsed, cells) : null;
  if (whole) {
    tree?.delete();
    parsed = whole.text;
    tree = parse(parsed);
  }
  if (stop || !tree) return stopped(tree, parser, stop, options);
  try {
    const flat = flatten(tree, parsed, { fields: language !== 'python' });
    const facts = factsOf(language, flat, grammar);
    const values = valuesOf(flat, grammar);
    if (values.length > 0) facts.detail.values = values;
    facts.summary.version = FACTS_VERSION;
    facts.detail.version = FACTS_VERSION;
    if (cells) facts.summary.cells = cells;
    if (whole) facts.summary.syntaxErrors += whole.broken;
    for (const { module, line } of sources ?? []) addSource(facts, module, line);
    if (facts.detail.bodies) facts.summary.prints = printsOf(facts.summary, facts.detail.bodies);
    return { ok: true, facts };
  } catch (error) {
    if (error instanceof TooDeepError)
      return { ok: false, reason: 'too-deep', detail: 'nests deeper than 1,000 levels' };
    throw error;
  } finally {
    tree.delete();
  }
}

function stopped(
  tree: Tree | null,
  parser: Parser,
  stop: 'cancelled' | 'time-limit' | undefined,
  options: ExtractOptions,
): ExtractResult {
  tree?.delete();
  parser.reset();
  if (stop === 'cancelled') throw new CancelledError('cancelled');
  return { ok: false, reason: 'time-limit', detail: `parsing took longer than ${options.timeLimit} ms` };
}

/** A script block that only names a file stands for all that the file exports. */
function addSource({ detail }: FileFacts, module: string, line: number): void {
  const fact = { module, line, scope: 0, typeOnly: false } as const;
  detail.imports.push(
    { ...fact, form: 'reexport', imported: 'default', local: 'default' },
    { ...fact, form: 'reexport-all', imported: '*', local: '*' },
  );
}
