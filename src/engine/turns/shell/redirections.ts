import { fileLines, textClaim } from './call.ts';
import type { FileState } from './fileState.ts';
import type { Redirect } from './script.ts';
import { linesPiece, plainLines, unknownPiece, type Stream } from './stream.ts';
import type { Scope, WordValues } from './wordValues.ts';
import { writeTo } from './writeCommands.ts';

/** Where the input of commands comes from and their output goes to. */
export class Redirections {
  private readonly state: FileState;
  private readonly words: WordValues;

  constructor(state: FileState, words: WordValues) {
    this.state = state;
    this.words = words;
  }

  /** What a command reads in place of the pipe; null when nothing is redirected. */
  async input(redirects: readonly Redirect[], scope: Scope): Promise<Stream | null> {
    let input: Stream | null = null;
    for (const redirect of redirects) {
      if (redirect.operator === '<<') input = [linesPiece(plainLines(this.words.bodyOf(redirect) ?? ''))];
      else if (redirect.operator === '<<<') {
        const word = redirect.target ? await this.words.value(redirect.target, scope) : null;
        input = word?.printed ?? [typeof word?.text === 'string' ? linesPiece(plainLines(word.text)) : unknownPiece()];
      } else if (redirect.operator === '<' && redirect.target) {
        const name = (await this.words.value(redirect.target, scope))?.text;
        const path = typeof name !== 'string' ? null : this.state.resolve(name, scope.folder);
        if (path === null) input = [unknownPiece()];
        else {
          const text = await this.state.read(path);
          const claim = textClaim([path], { start: 1, end: null });
          input = [text === null ? unknownPiece(claim) : linesPiece(fileLines(path, text), [claim])];
        }
      }
    }
    return input;
  }

  /** Text of a here-document or here-string; null when there is none, or it is not known. */
  async document(redirects: readonly Redirect[], scope: Scope): Promise<string | null> {
    const redirect = redirects.findLast(({ operator }) => operator === '<<' || operator === '<<<');
    if (!redirect) return null;
    if (redirect.operator === '<<') return this.words.bodyOf(redirect);
    return redirect.target ? ((await this.words.value(redirect.target, scope))?.text ?? null) : null;
  }

  /** Where a command's output goes: to a file it is a write, and not shown. */
  async output(redirects: readonly Redirect[], out: Stream, scope: Scope): Promise<Stream> {
    let shown = out;
    for (const redirect of redirects) {
      const { operator, fd, target } = redirect;
      if (!/^(>|>>|>\||&>|&>>|>&)$/.test(operator) || !target) continue;
      if (fd !== null && fd !== 1) continue;
      const name = (await this.words.value(target, scope))?.text ?? null;
      if (operator === '>&' && (name === null || /^[0-9-]$/.test(name))) continue;
      if (name !== null && /^\/dev\/(stdout|stderr|tty|fd\/[12])$/.test(name)) continue;
      if (name !== null && name !== '/dev/null' && !/^(\$?null|nul)$/i.test(name)) {
        const call = { state: this.state, folder: scope.folder, uncertain: scope.optional };
        await writeTo(call, name, shown, operator.includes('>>'));
      }
      shown = [];
    }
    return shown;
  }
}
