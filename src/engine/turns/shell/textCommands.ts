import { options, sources, type Call, type Command, type Source } from './call.ts';
import {
  blurred,
  claimsOf,
  knownLines,
  lastOf,
  linesPiece,
  narrow,
  plainLines,
  withRange,
  type Claim,
  type OutLine,
  type Piece,
  type Stream,
} from './stream.ts';

/** Programs that print a file or what comes through a pipe, so that each line of it keeps its place. */
export const TEXT_COMMANDS: Record<string, Command> = {
  cat: (call) => cat(call, 'catNumbers'),
  less: (call) => cat(call, 'ownNumbers'),
  more: (call) => cat(call, 'none'),
  view: (call) => cat(call, 'none'),
  bat: (call) => bat(call),
  batcat: (call) => bat(call),
  pygmentize: (call) => cat(call, 'none'),
  expand: (call) => keeping(call),
  unexpand: (call) => keeping(call),
  fold: (call) => keeping(call),
  iconv: (call) => keeping(call),
  dos2unix: (call) => keeping(call),
  tac,
  nl,
  head,
  tail,
};

type Numbers = 'catNumbers' | 'ownNumbers' | 'none';

async function cat(call: Call, numbers: Numbers): Promise<Stream> {
  const { given, operands } = options(call.args, numbers === 'catNumbers' ? '' : 'pPxjz');
  const all = joined(
    await sources(
      call,
      operands.filter(({ text }) => !text?.startsWith('+')),
    ),
  );
  const lines = knownLines(all);
  const numbered = given.has('n') || given.has('b') || given.has('number') || given.has('N');
  if (!numbered && !given.has('A') && !given.has('e') && !given.has('t') && !given.has('T') && !given.has('E'))
    return all;
  if (!lines || numbers !== 'catNumbers') return numberedClaims(all);
  let count = 0;
  const showEnds = given.has('A') || given.has('e') || given.has('E');
  const showTabs = given.has('A') || given.has('t') || given.has('T');
  const shown = lines.map(({ text, from }): OutLine => {
    const body = (showTabs ? text.replaceAll('\t', '^I') : text) + (showEnds ? '$' : '');
    if (!numbered || (given.has('b') && text === '')) return { text: body, from };
    return { text: `${String(++count).padStart(6)}\t${body}`, from };
  });
  return [linesPiece(shown, numberedOf(claimsOf(all)))];
}

async function bat(call: Call): Promise<Stream> {
  const { given, operands } = options(call.args, 'rlHm', [
    'line-range',
    'language',
    'style',
    'theme',
    'paging',
    'color',
    'highlight-line',
    'wrap',
    'decorations',
  ]);
  const all = joined(await sources(call, operands));
  const range = /^(\d*):(\d*)$/.exec(given.get('r') ?? given.get('line-range') ?? '');
  const from = Number(range?.[1] || 1);
  const to = range?.[2] ? Number(range[2]) : null;
  const taken = range ? pick(all, (lines) => lines.slice(from - 1, to ?? undefined), from, to) : all;
  // Its decorations depend on where the output goes.
  const plain = given.has('p') || given.has('pp') || given.has('plain') || given.get('style') === 'plain';
  return plain ? taken : numberedClaims(taken);
}

async function keeping(call: Call): Promise<Stream> {
  const { operands } = options(call.args, 'twft');
  return joined(await sources(call, operands));
}

async function tac(call: Call): Promise<Stream> {
  const out: Stream = [];
  for (const { stream } of await sources(call, options(call.args, 's').operands)) {
    const lines = knownLines(stream);
    out.push(...(lines ? [linesPiece([...lines].reverse(), claimsOf(blurred(stream)))] : blurred(stream)));
  }
  return out;
}

