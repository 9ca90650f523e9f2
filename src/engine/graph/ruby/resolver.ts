import type { LanguageResolver, ResolverContext } from '../types.ts';
import { RubyEvaluation } from './evaluation.ts';

/** Resolution of Ruby. */
export function createRubyResolver(context: ResolverContext): LanguageResolver {
  const evaluation = new RubyEvaluation(context);
  return {
    resolve: (path, reference) => evaluation.reference(path, reference),
    baseClasses: (ref) => evaluation.baseClasses(ref),
  };
}
