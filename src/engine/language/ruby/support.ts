import type { LanguageSupport } from '../support.ts';

export const RUBY_SUPPORT: LanguageSupport = {
  name: 'Ruby',
  extensions: ['rb', 'rake'],
  functions: {
    level: 'yes',
    note: 'lambdas and procs with a name too',
    proof: ['facts-ruby/forms', 'facts-ruby/damage'],
  },
  methods: {
    level: 'yes',
    note: 'of classes that are opened again, singleton ones, `define_method` with a written name; none that other calls make',
    proof: ['facts-ruby/forms'],
  },
  imports: {
    level: 'yes',
    note: '`require` and `require_relative` of files of the workspace',
    proof: ['graph-ruby/classes'],
  },
  resolution: {
    level: 'part',
    note: 'constants by nesting; methods of self, of classes and of what `Foo.new` made, over base classes and included modules; no `extend`, no methods that are defined twice, no values of unknown class',
    proof: ['graph-ruby/classes'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/ruby-copy-call-move'] },
};
