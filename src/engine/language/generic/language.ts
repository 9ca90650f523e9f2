import type { FactsWalk } from './factsWalk.ts';
import type { FunctionShape, Lowering } from './lowering.ts';
import type { LanguageTraits } from './traits.ts';

export type { FunctionShape } from './lowering.ts';

/**
 * How to add a language to the table-driven extractor:
 *
 * 1. `LanguageId` (model/facts.ts; service/pool/summaryCodec.ts lists them too), the file extensions (`languages.ts`), the grammar (`GRAMMAR_OF` in `runtime.ts`).
 * 2. A folder `language/<id>/` with `facts.ts` (a `Rule` for each node type that means something, made with the
 *    factories of `rules.ts`, `declarations.ts` and `definitions.ts`), `lowering.ts` (a `Lower` for each node type, made with those of
 *    `lowerRules.ts` and `lowerStatements.ts`), `language.ts` (a `GenericLanguage` of both) and `support.ts` (what is supported).
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

export interface GenericLanguage extends LanguageTraits {
  /** Rules by the grammar's node types, anonymous ones too. */
  facts: Readonly<Record<string, Rule>>;
  /** Bodies: node types that stand as expressions, and those that stand as statements. */
  expressions: Readonly<Record<string, Lower>>;
  statements: Readonly<Record<string, Lower>>;
  /** Bodies: functions, and what stands in their lists of parameters (else it is the parameter's target). */
  functions: Readonly<Record<string, FunctionShape>>;
  parameters: Readonly<Record<string, Lower>>;
  /** Runs when the walk is done, before the digests: what a language has to settle over the whole file. */
  finish?: (walk: FactsWalk) => void;
}
