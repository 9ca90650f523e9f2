/** Raise this when the shape or the meaning of a stored result changes: others are not restored. */
export const RESULT_VERSION = 1;
