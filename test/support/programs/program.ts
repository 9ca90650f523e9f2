import type { Random } from '../../bench/accuracy/random.ts';

/*
 * Small programs for trying what the normal form claims: functions over whole numbers, lists, a table and a text that log
 * some of what they do. One program can be written in several ways, in Python and in JavaScript.
 */

export type Operator = '+' | '-' | '*' | '&' | '|';
export type Relation = '<' | '<=' | '>' | '>=' | '==' | '!=';

export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'variable'; name: string }
  | { kind: 'binary'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'relation'; operator: Relation; left: Expression; right: Expression }
  | { kind: 'logical'; operator: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'not'; operand: Expression }
  | { kind: 'choice'; test: Expression; then: Expression; otherwise: Expression }
  | { kind: 'length'; of: string }
  | { kind: 'element'; of: string; index: Expression }
  | { kind: 'member'; item: Expression; of: string }
  | { kind: 'lookup'; key: Expression; otherwise: Expression }
  /** `tell` logs its argument and gives it back; `double` only computes. */
  | { kind: 'call'; name: 'tell' | 'double'; argument: Expression };

export type Statement =
  | { kind: 'assign'; name: string; value: Expression }
  | { kind: 'add'; name: string; operator: Operator; value: Expression }
  | { kind: 'log'; value: Expression }
  | { kind: 'append'; to: string; value: Expression }
  | { kind: 'store'; key: Expression; value: Expression }
  | { kind: 'if'; test: Expression; then: Statement[]; otherwise: Statement[] }
  | { kind: 'each'; name: string; of: string; body: Statement[] }
  | { kind: 'count'; name: string; from: Expression; to: Expression; body: Statement[] }
  | { kind: 'gather'; name: string; item: string; of: string; test: Expression | null; value: Expression }
  | { kind: 'sum'; name: string; item: string; of: string; test: Expression | null; value: Expression }
  | { kind: 'search'; item: string; of: string; test: Expression; found: boolean }
  | { kind: 'leave'; how: 'continue' | 'break' }
  /** Logs a half and a whole number in one text; `whole` cuts the fraction off. */
  | { kind: 'show'; half: string; other: string; whole: boolean }
  /** Keeps a function for each element and calls them after the loop; `own` ones keep the element of their round. */
  | { kind: 'keep'; of: string; own: boolean }
  /** Makes a list longer or shorter while it goes over its positions: those at the beginning, or those that there are. */
  | { kind: 'grow'; of: string; longer: boolean; fixed: boolean }
  /** Logs the sum of a text, and of numbers where the language has such sums, in this order. */
  | { kind: 'joined'; order: readonly ('text' | 'number' | 'other')[]; text: string; other: string }
  /** Logs what a function makes of each element; `bare` hands it all that the language hands to it. */
  | { kind: 'mapped'; of: string; name: 'pair' | 'double'; bare: boolean }
  | { kind: 'return'; value: Expression };

/** Parameters of every program: two numbers, two lists of numbers, a table from numbers to numbers. */
export const PARAMETERS = ['a', 'b', 'xs', 'ys', 'd'] as const;

const OPERATORS: readonly Operator[] = ['+', '-', '*', '+', '-', '*', '&', '|'];
export const ORDERS = [
  ['text', 'number', 'other'],
  ['number', 'text', 'other'],
  ['number', 'other', 'text'],
  ['other', 'number', 'text'],
] as const;
const RELATIONS: readonly Relation[] = ['<', '<=', '>', '>=', '==', '!='];

/** A random program. Loops end, and names are set before they are read. */
export function program(random: Random): Statement[] {
  return new Writer(random).body();
}

class Writer {
  private numbers = ['a', 'b'];
  private fixed = new Set<string>();
  private made = 0;
  private loops = 0;

  constructor(private readonly random: Random) {}

  body(): Statement[] {
    const statements = this.statements(this.random.integer(2, 4), 2);
    return [...statements, { kind: 'return', value: this.random.chance(0.15) ? this.test(1) : this.number(2) }];
  }

  private statements(count: number, depth: number): Statement[] {
    const known = [...this.numbers];
    const found = Array.from({ length: count }, () => this.statement(depth));
    if (depth < 2) this.numbers = known;
    return found;
  }

