import type { LanguageSupport } from '../support.ts';

export const NOTEBOOK_SUPPORT: LanguageSupport = {
  name: 'Jupyter notebooks',
  extensions: ['ipynb'],
  functions: {
    level: 'yes',
    note: 'of Python, TypeScript and JavaScript kernels, all cells as one module; magics and shell lines are left out',
    proof: ['facts-embedded/ipython-lines', 'facts-embedded/nbformat-3', 'facts-embedded/typescript-kernel'],
  },
  methods: { level: 'yes', note: 'as in the language of the cells', proof: ['facts-embedded/broken-cell'] },
  imports: { level: 'yes', note: 'from the workspace; nothing imports a notebook', proof: ['graph-python/notebooks'] },
  resolution: { level: 'part', note: 'as in the language of the cells', proof: ['graph-python/notebooks'] },
  clones: {
    level: 'part',
    note: 'as in the language of the cells',
    proof: ['audit/notebook-turn', 'audit/notebook-line-shift'],
  },
};

export const COMPONENT_SUPPORT: LanguageSupport = {
  name: 'Vue and Svelte',
  extensions: ['vue', 'svelte'],
  functions: {
    level: 'yes',
    note: 'of script blocks; expressions in templates are not read',
    proof: ['facts-embedded/vue-setup', 'facts-embedded/svelte'],
  },
  methods: { level: 'yes', note: 'those of the options API too', proof: ['facts-embedded/vue-options'] },
  imports: { level: 'yes', note: 'to and from components, `src=` too', proof: ['graph-ecmascript/components'] },
  resolution: { level: 'part', note: 'as in TypeScript', proof: ['graph-ecmascript/components'] },
  clones: { level: 'part', note: 'as in TypeScript, in one pool with it', proof: ['audit/component-turn'] },
};
