import { parse, type ParseError } from 'jsonc-parser';

export type JsonObject = { readonly [key: string]: unknown };

/**
 * The object in a configuration text; comments and trailing commas are allowed, as TypeScript allows them, and a
 * text with errors gives what could be read. Null when it holds no object.
 */
export function readConfigObject(text: string | undefined): JsonObject | null {
  if (text === undefined) return null;
  const errors: ParseError[] = [];
  try {
    return asObject(parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true, disallowComments: false }));
  } catch {
    // Nested so deeply that the parser's recursion ends: nothing that a person wrote.
    return null;
  }
}

/** `value` when it is a plain object, else null. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** Own property of an object that came from outside: names such as `constructor` must not reach the prototype. */
export function own(object: JsonObject | null | undefined, key: string): unknown {
  return object && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The strings of a string or of an array of strings. */
export function asStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
