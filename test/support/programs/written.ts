import type { Random } from '../../bench/accuracy/random.ts';
import { PARAMETERS, type Expression, type Statement } from './program.ts';

type Special = Extract<Statement, { kind: 'show' | 'keep' | 'grow' | 'joined' | 'mapped' }>;
type Language = 'python' | 'javascript';

/** The program as a function, each of its parts in one of the ways to write it. */
export function written(statements: Statement[], name: string, language: Language, random: Random): string {
  return new Printer(language, random).fn(statements, name);
}

class Printer {
  private made = 0;
  private readonly declared = new Set<string>(PARAMETERS);
  private readonly python: boolean;

  constructor(
    language: Language,
    private readonly random: Random,
  ) {
    this.python = language === 'python';
  }

  fn(statements: Statement[], name: string): string {
    const lines = this.block(statements, 1);
    if (this.python) return [`def ${name}(${PARAMETERS.join(', ')}):`, ...lines].join('\n');
    const declared = [...this.declared].filter((one) => !PARAMETERS.includes(one as 'a'));
    const own = declared.length > 0 ? [`  let ${declared.join(', ')};`] : [];
    return [`function ${name}(${PARAMETERS.join(', ')}) {`, ...own, ...lines, '}'].join('\n');
  }

  private block(statements: readonly Statement[], depth: number): string[] {
    const lines = statements.flatMap((one, i) => this.statement(one, depth, statements.slice(i + 1)));
    const taken = this.cut(statements, depth);
    if (taken) return taken;
    return lines.length > 0 ? lines : [`${indent(depth)}${this.python ? 'pass' : ';'}`];
  }

  /** What follows an `if` that returns can stand in its other side. */
  private cut(statements: readonly Statement[], depth: number): string[] | null {
    const at = statements.findIndex((one) => one.kind === 'if' && one.otherwise.length === 0 && ends(one.then));
    if (at < 0 || at === statements.length - 1 || this.random.chance(0.5)) return null;
    const one = statements[at] as Statement & { kind: 'if' };
    const joined: Statement = { ...one, otherwise: statements.slice(at + 1) };
    return [...statements.slice(0, at), joined].flatMap((each) => this.statement(each, depth, []));
  }

  private statement(one: Statement, depth: number, _rest: readonly Statement[]): string[] {
    const { random, python } = this;
    const pad = indent(depth);
    const end = python ? '' : ';';
    const line = (text: string): string => `${pad}${text}${end}`;
    switch (one.kind) {
      case 'assign': {
        const choice = one.value.kind === 'choice' && random.chance(0.5) ? one.value : null;
        if (choice) {
          const side = (value: Expression): Statement[] => [{ kind: 'assign', name: one.name, value }];
          return this.branch(choice.test, side(choice.then), side(choice.otherwise), depth);
        }
        const before = this.temporary(one.value, depth);
        return [...before.lines, line(`${this.set(one.name)} = ${before.text}`)];
      }
      case 'add': {
        const value = this.text(one.value);
        return [
          random.chance(0.5)
            ? line(`${one.name} ${one.operator}= ${value}`)
            : line(`${one.name} = ${one.name} ${one.operator} (${value})`),
        ];
      }
      case 'log':
        return [line(`tell(${this.text(one.value)})`)];
      case 'show':
      case 'keep':
      case 'grow':
      case 'joined':
      case 'mapped':
        return this.special(one).map((text) => `${pad}${text}`);
      case 'append':
        return [line(`${one.to}.${python ? 'append' : 'push'}(${this.text(one.value)})`)];
      case 'store':
        return python
          ? [line(`d[${this.text(one.key)}] = ${this.text(one.value)}`)]
          : [line(`d.set(${this.text(one.key)}, ${this.text(one.value)})`)];
      case 'if':
        return this.branch(one.test, one.then, one.otherwise, depth);
      case 'each':
        return this.each(one, depth);
      case 'count':
        return this.count(one, depth);
      case 'gather':
      case 'sum':
        return this.gathered(one, depth);
      case 'search':
        return this.search(one, depth);
      case 'leave':
        return [line(one.how)];
      case 'return': {
        const before = this.temporary(one.value, depth);
        return [...before.lines, line(`return ${before.text}`)];
      }
    }
  }

