/** A function by its file and its qualified name in it. */
export interface FunctionName {
  file: string;
  name: string;
}

/** A function that repeats one of the base. */
export interface Reimplementation {
  /** The recipe by which it was made: one of `TRANSFORMATIONS`. */
  transformation: string;
  /** All that was done to it, in order. */
  applied: string[];
  function: FunctionName;
  /** Names of the functions of the same file that only it calls. */
  helpers: string[];
  target: FunctionName;
}

/** A function of another package, as it is there. */
export interface UnrelatedFunction {
  function: FunctionName;
  origin: { package: string; file: string; name: string };
}

/** One turn on top of a package: the files that it adds, and what is in them. */
export interface MutatedWorkspace {
  package: string;
  round: number;
  files: { path: string; text: string }[];
  reimplemented: Reimplementation[];
  unrelated: UnrelatedFunction[];
}

/** A package whose sources are at hand. */
export interface PackageSources {
  name: string;
  /** Absolute path of the folder that a workspace's base is a copy of. */
  root: string;
}

/** What a mutator is asked for. */
export interface MutationRequest {
  seed: string;
  /** Functions come from those that are not ruled out as targets; all lend unrelated functions to each other. */
  packages: (PackageSources & { target?: boolean })[];
  /** Workspaces for each package. No function meets a transformation twice. */
  rounds: number;
  /** Functions for each transformation in a workspace, where so many allow it. */
  perRecipe: number;
  /** Transformations to use; all when left out. */
  recipes?: string[];
}

export type MutatedLanguage = 'python' | 'typescript';

/** The classes of the aims. */
export const CLASSES = ['type 1', 'type 2', 'type 3', 'type 4', 'contained', 'split'] as const;
export type TransformationClass = (typeof CLASSES)[number];

/** Every transformation with its class; which a language has is its mutator's. */
export const TRANSFORMATIONS: Record<string, TransformationClass> = {
  layout: 'type 1',
  rename: 'type 2',
  'gap-insert': 'type 3',
  'gap-change': 'type 3',
  order: 'type 4',
  mirrored: 'type 4',
  negated: 'type 4',
  'early-return': 'type 4',
  'temporary-in': 'type 4',
  'temporary-out': 'type 4',
  augmented: 'type 4',
  comprehension: 'type 4',
  counter: 'type 4',
  formatting: 'type 4',
  ternary: 'type 4',
  'not-in': 'type 4',
  emptiness: 'type 4',
  lookup: 'type 4',
  algebra: 'type 4',
  composed: 'type 4',
  'contained-run': 'contained',
  'contained-gaps': 'contained',
  'contained-composed': 'contained',
  split: 'split',
  'split-composed': 'split',
};
