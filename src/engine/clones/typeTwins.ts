import type { Graph } from '../graph/types.ts';
import { bodyOfFunction } from '../ir/bodyOfFunction.ts';
import { Binding, type BodyView } from '../ir/bodyView.ts';
import { NodeKind } from '../ir/model.ts';
import { RefFlag } from '../model/references.ts';
import type { FunctionRef } from '../model/state.ts';
import { poolOf } from './pools.ts';

/** Two functions that do the same for other types: a generic function could serve both, a call cannot. */
export interface TypeTwin {
  /** Share of the leaves that are equal, three digits. */
  similarity: number;
  /** Pairs that differ: types, then fields, then texts; each at most a few. */
  differences: [string, string][];
}

const FEWEST_TOKENS = 24;
const FEWEST_STATEMENTS = 3;
/** Leaves that must be equal. */
const LEAST_EQUAL = 0.6;
/** Languages whose methods and functions begin with a capital, so that a capital is no sign of a type. */
const CAPITAL_FUNCTIONS = new Set<string>(['go', 'csharp']);

/**
 * What twins have in common, from the summary alone: size, and what they call, types and version numbers left out. Null for
 * functions that are too small to say anything.
 */
export function twinKey({ file, symbol }: FunctionRef): string | null {
  if (symbol.tokens < FEWEST_TOKENS || symbol.statements < FEWEST_STATEMENTS || symbol.renamed === '') return null;
  const isType = (name: string): boolean => /^[A-Z]/.test(name) && !CAPITAL_FUNCTIONS.has(file.language);
  const calls = symbol.calledNames.filter((name) => !isType(name)).map((name) => name.replace(/[vV]?\d+/g, '#'));
  if (calls.length === 0) return null;
  const { tokens, statements, parameters } = symbol;
  return [poolOf(file.language), tokens, statements, parameters.length, ...calls.sort()].join(' ');
}

/**
 * Compares two bodies node by node: kinds, operators, numbers, own variables and callees must agree; types, fields and
 * texts may differ, one for one, and at least one type must.
 */
export function typeTwins(a: FunctionRef, b: FunctionRef, graph: Graph): TypeTwin | null {
  const [left, right] = [bodyOfFunction(a), bodyOfFunction(b)];
  if (!left || !right || left.end - left.start !== right.end - right.start) return null;
  const types = new Pairing();
  const [namesA, namesB] = [typeNames(a, graph), typeNames(b, graph)];
  if (namesA.length !== namesB.length || !namesA.every((name, i) => types.join(name, namesB[i]!))) return null;
  return new Lockstep(left, right, types).run();
}

/** One for one: what was joined stays joined on both sides. */
class Pairing {
  private readonly there = new Map<string, string>();
  private readonly back = new Map<string, string>();

  join(a: string, b: string): boolean {
    const [known, back] = [this.there.get(a), this.back.get(b)];
    if (known === undefined && back === undefined) {
      this.there.set(a, b);
      this.back.set(b, a);
      return true;
    }
    return known === b && back === a;
  }

  different(): [string, string][] {
    return [...this.there].filter(([a, b]) => a !== b);
  }
}

const BRANCHES = new Set<NodeKind>([
  ...[NodeKind.If, NodeKind.Switch, NodeKind.Try, NodeKind.While, NodeKind.DoWhile, NodeKind.ForEach],
  ...[NodeKind.ForCount, NodeKind.Propagate, NodeKind.Conditional, NodeKind.Comprehension],
]);

class Lockstep {
  private readonly own = new Pairing();
  private readonly fields = new Pairing();
  private readonly texts = new Map<string, string>();
  private equal = 0;
  private leaves = 0;
  private branches = 0;

  constructor(
    private readonly a: BodyView,
    private readonly b: BodyView,
    private readonly types: Pairing,
  ) {}

  run(): TypeTwin | null {
    const { a, b } = this;
    for (let x = a.start, y = b.start; x < a.end; x++, y++) {
      if (a.kind(x) !== b.kind(y) || a.flags(x) !== b.flags(y) || a.next(x) - x !== b.next(y) - y) return null;
      if (BRANCHES.has(a.kind(x))) this.branches++;
      if (!this.agrees(x, y)) return null;
    }
    const types = this.types.different();
    if (types.length === 0 || this.branches === 0 || this.equal < LEAST_EQUAL * this.leaves) return null;
    const similarity = Math.round((this.equal / this.leaves) * 1000) / 1000;
    return { similarity, differences: [...types, ...this.fields.different(), ...this.texts] };
  }

  private agrees(x: number, y: number): boolean {
    const { a, b } = this;
    const kind = a.kind(x);
    const [left, right] = [a.text(x), b.text(y)];
    const same = left === right;
    switch (kind) {
      case NodeKind.Name:
        return this.count(same || !isFree(a, x)) && this.names(x, y, left, right);
      case NodeKind.TypeName:
        return this.count(same) && this.types.join(left, right);
      case NodeKind.Attribute:
        this.count(same);
        return same || (!isCalled(a, x) && this.fields.join(left, right));
      case NodeKind.StringLiteral:
        this.count(same);
        if (!same) this.texts.set(JSON.stringify(left), JSON.stringify(right));
        return true;
      default:
        if (a.next(x) === x + 1) this.count(same);
        return same;
    }
  }

  private names(x: number, y: number, left: string, right: string): boolean {
    const { a, b } = this;
    const [freeA, freeB] = [isFree(a, x), isFree(b, y)];
    if (freeA !== freeB) return false;
    if (!freeA) return this.own.join(String(a.variable(x)), String(b.variable(y)));
    if (left === right) return true;
    // Only what names a type, or a thing of one version of it, may differ.
    return isTypeLike(left, right) && this.types.join(left, right);
  }

  private count(equal: boolean): true {
    this.leaves++;
    if (equal) this.equal++;
    return true;
  }
}

function isTypeLike(a: string, b: string): boolean {
  if (/^[A-Z]/.test(a) && /^[A-Z]/.test(b)) return true;
  return a.replace(/\d+/g, '#') === b.replace(/\d+/g, '#');
}

function isFree(view: BodyView, node: number): boolean {
  const binding = view.binding(node);
  return binding === Binding.Global || binding === Binding.Import || binding === Binding.Unbound;
}

function isCalled(view: BodyView, node: number): boolean {
  const parent = view.parent(node);
  return parent >= 0 && view.kind(parent) === NodeKind.Call && view.child(parent, 0) === node;
}

/** Types that the function names in its signature and body, in order. */
function typeNames({ file, index }: FunctionRef, graph: Graph): string[] {
  const { references, strings } = file.detail();
  const names: string[] = [];
  for (const id of graph.references({ file: file.path, symbol: index }))
    if (references.flags[id]! & RefFlag.Type) names.push(strings[references.name[id]!]!);
  return names;
}
