/**
 * What a language brings along (design.md section 2, "non-builtin"): plain names, and names of the methods of builtin
 * types. Data only; taken from the `builtins` module and the types of CPython 3.11 to 3.13, and from the globals and
 * prototypes of ECMAScript 2025 together with what browsers and Node share.
 */
export interface Builtins {
  readonly names: ReadonlySet<string>;
  /** Methods of builtin types' instances: what a method on a receiver of unknown type is taken for. */
  readonly methods: ReadonlySet<string>;
}

/** The words of a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));
