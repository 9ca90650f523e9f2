import type { LanguageSupport } from '../support.ts';

export const ECMASCRIPT_SUPPORT: LanguageSupport = {
  name: 'TypeScript and JavaScript',
  extensions: ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs', 'jsx'],
  functions: { level: 'yes', note: 'arrow functions and members of objects too', proof: ['facts-ecmascript'] },
  methods: { level: 'yes', proof: ['facts-ecmascript'] },
  imports: {
    level: 'yes',
    note: 'ES modules, CommonJS, `tsconfig` paths, workspace packages',
    proof: ['graph-ecmascript'],
  },
  resolution: {
    level: 'part',
    note: 'through imports, re-exports, classes and objects; methods of values whose class is evident',
    proof: ['audit/typescript-adopted'],
  },
  clones: {
    level: 'yes',
    note: 'types 1 to 4, whole, inside larger functions and over helpers; one pool for both languages',
    proof: ['audit/typescript-against-javascript', 'audit/clone-types-typescript'],
  },
};
