import type { Deed } from './effortClasses.ts';
import { foremost } from './effortClasses.ts';
import { wordsOf } from './filePurpose.ts';

const LINT = new Set('lint linter eslint clippy types typecheck typing tsc mypy vet'.split(' '));
const FORMAT = new Set('fmt format formatting prettier fix'.split(' '));
const TEST = new Set('test tests spec specs e2e unit integration check checks coverage verify'.split(' '));
const GENERATE = new Set('generate gen codegen'.split(' '));

/**
 * Class of a target or script by its name (specs/agent-logs.md 15.5: "a target or script named test/check/spec"; lint and
 * type checks are `other`): `test:ci` and `checkUnit` are tests, `lint` and `format:check` are not.
 */
export function taskClass(name: string): Deed {
  const words = wordsOf(name);
  const has = (set: ReadonlySet<string>): boolean => words.some((word) => set.has(word));
  if (has(LINT)) return 'other';
  if (has(FORMAT)) return has(TEST) ? 'other' : 'format';
  if (has(TEST)) return 'test';
  return has(GENERATE) ? 'edit' : 'other';
}

/** Class of the targets among the arguments of a build tool. Options and assignments are no targets. */
export function targetsClass(args: readonly (string | null)[]): Deed {
  return foremost(args.flatMap((arg) => (arg === null || /^-|=/.test(arg) ? [] : [taskClass(arg)])));
}
