import type { Arg, Call, Command } from './call.ts';
import { commandNamed } from './commands.ts';
import type { FileState } from './fileState.ts';
import { folderError, folderErrors } from './folderErrors.ts';
import type { OutputLine } from './outputText.ts';
import type { ShellParser } from './parseShell.ts';
import { evaluatePowershell } from './powershellCommands.ts';
import { Redirections } from './redirections.ts';
import { readLoop, roundsOf } from './readLoop.ts';
import type {
  CommandNode,
  CompoundNode,
  ListNode,
  PipelineNode,
  Redirect,
  ShellNode,
  ShellScript,
  Word,
} from './script.ts';
import {
  blurred,
  claimsOf,
  linesPiece,
  mergedLines,
  namesIn,
  plainLines,
  unknownPiece,
  type Stream,
} from './stream.ts';
import { programName, unwrap } from './unwrap.ts';
import { WordValues, type Scope } from './wordValues.ts';

/** Commands after which a command line is not followed any more: loops in loops grow by multiplication. */
const MAX_COMMANDS = 3_000;
const MAX_LINES = 400_000;
const MAX_DEPTH = 60;
const MAX_ROUNDS = 300;

/**
 * Follows a command line on the files of its moment and gives what it prints, in order, as far as that can be told.
 * Nothing is run.
 */
export class Interpreter {
  readonly state: FileState;
  private readonly parser: ShellParser;
  private readonly words: WordValues;
  private readonly redirections: Redirections;
  private readonly kept = new Map<string, Stream>();
  private readonly functions = new Map<string, ListNode>();
  private readonly stack: string[] = [];
  private previousFolder: string | null = null;
  private readonly folderErrors: readonly string[];
  private commands = 0;
  private lines = 0;
  /** The command before is known to have failed. */
  private failed = false;
  /** The shell, or the subshell that is followed, has ended. */
  private stopped = false;
  private stopsAtErrors = false;

  /** @param output what the command line really printed, which tells whether a folder was there; null: not known */
  constructor(state: FileState, parser: ShellParser, output: readonly OutputLine[] | null) {
    this.state = state;
    this.parser = parser;
    this.folderErrors = folderErrors(output);
    this.words = new WordValues(state, (list, scope) =>
      this.apart(() => this.list(list, { ...scope, depth: scope.depth + 1, input: null })),
    );
    this.redirections = new Redirections(state, this.words);
  }

  /** Runs a script in `folder`; gives what it prints and the folder in which it ends. */
  async run(script: ShellScript, folder: string): Promise<{ printed: Stream; folder: string }> {
    const scope: Scope = { folder, input: null, optional: false, depth: 0, powershell: script.kind === 'powershell' };
    const printed = script.tooLarge ? [unknownPiece()] : await this.list(script.body, scope);
    return { printed, folder: scope.folder };
  }

  private async list(list: ListNode, scope: Scope): Promise<Stream> {
    const out: Stream = [];
    for (const [place, { node, operator }] of list.items.entries()) {
      if (this.stopped) break;
      if (operator === '&&' && this.failed) continue;
      const sure = operator !== '||' || this.failed;
      this.failed = false;
      if (sure) append(out, await this.node(node, scope));
      else append(out, optionalOf(await this.node(node, { ...scope, optional: true })));
      // Whether what is before `&&` succeeded is not known.
      if (operator === '&&') this.stopped = false;
      const next = list.items[place + 1]?.operator ?? ';';
      if (this.failed && this.stopsAtErrors && next === ';' && !scope.optional) this.stopped = true;
    }
    return out;
  }

