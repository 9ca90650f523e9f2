import type { FileEdit } from '../session.ts';
import { parseApplyPatch } from '../sources/applyPatch.ts';
import type { Arg, Call, Command } from './call.ts';
import { commandNamed } from './commands.ts';
import { fileLines, textClaim } from './call.ts';
import { isAbsolute, type FileState } from './fileState.ts';
import type { ShellParser } from './parseShell.ts';
import { evaluatePowershell } from './powershellCommands.ts';
import type { CommandNode, ListNode, Redirect, ShellNode, ShellScript, Word } from './script.ts';
import { knownLines, linesPiece, namesIn, plainLines, unknownPiece, type OutLine, type Stream } from './stream.ts';
import { programName, unwrap } from './unwrap.ts';
import { formatPrintf, printfValues } from './printf.ts';
import { unescapeAnsiC } from './words.ts';
import { writeTo } from './writeCommands.ts';

/** Commands after which a command line is not followed any more: loops in loops grow by multiplication. */
const MAX_COMMANDS = 3_000;
const MAX_LINES = 400_000;
const MAX_DEPTH = 60;
const MAX_ROUNDS = 300;

interface Scope {
  folder: string;
  input: Stream | null;
  /** Runs only perhaps: after `||`, in a branch. */
  optional: boolean;
  depth: number;
  powershell: boolean;
}

/**
 * Follows a command line on the files of its moment and gives what it prints, in order, as far as that can be told.
 * Nothing is run.
 */
export class Interpreter {
  readonly state: FileState;
  private readonly parser: ShellParser;
  private readonly variables = new Map<string, Arg>();
  private readonly kept = new Map<string, Stream>();
  private readonly functions = new Map<string, ListNode>();
  private readonly stack: string[] = [];
  private previousFolder: string | null = null;
  private commands = 0;
  private lines = 0;

  constructor(state: FileState, parser: ShellParser) {
    this.state = state;
    this.parser = parser;
  }

  /** Runs a script in `folder`; gives what it prints and the folder in which it ends. */
  async run(script: ShellScript, folder: string): Promise<{ printed: Stream; folder: string }> {
    const scope: Scope = { folder, input: null, optional: false, depth: 0, powershell: script.kind === 'powershell' };
    const printed = script.tooLarge ? [unknownPiece()] : await this.list(script.body, scope);
    return { printed, folder: scope.folder };
  }

  private async list(list: ListNode, scope: Scope): Promise<Stream> {
    const out: Stream = [];
    for (const { node, operator } of list.items) {
      if (operator !== '||') {
        append(out, await this.node(node, scope));
        continue;
      }
      const inner = { ...scope, optional: true };
      append(
        out,
        (await this.node(node, inner)).map((piece) => ({ ...piece, optional: true })),
      );
    }
    return out;
  }

  private async node(node: ShellNode, scope: Scope): Promise<Stream> {
    if (scope.depth > MAX_DEPTH) return [unknownPiece()];
    switch (node.kind) {
      case 'command':
        return this.command(node, scope);
      case 'list':
        return this.list(node, scope);
      case 'pipeline':
        return this.pipeline(node.parts, scope);
      case 'group': {
        const inner = { ...scope, depth: scope.depth + 1 };
        const input = await this.redirectedInput(node.redirects, inner);
        if (input) inner.input = input;
        const out = await this.list(node.body, inner);
        if (!node.subshell) scope.folder = inner.folder;
        return this.redirectedOutput(node.redirects, out, scope);
      }
      case 'for': {
        const words = (await Promise.all(node.words.map((word) => this.expand(word, scope)))).flat();
        const out: Stream = [];
        for (const word of words.slice(0, MAX_ROUNDS)) {
          this.variables.set(node.variable, word);
          scope.depth++;
          append(out, await this.list(node.body, scope));
          scope.depth--;
        }
        return this.redirectedOutput(node.redirects, out, scope);
      }
      case 'compound':
        return this.compound(node, scope);
      case 'other':
        return node.error ? [unknownPiece()] : [];
    }
  }

