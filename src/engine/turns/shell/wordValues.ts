import type { Arg } from './call.ts';
import { isAbsolute, type FileState } from './fileState.ts';
import { shownName } from './globNames.ts';
import type { ListNode, Redirect, Word } from './script.ts';
import {
  blurred,
  claimsOf,
  knownLines,
  linesPiece,
  namesIn,
  unknownPiece,
  type Claim,
  type OutLine,
  type Stream,
} from './stream.ts';

/** Where a command stands while a script is followed. */
export interface Scope {
  folder: string;
  input: Stream | null;
  /** Runs only perhaps: after `||`, in a branch. */
  optional: boolean;
  depth: number;
  powershell: boolean;
}

/** What words become: variables, substitutions and globs. */
export class WordValues {
  readonly variables = new Map<string, Arg>();
  private readonly state: FileState;
  private readonly run: (list: ListNode, scope: Scope) => Promise<Stream>;

  /** `run` follows the commands of a substitution. */
  constructor(state: FileState, run: (list: ListNode, scope: Scope) => Promise<Stream>) {
    this.state = state;
    this.run = run;
  }

  /** One word as one argument. */
  async value(word: Word, scope: Scope): Promise<Arg> {
    let candidates: string[] | null = null;
    let known = true;
    const lines: OutLine[] = [{ text: '', from: null }];
    const claims: Claim[] = [];
    for (const part of word.parts) {
      if (part.kind === 'text') addLines(lines, textLines(part.text));
      else if (part.kind === 'variable') {
        const value = this.variable(part.name, scope);
        if (value.printed) claims.push(...claimsOf(value.printed));
        if (value.text === null) {
          known = false;
          candidates = value.candidates ?? candidates;
        } else addLines(lines, (value.printed && knownLines(value.printed)) ?? textLines(value.text));
      } else if (part.kind === 'substitution') {
        const stream = await this.run(part.script, scope);
        const printed = knownLines(stream);
        claims.push(...claimsOf(blurred(stream)));
        if (printed && !part.process) addLines(lines, withoutLastBlanks(printed));
        else {
          known = false;
          candidates = namesIn(stream) ?? candidates;
        }
      } else known = false;
    }
    const arg: Arg = known
      ? { text: lines.map(({ text }) => text).join('\n'), candidates: null }
      : { text: null, candidates };
    if (claims.length > 0) arg.printed = [known ? linesPiece(lines, claims) : unknownPiece(...claims)];
    return arg;
  }

  private variable(name: string, scope: Scope): Arg {
    const value = this.variables.get(name);
    if (value) return value;
    if (name === 'PWD')
      return {
        text: isAbsolute(scope.folder) ? scope.folder : `./${'../'.repeat(depthOf(scope.folder))}${scope.folder}`,
        candidates: null,
      };
    return { text: name === 'HOME' ? '~' : null, candidates: null };
  }

  /** A word as the arguments that it becomes: split at blanks where it is not quoted, globs replaced by files. */
  async expand(word: Word, scope: Scope): Promise<Arg[]> {
    const arg = await this.value(word, scope);
    if (arg.text === null) return [arg];
    const splits =
      !scope.powershell && word.parts.some((part) => part.kind !== 'text' && part.kind !== 'unknown' && !part.quoted);
    const texts = splits ? arg.text.split(/[ \t\n]+/).filter((text) => text !== '') : [arg.text];
    if (!splits && !word.glob) return [arg];
    if (!word.glob && !/[*?[]/.test(arg.text)) return texts.map((text) => ({ text, candidates: null }));
    if (scope.powershell) return [arg];
    return texts.flatMap((text) => {
      const files = /[*?[]/.test(text) ? this.state.glob(text, scope.folder) : [];
      // What is in no list of files may still be there: the pattern stays, as a shell does it.
      if (files.length === 0) return [{ text, candidates: null }];
      return files.map((file) => ({ text: shownName(file, text, scope.folder), candidates: null }));
    });
  }

  /** Text of a here-document, its variables replaced; null when one of them is not known. */
  bodyOf({ body, expands }: Redirect): string | null {
    if (body === null || !expands || !/[$`\\]/.test(body)) return body;
    let known = true;
    const text = body.replace(
      /\\([$`\\\n])|\$\{?([A-Za-z_]\w*)\}?|\$\(|`/g,
      (whole, escaped?: string, name?: string) => {
        if (escaped !== undefined) return escaped === '\n' ? '' : escaped;
        const value = name === undefined ? null : this.variables.get(name)?.text;
        if (typeof value !== 'string') known = false;
        return value ?? whole;
      },
    );
    return known ? text : null;
  }
}

function textLines(text: string): OutLine[] {
  return text.split('\n').map((line) => ({ text: line, from: null }));
}

/** A substitution loses the line ends at its end. */
function withoutLastBlanks(lines: readonly OutLine[]): readonly OutLine[] {
  const last = lines.findLastIndex(({ text }) => text !== '');
  return lines.slice(0, last + 1);
}

/** Goes on with the text: the first line that is added ends the last one that is there. */
function addLines(lines: OutLine[], added: readonly OutLine[]): void {
  added.forEach(({ text, from }, i) => {
    const last = lines[lines.length - 1]!;
    if (i === 0) lines[lines.length - 1] = { text: last.text + text, from: last.from ?? from };
    else lines.push({ text, from });
  });
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}
