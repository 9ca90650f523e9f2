import type { SymbolFact, SymbolKind } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { newSymbol } from '../symbolTable.ts';
import type { FactsWalk } from './factsWalk.ts';
import type { Rule } from './language.ts';
import { attributesOf, docOf, firstNode, signatureOf } from './texts.ts';
import { foldText } from '../foldText.ts';

type Take<T> = (walk: FactsWalk, node: number) => T;

export interface FunctionOptions {
  /** Field of the name, or the node of it; -1 for none. */
  name?: string | Take<number>;
  /** Text of the name where it is not the node's. */
  nameText?: Take<string>;
  /** Field of the parameters, or the nodes of them where the grammar has no list. */
  parameters?: string | Take<number[]>;
  /** Field of the body, or the node of it. */
  body?: string | Take<number>;
  /** Field of a receiver that stands before the name (Go). */
  receiver?: string;
  /** What the function's qualified name begins with, without the dot, where no symbol encloses it: a receiver's type. */
  owner?: Take<string>;
  /** `method` where the language says so; else it is one when its scope is a class. */
  kind?: Take<SymbolKind>;
  flags?: Take<number>;
  /** Attributes and annotations inside the definition: their nodes. */
  annotations?: Take<number[]>;
  /** False where the name is none of the scope around: constructors. */
  declares?: boolean;
  /**
   * Visits a part of the definition that is neither field's: parameters that stand inside a declarator, initialisers that
   * are code. False leaves it to be visited as a type.
   */
  part?: (walk: FactsWalk, child: number, visitParameters: (list: number) => void) => boolean;
  /** Variables of outer functions are not seen in it (PHP). */
  closed?: boolean;
}

export interface ClassOptions {
  name?: string | Take<number>;
  body?: string | Take<number>;
  kind?: SymbolKind;
  /** What stands before the own name in the definition, with its dot: `A.` of `class A::B`. */
  qualifier?: Take<string>;
  flags?: Take<number>;
  annotations?: Take<number[]>;
  /** Nodes whose references are base classes. */
  bases?: Take<number[]>;
}

interface Opening {
  kind: SymbolKind;
  name: string;
  nameNode: number;
  qualifier: string;
  flags: number;
}

function nodeOf(walk: FactsWalk, node: number, at: string | Take<number> | undefined, fallback: string): number {
  return typeof at === 'function' ? at(walk, node) : walk.field(node, at ?? fallback);
}

/** Adds a symbol in its place in the order of the file; what only the end of the walk knows is filled in later. */
export function openSymbol(walk: FactsWalk, node: number, opening: Opening): number {
  const around = walk.symbol < 0 ? undefined : walk.symbols[walk.symbol]!;
  const { name } = opening;
  const first = firstNode(walk, node);
  const startOffset = walk.start[first]!;
  let endOffset = walk.end[node]!;
  while (endOffset > startOffset && /\s/.test(walk.text[endOffset - 1]!)) endOffset--;
  const at = opening.nameNode < 0 ? node : opening.nameNode;
  let flags = opening.flags | walk.symbolFlags;
  if (walk.conditional > 0) flags |= SymbolFlag.Conditional;
  if (walk.damaged > 0 || walk.hasError(node)) flags |= SymbolFlag.Damaged;
  const outer = around ? `${around.qualifiedName}.` : walk.prefix;
  walk.spans.push({
    ...{ node, body: -1, tokenStart: walk.tokens.count, tokenEnd: walk.tokens.count, outerStart: walk.tokens.count },
    ...{ bodyToken: walk.tokens.count, referenceStart: walk.references.count, referenceEnd: walk.references.count },
    ...{ variable: -1, decorators: [] },
  });
  const symbol = newSymbol({
    kind: opening.kind,
    name,
    qualifiedName: `${outer}${opening.qualifier}${name}`,
    parent: walk.symbol,
    startLine: walk.line(startOffset),
    endLine: walk.line(Math.max(startOffset, endOffset - 1)),
    nameLine: walk.lineOf(at),
    nameColumn: walk.column(walk.start[at]!),
    startOffset,
    endOffset,
    signature: '',
    doc: docOf(walk, node),
    flags,
  });
  return walk.symbols.push(symbol) - 1;
}

/** Runs `action` with the walk's state that of the inside of a symbol. */
function inside(walk: FactsWalk, symbol: number, action: () => void): void {
  const { symbol: outer, scope, conditional, symbolFlags, classSymbol, ownerType } = walk;
  const { implementing, implementsContract } = walk;
  walk.implementing = walk.implementsContract = false;
  walk.symbol = symbol;
  walk.conditional = 0;
  walk.depth++;
  action();
  walk.depth--;
  Object.assign(walk, { symbol: outer, scope, conditional, symbolFlags, classSymbol, ownerType });
  Object.assign(walk, { implementing, implementsContract });
}