  private async compound(node: Extract<ShellNode, { kind: 'compound' }>, scope: Scope): Promise<Stream> {
    if (node.form === 'function') {
      if (node.name !== null && node.branches[0]) this.functions.set(node.name, node.branches[0]);
      return [];
    }
    const inner: Scope = { ...scope, depth: scope.depth + 1 };
    const input = (await this.redirectedInput(node.redirects, inner)) ?? scope.input;
    const out: Stream = [];
    if (node.condition) {
      inner.input = input;
      append(out, await this.list(node.condition, inner));
    }
    if (node.form === 'while' && input) {
      // `while read f`: the names that come in are what the variable may hold.
      const candidates = namesIn(input);
      if (node.condition)
        for (const name of readNames(node.condition)) this.variables.set(name, { text: null, candidates });
    }
    for (const branch of node.branches) {
      const optional: Scope = { ...inner, optional: true, input: null };
      append(
        out,
        (await this.list(branch, optional)).map((piece) => ({ ...piece, optional: true })),
      );
      if (node.form !== 'while') scope.folder = optional.folder === inner.folder ? scope.folder : optional.folder;
    }
    // A loop may print its text any number of times, which no sequence of known lines tells.
    const printed = node.form === 'while' ? blurLoop(out) : out;
    return this.redirectedOutput(node.redirects, printed, scope);
  }

  private async pipeline(parts: readonly ShellNode[], scope: Scope): Promise<Stream> {
    let stream: Stream | null = scope.input;
    if (parts.length === 1) return this.node(parts[0]!, scope);
    for (const part of parts) {
      const inner: Scope = { ...scope, input: stream, depth: scope.depth + 1 };
      stream = await this.node(part, inner);
    }
    return stream ?? [];
  }

  private async command(node: CommandNode, scope: Scope): Promise<Stream> {
    if (++this.commands > MAX_COMMANDS || this.lines > MAX_LINES) return [unknownPiece()];
    for (const { name, value, from } of node.assignments) {
      if (from) {
        this.kept.set(name, await this.node(from, { ...scope, depth: scope.depth + 1 }));
        this.variables.set(name, { text: null, candidates: null });
      } else
        this.variables.set(name, (value ? await this.joined(value, scope) : null) ?? { text: null, candidates: null });
    }
    const input = (await this.redirectedInput(node.redirects, scope)) ?? scope.input;
    if (node.words.length === 0) return this.redirectedOutput(node.redirects, [], scope);
    const unwrapped = unwrap(node.words);
    const inner: Scope = { ...scope, input, depth: scope.depth + 1 };
    if (unwrapped.folder) {
      const folder = await this.joined(unwrapped.folder, scope);
      if (folder?.text != null) inner.folder = this.state.join(folder.text, scope.folder);
    }
    const moment = this.state.edits.length;
    let out: Stream;
    const nested = node.nested ?? (await this.nestedScript(unwrapped.script, scope));
    if (nested) {
      out = await this.list(nested.body, { ...inner, powershell: nested.kind === 'powershell' });
    } else out = await this.simple(node, unwrapped.words, inner);
    // Only what is no nested shell changes the folder of this one.
    if (!nested || programName(unwrapped.words[0]) === 'eval')
      scope.folder = unwrapped.folder ? scope.folder : inner.folder;
    for (const piece of out) {
      if (piece.kind === 'lines') this.lines += piece.lines.length;
      piece.claims = piece.claims.map((claim) => (claim.moment === undefined ? { ...claim, moment } : claim));
    }
    return this.redirectedOutput(node.redirects, out, scope);
  }

  private async nestedScript(script: ReturnType<typeof unwrap>['script'], scope: Scope): Promise<ShellScript | null> {
    const text = script ? (await this.joined(script.word, scope))?.text : null;
    return script && text != null && scope.depth < MAX_DEPTH ? this.parser.parse(text, script.kind) : null;
  }

  private async simple(node: CommandNode, words: readonly Word[], scope: Scope): Promise<Stream> {
    const expanded = (await Promise.all(words.map((word) => this.expand(word, scope)))).flat();
    const first = expanded[0]?.text;
    if (first == null) return [unknownPiece()];
    const name = programName({ ...words[0]!, value: first }) ?? '';
    const call: Call = {
      name,
      args: expanded.slice(1),
      input: scope.input,
      script: await this.documentOf(node.redirects, scope),
      folder: scope.folder,
      state: this.state,
      parser: this.parser,
      uncertain: scope.optional,
    };
    const body = this.functions.get(name);
    if (body) return this.callFunction(body, call, scope);
    if (scope.powershell) {
      const out = await evaluatePowershell(call, node.words, this.kept);
      if (out) {
        if ('folder' in out) scope.folder = out.folder;
        return 'folder' in out ? [] : out;
      }
    }
    const builtin = BUILTINS[name];
    if (builtin) return builtin.call(this, call, scope);
    const command: Command | undefined = commandNamed(name);
    return command ? command(call) : [unknownPiece()];
  }

