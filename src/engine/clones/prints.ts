import { Binding, BodyView } from '../ir/bodyView.ts';
import { NodeKind, type BodyTable } from '../ir/model.ts';
import { SymbolFlag, type BodyPrints, type FileSummary, type LanguageId } from '../model/facts.ts';
import { hashText, mix } from './normal/order.ts';
import type { BodyTerm } from './normal/term.ts';

/** Body tokens below which a function has no prints. */
const FEWEST_TOKENS = 8;
/** Prints of one function; of more, every second (fourth, …) part is kept, the same in every function. */
const MOST_PRINTS = 96;
/** Nodes of the parts that make a print. */
const LEAST_PART = 3;
const MOST_PART = 14;
/** Nodes of a body beyond which it has no prints: it is no function that anybody repeats by hand. */
const MOST_NODES = 60_000;

const NO_BODY =
  SymbolFlag.Stub | SymbolFlag.Overload | SymbolFlag.Abstract | SymbolFlag.TypeOnly | SymbolFlag.TrivialBody;

export function dialectOf(language: LanguageId): BodyTerm['language'] {
  return language === 'python'
    ? 'python'
    : language === 'typescript' || language === 'tsx' || language === 'javascript'
      ? 'ecmascript'
      : 'other';
}

/**
 * The prints of all functions of a file: what a body is known by before anybody brings it into normal form. Free names,
 * attributes, literals, small parts of expressions, and two values for the whole vocabulary. What rewriting a body by hand
 * leaves alone is in them; the order of operands, negation and what a language offers for loops and texts is not.
 */
export function printsOf(summary: FileSummary, bodies: BodyTable): BodyPrints {
  const { symbols } = summary;
  const start = new Uint32Array(symbols.length + 1);
  const values: number[] = [];
  const reader = new PrintReader(bodies);
  for (let index = 0; index < symbols.length; index++) {
    start[index] = values.length;
    const symbol = symbols[index]!;
    if (symbol.renamed === '' || symbol.tokens < FEWEST_TOKENS || symbol.flags & NO_BODY) continue;
    if ((bodies.root[index] ?? -1) < 0) continue;
    for (const value of reader.read(index)) values.push(value);
  }
  start[symbols.length] = values.length;
  return { start, values: Uint32Array.from(values) };
}

const LOCAL = 0x9e3779b1;
/** What a rewriting brings in or takes out: no part of a function's vocabulary. */
const SOFT = new Set(
  (
    'len length size range enumerate zip map filter reduce sum any all list tuple dict set sorted reversed iter next ' +
    'append extend push concat forEach some every find includes has get items keys values entries join format str ' +
    'String Number Array Object Map Set from of min max bool int abs isinstance print console log None undefined add update ' +
    'pop slice splice indexOf startsWith endsWith reverse copy'
  ).split(' '),
);
const SOFT_NUMBERS = new Set(['0', '1', '2', '-1']);

/** Operators that one rewriting turns into the other have one name. */
const OPERATOR: Record<string, string> = {
  ...{ '>': '<', '>=': '<', '<=': '<', '!=': '==', '===': '==', '!==': '==' },
  ...{ 'not in': 'in', 'is not': 'is', '-': '+' },
};

class PrintReader {
  private hashes = new Uint32Array(0);
  private sizes = new Uint16Array(0);
  /** Hash of each text of the table; 0 for not made yet. */
  private readonly texts: Uint32Array;

  constructor(private readonly table: BodyTable) {
    this.texts = new Uint32Array(table.strings.length);
  }

  /** Prints of one function, sorted and distinct. */
  read(symbol: number): number[] {
    const { table } = this;
    const view = new BodyView(table, symbol);
    const { start, end } = view;
    const count = end - start;
    if (count > MOST_NODES) return [];
    if (this.hashes.length < count) {
      this.hashes = new Uint32Array(count * 2);
      this.sizes = new Uint16Array(count * 2);
    }
    const named = new Set<number>();
    const hard = new Set<number>();
    const operators = new Set<number>();
    const parts = new Set<number>();
    // Children stand behind their parent: from the end each part is ready before what it is a part of.
    for (let node = end - 1; node > start; node--) {
      const kind = table.kind[node] as NodeKind;
      const at = node - start;
      if (kind === NodeKind.Name) {
        const binding = view.bindingOf(table.value[node]!);
        this.sizes[at] = 1;
        if (binding === Binding.Slot || binding === Binding.Self) this.hashes[at] = LOCAL;
        else this.leaf(at, this.nameText(node, binding, view), 2, named, hard);
        continue;
      }
      const value = table.value[node]!;
      if (isLiteral(kind)) {
        this.sizes[at] = 1;
        const text = table.strings[value]!;
        if (kind === NodeKind.BooleanLiteral || kind === NodeKind.NoneLiteral) this.hashes[at] = mix(kind, value && 7);
        else if (kind === NodeKind.NumberLiteral && SOFT_NUMBERS.has(text)) this.hashes[at] = mix(hashText(text), 3);
        else this.leaf(at, value, kind === NodeKind.StringLiteral ? 1 : 3, named, hard);
        continue;
      }
      const own = this.ownHash(kind, value, operators);
      const [hash, size] = this.join(node, start, own, isUnordered(kind));
      this.hashes[at] = hash;
      this.sizes[at] = Math.min(size, 60_000);
      if (kind === NodeKind.Attribute || kind === NodeKind.KeywordArgument) this.take(value, 2, named, hard);
      if (isPart(kind) && size >= LEAST_PART && size <= MOST_PART) parts.add(hash);
    }
    return listed(named, hard, operators, parts);
  }

