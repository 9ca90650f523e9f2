import { options, sources, textClaim, type Arg, type Call, type Command } from './call.ts';
import { makePattern, type Pattern, type PatternSyntax } from './pattern.ts';
import { isAbsolute, MAX_FILES } from './fileState.ts';
import { asSearch, searchClaims } from './textCommands.ts';
import { claimsOf, knownLines, linesPiece, unknownPiece, type OutLine, type Stream } from './stream.ts';

/** Programs that pick lines by a pattern. */
export const SEARCH_COMMANDS: Record<string, Command> = {
  grep: (call) => search(call, 'grep'),
  egrep: (call) => search({ ...call, args: [{ text: '-E', candidates: null }, ...call.args] }, 'grep'),
  fgrep: (call) => search({ ...call, args: [{ text: '-F', candidates: null }, ...call.args] }, 'grep'),
  zgrep: (call) => search(call, 'grep'),
  rg: (call) => search(call, 'rg'),
  ripgrep: (call) => search(call, 'rg'),
  ag: (call) => search(call, 'rg'),
  ack: (call) => search(call, 'rg'),
};

/** `git grep`, its own words taken off. */
export function gitGrep(call: Call): Promise<Stream> {
  return search(call, 'git');
}

type Tool = 'grep' | 'rg' | 'git';

const SHORT_VALUED: Record<Tool, string> = { grep: 'ABCDdefm', rg: 'ABCdeEfgjmMrtT', git: 'ABCefmO' };
const LONG_VALUED = [
  'regexp',
  'file',
  'after-context',
  'before-context',
  'context',
  'max-count',
  'include',
  'exclude',
  'exclude-dir',
  'color',
  'colors',
  'glob',
  'iglob',
  'type',
  'type-not',
  'max-columns',
  'max-depth',
  'sort',
  'sortr',
  'threads',
  'replace',
  'ignore-file',
  'engine',
  'context-separator',
];

async function search(call: Call, tool: Tool): Promise<Stream> {
  const { given, all, operands } = options(call.args, SHORT_VALUED[tool], LONG_VALUED);
  const has = (...names: string[]): boolean => names.some((name) => given.has(name));
  const patterns = all.filter(([option]) => option === 'e' || option === 'regexp').map(([, value]) => value);
  const files = [...operands];
  if (tool === 'rg' && has('files')) return listing(call, files);
  if (patterns.length === 0 && !has('f', 'file')) {
    const first = files.shift();
    if (!first) return [];
    if (first.text !== null) patterns.push(first.text);
  }
  if (has('q', 'quiet')) return [];
  const recursive = tool !== 'grep' || has('r', 'R', 'recursive', 'dereference-recursive');
  const fromPipe =
    call.input !== null && (files.length === 0 || files.every(({ text }) => text === '-')) && tool !== 'git';
  const prefixFolders = foldersOf(call, files);
  if (has('l', 'files-with-matches', 'L', 'files-without-match', 'files-without-matches')) return listing(call, files);
  if (has('c', 'count', 'count-matches', 'o', 'only-matching', 'json', 'stats', 'replace'))
    return [unknownPiece({ kind: 'grep', files: [], folders: prefixFolders })];

  if (fromPipe) return filter(call, given, patterns, tool);
  const read = everyLine(patterns, has('v', 'invert-match'));
  const isNamed = files.length > 0 && files.every((file) => isPlainFile(call, file));
  const named = isNamed ? await sources(call, files, read ? 'read' : 'search') : null;
  if (!named) return [unknownPiece({ kind: 'grep', files: nearFiles(call, files), folders: prefixFolders })];

  const numbers = has('n', 'line-number') && !has('N', 'no-line-number');
  const withName =
    has('H', 'with-filename') ||
    ((files.length > 1 || (recursive && tool === 'git')) && !has('h', 'no-filename', 'I')) ||
    (tool === 'grep' && has('r', 'R', 'recursive') && files.length > 1);
  const paths = named.flatMap(({ stream }) =>
    claimsOf(stream).flatMap((claim) => (claim.kind === 'listing' ? [] : claim.files)),
  );
  const claims = read
    ? [textClaim(paths, null, true)]
    : [{ kind: 'grep' as const, files: paths, folders: prefixFolders }];
  const pattern = patternOf(given, patterns, tool);
  if (!pattern || tool === 'rg' || has('color', 'heading', 'p', 'pretty', 'b', 'byte-offset'))
    return [unknownPiece(...claims)];

  const out: OutLine[] = [];
  const optional: Stream = [];
  for (const { name, stream, exists } of named) {
    const lines = exists ? knownLines(stream) : [];
    if (!exists) optional.push(...stream.filter((piece) => piece.kind === 'lines'));
    if (!lines) return [unknownPiece(...claims)];
    out.push(...hits(lines, pattern, given, { name, withName, numbers, asRead: read, more: out.length > 0 }));
  }
  return [linesPiece(out, claims), ...optional];
}

/** A search in what comes through a pipe: lines keep what they are lines of. */
function filter(call: Call, given: ReadonlyMap<string, string>, patterns: string[], tool: Tool): Stream {
  const input = call.input ?? [];
  const lines = knownLines(input);
  const pattern = patternOf(given, patterns, tool);
  const read = everyLine(patterns, given.has('v'));
  const inputClaims = claimsOf(input);
  const claims = [
    ...(read ? inputClaims : searchClaims(inputClaims)),
    ...inputClaims.filter((claim) => claim.kind === 'listing'),
  ];
  if (!lines || !pattern) return [{ kind: 'unknown', claims, optional: false }];
  const shown = hits(lines, pattern, given, {
    name: '(standard input)',
    withName: given.has('H'),
    numbers: given.has('n') || given.has('line-number'),
    asRead: read,
    more: false,
  });
  return [linesPiece(shown, claims)];
}

