import type { FileState } from './fileState.ts';
import type { OutputLine } from './outputText.ts';
import type { Redirect } from './script.ts';

const FAILURE = /no such|not a directory|can't cd|cannot|does not exist|not found|denied/i;

/**
 * What a `cd` that failed printed; null when it did not fail. It is known by the error that was printed, which every shell words in its own way but with the folder's
 * name. Where errors are not shown, what is no folder of the workspace is taken to be none: an ignored one holds no code.
 * @param output lines that were printed; null when they are not known
 * @returns the line of the error, or '' where it was not shown
 */
export function folderError(
  name: string | null | undefined,
  folder: string,
  redirects: readonly Redirect[],
  state: FileState,
  output: readonly OutputLine[] | null,
): string | null {
  if (typeof name !== 'string' || name === '-' || name === '') return null;
  if (hidesErrors(redirects)) {
    const path = state.resolve(name, folder);
    return path !== null && !state.isFolder(path) ? '' : null;
  }
  const isError = (line: OutputLine): boolean =>
    line !== null && line.includes(name) && /\b(?:cd|pushd)\b/.test(line) && FAILURE.test(line);
  return output?.find(isError) ?? null;
}

function hidesErrors(redirects: readonly Redirect[]): boolean {
  const toFile = (fd: number): boolean =>
    redirects.some((each) => /^(?:>|>>|>\|)$/.test(each.operator) && (each.fd ?? 1) === fd);
  const joined = redirects.some(({ operator, fd, target }) => operator === '>&' && fd === 2 && target?.text === '1');
  return toFile(2) || (joined && toFile(1)) || redirects.some(({ operator }) => /^&>/.test(operator));
}
