import type { FlatTree } from '../flatTree.ts';
import { Role, type RoleTable } from './nodeRoles.ts';

/** A value that stands in the text as it is. */
export interface LiteralValue {
  kind: 'string' | 'number' | 'pattern' | 'collection';
  /** Tokens that are equal for equal values, whatever the spelling. */
  tokens: string[];
  /** Strings and numbers in it, in order. */
  leaves: (string | number | bigint)[];
}

/** Nodes of a value beyond which it is data rather than a constant. */
const MOST_NODES = 6000;

const PATTERN = /^(?:re|regex)\.compile$|^regexp\.(?:Must)?Compile(?:POSIX)?$|^Pattern\.compile$|^RegExp$/;
const SEQUENCE = /^(?:tuple|list|List\.of|Arrays\.asList|Object\.freeze)$/;
const SET = /^(?:set|frozenset|Set|Set\.of)$/;
const MAP = /^(?:dict|Map|MappingProxyType|types\.MappingProxyType)$/;

/** Reads one value; null when anything in it is no literal. */
export function literalOf(tree: FlatTree, roles: RoleTable, node: number): LiteralValue | null {
  if (tree.next[node]! - node > MOST_NODES) return null;
  const reader = new LiteralReader(tree, roles);
  const tokens: string[] = [];
  const kind = reader.read(node, tokens);
  return kind === null ? null : { kind, tokens, leaves: reader.leaves };
}

class LiteralReader {
  readonly leaves: (string | number | bigint)[] = [];

  constructor(
    private readonly tree: FlatTree,
    private readonly roles: RoleTable,
  ) {}

  read(node: number, out: string[]): LiteralValue['kind'] | null {
    switch (this.role(node)) {
      case Role.String:
        return this.string(node, out);
      case Role.StringParts:
        return this.stringParts(node, out);
      case Role.Number:
        return this.number(node, '', out);
      case Role.Word:
        out.push(`w${this.text(node).toLowerCase()}`);
        return 'string';
      case Role.Sign:
        return this.signed(node, out);
      case Role.Wrap: {
        const [first, ...rest] = this.parts(node);
        const single = this.roles.typeOf(this.tree.kind[node]!) !== 'expression_list' || rest.length === 0;
        return first === undefined || !single ? null : this.read(first, out);
      }
      case Role.Sequence:
        return this.row('[', this.parts(node), out);
      case Role.Set:
        return this.unordered('{', this.parts(node), out);
      case Role.Dictionary:
        return this.unordered('{:', this.parts(node), out);
      case Role.Composite:
        return this.composite(node, out);
      case Role.Regex:
        return this.regex(node, out);
      case Role.Call:
        return this.call(node, out);
      default:
        return null;
    }
  }

  private role(node: number): Role {
    return this.roles.role[this.tree.kind[node]!]!;
  }

  private text(node: number): string {
    return this.tree.text.slice(this.tree.start[node], this.tree.end[node]);
  }

  /** Named children, comments left out. */
  private parts(node: number): number[] {
    const { next, kind } = this.tree;
    const found: number[] = [];
    for (let child = node + 1; child < next[node]!; child = next[child]!)
      if (this.roles.named[kind[child]!] && this.role(child) !== Role.Comment) found.push(child);
    return found;
  }

  private string(node: number, out: string[]): 'string' | null {
    const { next } = this.tree;
    for (let child = node + 1; child < next[node]!; child = next[child]!)
      if (this.role(child) === Role.Substitution) return null;
    const value = stringValue(this.text(node));
    if (value === null) return null;
    this.leaves.push(value);
    out.push(`${/^[rR]?[bB]/.test(this.text(node)) ? 'b' : 's'}${value}`);
    return 'string';
  }

  private stringParts(node: number, out: string[]): 'string' | null {
    let whole = '';
    for (const part of this.parts(node)) {
      const own: string[] = [];
      if (this.role(part) !== Role.String || this.string(part, own) === null) return null;
      this.leaves.pop();
      whole += own[0]!.slice(1);
    }
    this.leaves.push(whole);
    out.push(`s${whole}`);
    return 'string';
  }

  private number(node: number, sign: string, out: string[]): 'number' | null {
    const value = numberValue(this.text(node));
    if (value === null) return null;
    this.leaves.push(value);
    out.push(`n${sign}${String(value)}`);
    return 'number';
  }

  private signed(node: number, out: string[]): 'number' | null {
    const [operand, ...rest] = this.parts(node);
    if (operand === undefined || rest.length > 0 || this.role(operand) !== Role.Number) return null;
    const sign = this.tree.text[this.tree.start[node]!]!;
    return sign === '-' || sign === '+' ? this.number(operand, sign === '-' ? '-' : '', out) : null;
  }

  private row(open: string, parts: readonly number[], out: string[]): 'collection' | null {
    out.push(open);
    for (const part of parts) if (this.entry(part, out) === null) return null;
    out.push(']');
    return 'collection';
  }

