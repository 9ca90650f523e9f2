import { diffArrays } from 'diff';
import picomatch from 'picomatch';
import { options, textClaim, type Call } from './call.ts';
import { isAbsolute, MAX_FILES } from './fileState.ts';
import { gitGrep } from './searchCommands.ts';
import { linesPiece, splitLines, unknownPiece, type OutLine, type Stream } from './stream.ts';
import { unknownEdits, WRITE_COMMANDS } from './writeCommands.ts';

/** Edits beyond which two revisions of a file are not compared. */
const MAX_EDITS = 4_000;

/** Follows `git`: what prints a revision of a file, searches, lists and changes files. */
export async function git(call: Call): Promise<Stream> {
  let folder = call.folder;
  let at = 0;
  for (; at < call.args.length; at++) {
    const text = call.args[at]!.text;
    if (text === '-C') folder = call.state.join(call.args[++at]?.text ?? '.', folder);
    else if (text === '-c' || text === '--git-dir' || text === '--work-tree') at++;
    else if (text === null || !text.startsWith('-')) break;
  }
  const name = call.args[at]?.text ?? '';
  const inner: Call = { ...call, folder, args: call.args.slice(at + 1) };
  switch (name) {
    case 'show':
    case 'cat-file':
      return show(inner);
    case 'blame':
    case 'annotate':
      return blame(inner);
    case 'grep':
      return gitGrep(inner);
    case 'ls-files':
    case 'ls-tree':
      return [unknownPiece({ kind: 'listing', folders: isAbsolute(folder) ? [] : [folder, ''], files: listed(inner) })];
    case 'mv':
    case 'rm':
      return WRITE_COMMANDS[`git-${name}`]!(inner);
    case 'restore':
    case 'checkout': {
      const dashes = inner.args.findIndex(({ text }) => text === '--');
      const operands = dashes >= 0 ? inner.args.slice(dashes + 1) : options(inner.args, 'sbB', ['source']).operands;
      const staged = inner.args.some(({ text }) => text === '--staged' || text === '-S');
      if (!staged) await unknownEdits(inner, operands);
      return [unknownPiece()];
    }
    default:
      return [unknownPiece()];
  }
}

async function show(call: Call): Promise<Stream> {
  const named = options(call.args, 'U').operands.map(({ text }) => /^([^:]*):(.+)$/.exec(text ?? ''));
  const out: Stream = [];
  for (const match of named) {
    if (!match) {
      out.push(unknownPiece());
      continue;
    }
    const [, revision, name] = match as unknown as [string, string, string];
    // A path after the colon is one of the repository's root, unless it begins with a dot.
    const path = name.startsWith('.') ? call.state.resolve(name, call.folder) : call.state.resolve(name, '');
    const text = path === null ? null : await call.state.revision(revision || 'HEAD', path);
    if (path === null || text === null) {
      out.push(unknownPiece(...(path === null ? [] : [textClaim([path], null)])));
      continue;
    }
    const now = await call.state.read(path);
    out.push(
      linesPiece(carried(splitLines(text), now === null ? null : splitLines(now), path), [textClaim([path], null)]),
    );
  }
  return out.length > 0 ? out : [unknownPiece()];
}

/** Lines of a revision, with the lines of the file of now that they still are. */
function carried(then: readonly string[], now: readonly string[] | null, path: string): OutLine[] {
  const out: OutLine[] = then.map((text) => ({ text, from: null }));
  const parts = now ? diffArrays([...then], [...now], { maxEditLength: MAX_EDITS }) : null;
  let old = 0;
  let line = 1;
  for (const part of parts ?? []) {
    if (part.added) line += part.value.length;
    else if (part.removed) old += part.value.length;
    else for (let i = 0; i < part.value.length; i++) out[old++]!.from = { path, line: line++, class: 'read' };
  }
  return out;
}

async function blame(call: Call): Promise<Stream> {
  const operands = options(call.args, 'LSCM', ['contents', 'ignore-rev']).operands;
  const last = operands[operands.length - 1]?.text;
  const path = last === null || last === undefined ? null : call.state.resolve(last, call.folder);
  return [unknownPiece(...(path === null ? [] : [textClaim([path], null, true)]))];
}

function listed(call: Call): string[] | null {
  if (isAbsolute(call.folder)) return null;
  const patterns = options(call.args, 'x').operands.map(({ text }) => text);
  const below = call.state.below(call.folder);
  const matchers = patterns.map((pattern) => {
    const path = pattern === null ? null : call.state.resolve(pattern, call.folder);
    if (path === null) return () => true;
    const matches = picomatch(path.replaceAll('*', '**'), { bash: true, dot: true, nobrace: true });
    return (file: string): boolean => file === path || file.startsWith(`${path}/`) || path === '' || matches(file);
  });
  const out = matchers.length === 0 ? below : below.filter((file) => matchers.some((matches) => matches(file)));
  return out.length > MAX_FILES ? null : out;
}
