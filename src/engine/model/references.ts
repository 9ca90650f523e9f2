/** Bits of `References.flags`. */
export const RefFlag = {
  /** The reference is what a call calls. */
  Call: 1 << 0,
  /** `new X()`. */
  New: 1 << 1,
  Decorator: 1 << 2,
  /** A base class in a class head (or `extends`). */
  Base: 1 << 3,
  /** Only inside a type annotation or another type position: no use as a value. */
  Type: 1 << 4,
  /** `x.y = …`, `del x.y`: target of a store, not a use. */
  Store: 1 << 5,
  /** JSX element name: `<Foo/>` uses Foo. */
  Jsx: 1 << 6,
  /** The string argument of `__all__`, `typeof`-style or other reflective use. */
  Reflective: 1 << 7,
  /** Left side of an augmented assignment: read and written. */
  Augmented: 1 << 8,
} as const;

/** Special values of `References.receiver`. */
export const Receiver = {
  /** A plain name: look it up in the scopes. */
  None: -1,
  /** An expression that is no reference: `f()[0].name`, `"".join`. The reference is known by its last segment only. */
  Expression: -2,
  /** `super()` / `super`. */
  Super: -3,
  /** A literal of a builtin type: `"".join`, `[].map`, `{}.get`, f-strings, template strings. */
  Literal: -4,
} as const;

/**
 * Value references as columns (structure of arrays: a large repository has two million). Index = reference id, in
 * source order of the last segment's position. Each name or attribute access is one reference; `a.b.c` yields three
 * (a; b with receiver a; c with receiver b).
 */
export interface References {
  /** Index into `FileDetail.strings` of the last segment. */
  name: Uint32Array;
  /**
   * Id of the reference whose value the attribute is taken of (>= 0), or one of `Receiver`. When that value is the
   * *result of calling* the receiver reference (`Foo().bar`), `receiverCalled` is 1 (also after `await`).
   */
  receiver: Int32Array;
  receiverCalled: Uint8Array;
  /** Scope that the reference stands in (where a plain name's lookup begins). */
  scope: Uint32Array;
  /** Innermost symbol (function, method, class body) that contains it; -1 at module level. */
  symbol: Int32Array;
  line: Uint32Array;
  column: Uint32Array;
  flags: Uint16Array;
}

/**
 * What plain names mean inside their own file, one entry a reference, for languages whose declarations are told apart by
 * their order and blocks.
 */
export interface LexicalFacts {
  /** A symbol of the file (>= 0), -1 for not declared in this file, -2 for a value, -3 - n for the import n. */
  meaning: Int32Array;
  /**
   * Evident type of a value: id of the reference that names it (>= 0), -1 for unknown, -2 - n for the class symbol n of
   * this file. Declared types, and those of variables that begin as `new T()` and the like.
   */
  type: Int32Array;
}
