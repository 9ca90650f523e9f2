import { Language, Parser } from 'web-tree-sitter';
import { startRuntime, type GrammarSource } from '../../language/runtime.ts';
import { liftHereDocuments } from './heredocs.ts';
import { attachNested } from './nested.ts';
import { PosixTree } from './posixTree.ts';
import { PowershellTree } from './powershellTree.ts';
import { EMPTY_LIST, type ShellKind, type ShellScript } from './script.ts';

/** Characters of a command line, here-documents apart, beyond which it is not read. */
const MAX_CHARACTERS = 256 * 1024;
/** Calls of the parser's progress hook (each stands for about a hundred steps) beyond which it is stopped. */
const MAX_PROGRESS = 3_000;
/**
 * Characters that open, close or join something beyond which a text is not read: the grammars take time that grows with
 * the square of such a chain, and one of some ten thousand links ends the WebAssembly runtime of the thread for good.
 */
const MAX_STRUCTURE = 5_000;
/** Levels of `bash -c "bash -c …"`. */
const MAX_NESTING = 8;

/** Signs that a text of another shell gives PowerShell, or `cmd`, which is read like it, a text to run. */
const POWERSHELL = /\b(?:powershell|pwsh)\b|\bcmd(?:\.exe)?["']?\s+\/[a-z]/i;

/** Parses command lines in this thread, once its grammars are loaded. Never throws for what a text holds. */
export class ShellParser {
  private readonly source: GrammarSource;
  private readonly posix: Parser;
  private powershell: Parser | null = null;
  private loading: Promise<Parser> | null = null;

  private constructor(source: GrammarSource, posix: Parser) {
    this.source = source;
    this.posix = posix;
  }

  /** Loads the grammar of POSIX shells. Use `shellParser`, which does so once a thread. */
  static async load(source: GrammarSource): Promise<ShellParser> {
    await startRuntime(source);
    return new ShellParser(source, await parserOf('bash', source));
  }

  /** Loads what `parse` needs for these texts beyond POSIX shells: few sessions ever use PowerShell. */
  async prepare(texts: Iterable<{ text: string; shell: string }>): Promise<void> {
    if (this.powershell) return;
    for (const { text, shell } of texts) {
      if (shell !== 'powershell' && !POWERSHELL.test(text)) continue;
      this.loading ??= parserOf('powershell', this.source);
      this.powershell = await this.loading;
      return;
    }
  }

  /** Reads one text. PowerShell that was not prepared for counts as too large. */
  parse(text: string, kind: ShellKind, nesting = 0): ShellScript {
    const script: ShellScript = { kind, text, body: EMPTY_LIST, hasErrors: false, tooLarge: false };
    const lifted = kind === 'posix' ? liftHereDocuments(text.replace(/\r\n/g, '\n')) : { text, documents: new Map() };
    if (lifted.text.length > MAX_CHARACTERS || nesting > MAX_NESTING || structure(lifted.text) > MAX_STRUCTURE)
      return { ...script, tooLarge: true };
    const parser = kind === 'posix' ? this.posix : this.powershell;
    if (!parser) return { ...script, tooLarge: true };
    let steps = 0;
    const tree = parser.parse(lifted.text, null, { progressCallback: () => ++steps > MAX_PROGRESS });
    if (!tree || steps > MAX_PROGRESS) {
      tree?.delete();
      parser.reset();
      return { ...script, tooLarge: true };
    }
    try {
      const root = tree.rootNode;
      script.hasErrors = root.hasError;
      script.body =
        kind === 'posix'
          ? new PosixTree(lifted.text, lifted.documents).script(root)
          : new PowershellTree(lifted.text).script(root);
    } finally {
      tree.delete();
    }
    attachNested(script.body, (inner, innerKind) => this.parse(inner, innerKind, nesting + 1));
    return script;
  }
}

async function parserOf(grammar: string, source: GrammarSource): Promise<Parser> {
  return new Parser().setLanguage(await Language.load(await source.grammar(grammar)));
}

const parsers = new WeakMap<GrammarSource, Promise<ShellParser>>();

/** The parser of this thread for grammars of `source`, loaded when it is first asked for; see `ShellParser.prepare`. */
export function shellParser(source: GrammarSource): Promise<ShellParser> {
  let parser = parsers.get(source);
  if (!parser) {
    parser = ShellParser.load(source);
    parsers.set(source, parser);
  }
  return parser;
}

/** Reads one command line. See `ShellScript` for what becomes of errors and of texts that are too large. */
export async function parseShell(text: string, kind: ShellKind, source: GrammarSource): Promise<ShellScript> {
  const parser = await shellParser(source);
  await parser.prepare([{ text, shell: kind }]);
  return parser.parse(text, kind);
}

function structure(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Letters, digits and blanks are most of a text.
    if (code > 126 || code === 32 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57)) continue;
    if (STRUCTURE.has(text[at]!)) count++;
  }
  return count;
}

const STRUCTURE: ReadonlySet<string> = new Set('|&;()[]{}<>$`"\'\n');
