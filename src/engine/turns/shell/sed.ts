import { makePattern, type Pattern } from './pattern.ts';
import type { OutLine } from './stream.ts';

type Address =
  | { kind: 'line'; line: number }
  | { kind: 'last' }
  | { kind: 'step'; first: number; step: number }
  | { kind: 'pattern'; pattern: Pattern }
  | { kind: 'plus'; count: number }
  | { kind: 'multiple'; count: number };

interface Command {
  from: Address | null;
  to: Address | null;
  negated: boolean;
  name: string;
  block: Command[];
  pattern: Pattern | null;
  replacement: string;
  flags: string;
  text: string;
  exitCode: number;
  /** Line where the open range ends; 0 when none is open; -1 while its end is a pattern. */
  open: number;
}

export interface SedProgram {
  commands: Command[];
  quiet: boolean;
  /** True when lines are picked by patterns alone: what it prints is a search. */
  picksByPattern: boolean;
}

/** Reads a sed script; null when it has what is not followed here (labels, hold space, files). */
export function parseSed(script: string, quiet: boolean, extended: boolean): SedProgram | null {
  const reader = new Reader(script, extended);
  const commands = reader.commands(false);
  if (!commands) return null;
  const printing = commands.filter(({ name }) => name === 'p' || name === '{');
  const picksByPattern =
    quiet &&
    printing.length > 0 &&
    printing.every(({ from, to, negated }) => from?.kind === 'pattern' && to === null && !negated);
  return { commands, quiet, picksByPattern };
}

class Reader {
  private at = 0;
  private readonly text: string;
  private readonly extended: boolean;

  constructor(text: string, extended: boolean) {
    this.text = text;
    this.extended = extended;
  }

  commands(inBlock: boolean): Command[] | null {
    const out: Command[] = [];
    for (;;) {
      this.skip(/[\s;]/);
      if (this.at >= this.text.length) return inBlock ? null : out;
      if (this.text[this.at] === '}') {
        this.at++;
        return inBlock ? out : null;
      }
      if (this.text[this.at] === '#') {
        this.skip(/[^\n]/);
        continue;
      }
      const command = this.command();
      if (!command) return null;
      out.push(command);
    }
  }

  private command(): Command | null {
    const from = this.address(false);
    if (from === undefined) return null;
    let to: Address | null | undefined = null;
    if (from && this.peekAfterBlanks() === ',') {
      this.skip(/\s/);
      this.at++;
      this.skip(/\s/);
      to = this.address(true);
      if (!to) return null;
    }
    this.skip(/[ \t]/);
    let negated = false;
    while (this.text[this.at] === '!') {
      negated = true;
      this.at++;
      this.skip(/[ \t]/);
    }
    const name = this.text[this.at++] ?? '';
    const command: Command = {
      from,
      to,
      negated,
      name,
      block: [],
      pattern: null,
      replacement: '',
      flags: '',
      text: '',
      exitCode: 0,
      open: 0,
    };
    switch (name) {
      case '{': {
        const block = this.commands(true);
        if (!block) return null;
        command.block = block;
        return command;
      }
      case 's':
        return this.substitution(command);
      case 'p':
      case 'd':
      case '=':
      case 'n':
        return command;
      case 'q':
      case 'Q':
        this.skip(/[ \t\d]/);
        return command;
      case 'a':
      case 'i':
      case 'c': {
        this.skip(/[ \t]/);
        if (this.text[this.at] === '\\') {
          // `i\text` keeps the blanks of the text; `i\` at the end of a line takes the next one.
          this.at++;
          this.at += /^[ \t]*\n/.exec(this.text.slice(this.at))?.[0].length ?? 0;
        }
        const match = /^(?:\\[^]|[^\\\n])*/.exec(this.text.slice(this.at))!;
        this.at += match[0].length;
        command.text = match[0].replace(/\\([^])/g, '$1');
        return command;
      }
      default:
        return null;
    }
  }

  private substitution(command: Command): Command | null {
    const delimiter = this.text[this.at++];
    if (delimiter === undefined || delimiter === '\\' || delimiter === '\n') return null;
    const source = this.until(delimiter);
    const replacement = source === null ? null : this.until(delimiter);
    if (source === null || replacement === null) return null;
    const flags = /^[gpIi\d]*/.exec(this.text.slice(this.at))![0];
    this.at += flags.length;
    command.pattern = this.pattern(source, /i/i.test(flags));
    // \L, \U and the like change case.
    if (!command.pattern || /\\[LUElu]/.test(replacement)) return null;
    command.replacement = replacement;
    command.flags = flags;
    return command;
  }

  /** Undefined when it is damaged, null when there is none. */
  private address(second: boolean): Address | null | undefined {
    const rest = this.text.slice(this.at, this.at + 40);
    const number = /^(\d+)(?:[ \t]*~[ \t]*(\d+))?/.exec(rest);
    if (number) {
      this.at += number[0].length;
      if (number[2] !== undefined) return { kind: 'step', first: Number(number[1]), step: Number(number[2]) };
      return { kind: 'line', line: Number(number[1]) };
    }
    if (rest[0] === '$') {
      this.at++;
      return { kind: 'last' };
    }
    const relative = second ? /^([+~])(\d+)/.exec(rest) : null;
    if (relative) {
      this.at += relative[0].length;
      return { kind: relative[1] === '+' ? 'plus' : 'multiple', count: Number(relative[2]) };
    }
    if (rest[0] === '/' || rest[0] === '\\') {
      if (rest[0] === '\\') this.at++;
      const delimiter = this.text[this.at++];
      const source = delimiter === undefined ? null : this.until(delimiter);
      if (source === null) return undefined;
      const insensitive = this.text[this.at] === 'I';
      if (insensitive) this.at++;
      const pattern = this.pattern(source, insensitive);
      return pattern ? { kind: 'pattern', pattern } : undefined;
    }
    return second ? undefined : null;
  }

