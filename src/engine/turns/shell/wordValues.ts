import type { Arg } from './call.ts';
import { isAbsolute, type FileState } from './fileState.ts';
import { shownName } from './globNames.ts';
import type { ListNode, Redirect, Word } from './script.ts';
import { knownLines, namesIn, type Stream } from './stream.ts';

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
    let text = '';
    let candidates: string[] | null = null;
    let known = true;
    for (const part of word.parts) {
      if (part.kind === 'text') text += part.text;
      else if (part.kind === 'variable') {
        const value = this.variable(part.name, scope);
        if (value.text === null) {
          known = false;
          candidates = value.candidates ?? candidates;
        } else text += value.text;
      } else if (part.kind === 'substitution') {
        const stream = await this.run(part.script, scope);
        const lines = knownLines(stream);
        if (lines && !part.process)
          text += lines
            .map((line) => line.text)
            .join('\n')
            .replace(/\n+$/, '');
        else {
          known = false;
          candidates = namesIn(stream) ?? candidates;
        }
      } else known = false;
    }
    return { text: known ? text : null, candidates: known ? null : candidates };
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
    if (!word.glob && !(splits && /[*?[]/.test(arg.text))) return texts.map((text) => ({ text, candidates: null }));
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

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}
