import type { LanguageSupport } from '../support.ts';

export const SWIFT_SUPPORT: LanguageSupport = {
  name: 'Swift',
  extensions: ['swift'],
  functions: {
    level: 'yes',
    note: 'of files, local ones, closures with a name',
    proof: ['facts-swift/forms', 'facts-swift/damaged'],
  },
  methods: {
    level: 'yes',
    note: 'of classes, structures, enumerations, actors, protocols, extensions (`Type.method`), accessors',
    proof: ['facts-swift/forms'],
  },
  imports: {
    level: 'part',
    note: 'by the folders of packages (`Sources/Module`); without them the folder is one module',
    proof: ['graph-swift/modules'],
  },
  resolution: {
    level: 'part',
    note: 'functions of the module, own and inherited methods, those of extensions, static ones, methods of values whose type is written or made by an initialiser; no overloads, no results of calls',
    proof: ['graph-swift/modules'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/swift-copy-call-move'] },
};
