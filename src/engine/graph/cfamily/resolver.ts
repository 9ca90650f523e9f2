import type { LanguageResolver, ResolverContext } from '../types.ts';
import { FamilyEvaluation } from './evaluation.ts';

/** Resolution of C and C++, which include each other's headers. */
export function createFamilyResolver(context: ResolverContext): LanguageResolver {
  const evaluation = new FamilyEvaluation(context);
  return {
    resolve: (path, reference) => evaluation.reference(path, reference),
    baseClasses: (ref) => evaluation.baseClasses(ref),
  };
}
