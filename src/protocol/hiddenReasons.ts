/** Why something that was found is not reported: the keys of `hidden.byReason`, each with what `--explain` says of it. */
export const HIDDEN_REASONS = {
  accessors: 'accessors that are alike',
  'asked-for': 'wrappers that a base class, an interface, a decorator or the users of a module ask for',
  baseline: 'accepted in the baseline',
  'common-value': 'constants whose value is a common one, or that many constants have',
  constructors: 'constructors that are alike',
  contract: 'implementations of one contract (a trait, an interface, a base class, a protocol)',
  data: 'in files that hold data: migrations, translations, fixtures',
  examples: 'in examples, or the entry points of two programs: each is complete by itself',
  glue: 'short bodies that hand their work to the same function, which is reuse',
  level: 'of a rule whose level is hidden, or that is switched off',
  'merely-read': 'functions that the agent read and did not use, and that nothing new resembles',
  nested: 'nested in functions that are copies of each other, which are reported',
  'no-body': 'stubs, overloads and abstract functions',
  'other-callees': 'the same text, but its calls reach other functions, or its names stand for other values',
  'own-state': 'nested functions that set variables of the functions around them',
  parallel: 'of a family that may repeat itself, by `parallel` in .rewheel.json',
  registered: 'handlers that are registered with a framework and are alike',
  small: 'fewer body tokens than minTokens',
  'stores-parameters': 'bodies that do no more than store their parameters',
  subsumed: 'a re-implementation by calls of what a copy already reports',
  suppressed: 'suppressed by a rewheel-ignore comment',
  'test-constants': 'constants of tests only that have one value',
  tests: 'copies among test functions only',
  trivial: 'trivial bodies: pass, a constant, a name, one call on the function’s own parameters',
} as const;

export type HiddenReason = keyof typeof HIDDEN_REASONS;
