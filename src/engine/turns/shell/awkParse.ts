import { makePattern, type Pattern } from './pattern.ts';

/** The part of awk that agents pick lines with. Everything else makes `parseAwk` give null. */
export type AwkExpression =
  | { kind: 'number'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'variable'; name: string }
  | { kind: 'field'; index: AwkExpression }
  | { kind: 'match'; text: AwkExpression | null; pattern: Pattern; negated: boolean }
  | { kind: 'not' | 'minus'; of: AwkExpression }
  | { kind: 'binary'; operator: string; left: AwkExpression; right: AwkExpression }
  | { kind: 'assign'; name: string; operator: string; value: AwkExpression }
  /** `++` and `--`. */
  | { kind: 'step'; name: string; by: number; after: boolean };

export type AwkStatement =
  | { kind: 'print'; values: AwkExpression[]; format: boolean }
  | { kind: 'exit' | 'next' }
  | { kind: 'if'; test: AwkExpression; then: AwkStatement[]; else: AwkStatement[] }
  | { kind: 'expression'; value: AwkExpression };

export interface AwkRule {
  /** Null for every line. */
  pattern: AwkExpression | 'BEGIN' | 'END' | null;
  /** End of a range. */
  to: AwkExpression | null;
  /** Null prints the line. */
  action: AwkStatement[] | null;
  open: boolean;
}

interface Token {
  kind: 'number' | 'string' | 'regex' | 'name' | 'symbol' | 'newline';
  text: string;
}

/** Reads an awk program; null when it has more than is followed here. */
export function parseAwk(program: string): AwkRule[] | null {
  const tokens = tokenise(program);
  if (!tokens) return null;
  try {
    return new Parser(tokens).program();
  } catch (error) {
    if (error instanceof NotFollowed) return null;
    throw error;
  }
}

class NotFollowed extends Error {}

const MAX_TOKENS = 2_000;
const ASSIGNING = ['=', '+=', '-='];

function tokenise(text: string): Token[] | null {
  const tokens: Token[] = [];
  const pattern =
    /[ \t\r]+|\\\n|#[^\n]*|(\n)|(\d+(?:\.\d+)?)|"((?:\\[^]|[^"\\])*)"|([A-Za-z_]\w*)|(&&|\|\||==|!=|<=|>=|\+\+|--|\+=|-=|!~|[-+*%/<>=!~(){},;$?:])/y;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const last = tokens[tokens.length - 1];
    const valueBefore =
      last && (last.kind === 'number' || last.kind === 'string' || last.kind === 'name' || last.text === ')');
    if (text[at] === '/' && !valueBefore) {
      const regex = /\/((?:\\[^]|\[\^?\]?[^\]\n]*\]|[^/\\\n])*)\//y;
      regex.lastIndex = at;
      const match = regex.exec(text);
      if (!match) return null;
      tokens.push({ kind: 'regex', text: match[1]!.replaceAll('\\/', '/') });
      pattern.lastIndex = regex.lastIndex;
      continue;
    }
    const match = pattern.exec(text);
    if (!match || tokens.length > MAX_TOKENS) return null;
    if (match[1]) tokens.push({ kind: 'newline', text: '\n' });
    else if (match[2]) tokens.push({ kind: 'number', text: match[2] });
    else if (match[3] !== undefined) tokens.push({ kind: 'string', text: match[3] });
    else if (match[4]) tokens.push({ kind: 'name', text: match[4] });
    else if (match[5]) tokens.push({ kind: 'symbol', text: match[5] });
  }
  return tokens;
}

class Parser {
  private at = 0;
  private depth = 0;
  private readonly tokens: Token[];

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  program(): AwkRule[] {
    const rules: AwkRule[] = [];
    for (;;) {
      this.separators();
      if (this.at >= this.tokens.length) return rules;
      rules.push(this.rule());
    }
  }

  private rule(): AwkRule {
    const rule: AwkRule = { pattern: null, to: null, action: null, open: false };
    const word = this.tokens[this.at]!;
    if (word.kind === 'name' && (word.text === 'BEGIN' || word.text === 'END')) {
      this.at++;
      rule.pattern = word.text;
    } else if (!this.is('{')) {
      rule.pattern = this.expression();
      if (this.take(',')) rule.to = this.expression();
    }
    if (this.is('{')) rule.action = this.block();
    return rule;
  }

  private block(): AwkStatement[] {
    this.expect('{');
    const out: AwkStatement[] = [];
    for (;;) {
      this.separators();
      if (this.take('}')) return out;
      out.push(this.statement());
    }
  }

  private statement(): AwkStatement {
    const token = this.tokens[this.at];
    if (!token) throw new NotFollowed();
    if (token.kind === 'name') {
      if (token.text === 'print' || token.text === 'printf') return this.print(token.text === 'printf');
      if (token.text === 'exit' || token.text === 'next') {
        this.at++;
        if (this.tokens[this.at]?.kind === 'number') this.at++;
        return { kind: token.text };
      }
      if (token.text === 'if') return this.ifStatement();
      if (/^(for|while|do|getline|delete|return|function)$/.test(token.text)) throw new NotFollowed();
    }
    return { kind: 'expression', value: this.expression() };
  }

  private ifStatement(): AwkStatement {
    this.at++;
    this.expect('(');
    const test = this.expression();
    this.expect(')');
    const then = this.body();
    const mark = this.at;
    this.separators();
    const token = this.tokens[this.at];
    if (token?.kind === 'name' && token.text === 'else') {
      this.at++;
      return { kind: 'if', test, then, else: this.body() };
    }
    this.at = mark;
    return { kind: 'if', test, then, else: [] };
  }

