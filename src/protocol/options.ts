import { z } from 'zod';
import { levelSchema, ruleSchema } from './report.ts';

/**
 * Every option once: the command line's flags, `.rewheel.json` and the editor's settings are made from this table.
 * `AuditOptions` is the complete value that the edges resolve; the engine never sees a missing one.
 */
export interface OptionSpec {
  key: keyof AuditOptions;
  /** Command-line flag without dashes, or null when it has none. */
  flag: string | null;
  /** Editor setting (`rewheel.` prefix left out), or null. */
  setting: string | null;
  scope: 'resource' | 'window' | 'machine';
  description: string;
}

const values = {
  match: z.enum(['resolved', 'names']),
  failOn: z.enum(['error', 'warning', 'info', 'never']),
  levels: z.partialRecord(ruleSchema, z.union([levelSchema, z.literal(0)])),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  /** Share of a target's calls that makes a re-implementation (papers/reporeuse.md 3.3.2: 0.8); 0 is off. */
  callShare: z.number().min(0).max(1),
  /** Calls that a target must have for the rule (papers/reporeuse.md 3.3.2: 3); 0 is off. */
  minCalls: z.number().int().min(0),
  /** Body tokens below which two equal functions are not reported; 0 switches clone rules off. */
  minTokens: z.number().int().min(0),
  /** Parse threads; 0 picks by the machine and the amount of work. */
  workers: z.number().int().min(0).max(64),
  /** Seconds for one file; 0 means no limit. */
  fileTimeLimit: z.number().min(0),
  /** Whether tokens that a log does not state are counted with a tokenizer (design.md section 1, effort). */
  estimateTokens: z.boolean(),
  explain: z.boolean(),
  showSuppressed: z.boolean(),
};

/** Options as one of their sources gives them: any may be missing, none is filled in. */
export const partialOptionsSchema = z.object(values).partial();

/** Complete options: what is missing gets its default. */
export const auditOptionsSchema = z.object({
  match: values.match.default('resolved'),
  failOn: values.failOn.default('warning'),
  levels: values.levels.default({}),
  include: values.include.default([]),
  exclude: values.exclude.default([]),
  callShare: values.callShare.default(0.8),
  minCalls: values.minCalls.default(3),
  minTokens: values.minTokens.default(8),
  workers: values.workers.default(0),
  fileTimeLimit: values.fileTimeLimit.default(10),
  estimateTokens: values.estimateTokens.default(false),
  explain: values.explain.default(false),
  showSuppressed: values.showSuppressed.default(false),
});
export type AuditOptions = z.infer<typeof auditOptionsSchema>;

/** A family that may repeat itself: two functions that both belong to it are no finding. */
const parallelSchema = z.strictObject({
  members: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      'Globs of files (src/drivers/**), or functions and classes in them (src/drivers/*.ts#open, src/api.py#Client), relative to the workspace root.',
    ),
  reason: z.string().regex(/\S/, 'a reason is asked for').describe('Why they may repeat each other.'),
});

/** What `.rewheel.json` may hold. */
export const configFileSchema = z
  .strictObject({
    $schema: z.string(),
    match: values.match,
    levels: values.levels,
    include: values.include,
    exclude: values.exclude,
    callShare: values.callShare,
    minCalls: values.minCalls,
    minTokens: values.minTokens,
    fileTimeLimit: values.fileTimeLimit,
    estimateTokens: values.estimateTokens,
    parallel: z
      .array(parallelSchema)
      .describe('Families of functions that may repeat each other, each with the reason. Their pairs are hidden.'),
  })
  .partial();
export type ConfigFile = z.infer<typeof configFileSchema>;

