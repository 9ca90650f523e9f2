import { sources, type Arg, type Call } from './call.ts';
import { isAbsolute, type FileState } from './fileState.ts';
import { DESTROY, INDEX } from './powershellTree.ts';
import type { Word } from './script.ts';
import { asSearch, joined, pick, searchClaims } from './textCommands.ts';
import {
  claimsOf,
  destroyed,
  knownLines,
  linesPiece,
  plainLines,
  unknownPiece,
  type OutLine,
  type Stream,
} from './stream.ts';
import { unknownEdits, writeTo } from './writeCommands.ts';
import picomatch from 'picomatch';

interface Parameters {
  /** By name in lower case; '' for a switch. */
  named: Map<string, string | null>;
  positional: Arg[];
}

const SWITCHES = new Set([
  'raw',
  'recurse',
  'force',
  'file',
  'directory',
  'name',
  'simplematch',
  'casesensitive',
  'quiet',
  'list',
  'notmatch',
  'allmatches',
  'wait',
  'append',
  'nonewline',
  'hidden',
  'noclobber',
  'passthru',
  'confirm',
  'whatif',
  'verbose',
  'unique',
]);

/** Names of cmdlets by their aliases. */
const ALIASES: Record<string, string> = {
  gc: 'get-content',
  type: 'get-content',
  cat: 'get-content',
  more: 'more',
  'out-host': 'more',
  select: 'select-object',
  sls: 'select-string',
  gci: 'get-childitem',
  ls: 'get-childitem',
  dir: 'get-childitem',
  cd: 'set-location',
  sl: 'set-location',
  chdir: 'set-location',
  pushd: 'set-location',
  'push-location': 'set-location',
  echo: 'write-output',
  write: 'write-output',
  'write-host': 'write-output',
  sc: 'set-content',
  ac: 'add-content',
  ni: 'new-item',
  rm: 'remove-item',
  del: 'remove-item',
  ri: 'remove-item',
  erase: 'remove-item',
  rd: 'remove-item',
  cp: 'copy-item',
  copy: 'copy-item',
  cpi: 'copy-item',
  mv: 'move-item',
  move: 'move-item',
  mi: 'move-item',
  ren: 'move-item',
  'rename-item': 'move-item',
  'out-string': 'more',
  'tee-object': 'tee-object',
  tee: 'tee-object',
};

/**
 * Follows a command of PowerShell.
 * @param kept what variables hold of the output of commands
 * @returns null when it is no cmdlet that is known here: then it may be a program
 */
export async function evaluatePowershell(
  call: Call,
  words: readonly Word[],
  kept: ReadonlyMap<string, Stream>,
): Promise<Stream | { folder: string } | null> {
  const lower = call.name.toLowerCase();
  const name = ALIASES[lower] ?? lower;
  const { named, positional } = parameters(call.args);
  switch (name) {
    case 'get-content':
      return getContent(call, named, positional);
    case '[io.file]::readalltext':
    case '[io.file]::readalllines':
    case '[system.io.file]::readalltext':
    case '[system.io.file]::readalllines':
      return joined(await sources(call, positional));
    case 'select-object':
      return selectObject(call, named);
    case INDEX:
      return index(call.input ?? [], call.args[0]?.text ?? '');
    case 'select-string':
      return selectString(call, named, positional);
    case 'get-childitem': {
      const folders = [call.folder, ...paths(call, named, positional)].filter((folder) => !isAbsolute(folder));
      return [unknownPiece({ kind: 'listing', folders, files: null })];
    }
    case 'set-location': {
      const target = valueOf(named, ['path', 'literalpath']) ?? positional[0]?.text;
      return { folder: typeof target !== 'string' ? call.folder : call.state.join(target, call.folder) };
    }
    case 'write-output': {
      const variable = words[1]?.parts[0];
      if (variable?.kind === 'variable' && kept.has(variable.name)) return kept.get(variable.name)!;
      const texts = positional.map(({ text }) => text);
      return texts.some((text) => text === null) ? [unknownPiece()] : [linesPiece(plainLines(texts.join(' ')))];
    }
    case 'more':
      return positional.length > 0 ? joined(await sources(call, positional)) : (call.input ?? []);
    case 'set-content':
    case 'add-content':
    case 'out-file':
      return setContent(call, named, positional, name === 'add-content' || named.has('append'));
    case 'tee-object': {
      const target = valueOf(named, ['filepath', 'literalpath']) ?? positional[0]?.text;
      if (typeof target === 'string') await writeTo(call, target, call.input ?? [], named.has('append'));
      return call.input ?? [];
    }
    case 'new-item': {
      const target = valueOf(named, ['path', 'name']) ?? positional[0]?.text;
      const path = typeof target !== 'string' ? null : call.state.resolve(target, call.folder);
      const isFolder = /^dir/i.test(valueOf(named, ['itemtype', 'type']) ?? '');
      if (path !== null && path !== '' && !isFolder) await call.state.edit({ kind: 'unknown', path });
      return [];
    }
    case 'remove-item':
      for (const path of paths(call, named, positional))
        for (const file of call.state.isFile(path)
          ? [path]
          : path === '' || isAbsolute(path)
            ? []
            : call.state.below(path))
          await call.state.edit({ kind: call.uncertain ? 'unknown' : 'delete', path: file });
      return [];
    case 'copy-item':
    case 'move-item':
      return copyItem(call, named, positional, name === 'move-item');
    case 'measure-object':
    case 'sort-object':
    case 'format-table':
    case 'format-list':
    case 'foreach-object':
    case 'where-object':
    case '%':
    case '?':
    case 'where':
    case 'foreach':
    case DESTROY:
      await Promise.resolve();
      return call.input ? destroyed(call.input) : [unknownPiece()];
    case 'test-path':
      return [unknownPiece()];
    default:
      return null;
  }
}

