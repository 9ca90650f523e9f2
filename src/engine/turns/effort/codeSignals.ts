/** What a script gives away of itself, whatever its language (Python, JavaScript, Ruby, Perl and the like). */
export interface CodeSignals {
  /** Literal paths of the files that it writes; '' for one whose path is made while it runs. */
  writes: string[];
  /** It checks something: assertions, a test framework, or verdicts that it prints. */
  tests: boolean;
  /** It studies code or its run: syntax trees, introspection, profiles, patterns over sources. */
  studies: boolean;
  /** It opens files to read them. */
  reads: boolean;
  /** It takes its data from its standard input. */
  filters: boolean;
  /** It decides or repeats: more than a straight line of calls. */
  branches: boolean;
  /** It does nothing but import and print: whether a package is there, and which version. */
  probes: boolean;
}

/** Characters beyond which a script is not looked into: an open quote makes the tokens quadratic. */
const LONGEST = 16 * 1024;

const TOKEN =
  /"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`|#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/|[A-Za-z_$][\w$]*|\S/g;

const WRITERS = new Set(
  'write_text write_bytes writeFile writeFileSync appendFile appendFileSync file_put_contents writeTextFile writeTextFileSync copyfile copyFileSync renameSync'.split(
    ' ',
  ),
);
const READERS = new Set(
  'open read_text readFile readFileSync readlines getline file_get_contents readTextFile'.split(' '),
);
const CHECKS = new Set(
  'assert tests unittest pytest doctest TestCase TestLoader runner jest vitest mocha describe expect'.split(' '),
);
const STUDIES = new Set(
  'ast inspect dis tokenize symtable pkgutil cProfile profile timeit tracemalloc traceback_limit findall finditer getsource getmembers signature dir vars __mro__ __dict__ __subclasses__ networkx Counter walk rglob glob'.split(
    ' ',
  ),
);
const CONTROL = new Set('if for while def function class try'.split(' '));
const PROBE_CALLS = new Set('print log version puts str repr'.split(' '));
const VERDICT = /\b(?:SUCCESS|FAILURE|FAILED|PASSED|PASS|FAIL|ERROR)\b|[✓✔✗✘✅❌]/;

/** Reads the signals off the tokens of a script: names, strings and signs, comments left out. */
export function codeSignals(code: string): CodeSignals {
  const tokens = (code.slice(0, LONGEST).match(TOKEN) ?? []).filter((token) => !/^(?:#|\/\/|\/\*)/.test(token));
  const signals: CodeSignals = {
    writes: [],
    tests: false,
    studies: false,
    reads: false,
    filters: false,
    branches: false,
    probes: false,
  };
  let imports = false;
  let asserts = false;
  let calls = false;
  for (const [at, token] of tokens.entries()) {
    if (isString(token)) {
      signals.tests ||= VERDICT.test(token);
      continue;
    }
    const called = tokens[at + 1] === '(';
    if (WRITERS.has(token)) signals.writes.push(pathBefore(tokens, at) ?? pathAfter(tokens, at) ?? '');
    else if (token === 'open' && called) {
      const mode = modeOf(tokens, at);
      if (mode) signals.writes.push(pathAfter(tokens, at) ?? '');
      else signals.reads = true;
    } else if (READERS.has(token)) signals.reads = true;
    signals.tests ||= CHECKS.has(token) || /^(?:test_|assert[A-Z_])/.test(token);
    signals.studies ||= STUDIES.has(token);
    signals.filters ||= token === 'stdin';
    signals.branches ||= CONTROL.has(token);
    asserts ||= token === 'assert';
    imports ||= token === 'import' || token === 'require';
    calls ||= called && /^[A-Za-z_$]/.test(token) && !PROBE_CALLS.has(token);
  }
  signals.probes = imports && !calls && !asserts && !signals.branches;
  return signals;
}

function isString(token: string): boolean {
  return /^["'`]/.test(token) && token.length > 1;
}

function textOf(token: string): string {
  const quote = /^(?:"""|'''|["'`])/.exec(token)?.[0] ?? '';
  return token.slice(quote.length, token.length - quote.length);
}

/** A mode of `open` that writes, within the arguments of the call. */
function modeOf(tokens: string[], at: number): string | null {
  let depth = 0;
  for (let i = at + 1; i < tokens.length && i < at + 24; i += 1) {
    const token = tokens[i] as string;
    if (token === '(') depth += 1;
    if (token === ')' && (depth -= 1) === 0) break;
    if (isString(token) && i > at + 2 && /^(?:[wax]b?\+?|[wax]\+?b?t?|r\+b?|rb\+|>>?)$/.test(textOf(token))) {
      return textOf(token);
    }
  }
  return null;
}

/** The literal that stands first in the call at `at`. */
function pathAfter(tokens: string[], at: number): string | null {
  const token = tokens[at + 2];
  return tokens[at + 1] === '(' && token !== undefined && isString(token) ? textOf(token) : null;
}

/** The literal in `Path('x').write_text(`. */
function pathBefore(tokens: string[], at: number): string | null {
  const token = tokens[at - 3];
  return tokens[at - 1] === '.' && tokens[at - 2] === ')' && token !== undefined && isString(token)
    ? textOf(token)
    : null;
}
