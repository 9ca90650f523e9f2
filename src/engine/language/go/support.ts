import type { LanguageSupport } from '../support.ts';

export const GO_SUPPORT: LanguageSupport = {
  name: 'Go',
  extensions: ['go'],
  functions: { level: 'yes', note: 'function literals with a name too', proof: ['facts-go/forms'] },
  methods: { level: 'yes', note: 'named `Type.method`', proof: ['facts-go/forms'] },
  imports: { level: 'yes', note: 'by the module path of `go.mod`', proof: ['graph-go/packages'] },
  resolution: {
    level: 'part',
    note: 'names of the package and of imported ones; methods of receivers, parameters and variables whose type is written, embedded ones too; no results of calls, no fields, no build tags',
    proof: ['graph-go/packages'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/go-copy-call-move'] },
};