  private pattern(source: string, ignoreCase: boolean): Pattern | null {
    // An empty one stands for the last that was used.
    if (source === '') return null;
    return makePattern(source, this.extended ? 'extended' : 'basic', { ignoreCase });
  }

  private until(delimiter: string): string | null {
    let out = '';
    let inBrackets = false;
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at]!;
      if (char === '\\' && !inBrackets) {
        const next = this.text[++this.at] ?? '';
        out += next === delimiter ? next : `\\${next}`;
        continue;
      }
      if (char === '[') inBrackets = true;
      else if (char === ']') inBrackets = false;
      if (char === delimiter && (!inBrackets || !this.text.slice(this.at).includes(']'))) {
        this.at++;
        return out;
      }
      out += char;
    }
    return null;
  }

  private skip(kind: RegExp): void {
    while (this.at < this.text.length && kind.test(this.text[this.at]!)) this.at++;
  }

  private peekAfterBlanks(): string | undefined {
    return /^\s*(\S)/.exec(this.text.slice(this.at, this.at + 20))?.[1];
  }
}

/** Runs a sed script on lines. The program keeps the state of its ranges, so make one for each run. */
export function runSed(program: SedProgram, lines: readonly OutLine[]): OutLine[] {
  const out: OutLine[] = [];
  const run: Run = {
    lines,
    at: 0,
    text: '',
    out,
    deleted: false,
    quit: false,
    printAtEnd: true,
    appended: [],
    quiet: program.quiet,
  };
  for (; run.at < lines.length && !run.quit; run.at++) {
    run.text = lines[run.at]!.text;
    run.deleted = false;
    execute(program.commands, run);
    if (!program.quiet && !run.deleted && run.printAtEnd) print(run);
    out.push(...run.appended.splice(0));
  }
  return out;
}

interface Run {
  lines: readonly OutLine[];
  at: number;
  text: string;
  out: OutLine[];
  deleted: boolean;
  quit: boolean;
  printAtEnd: boolean;
  appended: OutLine[];
  quiet: boolean;
}

function print(run: Run): void {
  const from = run.lines[run.at]!.from;
  // What a substitution broke in two is no line of the file.
  if (run.text.includes('\n')) for (const text of run.text.split('\n')) run.out.push({ text, from: null });
  else run.out.push({ text: run.text, from });
}

function execute(commands: Command[], run: Run): void {
  for (const command of commands) {
    if (run.deleted || run.quit) return;
    if (selected(command, run) === command.negated) continue;
    switch (command.name) {
      case '{':
        execute(command.block, run);
        break;
      case 'p':
        print(run);
        break;
      case 'd':
        run.deleted = true;
        break;
      case '=':
        run.out.push({ text: String(run.at + 1), from: null });
        break;
      case 'n':
        if (!run.quiet) print(run);
        if (run.at + 1 >= run.lines.length) {
          run.deleted = true;
          run.quit = true;
        } else run.text = run.lines[++run.at]!.text;
        break;
      case 'q':
        run.quit = true;
        break;
      case 'Q':
        run.quit = true;
        run.printAtEnd = false;
        break;
      case 's': {
        const nth = Number(/\d+/.exec(command.flags)?.[0] ?? 1);
        const before = run.text;
        run.text = command.pattern!.replace(before, command.replacement, command.flags.includes('g'), nth);
        if (command.flags.includes('p') && run.text !== before) print(run);
        break;
      }
      case 'a':
        for (const text of command.text.split('\n')) run.appended.push({ text, from: null });
        break;
      case 'i':
        for (const text of command.text.split('\n')) run.out.push({ text, from: null });
        break;
      case 'c':
        if (command.to === null || command.open === 0 || run.at + 1 >= run.lines.length)
          for (const text of command.text.split('\n')) run.out.push({ text, from: null });
        run.deleted = true;
        break;
    }
  }
}

function selected(command: Command, run: Run): boolean {
  const { from, to } = command;
  if (!from) return true;
  const line = run.at + 1;
  if (!to) return matches(from, run);
  if (command.open !== 0) {
    if (command.open > 0) {
      // The end lies behind already when other commands jumped over it.
      const inside = line <= command.open;
      if (line >= command.open) command.open = 0;
      return inside;
    }
    if (matches(to, run)) command.open = 0;
    return true;
  }
  const startsAtZero = from.kind === 'line' && from.line === 0 && line === 1;
  if (!startsAtZero && !matches(from, run)) return false;
  if (to.kind === 'line') command.open = to.line > line ? to.line : 0;
  else if (to.kind === 'plus') command.open = to.count > 0 ? line + to.count : 0;
  else if (to.kind === 'multiple')
    command.open = to.count > 0 && line % to.count !== 0 ? line + to.count - (line % to.count) : 0;
  else if (to.kind === 'last') command.open = run.lines.length > line ? run.lines.length : 0;
  else if (!startsAtZero || !matches(to, run)) command.open = -1;
  return true;
}

function matches(address: Address, run: Run): boolean {
  const line = run.at + 1;
  switch (address.kind) {
    case 'line':
      return line === address.line;
    case 'last':
      return line === run.lines.length;
    case 'step':
      return address.step === 0
        ? line === address.first
        : line >= address.first && (line - address.first) % address.step === 0;
    case 'pattern':
      return address.pattern.test(run.text);
    default:
      return false;
  }
}
