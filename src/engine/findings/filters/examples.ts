import type { FunctionRef } from '../../model/state.ts';

/** Folders whose programs are read one by one. */
const EXAMPLE_FOLDER = /(?:^|\/)_?(?:examples?|samples?|tutorials?|playgrounds?)\//i;

/** True for code of two examples: each must be complete by itself, so what they have in common is written in each. */
export function areExamples(a: FunctionRef, b: FunctionRef): boolean {
  return EXAMPLE_FOLDER.test(a.file.path) && EXAMPLE_FOLDER.test(b.file.path);
}

/** True for the entry points of two programs. */
export function areEntryPoints(a: FunctionRef, b: FunctionRef): boolean {
  return isEntryPoint(a) && isEntryPoint(b) && a.file.path !== b.file.path;
}

function isEntryPoint({ symbol }: FunctionRef): boolean {
  return symbol.name === 'main' && symbol.kind === 'function' && symbol.parent < 0;
}