function parameters(args: readonly Arg[]): Parameters {
  const out: Parameters = { named: new Map(), positional: [] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const match = /^-([A-Za-z][\w]*)(?::([^]*))?$/.exec(arg.text ?? '');
    if (!match) out.positional.push(arg);
    else {
      const name = match[1]!.toLowerCase();
      if (match[2] !== undefined && match[2] !== '') out.named.set(name, match[2]);
      else if (SWITCHES.has(name)) out.named.set(name, '');
      else out.named.set(name, args[++at]?.text ?? null);
    }
  }
  return out;
}

/** Value of a parameter that may be written short, as long as it is clear. */
function valueOf(named: ReadonlyMap<string, string | null>, names: readonly string[]): string | null {
  for (const [given, value] of named) if (names.some((name) => name.startsWith(given)) && value !== '') return value;
  return null;
}

async function getContent(
  call: Call,
  named: ReadonlyMap<string, string | null>,
  positional: readonly Arg[],
): Promise<Stream> {
  const path = valueOf(named, ['path', 'literalpath']);
  const operands = path !== null ? [{ text: path, candidates: null }] : positional;
  const files: Arg[] = operands.flatMap(({ text, candidates }) =>
    (text?.split(',') ?? [null]).flatMap((name): Arg[] => {
      if (name === null || !/[*?[]/.test(name)) return [{ text: name?.trim() ?? null, candidates }];
      return call.state.glob(name.replaceAll('\\', '/'), call.folder).map((file) => ({
        text: relativeTo(file, call.folder, call.state),
        candidates: null,
      }));
    }),
  );
  const stream = joined(await sources(call, files))
    .filter((piece) => !piece.optional || piece.kind === 'unknown')
    // Every line is put out as an object of its own.
    .map((piece) =>
      piece.kind === 'lines' ? { ...piece, lines: piece.lines.map(({ text, from }) => ({ text, from })) } : piece,
    );
  const head = countOf(valueOf(named, ['totalcount', 'head', 'first']));
  const tail = countOf(valueOf(named, ['tail', 'last']));
  if (head !== null) return pick(stream, (lines) => lines.slice(0, head), 1, head);
  if (tail !== null) return pick(stream, (lines) => (tail === 0 ? [] : lines.slice(-tail)), null, null);
  return stream;
}

function relativeTo(file: string, folder: string, state: FileState): string {
  return isAbsolute(folder) || !file.startsWith(`${folder}/`)
    ? `${'../'.repeat(depth(folder, state))}${file}`
    : file.slice(folder.length + 1);
}

function depth(folder: string, state: FileState): number {
  const path = state.resolve('.', folder);
  return path === null || path === '' ? 0 : path.split('/').length;
}

function selectObject(call: Call, named: ReadonlyMap<string, string | null>): Stream {
  const input = call.input ?? [];
  const skip = countOf(valueOf(named, ['skip'])) ?? 0;
  const first = countOf(valueOf(named, ['first']));
  const last = countOf(valueOf(named, ['last']));
  const at = valueOf(named, ['index']);
  if (at !== null) return index(input, at);
  if (first !== null) return pick(input, (lines) => lines.slice(skip, skip + first), skip + 1, skip + first);
  if (last !== null)
    return pick(
      input,
      (lines) => lines.slice(0, Math.max(0, lines.length - skip)).slice(last === 0 ? lines.length : -last),
      null,
      null,
    );
  const skipLast = countOf(valueOf(named, ['skiplast']));
  if (skipLast !== null)
    return pick(input, (lines) => lines.slice(skip, Math.max(0, lines.length - skipLast)), null, null);
  if (skip > 0) return pick(input, (lines) => lines.slice(skip), skip + 1, null);
  return destroyed(input);
}

/** `[10..20]`, `[3]`, `[1,2,5]`, `[-5..-1]`: from 0, negative ones from the end. */
function index(input: Stream, text: string): Stream {
  const wanted: [number, number][] = [];
  for (const part of text.replace(/[()\s]/g, '').split(/[,+]/)) {
    const match = /^(-?\d{1,7})(?:\.\.(-?\d{1,7}))?$/.exec(part);
    if (!match) return destroyed(input);
    wanted.push([Number(match[1]), Number(match[2] ?? match[1])]);
  }
  const take = (lines: OutLine[]): OutLine[] =>
    wanted.flatMap(([from, to]) => {
      if (from < 0 || to < 0)
        return from <= to ? lines.slice(lines.length + from, lines.length + to + 1 || undefined) : [];
      return from <= to ? lines.slice(from, to + 1) : lines.slice(to, from + 1).reverse();
    });
  const [single] = wanted;
  const plain = wanted.length === 1 && single![0] >= 0 && single![1] >= single![0];
  return pick(input, take, plain ? single![0] + 1 : null, plain ? single![1] + 1 : null);
}

function selectString(call: Call, named: ReadonlyMap<string, string | null>, positional: readonly Arg[]): Stream {
  if (call.input) {
    const lines = knownLines(call.input);
    const claims = searchClaims(claimsOf(call.input));
    return lines
      ? [unknownPiece(...claims, ...(claims.length > 0 ? [] : claimsOf([linesPiece(asSearch(lines))])))]
      : [unknownPiece(...claims)];
  }
  const files = paths(call, named, valueOf(named, ['pattern']) === null ? positional.slice(1) : positional);
  return [
    unknownPiece({
      kind: 'grep',
      files: files.filter((path) => !isAbsolute(path)),
      folders: isAbsolute(call.folder) ? [] : [call.folder],
    }),
  ];
}

function paths(call: Call, named: ReadonlyMap<string, string | null>, positional: readonly Arg[]): string[] {
  const given = valueOf(named, ['path', 'literalpath', 'filepath']);
  const texts = given !== null ? [given] : positional.map(({ text }) => text);
  const out: string[] = [];
  for (const text of texts)
    for (const name of text?.split(',') ?? []) {
      if (/[*?]/.test(name)) {
        const pattern = call.state.join(name, call.folder);
        if (isAbsolute(pattern)) continue;
        const matches = picomatch(pattern, { nobrace: true, dot: true });
        for (const file of call.state.files()) if (matches(file)) out.push(file);
      } else out.push(call.state.join(name, call.folder));
    }
  return out;
}

async function setContent(
  call: Call,
  named: ReadonlyMap<string, string | null>,
  positional: readonly Arg[],
  append: boolean,
): Promise<Stream> {
  const rest = [...positional];
  const target = valueOf(named, ['path', 'literalpath', 'filepath']) ?? rest.shift()?.text;
  const value = valueOf(named, ['value', 'inputobject']) ?? rest[0]?.text;
  if (typeof target !== 'string') return [];
  const input: Stream = typeof value === 'string' ? [linesPiece(plainLines(value))] : (call.input ?? [unknownPiece()]);
  await writeTo(call, target, input, append);
  return [];
}

async function copyItem(
  call: Call,
  named: ReadonlyMap<string, string | null>,
  positional: readonly Arg[],
  moves: boolean,
): Promise<Stream> {
  const rest = [...positional];
  const from = valueOf(named, ['path', 'literalpath']) ?? rest.shift()?.text;
  const to = valueOf(named, ['destination', 'newname']) ?? rest.shift()?.text;
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  const source = call.state.resolve(from, call.folder);
  const target = call.state.resolve(to, call.folder);
  if (source === null || target === null) {
    await unknownEdits(call, [{ text: to, candidates: null }]);
    return [];
  }
  const file = source.slice(source.lastIndexOf('/') + 1);
  const renamed =
    /^ren/i.test(call.name) && !/[\\/]/.test(to) ? source.slice(0, source.length - file.length) + to : target;
  const path = call.state.isFolder(renamed) ? `${renamed}/${file}` : renamed;
  if (call.uncertain) await call.state.edit({ kind: 'unknown', path });
  else if (moves) await call.state.edit({ kind: 'move', path: source, to: path });
  else {
    const text = await call.state.read(source);
    await call.state.edit(text === null ? { kind: 'unknown', path } : { kind: 'write', path, content: text });
  }
  return [];
}

function countOf(value: string | null): number | null {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
}