/** Attributes and annotations: references of decorators, their texts, and their tokens for the content's digest. */
function annotate(walk: FactsWalk, symbol: number, nodes: readonly number[]): void {
  const fact = walk.symbols[symbol]!;
  for (const node of nodes) {
    const text = walk.textOf(node).replace(/^[#@[\s]+/, '');
    fact.decorators.push(foldText(/^[\w.:\\]+/.exec(text)?.[0] ?? text));
    walk.spans[symbol]!.decorators.push(foldText(walk.textOf(node)));
    walk.annotating = true;
    walk.with(RefFlag.Decorator, () => walk.visit(node));
    walk.annotating = false;
  }
}

/** A function, method or constructor. */
export function definition(options: FunctionOptions = {}): Rule {
  return (walk, node) => {
    const nameNode = nodeOf(walk, node, options.name, 'name');
    const name = options.nameText?.(walk, node) ?? (nameNode < 0 ? '' : walk.textOf(nameNode));
    const inClass = walk.scopes.scopes[walk.scope]!.kind === 'class';
    const owner = options.owner?.(walk, node) ?? '';
    const kind = options.kind?.(walk, node) ?? (inClass || owner !== '' || walk.implementing ? 'method' : 'function');
    const flags = options.flags?.(walk, node) ?? 0;
    const symbol = openSymbol(walk, node, { kind, name, nameNode, qualifier: owner === '' ? '' : `${owner}.`, flags });
    // A method that is named through its owner is no name of the scope that it stands in.
    const variable =
      options.declares === false || nameNode < 0 || owner !== '' || walk.implementing
        ? -1
        : walk.declareName(walk.intern(name), 'definition', nameNode, walk.scope, true, kind === 'method');
    if (variable >= 0) walk.scopes.variables[variable]!.binding.symbol = symbol;
    walk.spans[symbol]!.variable = variable;
    annotate(walk, symbol, [...attributesOf(walk, node), ...(options.annotations?.(walk, node) ?? [])]);
    functionParts(walk, node, symbol, options, nameNode);
    return Receiver.Expression;
  };
}

/** Scope, parameters and body of a function; `symbol` is -1 for one without a name. */
function functionParts(
  walk: FactsWalk,
  node: number,
  symbol: number,
  options: FunctionOptions,
  nameNode: number,
): void {
  const receiver = options.receiver ? walk.field(node, options.receiver) : -1;
  const { parameters: where = 'parameters' } = options;
  const parameters = typeof where === 'function' ? where(walk, node) : [walk.field(node, where)];
  const body = nodeOf(walk, node, options.body, 'body');
  const annotations = options.annotations?.(walk, node) ?? [];
  const fact = symbol < 0 ? undefined : walk.symbols[symbol]!;
  const span = symbol < 0 ? undefined : walk.spans[symbol]!;
  const visitParts = (): void => {
    if (fact) fact.scope = walk.scope;
    if (options.closed) walk.scopes.close(walk.scope);
    if (span) span.tokenStart = walk.tokens.count;
    const before = walk.parameters;
    const visitParameters = (part: number, isList = part !== receiver): void => {
      walk.parameters = fact && isList ? fact.parameters : null;
      walk.visit(part);
      walk.parameters = before;
    };
    for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
      if (child === receiver || parameters.includes(child)) {
        const first = walk.scopes.variables.length;
        visitParameters(child);
        if (child === receiver) for (const made of walk.scopes.variables.slice(first)) made.receiver = true;
      } else if (child === body) {
        if (span) Object.assign(span, { body, bodyToken: walk.tokens.count, referenceStart: walk.references.count });
        walk.visit(child);
      } else if (walk.isComment(child)) walk.visit(child);
      else if (options.part?.(walk, child, (list) => visitParameters(list, true))) continue;
      else if (child !== nameNode && walk.isNamed(child) && !holdsAny(walk, child, annotations))
        walk.asType(() => walk.visit(child));
    }
    if (span) Object.assign(span, { tokenEnd: walk.tokens.count, referenceEnd: walk.references.count });
  };
  const kind = symbol < 0 ? 'lambda' : 'function';
  if (!fact) {
    walk.inScope(node, kind, -1, visitParts);
    return;
  }
  inside(walk, symbol, () => walk.inScope(node, kind, symbol, visitParts));
  fact.signature = signatureOf(walk, node, body);
  fact.bodyStart = body < 0 ? -1 : walk.start[body]!;
  fact.bodyEnd = body < 0 ? -1 : walk.end[body]!;
}

/** True when one of the nodes is `node` or lies in it. */
function holdsAny(walk: FactsWalk, node: number, nodes: readonly number[]): boolean {
  return nodes.some((one) => one >= node && one < walk.next[node]!);
}

/** A function without a name. When a declaration announced a symbol for it, it is that symbol's body. */
export function lambda(options: FunctionOptions = {}): Rule {
  return (walk, node) => {
    const symbol = walk.lambdaSymbol;
    walk.lambdaSymbol = -1;
    if (symbol >= 0) walk.spans[symbol]!.node = node;
    functionParts(walk, node, symbol, options, -1);
    walk.called = false;
    return Receiver.Expression;
  };
}

/** Opens the symbol of a variable that holds a function without a name; the lambda that is visited next is its body. */
export function announceLambda(walk: FactsWalk, declaration: number, nameNode: number, flags = 0): number {
  const inClass = walk.scopes.scopes[walk.scope]!.kind === 'class';
  const symbol = openSymbol(walk, declaration, {
    ...{ kind: inClass ? 'method' : 'function', name: walk.textOf(nameNode), nameNode, qualifier: '' },
    flags: SymbolFlag.Bound | flags,
  });
  walk.lambdaSymbol = symbol;
  return symbol;
}

/** A class, struct, interface, trait or enumeration. */
export function classDefinition(options: ClassOptions = {}): Rule {
  return (walk, node) => {
    const nameNode = nodeOf(walk, node, options.name, 'name');
    const body = nodeOf(walk, node, options.body, 'body');
    const name = nameNode < 0 ? '' : walk.textOf(nameNode);
    const flags = options.flags?.(walk, node) ?? 0;
    const qualifier = options.qualifier?.(walk, node) ?? '';
    const symbol = openSymbol(walk, node, { kind: options.kind ?? 'class', name, nameNode, qualifier, flags });
    const fact = walk.symbols[symbol]!;
    const span = walk.spans[symbol]!;
    if (nameNode >= 0) {
      const variable = walk.declareName(walk.intern(name), 'definition', nameNode);
      walk.scopes.variables[variable]!.binding.symbol = symbol;
      span.variable = variable;
    }
    const annotations = options.annotations?.(walk, node) ?? [];
    annotate(walk, symbol, [...attributesOf(walk, node), ...annotations]);
    const bases = options.bases?.(walk, node) ?? [];
    inside(walk, symbol, () => {
      Object.assign(walk, { classSymbol: symbol, ownerType: -2 - symbol });
      span.tokenStart = walk.tokens.count;
      span.referenceStart = walk.references.count;
      const parts = (): void => {
        fact.scope = walk.scope;
        for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
          if (child === nameNode || holdsAny(walk, child, annotations)) continue;
          if (bases.includes(child)) visitBases(walk, child, symbol);
          else if (child === body || walk.isComment(child)) walk.visit(child);
          else if (walk.isNamed(child)) walk.with(RefFlag.Type, () => walk.visit(child));
        }
      };
      walk.inScope(node, 'class', symbol, parts);
      Object.assign(span, { body, tokenEnd: walk.tokens.count, referenceEnd: walk.references.count });
    });
    fact.signature = signatureOf(walk, node, body);
    fact.bodyStart = body < 0 ? -1 : walk.start[body]!;
    fact.bodyEnd = body < 0 ? -1 : walk.end[body]!;
    walk.called = false;
    return Receiver.Expression;
  };
}

/** The outermost references in `node` are bases of the class; those in type arguments are not. */
export function visitBases(walk: FactsWalk, node: number, symbol: number): void {
  const from = walk.references.count;
  const before = walk.referenceFlags;
  walk.referenceFlags |= RefFlag.Base;
  walk.visit(node);
  walk.referenceFlags = before;
  const found: number[] = [];
  for (let id = from; id < walk.references.count; id++)
    if ((walk.references.flags[id]! & (RefFlag.Base | RefFlag.Type)) === RefFlag.Base) {
      if (walk.references.receiver[id]! >= from) found.pop();
      found.push(id);
    }
  if (found.length === 0) return;
  const known = walk.bases.find((entry) => entry.symbol === symbol);
  if (known) known.references.push(...found);
  else walk.bases.push({ symbol, references: found });
}

/** What a symbol that is already closed says about itself. */
export function ownSymbol(walk: FactsWalk): SymbolFact | undefined {
  return walk.symbol < 0 ? undefined : walk.symbols[walk.symbol];
}
