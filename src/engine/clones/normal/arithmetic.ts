import { NodeKind } from '../../ir/model.ts';
import { isPure } from './effects.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** Terms of a sum up to which products are multiplied out. */
const MOST_TERMS = 40;
const NUMERIC_OPERATORS = new Set(['-', '/', '//', '**', '<<', '>>']);
const NUMERIC_CALLS = new Set('len int float abs round sum ord hash parseInt parseFloat Number'.split(' '));

/**
 * What is known to be a number: variables, and attributes and elements by their text. Evidence is a literal, an operator that
 * only numbers have, or a sum with something that is known. In ECMAScript a sum with a number, and a comparison with one, may
 * as well be of texts: there only a difference or a product in a sum tells that the rest of it are numbers.
 */
export class Numbers {
  private readonly known = new Set<string>();
  private readonly isScript: boolean;

  constructor(body: BodyTerm) {
    this.isScript = body.language === 'ecmascript';
    for (let round = 0; round < 4; round++) {
      const before = this.known.size;
      this.learn(body.block);
      if (this.known.size === before) break;
    }
  }

  /** True when the term is known to be a number. */
  has(term: Term): boolean {
    switch (term.kind) {
      case NodeKind.NumberLiteral:
        return true;
      case NodeKind.Binary:
        if (NUMERIC_OPERATORS.has(term.value)) return true;
        if (term.value === '%') return this.has(term.kids[0]!);
        if (term.value === '+') return this.isNumberSum(term);
        return term.value === '*' && (this.isScript || term.kids.every((kid) => this.has(kid)));
      case NodeKind.Unary:
        return term.value === '-';
      case NodeKind.Conditional:
        return this.isScript
          ? this.has(term.kids[1]!) && this.has(term.kids[2]!)
          : this.has(term.kids[1]!) || this.has(term.kids[2]!);
      case NodeKind.Call:
        if (NUMERIC_CALLS.has(t.calledName(term))) return true;
        return (
          t.calledMethod(term) !== '' &&
          (t.isName(term.kids[0]!.kids[0], 'Math') || t.isName(term.kids[0]!.kids[0], 'math'))
        );
      case NodeKind.Name:
      case NodeKind.Attribute:
      case NodeKind.Index:
        return this.known.has(keyOf(term));
      default:
        return false;
    }
  }

  private isNumberSum({ kids }: Term): boolean {
    if (!this.isScript) return kids.some((kid) => this.has(kid));
    return kids.every((kid) => this.has(kid)) || kids.some(isArithmetic);
  }

  private mark(term: Term): void {
    switch (term.kind) {
      case NodeKind.Name:
      case NodeKind.Attribute:
        this.known.add(keyOf(term));
        break;
      case NodeKind.Index:
        if (term.kids.length === 2 && term.kids[1]!.kind !== NodeKind.Slice) this.known.add(keyOf(term));
        break;
      case NodeKind.Binary:
        if (term.value === '+' || term.value === '*') term.kids.forEach((kid) => this.mark(kid));
        break;
      case NodeKind.Unary:
        this.mark(term.kids[0]!);
    }
  }

  private learn(term: Term): void {
    const { kids } = term;
    for (const kid of kids) if (kid.kids.length > 0) this.learn(kid);
    switch (term.kind) {
      case NodeKind.Binary:
        if (NUMERIC_OPERATORS.has(term.value) || (this.isScript && term.value === '*'))
          kids.forEach((kid) => this.mark(kid));
        else if (term.value === '+' && this.isNumberSum(term)) kids.forEach((kid) => this.mark(kid));
        break;
      case NodeKind.Unary:
        if (term.value === '-') this.mark(kids[0]!);
        break;
      case NodeKind.Comparison:
        if (!this.isScript && (term.value === '<' || term.value === '<='))
          if (kids.some((kid) => this.has(kid))) kids.forEach((kid) => this.mark(kid));
        break;
      case NodeKind.Assign: {
        const value = kids[kids.length - 1]!;
        if (this.has(value)) for (let i = 0; i < kids.length - 1; i++) this.mark(kids[i]!);
        else if (!this.isScript && kids.length === 2 && this.has(kids[0]!)) this.mark(value);
        break;
      }
      case NodeKind.AugmentedAssign:
        if (this.isScript && term.value === '+') break;
        if (term.value === '-' || term.value === '/' || this.has(kids[0]!) || this.has(kids[1]!)) {
          if (term.value === '+' || term.value === '-') {
            this.mark(kids[0]!);
            this.mark(kids[1]!);
          }
        }
        break;
      case NodeKind.ForEach:
      case NodeKind.ForClause:
        if (t.callOf(kids[1], 'range')) this.mark(kids[0]!);
    }
  }
}

/** A difference, a product, or a sum that holds one. */
function isArithmetic(term: Term): boolean {
  if (term.kind === NodeKind.Unary) return term.value === '-';
  if (term.kind !== NodeKind.Binary) return false;
  return term.value === '+' ? term.kids.some(isArithmetic) : term.value === '*' || NUMERIC_OPERATORS.has(term.value);
}

/** Text of a term, variables by their number: equal for equal terms of one body. */
export function keyOf(term: Term): string {
  t.step();
  if (term.variable >= 0) return `$${term.variable}`;
  const head = `${term.kind}${term.value === '' ? '' : `:${term.value}`}${term.flags === 0 ? '' : `!${term.flags}`}`;
  return term.kids.length === 0 ? head : `${head}(${term.kids.map(keyOf).join(',')})`;
}

/** A product: its coefficient and its factors by their text. */
interface Product {
  coefficient: number;
  factors: Map<string, { term: Term; power: number }>;
}