  private nameText(node: number, binding: Binding, view: BodyView): number {
    const { variables, value, strings } = this.table;
    const id = value[node]!;
    if (binding !== Binding.Import) return variables.name[id]!;
    const path = view.path(node);
    const cut = Math.max(path.lastIndexOf('#'), path.lastIndexOf('.'), path.lastIndexOf('/'));
    const last = path.slice(cut + 1);
    // A renamed import is known by what it names.
    return last === '' || last === strings[variables.name[id]!] ? variables.name[id]! : variables.path[id]!;
  }

  private leaf(at: number, text: number, salt: number, named: Set<number>, hard: Set<number>): void {
    this.hashes[at] = this.take(text, salt, named, hard);
  }

  private take(text: number, salt: number, named: Set<number>, hard: Set<number>): number {
    const value = this.table.strings[text]!;
    const last = value.includes('#') || value.includes('.') ? lastSegment(value, salt) : value;
    const known = last === value ? this.textHash(text) : hashText(last);
    const hash = mix(known, salt);
    if (last.length > 0) {
      named.add(hash);
      if (!SOFT.has(last) && (salt !== 1 || last.length > 1)) hard.add(hash);
    }
    return hash;
  }

  private textHash(text: number): number {
    return (this.texts[text] ||= hashText(this.table.strings[text]!));
  }

  private ownHash(kind: NodeKind, value: number, operators: Set<number>): number {
    switch (kind) {
      case NodeKind.Binary:
      case NodeKind.AugmentedAssign:
      case NodeKind.Comparison: {
        const operator = this.table.strings[value]!;
        const hash = mix(hashText(OPERATOR[operator] ?? operator), NodeKind.Binary);
        operators.add(hash);
        return hash;
      }
      case NodeKind.Logical:
        return mix(0x27d4eb2f, kind);
      default:
        return value === 0 ? mix(0x3c6ef372, kind) : mix(this.textHash(value), kind);
    }
  }

  private join(node: number, start: number, own: number, unordered: boolean): [hash: number, size: number] {
    const { kind, next } = this.table;
    const end = next[node]!;
    let hash = own;
    let sum = 0;
    let size = 1;
    for (let child = node + 1; child < end; child = next[child]!) {
      if (kind[child] === NodeKind.Block) continue;
      // `not x` counts as x.
      if (kind[node] === NodeKind.Not) return [this.hashes[child - start]!, this.sizes[child - start]!];
      size += this.sizes[child - start]!;
      if (unordered) sum = (sum + mix(this.hashes[child - start]!, 0x5bd1e995)) >>> 0;
      else hash = mix(hash, this.hashes[child - start]!);
    }
    return [unordered ? mix(hash, sum) : hash, size];
  }
}

function lastSegment(text: string, salt: number): string {
  if (salt !== 2) return text;
  return text.slice(Math.max(text.lastIndexOf('#'), text.lastIndexOf('.'), text.lastIndexOf('/')) + 1);
}

function isLiteral(kind: NodeKind): boolean {
  return kind >= NodeKind.StringLiteral && kind <= NodeKind.SymbolLiteral;
}

function isUnordered(kind: NodeKind): boolean {
  return (
    kind === NodeKind.Binary ||
    kind === NodeKind.AugmentedAssign ||
    kind === NodeKind.Comparison ||
    kind === NodeKind.Logical ||
    kind === NodeKind.Set
  );
}

/** Expressions only: statements are what a rewriting changes. */
function isPart(kind: NodeKind): boolean {
  if (kind === NodeKind.AugmentedAssign) return true;
  return kind > NodeKind.Scoped && kind !== NodeKind.Not && kind !== NodeKind.ForClause && kind !== NodeKind.IfClause;
}

function listed(
  named: Set<number>,
  hard: ReadonlySet<number>,
  operators: ReadonlySet<number>,
  parts: ReadonlySet<number>,
): number[] {
  let step = 1;
  while (parts.size / step > MOST_PRINTS) step *= 2;
  for (const part of parts) if ((part & (step - 1)) === 0) named.add(part);
  if (hard.size > 1) named.add(signature(hard, 0x2545f491));
  if (operators.size + hard.size > 1) named.add(signature([...hard, ...operators], 0x6c078965));
  return [...named].sort((a, b) => a - b);
}

/** One value for a set. */
function signature(values: Iterable<number>, salt: number): number {
  let sum = salt;
  for (const value of values) sum = (sum + mix(value, salt)) >>> 0;
  return mix(sum, salt);
}