export const OPTIONS: OptionSpec[] = [
  {
    key: 'match',
    flag: 'match',
    setting: 'match',
    scope: 'resource',
    description:
      'How calls are matched to functions: `resolved` follows imports and scopes, `names` compares the last segment only (the looser rule of the RepoReuse paper).',
  },
  {
    key: 'failOn',
    flag: 'fail-on',
    setting: null,
    scope: 'resource',
    description: 'Exit with 1 when a finding of this level or above was introduced.',
  },
  {
    key: 'levels',
    flag: null,
    setting: 'levels',
    scope: 'resource',
    description: 'Level of each rule: `hidden`, `info`, `warning`, `error`, or `0` to switch it off.',
  },
  {
    key: 'include',
    flag: null,
    setting: 'include',
    scope: 'resource',
    description: 'Globs of the files to read, relative to the workspace root. Empty means all.',
  },
  {
    key: 'exclude',
    flag: null,
    setting: 'exclude',
    scope: 'resource',
    description: 'Globs of files to leave out, relative to the workspace root.',
  },
  {
    key: 'callShare',
    flag: null,
    setting: 'callShare',
    scope: 'resource',
    description:
      'Share of a target’s calls that makes a re-implementation (`reimplements-calls`). `0` switches the rule off.',
  },
  {
    key: 'minCalls',
    flag: null,
    setting: 'minCalls',
    scope: 'resource',
    description: 'Calls that a target must have for `reimplements-calls`. `0` switches the rule off.',
  },
  {
    key: 'minTokens',
    flag: null,
    setting: 'minTokens',
    scope: 'resource',
    description: 'Body tokens below which two equal functions are not reported. `0` switches the clone rules off.',
  },
  {
    key: 'workers',
    flag: 'workers',
    setting: 'workers',
    scope: 'machine',
    description: 'Parse threads. `0` picks by the machine and the amount of work.',
  },
  {
    key: 'fileTimeLimit',
    flag: null,
    setting: 'fileTimeLimit',
    scope: 'resource',
    description: 'Seconds that one file may take; beyond them it is skipped and named. `0` means no limit.',
  },
  {
    key: 'estimateTokens',
    flag: 'estimate-tokens',
    setting: 'estimateTokens',
    scope: 'resource',
    description:
      'Count tokens that an agent’s log does not state with a tokenizer (`cl100k_base`). Such figures are marked as estimated.',
  },
  {
    key: 'explain',
    flag: 'explain',
    setting: null,
    scope: 'window',
    description: 'Say why findings were hidden.',
  },
  {
    key: 'showSuppressed',
    flag: 'show-suppressed',
    setting: null,
    scope: 'window',
    description: 'List suppressed findings too.',
  },
];

/** Agents whose logs are read, by the names that reports and settings give them. */
export const LOG_AGENTS = [
  'claude-code',
  'codex',
  'copilot-cli',
  'vscode-chat',
  'opencode',
  'mini-swe-agent',
  'swe-agent',
  'openhands',
  'cline',
  'roo-code',
  'gemini-cli',
  'aider',
] as const;

/** A setting that only the editor has: it says what is shown and what is watched, and is no option of an audit. */
export interface EditorSettingSpec {
  /** Editor setting (`rewheel.` prefix left out). */
  setting: keyof EditorSettings;
  scope: 'resource' | 'window' | 'machine';
  description: string;
}

export const editorSettingsSchema = z.object({
  /** Show findings that the compared base already had. */
  showInherited: z.boolean().default(false),
  hints: z.boolean().default(true),
  targetLens: z.boolean().default(false),
  'compare.sameNames': z.boolean().default(false),
  'watch.quiet': z.boolean().default(false),
  'watch.logs': z.boolean().default(true),
  'watch.bursts': z.boolean().default(true),
  'watch.logPlaces': z.partialRecord(z.enum(LOG_AGENTS), z.array(z.string())).default({}),
  'watch.burstQuiet': z.number().min(1).max(600).default(10),
  'watch.keepSize': z.int().min(50).max(1024).default(1024),
  'watch.keepDays': z.int().min(0).max(3650).default(0),
});
export type EditorSettings = z.infer<typeof editorSettingsSchema>;

export const EDITOR_SETTINGS: EditorSettingSpec[] = [
  {
    setting: 'showInherited',
    scope: 'resource',
    description: 'Show findings too that the compared commit already had.',
  },
  {
    setting: 'hints',
    scope: 'resource',
    description:
      'Name the existing function at the end of a line that re-implements it, and the copy at the end of the target’s. `Rewheel: Toggle Hints` switches it.',
  },
  {
    setting: 'targetLens',
    scope: 'resource',
    description: 'Show a line above each function that is re-implemented, which counts its copies and its callers.',
  },
  {
    setting: 'compare.sameNames',
    scope: 'resource',
    description:
      '`Rewheel: Compare with Target` shows the copy with the names of the target for its own parameters and variables, so that only other differences are left.',
  },
  {
    setting: 'watch.quiet',
    scope: 'resource',
    description:
      'No notification when a watched turn was audited: its findings and the status bar tell what came of it.',
  },
  {
    setting: 'watch.logs',
    scope: 'resource',
    description:
      'Find and follow the logs of agents that work in a watched folder: they tell the turns and what was read.',
  },
  {
    setting: 'watch.bursts',
    scope: 'resource',
    description:
      'While no log tells of a turn, take a burst of changes that you did not type for one. Off: only logs and `Rewheel: Begin Turn` begin a turn.',
  },
  {
    setting: 'watch.logPlaces',
    scope: 'machine',
    description:
      'Further folders or files to look for logs in, by agent: absolute paths. Logs are looked for in the agents’ usual places and in these, nowhere else.',
  },
  {
    setting: 'watch.burstQuiet',
    scope: 'resource',
    description: 'Seconds without a change after which a burst of changes, where no log tells of a turn, is over.',
  },
  {
    setting: 'watch.keepSize',
    scope: 'machine',
    description: 'Megabytes that the kept turns of a folder may take; beyond that the oldest are removed.',
  },
  {
    setting: 'watch.keepDays',
    scope: 'machine',
    description: 'Days for which turns are kept; 0: as long as there is room.',
  },
];