/** Writes every sum and product of numbers below the term as a sum of products: `3*(a+b)` and `a+a+a+3*b` are one. */
export function algebra(term: Term, numbers: Numbers): Term {
  if (isSum(term) && numbers.has(term)) {
    const sum = sumOf(term, numbers);
    if (sum) return written(sum, term);
  }
  const { kids } = term;
  for (let i = 0; i < kids.length; i++) if (kids[i]!.kids.length > 0) kids[i] = algebra(kids[i]!, numbers);
  return term;
}

function isSum(term: Term): boolean {
  if (term.kind === NodeKind.Unary) return term.value === '-';
  if (term.kind !== NodeKind.Binary) return false;
  return term.value === '+' || term.value === '-' || term.value === '*' || term.value === '/' || term.value === '**';
}

function literal(term: Term): number | null {
  if (term.kind !== NodeKind.NumberLiteral || !/^-?\d+(\.\d+)?$/.test(term.value)) return null;
  const value = Number(term.value);
  return Math.abs(value) < 1e12 ? value : null;
}

function sumOf(term: Term, numbers: Numbers): Map<string, Product> | null {
  t.step();
  const value = literal(term);
  if (value !== null) return sum([{ coefficient: value, factors: new Map() }]);
  if (term.kind === NodeKind.Unary && term.value === '-') {
    const inner = sumOf(term.kids[0]!, numbers);
    return inner && scaled(inner, -1);
  }
  if (term.kind === NodeKind.Binary && isSum(term)) {
    const left = sumOf(term.kids[0]!, numbers);
    if (!left) return null;
    switch (term.value) {
      case '+':
      case '-': {
        const right = sumOf(term.kids[1]!, numbers);
        return right && sum([...left.values(), ...scaled(right, term.value === '-' ? -1 : 1).values()]);
      }
      case '*': {
        const right = sumOf(term.kids[1]!, numbers);
        return right && multiplied(left, right);
      }
      case '/': {
        const by = literal(term.kids[1]!);
        if (by !== null && by !== 0) return scaled(left, 1 / by);
        const divisor = sumOf(term.kids[1]!, numbers);
        if (!divisor) return null;
        const inverse = t.make(NodeKind.Binary, '/', [t.number('1', term), written(divisor, term.kids[1]!)], term);
        return multiplied(left, sum([product(inverse)]));
      }
      case '**': {
        const power = literal(term.kids[1]!);
        if (power === 2 || power === 3) {
          const square = multiplied(left, left);
          return square && power === 3 ? multiplied(square, left) : square;
        }
      }
    }
  }
  const opaque = t.copyOf(term);
  for (let i = 0; i < opaque.kids.length; i++) opaque.kids[i] = algebra(opaque.kids[i]!, numbers);
  return sum([product(opaque)]);
}

function product(factor: Term): Product {
  return { coefficient: 1, factors: new Map([[keyOf(factor), { term: factor, power: 1 }]]) };
}

function productKey({ factors }: Product): string {
  return [...factors]
    .map(([key, { power }]) => `${key}^${power}`)
    .sort()
    .join('*');
}

function sum(products: Product[]): Map<string, Product> | null {
  const found = new Map<string, Product>();
  for (const one of products) {
    const key = productKey(one);
    const same = found.get(key);
    // What is called twice is not the same value twice.
    if (same) same.coefficient += one.coefficient;
    else found.set(key, { coefficient: one.coefficient, factors: one.factors });
  }
  if (found.size > MOST_TERMS) return null;
  for (const [key, one] of found) {
    if (one.coefficient !== 0) continue;
    if ([...one.factors.values()].every(({ term }) => isPure(term))) found.delete(key);
  }
  return found;
}

function scaled(sumA: Map<string, Product>, by: number): Map<string, Product> {
  const found = new Map<string, Product>();
  for (const [key, { coefficient, factors }] of sumA) found.set(key, { coefficient: coefficient * by, factors });
  return found;
}

function multiplied(a: Map<string, Product>, b: Map<string, Product> | null): Map<string, Product> | null {
  if (!b || a.size * b.size > MOST_TERMS) return null;
  // Nothing times a call still makes the call.
  if ((a.size === 0 && !arePure(b)) || (b.size === 0 && !arePure(a))) return null;
  const products: Product[] = [];
  for (const one of a.values()) {
    for (const other of b.values()) {
      const factors = new Map([...one.factors].map(([key, factor]) => [key, { ...factor }]));
      for (const [key, factor] of other.factors) {
        const same = factors.get(key);
        if (same) same.power += factor.power;
        else factors.set(key, { ...factor });
      }
      products.push({ coefficient: one.coefficient * other.coefficient, factors });
    }
  }
  return sum(products);
}

function arePure(products: Map<string, Product>): boolean {
  return [...products.values()].every(({ factors }) => [...factors.values()].every(({ term }) => isPure(term)));
}

/** The sum as a term; `order` sorts what is in it. */
function written(products: Map<string, Product>, at: Term): Term {
  const terms = [...products.values()].map(({ coefficient, factors }) => {
    const kids: Term[] = [];
    const value = Math.round(coefficient * 1e9) / 1e9;
    if (value !== 1 || factors.size === 0) kids.push(t.number(String(value), at));
    for (const { term, power } of factors.values())
      for (let i = 0; i < power; i++) kids.push(i === 0 ? term : t.copyOf(term));
    return kids.length === 1 ? kids[0]! : t.make(NodeKind.Binary, PRODUCT, kids, at);
  });
  if (terms.length === 0) return t.number('0', at);
  return terms.length === 1 ? terms[0]! : t.make(NodeKind.Binary, SUM, terms, at);
}

/** Operators of terms whose children have no order. */
export const SUM = 'sum';
export const PRODUCT = 'product';