  /** Follows what runs in a process of its own: its end is not the end of the shell. */
  private async apart(follow: () => Promise<Stream>): Promise<Stream> {
    const out = await follow();
    this.stopped = false;
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
        return this.pipeline(node, scope);
      case 'group': {
        const inner = { ...scope, depth: scope.depth + 1 };
        const input = await this.redirections.input(node.redirects, inner);
        if (input) inner.input = input;
        const body = (): Promise<Stream> => this.list(node.body, inner);
        const out = node.subshell ? await this.apart(body) : await body();
        if (!node.subshell) scope.folder = inner.folder;
        return this.redirections.output(node.redirects, out, scope);
      }
      case 'for': {
        const words = (await Promise.all(node.words.map((word) => this.words.expand(word, scope)))).flat();
        const out: Stream = [];
        for (const word of words.slice(0, MAX_ROUNDS)) {
          this.words.variables.set(node.variable, word);
          scope.depth++;
          append(out, await this.list(node.body, scope));
          scope.depth--;
        }
        return this.redirections.output(node.redirects, out, scope);
      }
      case 'compound':
        return this.compound(node, scope);
      case 'other':
        return node.error ? [unknownPiece()] : [];
    }
  }

  private async compound(node: CompoundNode, scope: Scope): Promise<Stream> {
    if (node.form === 'function') {
      if (node.name !== null && node.branches[0]) this.functions.set(node.name, node.branches[0]);
      return [];
    }
    const inner: Scope = { ...scope, depth: scope.depth + 1 };
    const input = (await this.redirections.input(node.redirects, inner)) ?? scope.input;
    const out: Stream = [];
    if (node.condition) {
      inner.input = input;
      append(out, await this.list(node.condition, inner));
    }
    const loop = node.form === 'while' && node.condition && input ? readLoop(node.condition) : null;
    if (loop) {
      const rounds = roundsOf(loop, input!);
      if (rounds) {
        for (const round of rounds) {
          loop.names.forEach((name, i) => this.words.variables.set(name, round[i]!));
          append(out, await this.list(node.branches[0]!, { ...inner, input: null }));
        }
        return this.redirections.output(node.redirects, mergedLines(out), scope);
      }
      // The names that come in are what the variable may hold, as well as any of the lines.
      const value: Arg = { text: null, candidates: namesIn(input!), printed: blurred(input!) };
      for (const name of loop.names) this.words.variables.set(name, value);
    }
    for (const branch of node.branches) {
      const optional: Scope = { ...inner, optional: true, input: null };
      append(out, optionalOf(await this.list(branch, optional)));
      if (node.form !== 'while') scope.folder = optional.folder === inner.folder ? scope.folder : optional.folder;
    }
    // A loop may print its text any number of times, which no sequence of known lines tells.
    const printed = node.form === 'while' ? blurLoop(out) : out;
    this.failed = false;
    return this.redirections.output(node.redirects, printed, scope);
  }

  private async pipeline({ parts, negated }: PipelineNode, scope: Scope): Promise<Stream> {
    let stream: Stream | null = scope.input;
    if (parts.length === 1) stream = await this.node(parts[0]!, scope);
    else
      for (const part of parts) {
        const inner: Scope = { ...scope, input: stream, depth: scope.depth + 1 };
        stream = await this.apart(() => this.node(part, inner));
      }
    if (negated) this.failed = false;
    return stream ?? [];
  }

  private async command(node: CommandNode, scope: Scope): Promise<Stream> {
    if (++this.commands > MAX_COMMANDS || this.lines > MAX_LINES) return [unknownPiece()];
    for (const { name, value, from } of node.assignments) {
      if (from) {
        this.kept.set(name, await this.node(from, { ...scope, depth: scope.depth + 1 }));
        this.words.variables.set(name, { text: null, candidates: null });
      } else
        this.words.variables.set(
          name,
          (value ? await this.words.value(value, scope) : null) ?? { text: null, candidates: null },
        );
    }
    const input = (await this.redirections.input(node.redirects, scope)) ?? scope.input;
    if (node.words.length === 0) return this.redirections.output(node.redirects, [], scope);
    const unwrapped = unwrap(node.words);
    const inner: Scope = { ...scope, input, depth: scope.depth + 1 };
    if (unwrapped.folder) {
      const folder = await this.words.value(unwrapped.folder, scope);
      if (typeof folder?.text === 'string') inner.folder = this.state.join(folder.text, scope.folder);
    }
    const moment = this.state.edits.length;
    let out: Stream;
    const nested = node.nested ?? (await this.nestedScript(unwrapped.script, scope));
    if (nested) {
      const shell = (): Promise<Stream> =>
        this.list(nested.body, { ...inner, powershell: nested.kind === 'powershell' });
      out = programName(unwrapped.words[0]) === 'eval' ? await shell() : await this.apart(shell);
    } else out = await this.simple(node, unwrapped.words, inner);
    // Only what is no nested shell changes the folder of this one.
    if (!nested || programName(unwrapped.words[0]) === 'eval')
      scope.folder = unwrapped.folder ? scope.folder : inner.folder;
    for (const piece of out) {
      if (piece.kind === 'lines') this.lines += piece.lines.length;
      piece.claims = piece.claims.map((claim) => (claim.moment === undefined ? { ...claim, moment } : claim));
    }
    return this.redirections.output(node.redirects, out, scope);
  }

  private async nestedScript(script: ReturnType<typeof unwrap>['script'], scope: Scope): Promise<ShellScript | null> {
    const text = script ? (await this.words.value(script.word, scope))?.text : null;
    if (!script || typeof text !== 'string' || scope.depth >= MAX_DEPTH) return null;
    await this.parser.prepare([{ text, shell: script.kind }]);
    return this.parser.parse(text, script.kind);
  }

  private async simple(node: CommandNode, words: readonly Word[], scope: Scope): Promise<Stream> {
    const expanded = (await Promise.all(words.map((word) => this.words.expand(word, scope)))).flat();
    const first = expanded[0]?.text;
    if (typeof first !== 'string') return [unknownPiece()];
    const name = programName({ ...words[0]!, value: first }) ?? '';
    const call: Call = {
      name,
      args: expanded.slice(1),
      input: scope.input,
      script: await this.redirections.document(node.redirects, scope),
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
    if (builtin) return builtin.call(this, call, scope, node.redirects);
    const command: Command | undefined = commandNamed(name);
    return command ? command(call) : [unknownPiece()];
  }

  /** `cd` and `pushd`. */
  async changeFolder(
    call: Call,
    scope: { folder: string },
    redirects: readonly Redirect[],
    pushes: boolean,
  ): Promise<Stream> {
    const operand = call.args.find(({ text }) => text === null || text === '-' || !/^-[LPe@]+$|^--$/.test(text));
    const before = scope.folder;
    const error = folderError(operand?.text, before, redirects, this.state, this.folderErrors);
    if (error !== null) {
      this.failed = true;
      return optionalOf([linesPiece(plainLines(error))]);
    }
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

  /** `exit`, as far as it is sure to be reached. */
  exit(call: Call): Stream {
    if (!call.uncertain) this.stopped = true;
    return [];
  }

  set(options: readonly Arg[]): Stream {
    for (const { text } of options)
      if (text === 'errexit' || /^[-+][a-z]*e/.test(text ?? '')) this.stopsAtErrors = !text!.startsWith('+');
    return [];
  }

  unset(names: readonly Arg[]): Stream {
    for (const { text } of names) if (text !== null) this.words.variables.delete(text);
    return [];
  }

  private async callFunction(body: ListNode, call: Call, scope: Scope): Promise<Stream> {
    const saved = new Map(this.words.variables);
    call.args.slice(0, 9).forEach((arg, i) => this.words.variables.set(String(i + 1), arg));
    const out = await this.list(body, scope);
    for (let i = 1; i <= 9; i++) {
      const before = saved.get(String(i));
      if (before) this.words.variables.set(String(i), before);
      else this.words.variables.delete(String(i));
    }
    return out;
  }
}

type Builtin = (
  this: Interpreter,
  call: Call,
  scope: { folder: string },
  redirects: readonly Redirect[],
) => Stream | Promise<Stream>;

/** What the shell does itself. */
const BUILTINS: Record<string, Builtin> = Object.assign(Object.create(null) as Record<string, Builtin>, {
  cd(this: Interpreter, ...[call, scope, redirects]: Parameters<Builtin>) {
    return this.changeFolder(call, scope, redirects, false);
  },
  pushd(this: Interpreter, ...[call, scope, redirects]: Parameters<Builtin>) {
    return this.changeFolder(call, scope, redirects, true);
  },
  exit(this: Interpreter, call: Call) {
    return this.exit(call);
  },
  set(this: Interpreter, call: Call) {
    return this.set(call.args);
  },
  popd(this: Interpreter, _call: Call, scope: { folder: string }) {
    return this.popFolder(scope);
  },
  unset(this: Interpreter, call: Call) {
    return this.unset(call.args);
  },
});

for (const name of 'true false : test [ sleep export declare local readonly typeset shift mkdir chmod read'.split(' '))
  BUILTINS[name] = () => [];

function append(out: Stream, more: Stream): void {
  for (const piece of more) out.push(piece);
}

function optionalOf(stream: Stream): Stream {
  return stream.map((piece) => ({ ...piece, optional: true }));
}

function blurLoop(stream: Stream): Stream {
  const claims = claimsOf(stream);
  return stream.length === 0 ? [] : [{ kind: 'unknown', claims, optional: true }];
}