interface HitForm {
  name: string;
  withName: boolean;
  numbers: boolean;
  asRead: boolean;
  /** Something was printed before, so a group begins with its separator. */
  more: boolean;
}

function hits(
  lines: readonly OutLine[],
  pattern: Pattern,
  given: ReadonlyMap<string, string>,
  form: HitForm,
): OutLine[] {
  const context = number(given.get('C') ?? given.get('context'));
  const before = number(given.get('B') ?? given.get('before-context')) ?? context ?? 0;
  const after = number(given.get('A') ?? given.get('after-context')) ?? context ?? 0;
  const limit = number(given.get('m') ?? given.get('max-count')) ?? Infinity;
  const inverted = given.has('v') || given.has('invert-match');
  const matched: number[] = [];
  for (let i = 0; i < lines.length && matched.length < limit; i++)
    if (pattern.test(lines[i]!.text) !== inverted) matched.push(i);
  const out: OutLine[] = [];
  const hit = new Set(matched);
  const grouped = before > 0 || after > 0;
  let last = -1;
  for (const at of matched) {
    const from = Math.max(last + 1, at - before);
    if (grouped && (last >= 0 ? from > last + 1 : form.more)) out.push({ text: '--', from: null });
    // After the last hit that -m allows the context still follows.
    const to = Math.min(lines.length - 1, at + after);
    for (let i = from; i <= to; i++) {
      if (i > at && hit.has(i)) break;
      const line = lines[i]!;
      const mark = hit.has(i) ? ':' : '-';
      const prefix = (form.withName ? form.name + mark : '') + (form.numbers ? String(i + 1) + mark : '');
      const shown = form.asRead ? line : asSearch([line])[0]!;
      out.push({ text: prefix + line.text, from: shown.from });
      last = i;
    }
  }
  return out;
}

function patternOf(given: ReadonlyMap<string, string>, patterns: readonly string[], tool: Tool): Pattern | null {
  if (patterns.length === 0) return null;
  const has = (...names: string[]): boolean => names.some((name) => given.has(name));
  const syntax: PatternSyntax = has('F', 'fixed-strings')
    ? 'fixed'
    : tool === 'rg' || has('P', 'perl-regexp')
      ? 'perl'
      : has('E', 'extended-regexp')
        ? 'extended'
        : 'basic';
  const smart = tool === 'rg' && has('S', 'smart-case') && !patterns.some((pattern) => /[A-Z]/.test(pattern));
  const made = patterns
    .flatMap((pattern) => pattern.split('\n'))
    .map((pattern) =>
      makePattern(pattern, syntax, {
        ignoreCase: has('i', 'ignore-case', 'y') || smart,
        wholeWord: has('w', 'word-regexp'),
        wholeLine: has('x', 'line-regexp'),
      }),
    );
  if (made.some((pattern) => pattern === null)) return null;
  const [first] = made;
  return made.length === 1
    ? first!
    : { test: (text) => made.some((pattern) => pattern!.test(text)), replace: (text) => text };
}

/** A pattern that fits every line (`''`, `^`, `.*`), or every line with text (`.`): then grep is a `cat`. */
function everyLine(patterns: readonly string[], inverted: boolean): boolean {
  return !inverted && patterns.length === 1 && /^(\^|\$|\.\*|\^\.\*|\^\.\*\$|\.|\^\.|\.\+)?$/.test(patterns[0]!);
}

function isPlainFile(call: Call, { text }: Arg): boolean {
  if (text === null) return false;
  const path = call.state.resolve(text, call.folder);
  return path !== null && !call.state.isFolder(path);
}

/** Files that a search names or, in a small folder, covers: for hits that are printed without a path. */
function nearFiles(call: Call, operands: readonly Arg[]): string[] {
  const out: string[] = [];
  for (const { text, candidates } of operands) {
    if (text === null) out.push(...(candidates ?? []));
    else {
      const path = call.state.resolve(text, call.folder);
      if (path !== null && (call.state.isFile(path) || !call.state.isFolder(path))) out.push(path);
    }
  }
  return out.slice(0, MAX_FILES);
}

/** What printed paths may be relative to: the folder of the command; a folder that was named stands in the path. */
function foldersOf(call: Call, operands: readonly Arg[]): string[] {
  const folders = [call.folder];
  for (const { text } of operands) {
    const path = text === null ? null : call.state.resolve(text, call.folder);
    if (path !== null && call.state.isFolder(path)) folders.push(path);
  }
  return folders.filter((folder) => !isAbsolute(folder));
}

function listing(call: Call, operands: readonly Arg[]): Stream {
  const folders = foldersOf(call, operands);
  const files = operands.length > 0 ? nearFiles(call, operands) : [];
  const below = folders.slice(operands.length > 0 ? 1 : 0).flatMap((folder) => call.state.below(folder));
  const all = [...files, ...below];
  return [unknownPiece({ kind: 'listing', folders, files: all.length > MAX_FILES ? null : all })];
}

function number(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,7}$/.test(value) ? Number(value) : null;
}
