import type { LanguageSupport } from '../support.ts';

export const CPP_SUPPORT: LanguageSupport = {
  name: 'C++',
  extensions: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx'],
  functions: {
    level: 'yes',
    note: 'lambdas with a name too; a `.h` that holds classes, namespaces or templates is read as C++',
    proof: ['facts-cpp/forms', 'facts-cpp/header', 'facts-cpp/damage'],
  },
  methods: {
    level: 'yes',
    note: 'in the class and outside (`A::b`), constructors, operators; templates by their name',
    proof: ['facts-cpp/forms'],
  },
  imports: { level: 'yes', note: '`#include` of headers of the workspace', proof: ['graph-cpp/classes'] },
  resolution: {
    level: 'part',
    note: 'names by namespace, class and `using`, inherited ones too; methods of values whose type is written; no overloads, no macros, no results of calls, nothing that templates choose',
    proof: ['graph-cpp/classes'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/cpp-copy-call-move'] },
};
