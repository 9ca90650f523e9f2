import type { FunctionRef } from '../model/state.ts';
import { bodyOf, type BodyView } from './bodyView.ts';

/** The body of a function of a state, or undefined when its file has none for it. */
export function bodyOfFunction({ file, index }: FunctionRef): BodyView | undefined {
  const { bodies } = file.detail();
  return bodies && bodyOf(bodies, index);
}
