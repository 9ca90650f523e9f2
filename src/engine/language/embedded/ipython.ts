/** Cell magics whose cell is still Python of the notebook: they time, catch output or profile. All others are no code. */
const PYTHON_CELLS = new Set(
  'time timeit capture prun debug memit mprun lprun snakeviz scalene pyinstrument heat cache skip px ipytest run_pytest'.split(
    ' ',
  ),
);

/** Line magics that run the statement behind them. */
const RUNS_STATEMENT = /^([ \t]*)%(?:time|timeit|prun|memit)[ \t]+(?!-)/;

/** `name = !command` and `name = %magic`. */
const ASSIGNS = /^([^=#'"!%]*[^-=#'"!%<>:+*/&|^@~]=[ \t]*)([!%].*)$/;

/**
 * A cell of IPython as plain Python with the same lines. Magics (`%x`), shell lines (`!x`) and help (`x?`) at the top
 * level become blank; inside a block, and behind `name =`, they become the call of `get_ipython()` that IPython makes of
 * them, since a block must not become empty and two commands are two different things.
 * @param source lines of the cell
 * @returns null when a cell magic says that the cell is no Python of this notebook (`%%bash`)
 */
export function plainPython(source: readonly string[]): string[] | null {
  const lines = withoutIndent(source);
  let first = lines.findIndex((line) => line.trim() !== '');
  while (first >= 0 && lines[first]!.startsWith('%%')) {
    const name = /^%%(\w+)/.exec(lines[first]!)?.[1];
    if (name === undefined || !PYTHON_CELLS.has(name)) return null;
    lines[first] = '';
    while (first < lines.length && lines[first]!.trim() === '') first++;
    if (first === lines.length) return lines;
  }
  const scan = new StatementScan();
  for (let at = 0; at < lines.length; at++) {
    if (!scan.atStatement) {
      scan.take(lines[at]!);
      continue;
    }
    lines[at] = lines[at]!.replace(RUNS_STATEMENT, '$1');
    const start = at;
    const escaped = escapedPart(lines[at]!) ?? helpPart(lines[at]!);
    if (!escaped) {
      scan.take(lines[at]!);
      continue;
    }
    let { command } = escaped;
    // Lines that a backslash joins belong to the command.
    while (command.endsWith('\\') && at + 1 < lines.length) {
      command = `${command.slice(0, -1)} ${lines[++at]!.trim()}`;
      lines[at] = '';
    }
    lines[start] = escaped.before === '' ? '' : escaped.before + callOf(command);
  }
  return lines;
}

interface Escaped {
  /** What stays in front of the command: the indentation, or `name = `. */
  before: string;
  command: string;
}

function escapedPart(line: string): Escaped | null {
  const command = line.trim();
  // None of these begins a statement of Python.
  if (/^[%!?,;/]/.test(command)) return { before: indentOf(line), command };
  const assigns = ASSIGNS.exec(line);
  return assigns && { before: assigns[1]!, command: assigns[2]!.trim() };
}

/** `x?` and `x??`: no Python ends like this, but for strings and comments. */
function helpPart(line: string): Escaped | null {
  const command = line.trimEnd();
  if (!command.endsWith('?')) return null;
  const scan = new StatementScan();
  return scan.take(command) ? { before: indentOf(line), command: command.trim() } : null;
}

function callOf(command: string): string {
  const method = command.startsWith('!!') ? 'getoutput' : command.startsWith('!') ? 'system' : 'run_line_magic';
  return `get_ipython().${method}(${JSON.stringify(command)})`;
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/** Takes the indentation of the first line off all lines, as IPython does with code that was copied out of a block. */
function withoutIndent(lines: readonly string[]): string[] {
  const indent = indentOf(lines.find((line) => line.trim() !== '') ?? '');
  if (indent === '') return [...lines];
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
}

/** Follows strings, brackets and joined lines, to know which lines begin a statement. */
class StatementScan {
  private quote = '';
  private depth = 0;
  private joined = false;

  /** True when the next line begins a statement. */
  get atStatement(): boolean {
    return this.quote === '' && this.depth === 0 && !this.joined;
  }

  /** Takes one line; true when it ends outside strings and comments. */
  take(line: string): boolean {
    this.joined = false;
    for (let i = 0; i < line.length; i++) {
      const char = line[i]!;
      if (this.quote !== '') {
        if (char === '\\') i++;
        else if (line.startsWith(this.quote, i)) {
          i += this.quote.length - 1;
          this.quote = '';
        }
      } else if (char === '#') return false;
      else if (char === '"' || char === "'") {
        this.quote = line.startsWith(char.repeat(3), i) ? char.repeat(3) : char;
        i += this.quote.length - 1;
      } else if (char === '(' || char === '[' || char === '{') this.depth++;
      else if (char === ')' || char === ']' || char === '}') this.depth = Math.max(0, this.depth - 1);
      else if (char === '\\' && line.slice(i + 1).trim() === '') {
        this.joined = true;
        break;
      }
    }
    const plain = this.quote === '';
    // A string of one line ends with it, if only by mistake.
    if (this.quote.length === 1 && !line.endsWith('\\')) this.quote = '';
    return plain;
  }
}
