import type { LanguageSupport } from '../support.ts';

export const KOTLIN_SUPPORT: LanguageSupport = {
  name: 'Kotlin',
  extensions: ['kt', 'kts'],
  functions: {
    level: 'yes',
    note: 'of files, local ones, lambdas with a name',
    proof: ['facts-kotlin/forms', 'facts-kotlin/damaged'],
  },
  methods: {
    level: 'yes',
    note: 'of classes, objects, companions (`Class.method`), extensions (`Type.method`), accessors',
    proof: ['facts-kotlin/forms'],
  },
  imports: { level: 'yes', note: 'by package; renamed and star imports too', proof: ['graph-kotlin/packages'] },
  resolution: {
    level: 'part',
    note: 'functions of packages, own and inherited methods, those of objects and companions, of values whose type is written or made by a constructor, extensions of such types; no overloads, no results of calls, no receivers of lambdas',
    proof: ['graph-kotlin/packages'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/kotlin-copy-call-move'] },
};
