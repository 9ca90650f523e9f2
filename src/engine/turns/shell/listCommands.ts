import { options, textClaim, type Arg, type Call, type Command } from './call.ts';
import { isAbsolute, MAX_FILES } from './fileState.ts';
import picomatch from 'picomatch';
import { unknownPiece, type Stream } from './stream.ts';

/** Programs that print names of files. */
export const LIST_COMMANDS: Record<string, Command> = {
  ls: list,
  dir: list,
  tree: list,
  exa: list,
  eza: list,
  stat: list,
  file: list,
  wc: list,
  du: list,
  realpath: list,
  readlink: list,
  locate: list,
  find,
  fd,
  fdfind: fd,
};

async function list(call: Call): Promise<Stream> {
  const { operands } = options(call.args, 'ITLPwc');
  const folders = namedFolders(call, operands);
  const files = folders.filter((path) => call.state.isFile(path));
  return [unknownPiece({ kind: 'listing', folders, files: files.length > 0 ? files : null })];
}

function namedFolders(call: Call, operands: readonly Arg[]): string[] {
  const folders = [call.folder];
  for (const { text } of operands) {
    const path = text === null ? null : call.state.resolve(text, call.folder);
    if (path !== null) folders.push(path);
  }
  return [...new Set(folders)].filter((folder) => !isAbsolute(folder));
}

async function find(call: Call): Promise<Stream> {
  const exec = call.args.findIndex(({ text }) => /^-(exec|execdir|ok)$/.test(text ?? ''));
  if (call.args.some(({ text }) => text === '-delete')) {
    const files = findFiles(call);
    for (const path of files ?? []) await call.state.edit({ kind: 'unknown', path });
    return [];
  }
  if (exec < 0)
    return [
      unknownPiece({ kind: 'listing', folders: namedFolders(call, startFolders(call.args)), files: findFiles(call) }),
    ];
  return runOnFiles(call, call.args.slice(exec + 1), findFiles(call));
}

async function fd(call: Call): Promise<Stream> {
  const exec = call.args.findIndex(({ text }) => /^(-x|-X|--exec|--exec-batch)$/.test(text ?? ''));
  if (exec < 0) return [unknownPiece({ kind: 'listing', folders: namedFolders(call, call.args), files: null })];
  return runOnFiles(call, call.args.slice(exec + 1), null);
}

/** What `find -exec` and `xargs` show: which files it was is not known, only which it may have been. */
export async function runOnFiles(call: Call, words: readonly Arg[], files: string[] | null): Promise<Stream> {
  const name = (words[0]?.text ?? '').replace(/^.*\//, '');
  const candidates = (files ?? []).slice(0, MAX_FILES);
  if (/^(cat|head|tail|sed|nl|bat|awk|less|more|tac)$/.test(name)) {
    if (words.some(({ text }) => /^-[nErsuz]*i/.test(text ?? '')) && name === 'sed') {
      for (const path of candidates) await call.state.edit({ kind: 'unknown', path });
      return [];
    }
    return [unknownPiece(textClaim(candidates, null))];
  }
  if (/^(grep|egrep|fgrep|rg)$/.test(name)) {
    if (words.some(({ text }) => /^-[a-zA-Z]*[lL]/.test(text ?? '')))
      return [unknownPiece({ kind: 'listing', folders: [call.folder], files })];
    return [unknownPiece({ kind: 'grep', files: candidates, folders: [call.folder] })];
  }
  if (/^(ls|wc|stat|file|du|echo|basename|dirname|realpath|printf)$/.test(name))
    return [unknownPiece({ kind: 'listing', folders: [call.folder], files })];
  if (/^(rm|mv|cp|perl|gofmt|black|prettier|dos2unix)$/.test(name))
    for (const path of candidates) await call.state.edit({ kind: 'unknown', path });
  return [unknownPiece()];
}

function startFolders(args: readonly Arg[]): Arg[] {
  const end = args.findIndex(({ text }) => text !== null && /^[-(!]/.test(text));
  return args.slice(0, end < 0 ? undefined : end);
}

/** Files that a `find` may name: those below its folders that fit its names. */
export function findFiles(call: Call): string[] | null {
  const starts = startFolders(call.args);
  const folders = (starts.length > 0 ? starts : [{ text: '.', candidates: null }])
    .map(({ text }) => (text === null ? null : call.state.resolve(text, call.folder)))
    .filter((folder): folder is string => folder !== null);
  const names: ((name: string) => boolean)[] = [];
  const paths: ((path: string) => boolean)[] = [];
  call.args.forEach(({ text }, i) => {
    const value = call.args[i + 1]?.text;
    if (value === null || value === undefined || call.args[i - 1]?.text === '!' || call.args[i - 1]?.text === '-not')
      return;
    if (text === '-name' || text === '-iname')
      names.push(picomatch(value, { nobrace: true, dot: true, nocase: text === '-iname' }));
    if (text === '-path') paths.push(picomatch(value.replaceAll('*', '**'), { bash: true, dot: true, nobrace: true }));
  });
  const out: string[] = [];
  for (const folder of folders)
    for (const path of call.state.isFile(folder) ? [folder] : call.state.below(folder)) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (names.length > 0 && !names.some((matches) => matches(name))) continue;
      if (paths.length > 0 && !paths.some((matches) => matches(`./${path}`) || matches(path))) continue;
      out.push(path);
      if (out.length > MAX_FILES) return null;
    }
  return out;
}
