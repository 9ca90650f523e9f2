import type { LanguageResolver, ResolverContext } from '../types.ts';

/** Resolution of TypeScript and JavaScript. */
export function createEcmascriptResolver(_context: ResolverContext): LanguageResolver {
  return { resolve: () => ({ kind: 'unresolved' }), baseClasses: () => [] };
}
