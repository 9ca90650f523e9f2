import picomatch from 'picomatch';
import { globFilter } from './globFilter.ts';

/**
 * Tells whether a function is one of `members`: globs of files as for `include`, or `GLOB#NAME` for functions in them. The
 * name is qualified inside its file, may have `*` in it, and of a class stands for its methods too. Without a glob before
 * the `#` the function may stand in any file.
 */
export function functionFilter(members: readonly string[]): (path: string, name: string) => boolean {
  const tests = members.map((member) => {
    const at = member.indexOf('#');
    const glob = at < 0 ? member : member.slice(0, at);
    const inFiles = glob === '' ? () => true : globFilter([glob], []);
    const wanted = at < 0 ? '' : member.slice(at + 1);
    if (wanted === '') return inFiles;
    const matches = wanted.includes('*') ? picomatch(wanted, { dot: true, nonegate: true }) : null;
    return (path: string, name: string) =>
      (name === wanted || name.startsWith(`${wanted}.`) || matches?.(name) === true) && inFiles(path);
  });
  return (path, name) => tests.some((test) => test(path, name));
}
