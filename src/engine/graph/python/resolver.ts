import type { LanguageResolver, ResolverContext } from '../types.ts';
import { Evaluator } from './evaluator.ts';

/**
 * Resolution of Python (design.md section 2). Never guesses: what cannot be told from the files alone is a value or
 * unresolved.
 */
export function createPythonResolver(context: ResolverContext): LanguageResolver {
  const evaluator = new Evaluator(context);
  return {
    resolve(path, reference) {
      const file = evaluator.file(path);
      return file ? evaluator.reference(file, reference).resolution : { kind: 'unresolved' };
    },
    baseClasses(ref) {
      const file = evaluator.file(ref.file);
      if (!file?.isClass(ref.symbol)) return [];
      return evaluator.classes.bases(file.symbolValue(ref.symbol)).map((base) => base.resolution.target);
    },
  };
}