  private statement(depth: number): Statement {
    const { random } = this;
    if (random.chance(0.12)) return this.special();
    const kind = random.integer(1, depth > 0 ? 14 : 8);
    const own = this.numbers.filter((name) => !this.fixed.has(name));
    if (kind <= 3) {
      const value = this.number(2);
      const name = random.chance(0.6) || own.length === 0 ? this.fresh() : random.choice(own);
      if (!this.numbers.includes(name)) this.numbers.push(name);
      return { kind: 'assign', name, value };
    }
    if (kind === 4 && own.length > 0)
      return { kind: 'add', name: random.choice(own), operator: random.choice(['+', '-', '*']), value: this.number(1) };
    if (kind <= 6) return { kind: 'log', value: this.number(1) };
    if (kind === 7 && this.loops === 0)
      return { kind: 'append', to: random.choice(['xs', 'ys']), value: this.number(1) };
    if (kind === 8) return { kind: 'store', key: this.number(1), value: this.number(1) };
    if (kind <= 10) {
      const test = this.test(2);
      const then = this.statements(random.integer(1, 2), depth - 1);
      if (random.chance(0.25)) then.push(this.leave());
      const otherwise = random.chance(0.5) ? this.statements(random.integer(1, 2), depth - 1) : [];
      return { kind: 'if', test, then, otherwise };
    }
    const name = this.fresh();
    const of = random.choice(['xs', 'ys']);
    if (kind === 11) return this.loop(name, depth, (body) => ({ kind: 'each', name, of, body }));
    if (kind === 12) {
      const from: Expression = { kind: 'number', value: random.integer(0, 1) };
      const to: Expression = random.chance(0.6)
        ? { kind: 'length', of }
        : { kind: 'number', value: random.integer(1, 4) };
      return this.loop(name, depth, (body) => ({ kind: 'count', name, from, to, body }));
    }
    const item = name;
    this.numbers.push(item);
    const test = random.chance(0.5) ? this.test(1) : null;
    const value = this.number(1);
    this.numbers = this.numbers.filter((one) => one !== item);
    if (kind === 13 && random.chance(0.4) && this.loops === 0)
      return { kind: 'search', item, of, test: test ?? this.test(1), found: random.chance(0.5) };
    const result = this.fresh();
    if (random.chance(0.5) || this.loops > 0) {
      this.numbers.push(result);
      return { kind: 'sum', name: result, item, of, test, value };
    }
    return { kind: 'gather', name: random.choice(['xs', 'ys']), item, of, test, value };
  }

  /** Statements whose near misses look alike in one of the languages. */
  private special(): Statement {
    const { random } = this;
    const of = random.choice(['xs', 'ys']);
    const [one, other] = [random.choice(this.numbers), random.choice(this.numbers)];
    switch (random.integer(1, this.loops === 0 ? 5 : 3)) {
      case 1:
        return { kind: 'show', half: one, other, whole: random.chance(0.5) };
      case 2:
        return { kind: 'joined', order: random.choice(ORDERS), text: one, other };
      case 3:
        return { kind: 'mapped', of, name: random.choice(['pair', 'double']), bare: random.chance(0.5) };
      case 4:
        return { kind: 'keep', of, own: random.chance(0.5) };
      default:
        return { kind: 'grow', of, longer: random.chance(0.5), fixed: random.chance(0.5) };
    }
  }

  private loop(name: string, depth: number, make: (body: Statement[]) => Statement): Statement {
    this.numbers.push(name);
    this.fixed.add(name);
    this.loops++;
    const body = this.statements(this.random.integer(1, 2), depth - 1);
    this.loops--;
    this.numbers = this.numbers.filter((one) => one !== name);
    return make(body);
  }

  private leave(): Statement {
    if (this.loops > 0 && this.random.chance(0.6))
      return { kind: 'leave', how: this.random.choice(['continue', 'break']) };
    return { kind: 'return', value: this.number(1) };
  }

  private fresh(): string {
    return `v${this.made++}`;
  }

  private number(depth: number): Expression {
    const { random } = this;
    const kind = random.integer(1, depth > 0 ? 14 : 5);
    if (kind <= 1) return { kind: 'number', value: random.integer(0, 4) };
    if (kind <= 5) return { kind: 'variable', name: random.choice(this.numbers) };
    if (kind <= 9)
      return {
        kind: 'binary',
        operator: random.choice(OPERATORS),
        left: this.number(depth - 1),
        right: this.number(depth - 1),
      };
    if (kind === 10) return { kind: 'length', of: random.choice(['xs', 'ys']) };
    if (kind === 11)
      return {
        kind: 'choice',
        test: this.test(depth - 1),
        then: this.number(depth - 1),
        otherwise: this.number(depth - 1),
      };
    if (kind === 12) return { kind: 'lookup', key: this.number(depth - 1), otherwise: this.number(0) };
    if (kind === 13)
      return {
        kind: 'logical',
        operator: random.choice(['and', 'or']),
        left: this.number(depth - 1),
        right: this.number(depth - 1),
      };
    return { kind: 'call', name: random.choice(['tell', 'double']), argument: this.number(depth - 1) };
  }

  private test(depth: number): Expression {
    const { random } = this;
    const kind = random.integer(1, depth > 0 ? 9 : 5);
    if (kind <= 4)
      return { kind: 'relation', operator: random.choice(RELATIONS), left: this.number(1), right: this.number(0) };
    if (kind === 5) return { kind: 'member', item: this.number(0), of: random.choice(['xs', 'ys']) };
    if (kind === 6) return { kind: 'not', operand: this.test(depth - 1) };
    if (kind === 7 && this.loops === 0)
      return {
        kind: 'relation',
        operator: random.choice(['==', '!=', '<']),
        left: { kind: 'length', of: random.choice(['xs', 'ys']) },
        right: { kind: 'number', value: random.integer(0, 1) },
      };
    return {
      kind: 'logical',
      operator: random.choice(['and', 'or']),
      left: this.test(depth - 1),
      right: this.test(depth - 1),
    };
  }
}
