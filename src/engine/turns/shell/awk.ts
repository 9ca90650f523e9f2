import type { AwkExpression, AwkRule, AwkStatement } from './awkParse.ts';
import { formatPrintf } from './printf.ts';
import type { OutLine } from './stream.ts';

/** True when a program picks single lines by patterns alone: what it prints is a search. */
export function picksByPattern(rules: readonly AwkRule[]): boolean {
  const printing = rules.filter(({ pattern }) => pattern !== 'BEGIN' && pattern !== 'END');
  return (
    printing.length > 0 &&
    printing.every(
      ({ pattern, to, action }) =>
        pattern !== null &&
        typeof pattern === 'object' &&
        to === null &&
        pattern.kind === 'match' &&
        (action === null || action.every(({ kind }) => kind === 'print')),
    )
  );
}

/** Runs an awk program on the lines of files one after the other. */
export function runAwk(
  rules: readonly AwkRule[],
  files: readonly (readonly OutLine[])[],
  variables: ReadonlyMap<string, string>,
): OutLine[] {
  return new Run(rules, variables).all(files);
}

type Value = number | string;

class Run {
  private readonly out: OutLine[] = [];
  private readonly variables = new Map<string, Value>();
  private readonly rules: readonly AwkRule[];
  private line: OutLine = { text: '', from: null };
  private fields: string[] | null = null;
  private records = 0;
  private fileRecords = 0;
  private partial = '';
  private partialFrom: OutLine['from'] = null;
  private state: 'run' | 'next' | 'exit' = 'run';

  constructor(rules: readonly AwkRule[], variables: ReadonlyMap<string, string>) {
    this.rules = rules;
    for (const [name, value] of variables) this.variables.set(name, value);
  }

  all(files: readonly (readonly OutLine[])[]): OutLine[] {
    for (const rule of this.rules) if (rule.pattern === 'BEGIN') this.statements(rule.action ?? []);
    for (const lines of files) {
      this.fileRecords = 0;
      for (const line of lines) {
        if (this.state === 'exit') break;
        this.state = 'run';
        this.line = line;
        this.fields = null;
        this.records++;
        this.fileRecords++;
        for (const rule of this.rules) {
          if (this.state !== 'run') break;
          if (!this.selects(rule)) continue;
          if (rule.action) this.statements(rule.action);
          else this.print(this.line.text + '\n', this.line.from);
        }
      }
    }
    this.line = { text: '', from: null };
    this.state = 'run';
    for (const rule of this.rules) if (rule.pattern === 'END') this.statements(rule.action ?? []);
    if (this.partial !== '') this.print('\n', this.partialFrom);
    return this.out;
  }

  private selects(rule: AwkRule): boolean {
    const { pattern, to } = rule;
    if (pattern === null) return true;
    if (typeof pattern === 'string') return false;
    if (!to) return isTrue(this.value(pattern));
    if (!rule.open && !isTrue(this.value(pattern))) return false;
    rule.open = !isTrue(this.value(to));
    return true;
  }

  private statements(statements: readonly AwkStatement[]): void {
    for (const statement of statements) {
      if (this.state !== 'run') return;
      switch (statement.kind) {
        case 'print': {
          const values = statement.values.map((value) => text(this.value(value)));
          // A line is shown as a line of the file when its whole text is in what is printed.
          const whole = statement.values.length === 0 || statement.values.some(hasWholeLine);
          const shows = whole || (this.line.text.length > 4 && values.some((value) => value.includes(this.line.text)));
          const from = shows ? this.line.from : null;
          if (statement.format) this.print(formatPrintf(values[0] ?? '', values.slice(1)), from);
          else this.print((values.length === 0 ? this.line.text : values.join(' ')) + '\n', from);
          break;
        }
        case 'if':
          this.statements(isTrue(this.value(statement.test)) ? statement.then : statement.else);
          break;
        case 'expression':
          this.value(statement.value);
          break;
        default:
          this.state = statement.kind;
      }
    }
  }

  private print(printed: string, from: OutLine['from']): void {
    const lines = (this.partial + printed).split('\n');
    this.partial = lines.pop()!;
    this.partialFrom = this.partial === '' ? null : from;
    for (const line of lines) this.out.push({ text: line, from });
  }

  private value(expression: AwkExpression): Value {
    switch (expression.kind) {
      case 'number':
      case 'string':
        return expression.value;
      case 'variable':
        return this.variable(expression.name);
      case 'field': {
        const index = number(this.value(expression.index));
        if (index === 0) return this.line.text;
        this.fields ??= this.line.text.trim().split(/[ \t]+/);
        return this.fields[index - 1] ?? '';
      }
      case 'match': {
        const subject = expression.text ? text(this.value(expression.text)) : this.line.text;
        return Number(expression.pattern.test(subject) !== expression.negated);
      }
      case 'not':
        return Number(!isTrue(this.value(expression.of)));
      case 'minus':
        return -number(this.value(expression.of));
      case 'assign': {
        const value = this.value(expression.value);
        const sign = expression.operator === '-=' ? -1 : 1;
        const result =
          expression.operator === '=' ? value : number(this.variable(expression.name)) + sign * number(value);
        this.variables.set(expression.name, result);
        return result;
      }
      case 'step': {
        const before = number(this.variable(expression.name));
        this.variables.set(expression.name, before + expression.by);
        return expression.after ? before : before + expression.by;
      }
      case 'binary':
        return this.binary(expression.operator, expression.left, expression.right);
    }
  }

  private binary(operator: string, leftSide: AwkExpression, rightSide: AwkExpression): Value {
    if (operator === '&&') return Number(isTrue(this.value(leftSide)) && isTrue(this.value(rightSide)));
    if (operator === '||') return Number(isTrue(this.value(leftSide)) || isTrue(this.value(rightSide)));
    const left = this.value(leftSide);
    const right = this.value(rightSide);
    switch (operator) {
      case ' ':
        return text(left) + text(right);
      case '+':
        return number(left) + number(right);
      case '-':
        return number(left) - number(right);
      case '*':
        return number(left) * number(right);
      case '/':
        return number(left) / number(right);
      case '%':
        return number(left) % number(right);
      default:
        return Number(compare(operator, left, right));
    }
  }

  private variable(name: string): Value {
    if (name === 'NR') return this.records;
    if (name === 'FNR') return this.fileRecords;
    return this.variables.get(name) ?? '';
  }
}

/** Holds `$0`. */
function hasWholeLine(expression: AwkExpression): boolean {
  if (expression.kind === 'field') return expression.index.kind === 'number' && expression.index.value === 0;
  return expression.kind === 'binary' && (hasWholeLine(expression.left) || hasWholeLine(expression.right));
}

function compare(operator: string, left: Value, right: Value): boolean {
  const numeric = isNumeric(left) && isNumeric(right);
  const order = numeric
    ? number(left) - number(right)
    : text(left) < text(right)
      ? -1
      : text(left) > text(right)
        ? 1
        : 0;
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '==':
      return order === 0;
    default:
      return order !== 0;
  }
}

function isNumeric(value: Value): boolean {
  return typeof value === 'number' || value === '' || /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value);
}

function isTrue(value: Value): boolean {
  return typeof value === 'number' ? value !== 0 : value !== '';
}

function number(value: Value): number {
  if (typeof value === 'number') return value;
  return Number(/^\s*[-+]?\d+(\.\d+)?/.exec(value)?.[0] ?? 0);
}

function text(value: Value): string {
  return String(value);
}
