import type { LanguageResolver, ResolverContext } from '../types.ts';

/** Resolution of Python (design.md section 2). */
export function createPythonResolver(_context: ResolverContext): LanguageResolver {
  return { resolve: () => ({ kind: 'unresolved' }), baseClasses: () => [] };
}
