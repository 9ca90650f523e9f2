import { options, sources, type Arg, type Call, type Command } from './call.ts';
import { joined } from './textCommands.ts';
import { blurred, knownLines, unknownPiece, type Stream } from './stream.ts';

/** Programs that change files. What they print is no content of a file. */
export const WRITE_COMMANDS: Record<string, Command> = {
  tee,
  cp: copy,
  install: copy,
  mv: move,
  'git-mv': move,
  rm: remove,
  unlink: remove,
  'git-rm': remove,
  touch,
  truncate: (call) => changes(call, 'sr'),
  dd,
  patch: (call) => changes(call, 'pdiBFY'),
  ed: (call) => changes(call, 'p'),
  ex: (call) => changes(call, 'c'),
  black: (call) => changes(call, 'lt'),
  isort: (call) => changes(call, 'l'),
  autopep8: (call) => changesWith(call, /^(-[a-z]*i|--in-place)/),
  yapf: (call) => changesWith(call, /^(-i|--in-place)/),
  ruff: (call) => changesWith(call, /^(--fix|format)/),
  prettier: (call) => changesWith(call, /^(-w|--write)/),
  eslint: (call) => changesWith(call, /^--fix/),
  gofmt: (call) => changesWith(call, /^-w/),
  goimports: (call) => changesWith(call, /^-w/),
  rustfmt: (call) => changes(call, ''),
  'clang-format': (call) => changesWith(call, /^-i/),
  perl,
  ruby: (call) => changesWith(call, /^-[a-z]*i/),
  dos2unix: (call) => changes(call, ''),
  unix2dos: (call) => changes(call, ''),
};

/** `tee` writes and passes on. */
async function tee(call: Call): Promise<Stream> {
  const { given, operands } = options(call.args, '');
  const input = call.input ?? [];
  for (const { text } of operands)
    if (text !== null) await writeTo(call, text, input, given.has('a') || given.has('append'));
  return input;
}

/** What `> target` does with a stream. */
export async function writeTo(
  call: Pick<Call, 'state' | 'folder' | 'uncertain'>,
  target: string,
  stream: Stream,
  append: boolean,
): Promise<void> {
  const path = call.state.resolve(target, call.folder);
  if (path === null || path === '') return;
  const lines = knownLines(stream);
  const before = append ? await call.state.read(path) : '';
  if (!lines || call.uncertain || (before === null && call.state.isFile(path))) {
    await call.state.edit({ kind: 'unknown', path });
    return;
  }
  const added = lines.map(({ text, open }) => (open ? text : `${text}\n`)).join('');
  await call.state.edit({ kind: 'write', path, content: (before ?? '') + added });
}

async function copy(call: Call): Promise<Stream> {
  for (const [from, to] of pairs(call)) {
    const target = call.state.resolve(to, call.folder);
    if (target === null) continue;
    const source = call.state.resolve(from, call.folder);
    const text = source === null || call.uncertain ? null : await call.state.read(source);
    await call.state.edit(
      text === null ? { kind: 'unknown', path: target } : { kind: 'write', path: target, content: text },
    );
  }
  return [];
}

async function move(call: Call): Promise<Stream> {
  for (const [from, to] of pairs(call)) {
    const source = call.state.resolve(from, call.folder);
    const target = call.state.resolve(to, call.folder);
    if (source !== null && call.state.isFolder(source) && !call.uncertain && target !== null) {
      const below = call.state.below(source);
      for (const path of below) await call.state.edit({ kind: 'move', path, to: target + path.slice(source.length) });
      continue;
    }
    if (call.uncertain) {
      if (target !== null) await call.state.edit({ kind: 'unknown', path: target });
    } else if (source !== null && target !== null) await call.state.edit({ kind: 'move', path: source, to: target });
    else if (target !== null) await call.state.edit({ kind: 'unknown', path: target });
    else if (source !== null) await call.state.edit({ kind: 'delete', path: source });
  }
  return [];
}

/** Source and target of each file that `cp` or `mv` names. */
function pairs(call: Call): [from: string, to: string][] {
  const { given, operands } = options(call.args, 'tSmog', ['target-directory', 'suffix']);
  const names = operands.map(({ text }) => text).filter((text): text is string => text !== null);
  const folder = given.get('t') ?? given.get('target-directory');
  const last = folder ?? names.pop();
  if (last === undefined) return [];
  const path = call.state.resolve(last, call.folder);
  const into =
    folder !== undefined || names.length > 1 || last.endsWith('/') || (path !== null && call.state.isFolder(path));
  return names.map((from) => [
    from,
    into ? `${last.replace(/\/$/, '')}/${from.replace(/\/$/, '').replace(/^.*\//, '')}` : last,
  ]);
}

async function remove(call: Call): Promise<Stream> {
  for (const { text } of options(call.args, '').operands) {
    const path = text === null ? null : call.state.resolve(text, call.folder);
    if (path === null) continue;
    const files = call.state.isFile(path) ? [path] : path === '' ? [] : call.state.below(path);
    for (const file of files) await call.state.edit({ kind: call.uncertain ? 'unknown' : 'delete', path: file });
  }
  return [];
}

async function touch(call: Call): Promise<Stream> {
  for (const { text } of options(call.args, 'drt').operands) {
    const path = text === null ? null : call.state.resolve(text, call.folder);
    if (path === null || call.state.isFile(path) || call.uncertain || (await call.state.read(path)) !== null) continue;
    await call.state.edit({ kind: 'write', path, content: '' });
  }
  return [];
}

async function dd(call: Call): Promise<Stream> {
  for (const { text } of call.args) {
    const path = text?.startsWith('of=') ? call.state.resolve(text.slice(3), call.folder) : null;
    if (path !== null) await call.state.edit({ kind: 'unknown', path });
  }
  return [unknownPiece()];
}

async function changes(call: Call, valued: string): Promise<Stream> {
  const { operands } = options(call.args, valued, ['line-length', 'config', 'target-version', 'edition']);
  const quietly = call.args.some(({ text }) => /^--(check|diff|version|help)$/.test(text ?? ''));
  if (!quietly) await unknownEdits(call, operands);
  return [unknownPiece()];
}

async function changesWith(call: Call, option: RegExp): Promise<Stream> {
  const writes = call.args.some(({ text }) => option.test(text ?? ''));
  if (writes) await unknownEdits(call, options(call.args, '').operands);
  return [unknownPiece()];
}

/** Every file that the arguments name, or that lies in a folder they name, may have changed. */
export async function unknownEdits(call: Call, operands: readonly Arg[]): Promise<void> {
  for (const { text } of operands) {
    const path = text === null ? null : call.state.resolve(text, call.folder);
    if (path === null) continue;
    const files = call.state.isFile(path) ? [path] : call.state.isFolder(path) ? call.state.below(path) : [];
    if (files.length > 2_000) continue;
    for (const file of files) await call.state.edit({ kind: 'unknown', path: file });
  }
}

async function perl(call: Call): Promise<Stream> {
  if (call.args.some(({ text }) => /^-[a-zA-Z0-9]*i/.test(text ?? ''))) {
    await unknownEdits(call, call.args);
    return [];
  }
  const files = await sources(call, options(call.args, 'eEIMmF').operands);
  return files.length > 0 ? blurred(joined(files)) : [unknownPiece()];
}
