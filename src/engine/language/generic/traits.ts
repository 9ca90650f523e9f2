import type { LanguageId } from '../../model/facts.ts';

/** Kind of the nodes that the parser could not read. */
export const ERROR_KIND = 0xffff;

/** What a language says of itself beside its rules. */
export interface LanguageTraits {
  id: LanguageId;
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
  /** Anonymous tokens that are values: `null`, `this`. */
  values?: readonly string[];
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
}
