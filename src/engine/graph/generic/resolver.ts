import type { LanguageId } from '../../model/facts.ts';
import type { LanguageResolver, ResolverContext } from '../types.ts';
import { GenericEvaluation } from './evaluation.ts';
import { csharpScheme } from './csharpScheme.ts';
import { goScheme } from './goScheme.ts';
import { javaScheme } from './javaScheme.ts';
import { kotlinScheme } from './kotlinScheme.ts';
import { phpScheme } from './phpScheme.ts';
import { rustScheme } from './rustScheme.ts';
import type { SchemeFactory } from './scheme.ts';
import { swiftScheme } from './swiftScheme.ts';

/** How each language names what lies in other files. */
const SCHEMES: Partial<Record<LanguageId, SchemeFactory>> = {
  ...{ go: goScheme, rust: rustScheme, java: javaScheme },
  php: phpScheme,
  csharp: csharpScheme,
  kotlin: kotlinScheme,
  swift: swiftScheme,
};

/** Resolution of the languages that tables describe. Each language has an evaluation of its own. */
export function createGenericResolver(context: ResolverContext): LanguageResolver {
  const made = new Map<LanguageId, GenericEvaluation | null>();
  const evaluationOf = (path: string): GenericEvaluation | null => {
    const language = context.file(path)?.summary.language;
    if (language === undefined) return null;
    let evaluation = made.get(language);
    if (evaluation === undefined) {
      const scheme = SCHEMES[language];
      evaluation = scheme ? new GenericEvaluation(context, language, scheme(context)) : null;
      made.set(language, evaluation);
    }
    return evaluation;
  };
  return {
    resolve: (path, reference) => evaluationOf(path)?.reference(path, reference) ?? { kind: 'unresolved' },
    baseClasses: (ref) => evaluationOf(ref.file)?.baseClasses(ref) ?? [],
  };
}