  private unordered(open: string, parts: readonly number[], out: string[]): 'collection' | null {
    const entries: string[] = [];
    for (const part of parts) {
      const own: string[] = [];
      if (this.entry(part, own) === null) return null;
      entries.push(own.join('\u0001'));
    }
    out.push(open, ...entries.sort(), '}');
    return 'collection';
  }

  /** An element, or a key with its value. */
  private entry(node: number, out: string[]): string | null {
    if (this.role(node) !== Role.Pair) return this.read(node, out);
    const [key, value, ...rest] = this.parts(node);
    if (key === undefined || value === undefined || rest.length > 0) return null;
    if (this.role(key) === Role.Name) {
      this.leaves.push(this.text(key));
      out.push(`s${this.text(key)}`);
    } else if (this.read(key, out) === null) return null;
    out.push(':');
    return this.read(value, out);
  }

  private composite(node: number, out: string[]): 'collection' | null {
    const parts = this.parts(node);
    const elements = this.parts(parts[parts.length - 1]!);
    const keyed = elements.length > 0 && elements.every((one) => this.role(one) === Role.Pair);
    if (keyed) return this.unordered('{:', elements, out);
    return this.row('[', elements, out);
  }

  private regex(node: number, out: string[]): 'pattern' | null {
    const [pattern, flags] = this.parts(node);
    if (pattern === undefined) return null;
    this.leaves.push(this.text(pattern));
    out.push('r', `s${this.text(pattern)}`, ...(flags === undefined ? [] : [`s${this.text(flags)}`]));
    return 'pattern';
  }

  private call(node: number, out: string[]): LiteralValue['kind'] | null {
    const parts = this.parts(node);
    const args = parts.find((part) => this.role(part) === Role.Arguments);
    if (args === undefined) return null;
    const from = this.tree.start[node]!;
    const callee = this.tree.text
      .slice(from, Math.min(this.tree.start[args]!, from + 100))
      .replace(/^new\s+|<.*$|\s+/g, '');
    const given = this.parts(args);
    if (PATTERN.test(callee)) return this.pattern(given, out);
    const inner = given.length === 1 ? given[0]! : -1;
    if (SET.test(callee)) {
      if (inner >= 0 && [Role.Sequence, Role.Set].includes(this.role(inner)))
        return this.unordered('{', this.parts(inner), out);
      return callee === 'Set.of' ? this.unordered('{', given, out) : null;
    }
    if (SEQUENCE.test(callee)) {
      if (callee === 'List.of' || callee === 'Arrays.asList') return this.row('[', given, out);
      return inner < 0 ? null : this.read(inner, out);
    }
    return MAP.test(callee) && inner >= 0 ? this.read(inner, out) : null;
  }

  /** A compiled pattern: flags are names of constants, which stand as written. */
  private pattern(args: readonly number[], out: string[]): 'pattern' | null {
    const [text, ...flags] = args;
    if (text === undefined) return null;
    out.push('r');
    const kind = this.read(text, out);
    if (kind !== 'string' && kind !== 'pattern') return null;
    for (const flag of flags)
      out.push(this.role(flag) === Role.String ? `s${stringValue(this.text(flag))}` : this.text(flag));
    return 'pattern';
  }
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' };

/**
 * What a string literal of any of the languages stands for, or null when it is none. Quotes, prefixes and escapes make no
 * difference; escapes of rare kinds stay as they are written.
 */
export function stringValue(text: string): string | null {
  const head = /^([A-Za-z]{0,2})(#*)("""|'''|"|'|`)/.exec(text);
  if (!head) return null;
  const [whole, prefix, hashes, quote] = head as unknown as [string, string, string, string];
  const end = quote + hashes;
  if (text.length < whole.length + end.length || !text.endsWith(end)) return null;
  const inner = text.slice(whole.length, text.length - end.length).replace(/\r\n?/g, '\n');
  if (/r/i.test(prefix) || !inner.includes('\\')) return inner;
  return inner.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([^]))/g,
    (as, hex, wide, plain: string | undefined) => {
      if (plain === undefined) return String.fromCharCode(parseInt((hex ?? wide) as string, 16));
      const known = Object.hasOwn(ESCAPES, plain) ? ESCAPES[plain] : undefined;
      return known ?? (/["'`\\/$]/.test(plain) ? plain : as);
    },
  );
}

/** Value of a number literal of any of the languages, or null. */
export function numberValue(text: string): number | bigint | null {
  const plain = text.replace(/_/g, '').toLowerCase();
  const based = /^(0x[0-9a-f]+|0o[0-7]+|0b[01]+?)(?:n|l|[ui](?:8|16|32|64|128|size))?$/.exec(plain);
  if (based) return shrink(BigInt(based[1]!));
  const decimal = /^(\d+)(?:n|l|[ui](?:8|16|32|64|128|size))?$/.exec(plain);
  if (decimal) return shrink(BigInt(decimal[1]!));
  const real = /^(\d*\.?\d*(?:e[+-]?\d+)?)(?:f|d|f32|f64)?$/.exec(plain);
  if (!real || !/\d/.test(real[1]!)) return null;
  const value = Number(real[1]);
  return Number.isFinite(value) ? value : null;
}

function shrink(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}