  /** Exported to `BUILTINS`: what changes the state of the shell itself. */
  async changeFolder(call: Call, scope: { folder: string }, pushes: boolean): Promise<Stream> {
    const operand = call.args.find(({ text }) => text === null || text === '-' || !/^-[LPe@]+$|^--$/.test(text));
    const before = scope.folder;
    if (pushes) this.stack.push(before);
    if (!operand) scope.folder = '~';
    else if (operand.text === '-') scope.folder = this.previousFolder ?? scope.folder;
    else if (operand.text !== null) scope.folder = this.state.join(operand.text, before);
    // `cd "$(git rev-parse --show-toplevel)"` and the like go to the root more often than anywhere else.
    else scope.folder = '';
    this.previousFolder = before;
    return [];
  }

  popFolder(scope: { folder: string }): Stream {
    scope.folder = this.stack.pop() ?? scope.folder;
    return [];
  }

  async applyPatch(call: Call): Promise<Stream> {
    const text =
      call.script ?? call.args.map((arg) => arg.text).find((arg) => arg?.includes('*** Begin Patch')) ?? null;
    const patch = text === null ? null : parseApplyPatch(text);
    for (const edit of patch?.edits ?? []) {
      const located = this.located(edit, call.folder);
      if (located) await this.state.edit(call.uncertain ? { kind: 'unknown', path: located.path } : located);
    }
    return [unknownPiece()];
  }

  private located(edit: FileEdit, folder: string): FileEdit | null {
    const path = this.state.resolve(edit.path, folder);
    if (path === null) return null;
    if (edit.kind !== 'move') return { ...edit, path };
    const to = this.state.resolve(edit.to, folder);
    return to === null ? { kind: 'delete', path } : { kind: 'move', path, to };
  }

  unset(names: readonly Arg[]): Stream {
    for (const { text } of names) if (text !== null) this.variables.delete(text);
    return [];
  }

  private async callFunction(body: ListNode, call: Call, scope: Scope): Promise<Stream> {
    const saved = new Map(this.variables);
    call.args.slice(0, 9).forEach((arg, i) => this.variables.set(String(i + 1), arg));
    const out = await this.list(body, scope);
    for (let i = 1; i <= 9; i++) {
      const before = saved.get(String(i));
      if (before) this.variables.set(String(i), before);
      else this.variables.delete(String(i));
    }
    return out;
  }

