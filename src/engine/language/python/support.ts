import type { LanguageSupport } from '../support.ts';

export const PYTHON_SUPPORT: LanguageSupport = {
  name: 'Python',
  extensions: ['py', 'pyi'],
  functions: { level: 'yes', note: 'nested ones and lambdas with a name too', proof: ['facts-python/definitions'] },
  methods: { level: 'yes', proof: ['facts-python/stubs'] },
  imports: { level: 'yes', note: 'relative, star, `__init__`, `__all__`', proof: ['facts-python/imports'] },
  resolution: {
    level: 'part',
    note: 'through imports, aliases, classes and their bases; methods of values whose class is evident',
    proof: ['audit/adopted-forms', 'audit/adopted-methods'],
  },
  clones: {
    level: 'yes',
    note: 'types 1 to 4, whole, inside larger functions and over helpers',
    proof: ['audit/clone-type-1', 'audit/clone-type-2', 'audit/clone-types-python'],
  },
};