async function nl(call: Call): Promise<Stream> {
  const { given, operands } = options(call.args, 'bdfhilnsvw', [
    'body-numbering',
    'starting-line-number',
    'number-width',
    'number-separator',
    'number-format',
  ]);
  const all = joined(await sources(call, operands));
  const lines = knownLines(all);
  const style = given.get('b') ?? given.get('body-numbering') ?? 't';
  const format = given.get('n') ?? given.get('number-format') ?? 'rn';
  const width = Math.min(Number(given.get('w') ?? given.get('number-width') ?? 6), 50);
  const separator = given.get('s') ?? given.get('number-separator') ?? '\t';
  if (!lines || !/^[at]$/.test(style)) return style === 'a' ? numberedClaims(all) : all.length > 0 ? blurred(all) : all;
  let count = Number(given.get('v') ?? given.get('starting-line-number') ?? 1);
  const shown = lines.map(({ text, from }): OutLine => {
    if (style === 't' && text === '') return { text: '', from };
    const number = String(count++);
    const shownNumber = format === 'ln' ? number.padEnd(width) : number.padStart(width, format === 'rz' ? '0' : ' ');
    return { text: shownNumber + separator + text, from };
  });
  // Without -ba blank lines are not counted: the numbers are no line numbers.
  return [linesPiece(shown, style === 'a' ? numberedOf(claimsOf(all)) : claimsOf(all))];
}

async function head(call: Call): Promise<Stream> {
  const { args, legacy } = legacyCount(call);
  const { given, operands } = options(args, 'nc', ['lines', 'bytes']);
  const bytes = given.get('c') ?? given.get('bytes');
  const count = legacy ?? given.get('n') ?? given.get('lines') ?? '10';
  const files = await sources(call, operands);
  return withHeaders(call, files, given, (stream) => {
    if (bytes !== undefined) return bytesOf(stream, bytes, true);
    const wanted = parseInt(count, 10);
    if (Number.isNaN(wanted)) return blurred(stream);
    if (count.startsWith('-'))
      return pick(stream, (lines) => lines.slice(0, Math.max(0, lines.length + wanted)), null, null);
    return pick(stream, (lines) => lines.slice(0, wanted), 1, wanted);
  });
}

async function tail(call: Call): Promise<Stream> {
  const { args, legacy } = legacyCount(call);
  const { given, operands } = options(args, 'nc', ['lines', 'bytes', 'pid', 'sleep-interval']);
  const bytes = given.get('c') ?? given.get('bytes');
  const count = legacy ?? given.get('n') ?? given.get('lines') ?? '10';
  const files = await sources(call, operands);
  return withHeaders(call, files, given, (stream) => {
    if (bytes !== undefined) return bytesOf(stream, bytes, false);
    const wanted = Math.abs(parseInt(count, 10));
    if (Number.isNaN(wanted)) return blurred(stream);
    if (count.startsWith('+'))
      return pick(stream, (lines) => lines.slice(Math.max(0, wanted - 1)), Math.max(1, wanted), null);
    const lines = knownLines(stream);
    if (!lines && stream.filter((piece) => !piece.optional).length <= 1)
      return withRange(stream, (range) => lastOf(range, wanted));
    return pick(stream, (all) => (wanted === 0 ? [] : all.slice(-wanted)), null, null);
  });
}

/** `head -20`, `tail +5`: the old form, which may stand with letters (`-20f`). */
function legacyCount(call: Call): { args: Call['args']; legacy: string | undefined } {
  const first = call.args[0]?.text ?? '';
  const match = /^(?:-(\d+)[a-z]*|(\+\d+))$/.exec(first);
  const usable = match && (match[1] !== undefined || call.name === 'tail');
  return usable ? { args: call.args.slice(1), legacy: match[1] ?? match[2] } : { args: call.args, legacy: undefined };
}

function withHeaders(
  call: Call,
  files: Source[],
  given: ReadonlyMap<string, string>,
  take: (stream: Stream) => Stream,
): Stream {
  const quiet = given.has('q') || given.has('quiet') || given.has('silent');
  const headers = !quiet && (files.length > 1 || given.has('v') || given.has('verbose'));
  const out: Stream = [];
  let first = true;
  for (const { name, stream, exists } of files) {
    if (headers && exists) {
      const title = `==> ${name === '-' ? 'standard input' : name} <==`;
      out.push(linesPiece(plainLines(first ? title : `\n${title}`)));
      first = false;
    }
    out.push(...(exists ? take(stream) : missingFor(call, stream, take)));
  }
  return out;
}

