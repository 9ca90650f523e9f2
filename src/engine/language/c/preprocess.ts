/**
 * What of a text of C's family the compiler would see, as far as the text alone tells, so that branches of the
 * preprocessor cannot break the tree: the result has the same length and lines, and what is left out is blank.
 *
 * - `#if 0` is left out, its `#else` stays.
 * - In C, `#ifdef __cplusplus` is left out; in C++ its `#else`.
 * - Around a large part of a file the directives of a group with one branch are left out, so that a syntax error stays a
 *   small one.
 * - Of a group whose branches are no whole statements or declarations (an open brace, half an expression) the first branch
 *   stays, without its directives. All branches of other groups stay.
 */
export function preprocess(text: string, dialect: 'c' | 'cpp'): string {
  if (!/^[ \t]*#[ \t]*if/m.test(text)) return text;
  const blanked = new Scanner(text, dialect).run();
  return blanked.length === 0 ? text : blank(text, blanked);
}

type Range = [start: number, end: number];

interface Branch {
  directive: Range;
  start: number;
  end: number;
  /** Condition as written. */
  condition: string;
  /** Depth of braces, and of parentheses and brackets, at the end and at its lowest. */
  braces: number;
  leastBraces: number;
  groups: number;
  leastGroups: number;
  /** First and last word or character that is no white space or comment; empty for none. */
  first: string;
  last: string;
}

interface Group {
  before: string;
  branches: Branch[];
}

function branchAt(directive: Range, condition: string): Branch {
  return {
    ...{ directive, condition, start: directive[1], end: directive[1], first: '', last: '' },
    ...{ braces: 0, leastBraces: 0, groups: 0, leastGroups: 0 },
  };
}

/** Ends of what a statement or declaration may stand behind. */
const BOUNDARY = new Set(['', ';', '{', '}', ':']);
const WHOLE = new Set(['', ';', '}', ':']);

/** Characters of a branch that is large. */
const LARGE = 4_000;

class Scanner {
  private at = 0;
  private readonly groups: Group[] = [];
  private readonly blanked: Range[] = [];
  private branch = branchAt([0, 0], '');

  constructor(
    private readonly text: string,
    private readonly dialect: 'c' | 'cpp',
  ) {}

  run(): Range[] {
    const { text } = this;
    let lineStart = true;
    while (this.at < text.length) {
      const char = text[this.at]!;
      if (char === '\n') {
        lineStart = true;
        this.at++;
      } else if (char === ' ' || char === '\t' || char === '\r' || char === '\f' || char === '\\') this.at++;
      else if (char === '/' && text[this.at + 1] === '/') this.at = this.endOfLine(this.at);
      else if (char === '/' && text[this.at + 1] === '*') this.at = this.behind('*/', this.at + 2);
      else if (char === '#' && lineStart) this.directive();
      else {
        lineStart = false;
        this.code(char);
      }
    }
    return this.blanked;
  }

  /** One token of code. */
  private code(char: string): void {
    const { branch, text } = this;
    const start = this.at;
    if (/[A-Za-z0-9_$]/.test(char)) {
      const word = /[\w$']+/y;
      word.lastIndex = start;
      let found = word.exec(text)![0];
      // A quote inside a word separates digits; behind a prefix it begins a literal.
      if (!/^\d/.test(found)) found = found.split("'")[0]!;
      this.at += found.length;
      if (text[this.at] === '"' && /R$/.test(found)) this.rawString();
      else this.note(found);
      return;
    }
    if (char === '"' || char === "'") this.at = this.endOfLiteral(char);
    else this.at++;
    if (char === '{') branch.braces++;
    else if (char === '}') branch.leastBraces = Math.min(branch.leastBraces, --branch.braces);
    else if (char === '(' || char === '[') branch.groups++;
    else if (char === ')' || char === ']') branch.leastGroups = Math.min(branch.leastGroups, --branch.groups);
    this.note(char);
  }

  private note(token: string): void {
    if (this.branch.first === '') this.branch.first = token;
    this.branch.last = token;
  }

  private endOfLiteral(quote: string): number {
    const { text } = this;
    for (let at = this.at + 1; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === quote) return at + 1;
      else if (text[at] === '\n') return at;
    }
    return text.length;
  }

  private rawString(): void {
    const open = this.text.slice(this.at + 1, this.at + 20).split('(')[0]!;
    this.at = this.behind(`)${open}"`, this.at);
    this.note('"');
  }

  private endOfLine(from: number): number {
    let end = this.text.indexOf('\n', from);
    while (end > 0 && /\\\r?$/.test(this.text.slice(Math.max(0, end - 2), end))) end = this.text.indexOf('\n', end + 1);
    return end < 0 ? this.text.length : end;
  }

  private behind(mark: string, from: number): number {
    const found = this.text.indexOf(mark, from);
    return found < 0 ? this.text.length : found + mark.length;
  }

  private directive(): void {
    const start = this.at;
    let end = this.endOfLine(start);
    const comment = this.text.lastIndexOf('/*', end);
    if (comment > start && this.text.indexOf('*/', comment) >= end) end = this.endOfLine(this.behind('*/', comment));
    this.at = end;
    const line = this.text.slice(start, Math.min(end, start + 400));
    const [, word = '', rest = ''] = /^#[ \t]*(\w*)([^]*)$/.exec(line) ?? [];
    const range: Range = [start, end];
    if (/^(?:if|ifdef|ifndef)$/.test(word)) {
      this.groups.push({
        before: this.branch.last,
        branches: [this.branch, branchAt(range, `${word} ${clean(rest)}`)],
      });
      this.branch = this.groups[this.groups.length - 1]!.branches[1]!;
    } else if (/^(?:else|elif|elifdef|elifndef)$/.test(word)) this.next(range, `${word} ${clean(rest)}`);
    else if (word === 'endif') this.close(range);
  }

  private next(range: Range, condition: string): void {
    const group = this.groups[this.groups.length - 1];
    if (!group) {
      this.blanked.push(range);
      return;
    }
    this.branch.end = range[0];
    this.branch = branchAt(range, condition);
    group.branches.push(this.branch);
  }

  private close(range: Range): void {
    const group = this.groups.pop();
    if (!group) {
      this.blanked.push(range);
      return;
    }
    this.branch.end = range[0];
    const [outer, ...branches] = group.branches as [Branch, ...Branch[]];
    this.branch = outer;
    const dead = this.isDead(branches[0]!);
    const isOnly = this.isOnly(branches[0]!);
    let kept: Branch | undefined;
    const isLarge = branches.length === 1 && branches[0]!.end - branches[0]!.start > LARGE;
    if (!dead && !isOnly && !isLarge && isWhole(group.before, branches))
      kept = branches.find(({ last }) => last !== '');
    else {
      kept = dead ? branches[1] : branches[0];
      this.blanked.push(range);
      for (const branch of branches)
        this.blanked.push(branch === kept ? branch.directive : [branch.directive[0], branch.end]);
    }
    if (kept) join(outer, kept);
  }

  private isDead({ condition }: Branch): boolean {
    if (/^if (?:0|false|FALSE)$/.test(condition)) return true;
    return this.dialect === 'c' && isCplusplus(condition);
  }

  private isOnly({ condition }: Branch): boolean {
    return this.dialect === 'cpp' && isCplusplus(condition);
  }
}

function isCplusplus(condition: string): boolean {
  return /^(?:ifdef __cplusplus|if (?:defined ?)?\(? ?__cplusplus ?\)?)$/.test(condition);
}

function clean(condition: string): string {
  return condition
    .replace(/\/\*[^]*?\*\/|\/\/.*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True when each branch may stand or be absent without harm to what is around. */
function isWhole(before: string, branches: readonly Branch[]): boolean {
  if (!BOUNDARY.has(before)) return false;
  return branches.every(
    ({ braces, leastBraces, groups, leastGroups, first, last }) =>
      braces === 0 &&
      leastBraces === 0 &&
      groups === 0 &&
      leastGroups === 0 &&
      WHOLE.has(last) &&
      first !== 'else' &&
      /^(?:$|[\w$"{(*;~:[])/.test(first),
  );
}

/** The outer branch goes on behind what stays of a group in it. */
function join(outer: Branch, inner: Branch): void {
  outer.leastBraces = Math.min(outer.leastBraces, outer.braces + inner.leastBraces);
  outer.leastGroups = Math.min(outer.leastGroups, outer.groups + inner.leastGroups);
  outer.braces += inner.braces;
  outer.groups += inner.groups;
  if (outer.first === '') outer.first = inner.first;
  if (inner.last !== '') outer.last = inner.last;
}

function blank(text: string, ranges: Range[]): string {
  ranges.sort((a, b) => a[0] - b[0]);
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (end <= at) continue;
    parts.push(text.slice(at, Math.max(at, start)));
    parts.push(text.slice(Math.max(at, start), end).replace(/[^\r\n]/g, ' '));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** What only C++ writes at the beginning of a line. */
const ONLY_CPP =
  /^[ \t]*(?:(?:inline[ \t]+)?namespace(?:[ \t]+[\w:]+)?[ \t\r\n]*\{|class[ \t]+(?:\w+[ \t]+)?\w+[ \t\r\n]*(?:final[ \t\r\n]*)?[{:;]|template[ \t]*<|using[ \t]+(?:namespace[ \t]+)?[\w:]+[ \t]*[;=:]|(?:public|private|protected)[ \t]*:)/m;

/**
 * The language of a text whose file's name says C: C++ for a header (or another file) that holds what only C++ has.
 * Comments, and what stands behind `#ifdef __cplusplus`, say nothing.
 */
export function languageOfText(text: string): 'c' | 'cpp' {
  if (!ONLY_CPP.test(text)) return 'c';
  const code = preprocess(text, 'c').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
  return ONLY_CPP.test(code) ? 'cpp' : 'c';
}