  private body(): AwkStatement[] {
    while (this.tokens[this.at]?.kind === 'newline') this.at++;
    return this.is('{') ? this.block() : [this.statement()];
  }

  private print(format: boolean): AwkStatement {
    this.at++;
    const values: AwkExpression[] = [];
    const token = this.tokens[this.at];
    if (token && token.kind !== 'newline' && token.text !== ';' && token.text !== '}') {
      do values.push(this.expression(true));
      while (this.take(','));
      if (this.is('>')) throw new NotFollowed();
    }
    // print (a, b) is read as one expression.
    return { kind: 'print', values, format };
  }

  /** `inPrint`: a bare `>` is a redirect. */
  private expression(inPrint = false): AwkExpression {
    if (++this.depth > 200) throw new NotFollowed();
    const left = this.or(inPrint);
    this.depth--;
    const token = this.tokens[this.at];
    if (token?.kind === 'symbol' && ASSIGNING.includes(token.text) && left.kind === 'variable') {
      this.at++;
      return { kind: 'assign', name: left.name, operator: token.text, value: this.expression(inPrint) };
    }
    if (token?.text === '?' && token.kind === 'symbol') throw new NotFollowed();
    return left;
  }

  private or(inPrint: boolean): AwkExpression {
    let left = this.and(inPrint);
    while (this.take('||')) left = { kind: 'binary', operator: '||', left, right: this.and(inPrint) };
    return left;
  }

  private and(inPrint: boolean): AwkExpression {
    let left = this.matching(inPrint);
    while (this.take('&&')) left = { kind: 'binary', operator: '&&', left, right: this.matching(inPrint) };
    return left;
  }

  private matching(inPrint: boolean): AwkExpression {
    let left = this.comparison(inPrint);
    while (this.is('~') || this.is('!~')) {
      const negated = this.tokens[this.at++]!.text === '!~';
      const token = this.tokens[this.at++];
      if (token?.kind !== 'regex' && token?.kind !== 'string') throw new NotFollowed();
      left = { kind: 'match', text: left, pattern: patternOf(token.text), negated };
    }
    return left;
  }

  private comparison(inPrint: boolean): AwkExpression {
    const left = this.concatenation();
    const token = this.tokens[this.at];
    if (token?.kind !== 'symbol' || !/^([<>]=?|[=!]=)$/.test(token.text)) return left;
    if (inPrint && token.text === '>') return left;
    this.at++;
    return { kind: 'binary', operator: token.text, left, right: this.concatenation() };
  }

  private concatenation(): AwkExpression {
    let left = this.sum();
    for (;;) {
      const token = this.tokens[this.at];
      const starts =
        token &&
        (token.kind === 'number' ||
          token.kind === 'string' ||
          (token.kind === 'name' && !/^(in|else)$/.test(token.text)) ||
          (token.kind === 'symbol' && (token.text === '$' || token.text === '(')));
      if (!starts) return left;
      left = { kind: 'binary', operator: ' ', left, right: this.sum() };
    }
  }

  private sum(): AwkExpression {
    let left = this.product();
    while (this.is('+') || this.is('-')) {
      const operator = this.tokens[this.at++]!.text;
      left = { kind: 'binary', operator, left, right: this.product() };
    }
    return left;
  }

  private product(): AwkExpression {
    let left = this.unary();
    while (this.is('*') || this.is('/') || this.is('%')) {
      const operator = this.tokens[this.at++]!.text;
      left = { kind: 'binary', operator, left, right: this.unary() };
    }
    return left;
  }

  private unary(): AwkExpression {
    if (++this.depth > 200) throw new NotFollowed();
    try {
      if (this.take('!')) return { kind: 'not', of: this.unary() };
      if (this.take('-')) return { kind: 'minus', of: this.unary() };
      if (this.is('++') || this.is('--')) {
        const by = this.tokens[this.at++]!.text === '++' ? 1 : -1;
        const name = this.tokens[this.at++];
        if (name?.kind !== 'name') throw new NotFollowed();
        return { kind: 'step', name: name.text, by, after: false };
      }
      return this.primary();
    } finally {
      this.depth--;
    }
  }

  private primary(): AwkExpression {
    const token = this.tokens[this.at++];
    if (!token) throw new NotFollowed();
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind === 'string') return { kind: 'string', value: unescaped(token.text) };
    if (token.kind === 'regex') return { kind: 'match', text: null, pattern: patternOf(token.text), negated: false };
    if (token.kind === 'name') {
      if (this.is('(')) throw new NotFollowed();
      if (this.is('++') || this.is('--'))
        return { kind: 'step', name: token.text, by: this.tokens[this.at++]!.text === '++' ? 1 : -1, after: true };
      return { kind: 'variable', name: token.text };
    }
    if (token.text === '$') return { kind: 'field', index: this.primary() };
    if (token.text === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    throw new NotFollowed();
  }

  private separators(): void {
    while (this.tokens[this.at]?.kind === 'newline' || this.is(';')) this.at++;
  }

  private is(symbol: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'symbol' && token.text === symbol;
  }

  private take(symbol: string): boolean {
    if (!this.is(symbol)) return false;
    this.at++;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.take(symbol)) throw new NotFollowed();
  }
}

function patternOf(source: string): Pattern {
  const pattern = makePattern(source, 'extended');
  if (!pattern) throw new NotFollowed();
  return pattern;
}

function unescaped(text: string): string {
  const known: Record<string, string> = { n: '\n', t: '\t', '"': '"', '\\': '\\', '/': '/' };
  return text.replace(/\\([^])/g, (whole, char: string) => known[char] ?? whole);
}
