import { RefFlag } from '../../model/references.ts';
import type { LanguageResolver, Resolution, ResolverContext, SymbolRef } from '../types.ts';
import { Evaluation } from './evaluation.ts';
import { toResolution } from './values.ts';

/**
 * Resolution of TypeScript and JavaScript (design.md section 2): imports and exports of both module systems, scopes,
 * classes and object members. On demand; a file's facts are decoded when something in it, or imported from it, is asked
 * for. What cannot be known from the program's text without inferring types is `unresolved` or a mere `value`.
 */
export function createEcmascriptResolver(context: ResolverContext): LanguageResolver {
  const evaluation = new Evaluation(context);
  const resolutions = new WeakMap<object, Resolution>();
  return {
    resolve(path: string, reference: number): Resolution {
      const index = evaluation.index(path);
      if (!index || reference < 0 || reference >= index.memo.length) return { kind: 'unresolved' };
      // Names in types are followed inside (they tell classes of values), but they are no use of a value.
      if ((index.detail.references.flags[reference]! & RefFlag.Type) !== 0) return { kind: 'unresolved' };
      const known = index.memo[reference]!;
      const value = known > 0 ? index.values[known]! : evaluation.answer(() => evaluation.reference(index, reference));
      let resolution = resolutions.get(value);
      if (!resolution) resolutions.set(value, (resolution = toResolution(value)));
      return resolution;
    },
    baseClasses(ref: SymbolRef): SymbolRef[] {
      const index = evaluation.index(ref.file);
      return index ? evaluation.answer(() => evaluation.members.baseClasses(index, ref.symbol)) : [];
    },
  };
}
