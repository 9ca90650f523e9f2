import type { LanguageSupport } from '../support.ts';

export const CSHARP_SUPPORT: LanguageSupport = {
  name: 'C#',
  extensions: ['cs'],
  functions: {
    level: 'yes',
    note: 'local ones, lambdas with a name',
    proof: ['facts-csharp/forms', 'facts-csharp/newer', 'facts-csharp/damaged'],
  },
  methods: {
    level: 'yes',
    note: 'constructors, accessors, operators, records, structs; parts of a type are joined',
    proof: ['facts-csharp/forms', 'graph-csharp/namespaces'],
  },
  imports: { level: 'yes', note: 'by namespace; static and renamed ones too', proof: ['graph-csharp/namespaces'] },
  resolution: {
    level: 'part',
    note: 'own and inherited methods, static ones, methods of values whose type is written, extension methods on them; no overloads (several methods of a name), no results of calls',
    proof: ['graph-csharp/namespaces'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/csharp-copy-call-move'] },
};
