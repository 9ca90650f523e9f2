import type { FileState } from './fileState.ts';
import type { OutputLine } from './outputText.ts';
import type { Redirect } from './script.ts';

const FAILURE = /no such|not a directory|can't cd|cannot|does not exist|not found|denied/i;

/**
 * What a `cd` that failed printed; null when it did not fail. It is known by the error that was printed, which every shell words in its own way but with the folder's
 * name. Where errors are not shown, what is no folder of the workspace is taken to be none: an ignored one holds no code.
 * @param errors of `folderErrors`
 * @returns the line of the error, or '' where it was not shown
 */
export function folderError(
  name: string | null | undefined,
  folder: string,
  redirects: readonly Redirect[],
  state: FileState,
  errors: readonly string[],
): string | null {
  if (typeof name !== 'string' || name === '-' || name === '') return null;
  if (hidesErrors(redirects)) {
    const path = state.resolve(name, folder);
    return path !== null && !state.isFolder(path) ? '' : null;
  }
  return errors.find((line) => line.includes(name)) ?? null;
}

/** Lines of an output (null: not known) that are errors of `cd`. */
export function folderErrors(output: readonly OutputLine[] | null): string[] {
  return (output ?? []).filter(
    (line): line is string => line !== null && /\b(?:cd|pushd)\b/.test(line) && FAILURE.test(line),
  );
}

function hidesErrors(redirects: readonly Redirect[]): boolean {
  const toFile = (fd: number): boolean =>
    redirects.some((each) => /^(?:>|>>|>\|)$/.test(each.operator) && (each.fd ?? 1) === fd);
  const joined = redirects.some(({ operator, fd, target }) => operator === '>&' && fd === 2 && target?.text === '1');
  return toFile(2) || (joined && toFile(1)) || redirects.some(({ operator }) => /^&>/.test(operator));
}
