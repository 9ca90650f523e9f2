import type { FileState } from './fileState.ts';
import type { OutputLine } from './outputText.ts';

const MAX_LINES = 20_000;
const TREE = /^((?:[│|├└`+\\ \u00a0]|─|-- )*)(?:[├└`+|\\][─-]{2,3}\s?)?(.+)$/;

/**
 * Files whose names stand in the output of `ls`, `find`, `tree`, `wc` and the like. Only what is a file of the workspace
 * counts, so a word that is no name does no harm.
 * @param folders what names may be relative to
 */
export function listedNames(lines: readonly OutputLine[], folders: readonly string[], state: FileState): Set<string> {
  const out = new Set<string>();
  let section: string | null = null;
  const branch: string[] = [];
  const note = (name: string, bases: readonly string[]): boolean => {
    if (name === '' || name.length > 1_000) return false;
    for (const base of bases) {
      const path = state.resolve(name, base);
      if (path !== null && state.isFile(path)) {
        out.add(path);
        return true;
      }
    }
    return false;
  };
  for (const line of lines.slice(0, MAX_LINES)) {
    if (line === null || line.trim() === '') continue;
    const heading = /^(.*):$/.exec(line);
    if (heading) {
      const first = folders
        .map((folder) => state.resolve(heading[1]!, folder))
        .find((path) => path !== null && state.isFolder(path));
      if (typeof first === 'string') {
        section = first;
        continue;
      }
    }
    const bases = section !== null ? [section, ...folders] : folders;
    const tree = /[│├└]|^[|`]-- /.test(line) ? TREE.exec(line) : null;
    if (tree) {
      const depth = Math.round(line.slice(0, line.length - tree[2]!.length).replaceAll('\u00a0', ' ').length / 4);
      const name = tree[2]!.replace(/ -> .*$/, '').replace(/[*/=|]$/, '');
      branch.length = Math.max(0, depth - 1);
      branch.push(name);
      note(branch.join('/'), bases);
      continue;
    }
    const text = line.trim().replace(/ -> .*$/, '');
    if (note(text, bases) || note(text.replace(/[*=|@]$/, ''), bases)) continue;
    // The long form of `ls`, and counts before a name.
    const long =
      /^[-bcdlps][-rwxsStT]{9}\S*\s+(?:\S+\s+){7}(.+)$/.exec(text) ?? /^\d[\d.,]*[KMGB]?(?:\s+\d+)*\s+(.+)$/.exec(text);
    if (long && note(long[1]!.replace(/^'(.*)'$/, '$1'), bases)) continue;
    for (const word of text.split(/\s+/).slice(0, 60)) note(word.replace(/^['"(]|['",:;)*]+$/g, ''), bases);
  }
  return out;
}
