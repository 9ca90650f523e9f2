import type { LanguageSupport } from '../support.ts';

export const PHP_SUPPORT: LanguageSupport = {
  name: 'PHP',
  extensions: ['php'],
  functions: {
    level: 'yes',
    note: 'nested ones, closures with a name',
    proof: ['facts-php/forms', 'facts-php/damaged'],
  },
  methods: {
    level: 'yes',
    note: 'of classes, traits, interfaces, enumerations, classes without a name',
    proof: ['facts-php/forms'],
  },
  imports: { level: 'yes', note: 'by namespace; not files that are included', proof: ['graph-php/namespaces'] },
  resolution: {
    level: 'part',
    note: 'functions, static methods, methods of `$this` with those of traits and parents, of parameters, properties and new objects whose class is written; no results of calls',
    proof: ['graph-php/namespaces'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/php-copy-call-move'] },
};
