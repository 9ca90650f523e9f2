import { codeSignals } from './codeSignals.ts';
import type { Deed } from './effortClasses.ts';
import { foremost } from './effortClasses.ts';
import type { EffortContext } from './effortContext.ts';
import { isScratchPath, nameOf } from './filePurpose.ts';

/**
 * Class of code that a call runs directly (`python -c`, a here-document, a notebook cell), in this order:
 *
 * 1. it writes files of the project: `edit` ("meta-scripts that can perform code edits"); test files: `test`;
 * 2. it only asks whether a package is there, or which version: `other`;
 * 3. it checks something (assertions, a test framework, printed verdicts): `test`;
 * 4. it studies code (syntax trees, introspection, profiles, counts over files): `analyze`;
 * 5. it only reshapes what its input gives it: `other`;
 * 6. it opens files and prints them, no more: `read`;
 * 7. else it runs the project's code: `analyze` before the first edit of the turn, `test` after it.
 */
export function scriptClass(code: string, context: EffortContext): Deed {
  const signals = codeSignals(code);
  const targets = signals.writes.filter((path) => !isScratchPath(path));
  if (targets.length > 0) return foremost(targets.map((path) => context.wrote(path, null)));
  if (signals.probes) return 'other';
  if (signals.tests) return 'test';
  if (signals.studies) return 'analyze';
  if (signals.filters) return 'other';
  if (signals.reads) return signals.branches ? 'analyze' : 'read';
  return context.run();
}

/** Class of running a script by its path: what the agent wrote it for, else what its name says, else a run of the project. */
export function scriptFileClass(path: string, context: EffortContext): Deed {
  const purpose = context.purposeOf(path);
  if (purpose?.edits) return 'edit';
  if (purpose && purpose.kind !== 'edit' && purpose.kind !== 'other') return purpose.kind;
  if (context.isTestPath(path)) return 'test';
  if (nameOf(path) === 'setup.py') return 'other';
  return context.run();
}
