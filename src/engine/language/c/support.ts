import type { LanguageSupport } from '../support.ts';

export const C_SUPPORT: LanguageSupport = {
  name: 'C',
  extensions: ['c', 'h'],
  functions: {
    level: 'yes',
    note: 'definitions, never prototypes; branches of the preprocessor too',
    proof: ['facts-c/forms', 'facts-c/branches', 'facts-c/damage'],
  },
  methods: { level: 'no', note: 'the language has none' },
  imports: { level: 'yes', note: '`#include` of headers of the workspace', proof: ['graph-c/includes'] },
  resolution: {
    level: 'part',
    note: 'functions of the file, of headers and, where a header declares them, of other files; `static` ones only in their file; no macros, no pointers to functions',
    proof: ['graph-c/includes'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/c-copy-call-move'] },
};
