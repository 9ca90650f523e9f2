import type { LanguageId } from '../../model/facts.ts';
import type { FactsWalk } from './factsWalk.ts';
import type { Lowering, Tail } from './lowering.ts';

/**
 * How to add a language to the table-driven extractor:
 *
 * 1. `LanguageId` (model/facts.ts; service/pool/summaryCodec.ts lists them too), the file extensions (`languages.ts`), the grammar (`GRAMMAR_OF` in `runtime.ts`).
 * 2. A folder `language/<id>/` with `facts.ts` (a `Rule` for each node type that means something, made with the
 *    factories of `rules.ts`, `declarations.ts` and `definitions.ts`), `lowering.ts` (a `Lower` for each node type, made with those of
 *    `lowerRules.ts`), `language.ts` (a `GenericLanguage` of both) and `support.ts` (what is supported).
 * 3. `language.ts` into `GENERIC` (`languageTable.ts`), `support.ts` into `language/supportTable.ts`, the builtins into
 *    `graph/builtins.ts`, a `ModuleScheme` into `graph/generic/` (named in its `resolver.ts`).
 * 4. Recorded facts in `test/recorded/facts-<id>`, recorded audits, `npm run generate`.
 *
 * What a table does not name still comes out right as far as it can: a leaf is a token, other nodes are walked through;
 * in bodies they become `Other`.
 */

/**
 * Takes the facts of one node. Answers what a reference on the node's value has as its receiver: a reference id or one of
 * `Receiver`; with an id, `walk.called` tells whether the value is the result of calling it.
 */
export type Rule = (walk: FactsWalk, node: number) => number;

/** Writes one node of the body form. */
export type Lower = (lowering: Lowering, node: number) => void;

/** How the body form of a function's node is made. */
export interface FunctionShape {
  /** Nodes of the parameters, the receiver first. */
  parameters(lowering: Lowering, node: number): number[];
  /** Node of the body, -1 for none. */
  body(lowering: Lowering, node: number): number;
  /** `NodeFlag` bits of the function. */
  flags?(lowering: Lowering, node: number): number;
  /** The last expression of the body's block is the function's result (Rust, Ruby, Kotlin's lambdas). */
  valueBody?: boolean;
  /** What a body that is no block is: the result, unless said otherwise. */
  plainBody?: Tail;
}

export interface GenericLanguage {
  id: LanguageId;
  /** Rules by the grammar's node types, anonymous ones too. */
  facts: Readonly<Record<string, Rule>>;
  /** Bodies: node types that stand as expressions, and those that stand as statements. */
  expressions: Readonly<Record<string, Lower>>;
  statements: Readonly<Record<string, Lower>>;
  /** Bodies: functions, and what stands in their lists of parameters (else it is the parameter's target). */
  functions: Readonly<Record<string, FunctionShape>>;
  parameters: Readonly<Record<string, Lower>>;
  /** Node types of blocks and of lists of statements in blocks. */
  blocks: readonly string[];
  /** Node types of comments. */
  comments: readonly string[];
  /** Node types that stand before a definition as siblings and belong to it: Rust's attributes. */
  attributes?: readonly string[];
  /** Fields whose nodes are types: their tokens are out, and the names in them are references of types. */
  typeFields: readonly string[];
  /** Node types of functions without a name, which get the name of a variable that they are stored in. */
  lambdas: readonly string[];
  /** Anonymous tokens that are layout: Go's line ends. */
  layout?: readonly string[];
  /** Marks of documentation comments, removed from their lines; a comment that does not match is no documentation. */
  doc: RegExp;
  /** Names that mean a constant in a pattern rather than bind one (Rust's `None`). */
  constantPattern?: RegExp;
  /** True when names of a class's members are seen in its methods without a receiver (Java, C#, Swift …). */
  implicitMembers?: boolean;
  /** True when a method and a variable of one name live beside each other (Java). */
  separateMethods?: boolean;
  /** Operand texts of statements that say "not written yet": `panic("not implemented")`. Matched against the body. */
  notImplemented?: RegExp;
  /** Runs when the walk is done, before the digests: what a language has to settle over the whole file. */
  finish?: (walk: FactsWalk) => void;
}
