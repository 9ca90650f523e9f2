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

/** Parses command lines in this thread, once its grammars are loaded. Never throws for what a text holds. */
export class ShellParser {
  private readonly posix: Parser;
  private readonly powershell: Parser;

  private constructor(posix: Parser, powershell: Parser) {
    this.posix = posix;
    this.powershell = powershell;
  }

  /** Loads both grammars. Use `shellParser`, which does so once a thread. */
  static async load(source: GrammarSource): Promise<ShellParser> {
    await startRuntime(source);
    const [posix, powershell] = await Promise.all([
      Language.load(await source.grammar('bash')),
      Language.load(await source.grammar('powershell')),
    ]);
    return new ShellParser(new Parser().setLanguage(posix), new Parser().setLanguage(powershell));
  }

  parse(text: string, kind: ShellKind, nesting = 0): ShellScript {
    const script: ShellScript = { kind, text, body: EMPTY_LIST, hasErrors: false, tooLarge: false };
    const lifted = kind === 'posix' ? liftHereDocuments(text.replace(/\r\n/g, '\n')) : { text, documents: new Map() };
    if (lifted.text.length > MAX_CHARACTERS || nesting > MAX_NESTING || structure(lifted.text) > MAX_STRUCTURE)
      return { ...script, tooLarge: true };
    const parser = kind === 'posix' ? this.posix : this.powershell;
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

const parsers = new WeakMap<GrammarSource, Promise<ShellParser>>();

/** The parser of this thread for grammars of `source`, loaded when it is first asked for. */
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
  return (await shellParser(source)).parse(text, kind);
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
