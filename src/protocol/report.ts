import { z } from 'zod';

/**
 * The audit report, schema `rewheel/audit@1` (design.md section 3): the one document that every front end shows and every
 * report format is made from. Paths are relative to the workspace root with `/`; lines are 1-based and inclusive.
 */
export const REPORT_SCHEMA = 'rewheel/audit@1';

const count = z.number().int().min(0);
const line = z.number().int().min(1);
const rate = z.number().min(0).max(1).nullable();

export const originSchema = z.enum(['repo', 'self', 'turn']);
export type Origin = z.infer<typeof originSchema>;

export const levelSchema = z.enum(['hidden', 'info', 'warning', 'error']);
export type Level = z.infer<typeof levelSchema>;

export const ruleSchema = z.enum([
  'reimplements-calls',
  'reimplements-logic',
  'duplicates-self',
  'wraps-target',
  'duplicates-constant',
  'bypasses-target',
]);
export type RuleId = z.infer<typeof ruleSchema>;

export const placeSchema = z.object({
  file: z.string(),
  name: z.string(),
  startLine: line,
  endLine: line,
  /** Notebooks: place of the cell among all cells, from 0; the lines are those inside the cell. */
  cell: count.optional(),
});
export type Place = z.infer<typeof placeSchema>;

export const targetPlaceSchema = placeSchema.extend({ origin: originSchema });
export type TargetPlace = z.infer<typeof targetPlaceSchema>;

/**
 * A finding that is only listed on request (`--show-suppressed`; its level is then `hidden`): by a comment in the source,
 * or by the baseline. `level` is the one that it had.
 */
export const suppressedSchema = z.object({
  kind: z.enum(['inSource', 'external']),
  reason: z.string(),
  level: levelSchema,
});

/** How the target is used instead (design.md section 3). */
export const adviceSchema = z.object({
  /** The import line to write in the new function's file; null when none is needed, or none is known. */
  import: z.string().nullable(),
  /** How the file imports it already. */
  importedAs: z.string().nullable(),
  /** Its file lets others import it. */
  exported: z.boolean(),
  /** An import from the new function's file leads to it. */
  reachable: z.boolean(),
  /** The call with its arguments; of a constant its name. Null when it is not known what it gets. */
  call: z.string().nullable(),
  /** Import and call can take the place of the body, and what it does stays the same. */
  dropIn: z.boolean(),
  /** What would have to change where it is no drop-in, in sentences without full stops. */
  obstacles: z.array(z.string()),
});
export type Advice = z.infer<typeof adviceSchema>;

export const findingSchema = z.object({
  rule: ruleSchema,
  level: levelSchema,
  status: z.enum(['introduced', 'inherited']),
  function: placeSchema,
  target: targetPlaceSchema,
  /** Further copies, function and target left out, best place to keep first. */
  members: z.array(targetPlaceSchema),
  /** The part of `function` that repeats the target. */
  region: z.object({ startLine: line, endLine: line }),
  cloneType: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).nullable(),
  containment: z.enum(['whole', 'contained', 'split']).nullable(),
  similarity: rate,
  sharedCalls: z.array(z.string()),
  gap: z.enum(['exploration', 'execution']).nullable(),
  message: z.string(),
  /** Content of the bodies and the symbols; survives moves, reformatting and edits elsewhere. */
  fingerprint: z.string(),
  /** Left out where a side is not in the state that was audited. */
  advice: adviceSchema.optional(),
  suppressed: suppressedSchema.optional(),
});
export type Finding = z.infer<typeof findingSchema>;

const reuseOfOrigin = z.object({ adopted: count, bypassed: count, rate });
const recallOfOrigin = z.object({ recalled: count, targets: count, rate });
const effortOfClass = z.object({ calls: count, tokens: count });

export const metricsSchema = z.object({
  functions: z.object({ new: count, modified: count, deleted: count }),
  reuse: z.object({ targets: z.enum(['inferred', 'known']), repo: reuseOfOrigin, self: reuseOfOrigin }),
  recall: z.object({ repo: recallOfOrigin, self: recallOfOrigin }).nullable(),
  exploration: z.object({ files: count, lines: count, searchedLines: count }).nullable(),
  effort: z
    .object({
      read: effortOfClass,
      search: effortOfClass,
      analyze: effortOfClass,
      edit: effortOfClass,
      test: effortOfClass,
      plan: effortOfClass,
      summary: effortOfClass,
      other: effortOfClass,
      estimated: z.boolean(),
    })
    .nullable(),
  redundancy: z.object({ reimplemented: count, duplicatedLines: count, removableLines: count }),
});
export type Metrics = z.infer<typeof metricsSchema>;

export const turnSchema = z.object({
  id: z.string(),
  index: count,
  agent: z.string().nullable(),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});

export const skippedSchema = z.object({
  file: z.string(),
  reason: z.enum([
    'too-deep',
    'minified',
    'too-large',
    'binary',
    'encoding',
    'unreadable',
    'ignored',
    'generated',
    'vendored',
    'time-limit',
  ]),
});
export type Skipped = z.infer<typeof skippedSchema>;

export const reportSchema = z.object({
  schema: z.literal(REPORT_SCHEMA),
  tool: z.object({ name: z.string(), version: z.string() }),
  workspace: z.string(),
  base: z.string().nullable(),
  head: z.string(),
  turn: turnSchema.nullable(),
  metrics: metricsSchema,
  verdict: z.enum(['improved', 'clean', 'worse']).nullable(),
  findings: z.array(findingSchema),
  resolved: z.array(findingSchema),
  moved: z.array(z.object({ from: placeSchema, to: placeSchema })),
  copies: z.object({ before: count, after: count }),
  adopted: z.array(
    z.object({
      file: z.string(),
      name: z.string(),
      origin: originSchema,
      calledFrom: z.array(z.object({ file: z.string(), line, cell: count.optional() })),
    }),
  ),
  hidden: z.object({
    total: count,
    byReason: z.record(z.string(), count),
    /** With `--explain`: what was hidden one by one, `more` further functions of the group not named; at most 2,000. */
    pairs: z
      .array(z.object({ reason: z.string(), function: placeSchema, target: placeSchema.nullable(), more: count }))
      .optional(),
  }),
  suppressions: z.object({
    used: count,
    stale: z.array(z.object({ file: z.string(), line, rule: z.string(), cell: count.optional() })),
    /** Comments that hid something and give no reason; left out when there is none. */
    unexplained: z.array(z.object({ file: z.string(), line, rule: z.string(), cell: count.optional() })).optional(),
  }),
  scanned: z.object({ files: count }),
  skipped: z.array(skippedSchema),
});
export type AuditReport = z.infer<typeof reportSchema>;

/** `--targets FILE`: known targets. `origin` says which of the two rates the target counts to. */
export const targetsFileSchema = z.object({
  targets: z.array(z.object({ file: z.string().min(1), name: z.string().min(1), origin: z.enum(['repo', 'self']) })),
});
export type TargetsFile = z.infer<typeof targetsFileSchema>;