  private async redirectedInput(redirects: readonly Redirect[], scope: Scope): Promise<Stream | null> {
    let input: Stream | null = null;
    for (const redirect of redirects) {
      if (redirect.operator === '<<') input = [linesPiece(plainLines(this.bodyOf(redirect) ?? ''))];
      else if (redirect.operator === '<<<') {
        const word = redirect.target ? await this.joined(redirect.target, scope) : null;
        input = word?.text != null ? [linesPiece(plainLines(word.text))] : [unknownPiece()];
      } else if (redirect.operator === '<' && redirect.target) {
        const name = (await this.joined(redirect.target, scope))?.text;
        const path = name == null ? null : this.state.resolve(name, scope.folder);
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

  private async documentOf(redirects: readonly Redirect[], scope: Scope): Promise<string | null> {
    const redirect = redirects.findLast(({ operator }) => operator === '<<' || operator === '<<<');
    if (!redirect) return null;
    if (redirect.operator === '<<') return this.bodyOf(redirect);
    return redirect.target ? ((await this.joined(redirect.target, scope))?.text ?? null) : null;
  }

  /** Text of a here-document, its variables replaced; null when one of them is not known. */
  private bodyOf({ body, expands }: Redirect): string | null {
    if (body === null || !expands || !/[$`\\]/.test(body)) return body;
    let known = true;
    const text = body.replace(
      /\\([$`\\\n])|\$\{?([A-Za-z_]\w*)\}?|\$\(|`/g,
      (whole, escaped?: string, name?: string) => {
        if (escaped !== undefined) return escaped === '\n' ? '' : escaped;
        const value = name === undefined ? null : this.variables.get(name)?.text;
        if (value == null) known = false;
        return value ?? whole;
      },
    );
    return known ? text : null;
  }

  /** Where a command's output goes: to a file it is a write, and not shown. */
  private async redirectedOutput(redirects: readonly Redirect[], out: Stream, scope: Scope): Promise<Stream> {
    let shown = out;
    for (const redirect of redirects) {
      const { operator, fd, target } = redirect;
      if (!/^(>|>>|>\||&>|&>>|>&)$/.test(operator) || !target) continue;
      if (fd !== null && fd !== 1) continue;
      const name = (await this.joined(target, scope))?.text ?? null;
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

  /** One word as one argument; null when it becomes none. */
  private async joined(word: Word, scope: Scope): Promise<Arg | null> {
    const arg = await this.value(word, scope);
    return arg;
  }

  private async value(word: Word, scope: Scope): Promise<Arg> {
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
        const stream = await this.list(part.script, { ...scope, depth: scope.depth + 1, input: null });
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
  private async expand(word: Word, scope: Scope): Promise<Arg[]> {
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

  echo(call: Call): Stream {
    const args = [...call.args];
    let escapes = false;
    let newline = true;
    while (args[0]?.text != null && /^-[neE]+$/.test(args[0].text)) {
      const flags = args.shift()!.text!;
      if (flags.includes('e')) escapes = true;
      if (flags.includes('n')) newline = false;
    }
    if (args.some(({ text }) => text === null)) return [unknownPiece()];
    const plain = args.map(({ text }) => text).join(' ');
    const text = escapes ? unescapeAnsiC(plain) : plain;
    if (!newline && text === '') return [];
    return [linesPiece(text.split('\n').map((line): OutLine => ({ text: line, from: null })))];
  }

  printf(call: Call): Stream {
    const args = call.args[0]?.text === '--' ? call.args.slice(1) : call.args;
    const [format, ...values] = args.map(({ text }) => text);
    if (format == null || values.some((value) => value === null)) return [unknownPiece()];
    const shape = unescapeAnsiC(format);
    const size = printfValues(shape);
    let text = '';
    const known = values as string[];
    for (let at = 0; at === 0 || (size > 0 && at < known.length); at += Math.max(1, size)) {
      text += formatPrintf(shape, known.slice(at, at + size));
      if (text.length > 1_000_000) return [unknownPiece()];
    }
    return text === '' ? [] : [linesPiece(plainLines(text))];
  }
}

type Builtin = (this: Interpreter, call: Call, scope: { folder: string }) => Stream | Promise<Stream>;

const nothing: Builtin = () => [];

/** What the shell does itself. */
const BUILTINS: Record<string, Builtin> = Object.assign(Object.create(null) as Record<string, Builtin>, {
  cd(this: Interpreter, call: Call, scope: { folder: string }) {
    return this.changeFolder(call, scope, false);
  },
  pushd(this: Interpreter, call: Call, scope: { folder: string }) {
    return this.changeFolder(call, scope, true);
  },
  popd(this: Interpreter, _call: Call, scope: { folder: string }) {
    return this.popFolder(scope);
  },
  echo(this: Interpreter, call: Call) {
    return this.echo(call);
  },
  printf(this: Interpreter, call: Call) {
    return this.printf(call);
  },
  unset(this: Interpreter, call: Call) {
    return this.unset(call.args);
  },
  apply_patch(this: Interpreter, call: Call) {
    return this.applyPatch(call);
  },
  applypatch(this: Interpreter, call: Call) {
    return this.applyPatch(call);
  },
  true: nothing,
  false: nothing,
  ':': nothing,
  test: nothing,
  '[': nothing,
  sleep: nothing,
  export: nothing,
  declare: nothing,
  local: nothing,
  readonly: nothing,
  typeset: nothing,
  shift: nothing,
  mkdir: nothing,
  chmod: nothing,
  set: nothing,
  read: nothing,
});

function append(out: Stream, more: Stream): void {
  for (const piece of more) out.push(piece);
}

function blurLoop(stream: Stream): Stream {
  const claims = stream.flatMap((piece) => piece.claims);
  return stream.length === 0 ? [] : [{ kind: 'unknown', claims, optional: true }];
}

function readNames(condition: ListNode): string[] {
  return condition.items.flatMap(({ node }) => {
    const words = node.kind === 'command' ? node.words.map(({ value }) => value) : [];
    const at = words.indexOf('read');
    return at < 0 ? [] : words.slice(at + 1).filter((word): word is string => word !== null && !word.startsWith('-'));
  });
}

/** How a shell writes a file that a glob stands for. */
function shownName(file: string, pattern: string, folder: string): string {
  if (isAbsolute(pattern) || pattern.startsWith('../'))
    return pattern.replace(/[^/]*[*?[].*$/, '') + tailOf(file, pattern);
  const relative = folder !== '' && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
  return pattern.startsWith('./') ? `./${relative}` : relative;
}

/** As many last segments of the file as the pattern has from its first wildcard on. */
function tailOf(file: string, pattern: string): string {
  const fixed = pattern.replace(/[^/]*[*?[].*$/, '');
  const count = pattern.slice(fixed.length).split('/').length;
  return file.split('/').slice(-count).join('/');
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}
