import type { Level, RuleId } from './report.ts';

/** Default level of each rule (design.md section 3), and in one sentence what it finds. */
export const RULES: Record<RuleId, { level: Level; finds: string }> = {
  'reimplements-calls': {
    level: 'warning',
    finds: 'A new function does the work of an existing one through the same calls.',
  },
  'reimplements-logic': {
    level: 'warning',
    finds: 'New code repeats the body of an existing function instead of calling it.',
  },
  'duplicates-self': { level: 'warning', finds: 'Functions that were written in the same turn repeat each other.' },
  'wraps-target': { level: 'info', finds: 'A new function does nothing but pass its arguments on to an existing one.' },
  'duplicates-constant': { level: 'info', finds: 'A new constant has the distinctive value of an existing one.' },
  'bypasses-target': {
    level: 'warning',
    finds: 'Existing code that the new code was expected to build on is not called.',
  },
};
