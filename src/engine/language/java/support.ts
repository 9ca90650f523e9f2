import type { LanguageSupport } from '../support.ts';

export const JAVA_SUPPORT: LanguageSupport = {
  name: 'Java',
  extensions: ['java'],
  functions: { level: 'yes', note: 'lambdas with a name', proof: ['facts-java/forms'] },
  methods: {
    level: 'yes',
    note: 'constructors, records, enumerations, classes without a name too',
    proof: ['facts-java/forms'],
  },
  imports: { level: 'yes', note: 'by package; static and star imports too', proof: ['graph-java/packages'] },
  resolution: {
    level: 'part',
    note: 'own and inherited methods, static ones, methods of values whose type is written; no overloads (several methods of a name), no results of calls',
    proof: ['graph-java/packages'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/java-copy-call-move'] },
};