  private special(one: Special): string[] {
    const { random, python } = this;
    const [index, item, list] = [`i${this.made}`, `e${this.made}`, `k${this.made++}`];
    switch (one.kind) {
      case 'show': {
        const half = `${one.half} / 2`;
        if (python) {
          if (one.whole) return [`tell('%d:%s' % (${half}, ${one.other}))`];
          const ways = [`'%s:%s' % (${half}, ${one.other})`, `f'{${half}}:{${one.other}}'`];
          return [`tell(${random.choice([...ways, `str(${half}) + ':' + str(${one.other})`])})`];
        }
        const first = one.whole ? `Math.trunc(${half})` : half;
        return [
          `tell(${random.chance(0.5) ? `\`\${${first}}:\${${one.other}}\`` : `(${first}) + ':' + ${one.other}`});`,
        ];
      }
      case 'keep':
        if (python)
          return [
            `${list} = []`,
            `for ${item} in ${one.of}:`,
            `  ${list}.append(lambda${one.own ? ` ${item}=${item}` : ''}: ${item} * 2)`,
            `for ${index} in ${list}:`,
            `  tell(${index}())`,
          ];
        return [
          `const ${list} = [];`,
          ...(random.chance(0.5)
            ? [`for (${one.own ? 'const' : 'var'} ${item} of ${one.of}) ${list}.push(() => ${item} * 2);`]
            : [
                `for (let ${index} = 0; ${index} < ${one.of}.length; ${index}++) {`,
                `  ${one.own ? 'const' : 'var'} ${item} = ${one.of}[${index}];`,
                `  ${list}.push(() => ${item} * 2);`,
                `}`,
              ]),
          `for (const ${index} of ${list}) tell(${index}());`,
        ];
      case 'grow': {
        const { of } = one;
        if (python) {
          const change = one.longer ? `len(${of}) < 6: ${of}.append(${index})` : `len(${of}) > 1: del ${of}[0]`;
          const body = [`  tell(${index})`, `  if ${change}`];
          if (one.fixed) return [`for ${index} in range(len(${of})):`, ...body];
          return [`${index} = 0`, `while ${index} < len(${of}):`, ...body, `  ${index} += 1`];
        }
        const change = one.longer ? `${of}.length < 6) ${of}.push(${index})` : `${of}.length > 1) ${of}.shift()`;
        const body = [`  tell(${index});`, `  if (${change};`];
        const bound = one.fixed ? list : `${of}.length`;
        const before = one.fixed ? [`const ${list} = ${of}.length;`] : [];
        if (random.chance(0.5))
          return [...before, `for (let ${index} = 0; ${index} < ${bound}; ${index}++) {`, ...body, '}'];
        return [...before, `let ${index} = 0;`, `while (${index} < ${bound}) {`, ...body, `  ${index}++;`, '}'];
      }
      case 'joined': {
        const parts = { text: `word(${one.text})`, number: python ? `'1'` : '1', other: one.other };
        const other = python ? `word(${one.other})` : one.other;
        return [
          `tell(${one.order.map((part) => (part === 'other' ? other : parts[part])).join(' + ')})${python ? '' : ';'}`,
        ];
      }
      case 'mapped': {
        const { name, of } = one;
        if (python)
          return [
            `tell(${random.chance(0.5) ? `list(map(${name}, ${of}))` : `[${name}(${item}) for ${item} in ${of}]`})`,
          ];
        if (one.bare) return [`tell(${of}.map(${name}));`];
        if (random.chance(0.5)) return [`tell(${of}.map((${item}) => ${name}(${item})));`];
        return [
          `const ${list} = [];`,
          `for (const ${item} of ${of}) ${list}.push(${name}(${item}));`,
          `tell(${list});`,
        ];
      }
    }
  }

  private set(name: string): string {
    this.declared.add(name);
    return name;
  }

  private temporary(value: Expression, depth: number): { lines: string[]; text: string } {
    const text = this.text(value);
    if (!this.random.chance(0.3)) return { lines: [], text };
    const name = this.set(`t${this.made++}`);
    return { lines: [`${indent(depth)}${name} = ${text}${this.python ? '' : ';'}`], text: name };
  }

  private branch(test: Expression, then: Statement[], otherwise: Statement[], depth: number): string[] {
    const pad = indent(depth);
    let [text, first, second] = [this.text(test), then, otherwise];
    if (this.random.chance(0.4) && second.length > 0)
      [text, first, second] = [this.python ? `not (${text})` : `!(${text})`, second, first];
    if (this.python) {
      const lines = [`${pad}if ${text}:`, ...this.block(first, depth + 1)];
      return second.length > 0 ? [...lines, `${pad}else:`, ...this.block(second, depth + 1)] : lines;
    }
    const lines = [`${pad}if (${text}) {`, ...this.block(first, depth + 1), `${pad}}`];
    return second.length > 0 ? [...lines, `${pad}else {`, ...this.block(second, depth + 1), `${pad}}`] : lines;
  }

  private each({ name, of, body }: Statement & { kind: 'each' }, depth: number): string[] {
    const pad = indent(depth);
    const inner = this.block(body, depth + 1);
    const way = this.random.integer(1, 3);
    const index = `i${this.made++}`;
    this.set(name);
    if (this.python) {
      if (way === 1)
        return [`${pad}for ${index} in range(len(${of})):`, `${indent(depth + 1)}${name} = ${of}[${index}]`, ...inner];
      if (way === 2) return [`${pad}for ${index}, ${name} in enumerate(${of}):`, ...inner];
      return [`${pad}for ${name} in ${of}:`, ...inner];
    }
    if (way === 1)
      return [
        `${pad}for (let ${index} = 0; ${index} < ${of}.length; ${index}++) {`,
        `${indent(depth + 1)}${name} = ${of}[${index}];`,
        ...inner,
        `${pad}}`,
      ];
    return [`${pad}for (const n${index} of ${of}) {`, `${indent(depth + 1)}${name} = n${index};`, ...inner, `${pad}}`];
  }

  private count({ name, from, to, body }: Statement & { kind: 'count' }, depth: number): string[] {
    const pad = indent(depth);
    const inner = this.block(body, depth + 1);
    const [first, last] = [this.text(from), this.text(to)];
    this.set(name);
    const isPlain = !JSON.stringify(body).includes('"continue"');
    if (isPlain && this.random.chance(0.5)) {
      const step = `${indent(depth + 1)}${name} += 1${this.python ? '' : ';'}`;
      if (this.python) return [`${pad}${name} = ${first}`, `${pad}while ${name} < ${last}:`, ...inner, step];
      return [`${pad}${name} = ${first};`, `${pad}while (${name} < ${last}) {`, ...inner, step, `${pad}}`];
    }
    if (this.python) return [`${pad}for ${name} in range(${first}, ${last}):`, ...inner];
    return [`${pad}for (${name} = ${first}; ${name} < ${last}; ${name}++) {`, ...inner, `${pad}}`];
  }

  private gathered(one: Statement & { kind: 'gather' | 'sum' }, depth: number): string[] {
    const { item, of, test, value } = one;
    const pad = indent(depth);
    const name = this.set(one.name);
    const isSum = one.kind === 'sum';
    const [text, own] = [this.text(value), test ? this.text(test) : null];
    const end = this.python ? '' : ';';
    // A list that is gathered out of itself is another one while it grows.
    const into = isSum ? name : `g${this.made++}`;
    if (this.random.chance(0.5)) {
      if (this.python) {
        const items = `${text} for ${item} in ${of}${own ? ` if ${own}` : ''}`;
        return [`${pad}${name} = ${isSum ? `sum(${items})` : `[${items}]`}`];
      }
      const kept = own ? `.filter((${item}) => ${own})` : '';
      return isSum
        ? [`${pad}${name} = ${of}${kept}.reduce((s, ${item}) => s + (${text}), 0);`]
        : [`${pad}${name} = ${of}${kept}.map((${item}) => ${text});`];
    }
    this.set(into);
    const add = isSum ? `${into} += ${text}` : `${into}.${this.python ? 'append' : 'push'}(${text})`;
    const at = indent(depth + (own ? 2 : 1));
    const lines = [`${pad}${into} = ${isSum ? '0' : '[]'}${end}`];
    if (this.python) {
      lines.push(`${pad}for ${item} in ${of}:`);
      if (own) lines.push(`${indent(depth + 1)}if ${own}:`);
      lines.push(`${at}${add}`);
    } else {
      lines.push(`${pad}for (const ${item} of ${of}) {`);
      if (own) lines.push(`${indent(depth + 1)}if (${own})`);
      lines.push(`${at}${add};`, `${pad}}`);
    }
    if (into !== name) lines.push(`${pad}${name} = ${into}${end}`);
    return lines;
  }

  private search({ item, of, test, found }: Statement & { kind: 'search' }, depth: number): string[] {
    const pad = indent(depth);
    const text = this.text(test);
    if (this.python) {
      const value = found ? 'True' : 'False';
      if (this.random.chance(0.5))
        return [`${pad}if any(${text} for ${item} in ${of}):`, `${indent(depth + 1)}return ${value}`];
      return [`${pad}for ${item} in ${of}:`, `${indent(depth + 1)}if ${text}:`, `${indent(depth + 2)}return ${value}`];
    }
    if (this.random.chance(0.5)) return [`${pad}if (${of}.some((${item}) => ${text})) return ${found};`];
    return [`${pad}for (const ${item} of ${of}) {`, `${indent(depth + 1)}if (${text}) return ${found};`, `${pad}}`];
  }

  private text(one: Expression): string {
    const { python } = this;
    switch (one.kind) {
      case 'number':
        return String(one.value);
      case 'variable':
        return one.name;
      case 'binary':
        return `(${this.text(one.left)} ${one.operator} ${this.text(one.right)})`;
      case 'relation':
        return this.relation(one);
      case 'logical':
        return `(${this.text(one.left)} ${python ? one.operator : one.operator === 'and' ? '&&' : '||'} ${this.text(one.right)})`;
      case 'not':
        return python ? `(not ${this.text(one.operand)})` : `(!${this.text(one.operand)})`;
      case 'choice': {
        const [test, then, otherwise] = [this.text(one.test), this.text(one.then), this.text(one.otherwise)];
        return python ? `(${then} if ${test} else ${otherwise})` : `(${test} ? ${then} : ${otherwise})`;
      }
      case 'length':
        return python ? `len(${one.of})` : `${one.of}.length`;
      case 'element':
        return `${one.of}[${this.text(one.index)}]`;
      case 'member':
        return python ? `(${this.text(one.item)} in ${one.of})` : `${one.of}.includes(${this.text(one.item)})`;
      case 'lookup': {
        const [key, value] = [this.text(one.key), this.text(one.otherwise)];
        if (!python) return `(d.has(${key}) ? d.get(${key}) : ${value})`;
        return this.random.chance(0.5) ? `d.get(${key}, ${value})` : `(d[${key}] if ${key} in d else ${value})`;
      }
      case 'call':
        return `${one.name}(${this.text(one.argument)})`;
    }
  }

  private relation({ operator, left, right }: Expression & { kind: 'relation' }): string {
    const [first, second] = [this.text(left), this.text(right)];
    const equal = this.python ? operator : operator === '==' ? '===' : operator === '!=' ? '!==' : operator;
    const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': equal, '!=': equal }[operator];
    const isPure = !first.includes('tell') || !second.includes('tell');
    return this.random.chance(0.3) && isPure ? `(${second} ${mirrored} ${first})` : `(${first} ${equal} ${second})`;
  }
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}

function ends(statements: readonly Statement[]): boolean {
  const last = statements[statements.length - 1];
  return last?.kind === 'return' || last?.kind === 'leave';
}