/** A file that seems to be missing may be one that only this auditor does not know. */
function missingFor(call: Call, stream: Stream, take: (stream: Stream) => Stream): Stream {
  return stream.flatMap((piece) =>
    piece.kind === 'lines'
      ? [{ ...piece, lines: piece.lines.map(({ text }) => ({ text: errorText(call.name, text), from: null })) }]
      : take([piece]),
  );
}

function errorText(name: string, text: string): string {
  const match = /^\w+: (.*): (No such file or directory)$/.exec(text);
  if (!match || (name !== 'head' && name !== 'tail')) return text;
  return `${name}: cannot open '${match[1]}' for reading: ${match[2]}`;
}

function bytesOf(stream: Stream, count: string, fromStart: boolean): Stream {
  const match = /^([-+]?)(\d+)([kKmM]?)B?$/.exec(count);
  const lines = knownLines(stream);
  if (!match || !lines) return blurred(stream);
  const size = Number(match[2]) * (match[3] === '' ? 1 : /k/i.test(match[3]!) ? 1024 : 1024 * 1024);
  const bytes = lines.map(({ text }) => Buffer.byteLength(text) + 1);
  const total = bytes.reduce((sum, length) => sum + length, 0);
  let from = 0;
  let to = total;
  if (fromStart) to = match[1] === '-' ? total - size : size;
  else from = match[1] === '+' ? size - 1 : total - size;
  const out: OutLine[] = [];
  let at = 0;
  lines.forEach((line, i) => {
    const end = at + bytes[i]!;
    // A line that lost only its end of line stands whole.
    if (at >= from && end - 1 <= to) out.push(line);
    else if (end > from && at < to) {
      const text = Buffer.from(line.text).subarray(Math.max(0, from - at), Math.max(0, to - at));
      out.push({ text: text.toString('utf8').replace(/^\uFFFD+|\uFFFD+$/g, ''), from: null });
    }
    at = end;
  });
  return [linesPiece(out, claimsOf(blurred(stream)))];
}

/** Streams of several inputs one after the other. */
export function joined(files: readonly Source[]): Stream {
  return files.flatMap(({ stream }) => stream);
}

/** Takes part of a stream; where it is not known, lines `from` to `to` of each unknown file. */
export function pick(
  stream: Stream,
  take: (lines: OutLine[]) => OutLine[],
  from: number | null,
  to: number | null,
): Stream {
  const lines = knownLines(stream);
  const narrowed = withRange(stream, (range) => (from === null ? null : narrow(range, from, to)));
  if (lines) return stream.length === 0 ? [] : [linesPiece(take(lines), claimsOf(narrowed))];
  const single = stream.filter((piece) => !piece.optional).length <= 1;
  return single
    ? narrowed.map((piece): Piece => (piece.optional ? piece : { ...piece, kind: 'unknown' }))
    : blurred(stream);
}

export function asSearch(lines: readonly OutLine[]): OutLine[] {
  return lines.map(({ text, from }) => ({ text, from: from && { ...from, class: 'search' } }));
}

export function searchClaims(claims: readonly Claim[]): Claim[] {
  const files = claims.flatMap((claim) => (claim.kind === 'listing' ? [] : claim.files));
  return files.length > 0 ? [{ kind: 'grep', files, folders: [''] }] : [];
}

function numberedClaims(stream: Stream): Stream {
  return stream.map((piece) => ({ kind: 'unknown', optional: piece.optional, claims: numberedOf(piece.claims) }));
}

function numberedOf(claims: readonly Claim[]): Claim[] {
  return claims.map((claim) => (claim.kind === 'text' ? { ...claim, numbered: true } : claim));
}
