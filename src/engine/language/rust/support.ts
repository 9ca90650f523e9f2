import type { LanguageSupport } from '../support.ts';

export const RUST_SUPPORT: LanguageSupport = {
  name: 'Rust',
  extensions: ['rs'],
  functions: { level: 'yes', note: 'closures with a name too; none that macros make', proof: ['facts-rust/forms'] },
  methods: { level: 'yes', note: 'named `Type.method` and `<Trait for Type>.method`', proof: ['facts-rust/forms'] },
  imports: {
    level: 'yes',
    note: '`use` with lists, aliases, stars and `pub use`; no `#[path]`',
    proof: ['graph-rust/crates'],
  },
  resolution: {
    level: 'part',
    note: 'paths, `Self`, `self.method()`, methods of values whose type is written; no results of calls, no fields, no dispatch over traits',
    proof: ['graph-rust/crates'],
  },
  clones: { level: 'part', note: 'types 1 and 2', proof: ['audit/rust-copy-call-move'] },
};
