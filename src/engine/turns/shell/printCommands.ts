import { parseApplyPatch } from '../sources/applyPatch.ts';
import type { FileEdit } from '../session.ts';
import type { Arg, Call, Command } from './call.ts';
import type { FileState } from './fileState.ts';
import { formatPrintf, printfValues } from './printf.ts';
import {
  claimsOf,
  knownLines,
  linesPiece,
  opened,
  plainLines,
  unknownPiece,
  type OutLine,
  type Stream,
} from './stream.ts';
import { unescapeAnsiC } from './words.ts';

/** Commands that print their arguments, and `apply_patch`. */
export const PRINT_COMMANDS: Record<string, Command> = {
  echo: (call) => Promise.resolve(echo(call)),
  printf: (call) => Promise.resolve(printf(call)),
  apply_patch: applyPatch,
  applypatch: applyPatch,
};

function echo(call: Call): Stream {
  const args = [...call.args];
  let escapes = false;
  let newline = true;
  while (typeof args[0]?.text === 'string' && /^-[neE]+$/.test(args[0].text)) {
    const flags = args.shift()!.text!;
    if (flags.includes('e')) escapes = true;
    if (flags.includes('n')) newline = false;
  }
  if (args.some(({ text }) => text === null)) return [unknownPiece(...claimsOf(printedBefore(args)))];
  const plain = args.map(({ text }) => text).join(' ');
  const text = escapes ? unescapeAnsiC(plain) : plain;
  if (!newline && text === '') return [];
  const lines = text.split('\n').map((line): OutLine => ({ text: line, from: null }));
  return withPlaces(newline ? lines : opened(lines), args);
}

/** What the arguments got from commands. */
function printedBefore(args: readonly Arg[]): Stream {
  return args.flatMap(({ printed }) => printed ?? []);
}

/** Lines that hold, in their order, what the arguments got from commands keep the places of it. */
function withPlaces(lines: readonly OutLine[], args: readonly Arg[]): Stream {
  const before = printedBefore(args);
  const known = before.flatMap((piece) => knownLines([piece]) ?? []).filter(({ from }) => from !== null);
  let at = 0;
  const placed = lines.map((line) => {
    const next = known[at];
    if (!next || (next.text === '' ? line.text !== '' : !line.text.includes(next.text))) return line;
    at++;
    return { ...line, from: next.from };
  });
  return [linesPiece(placed, claimsOf(before))];
}

function printf(call: Call): Stream {
  const args = call.args[0]?.text === '--' ? call.args.slice(1) : call.args;
  const [format, ...values] = args.map(({ text }) => text);
  if (typeof format !== 'string' || values.some((value) => value === null))
    return [unknownPiece(...claimsOf(printedBefore(args)))];
  const shape = unescapeAnsiC(format);
  const size = printfValues(shape);
  let text = '';
  const known = values as string[];
  for (let at = 0; at === 0 || (size > 0 && at < known.length); at += Math.max(1, size)) {
    text += formatPrintf(shape, known.slice(at, at + size));
    if (text.length > 1_000_000) return [unknownPiece()];
  }
  if (text === '') return [];
  const lines = plainLines(text);
  return withPlaces(text.endsWith('\n') ? lines : opened(lines), args);
}

async function applyPatch(call: Call): Promise<Stream> {
  const text = call.script ?? call.args.map((arg) => arg.text).find((arg) => arg?.includes('*** Begin Patch')) ?? null;
  const patch = text === null ? null : parseApplyPatch(text);
  for (const edit of patch?.edits ?? []) {
    const placed = located(edit, call.state, call.folder);
    if (placed) await call.state.edit(call.uncertain ? { kind: 'unknown', path: placed.path } : placed);
  }
  return [unknownPiece()];
}

function located(edit: FileEdit, state: FileState, folder: string): FileEdit | null {
  const path = state.resolve(edit.path, folder);
  if (path === null) return null;
  if (edit.kind !== 'move') return { ...edit, path };
  const to = state.resolve(edit.to, folder);
  return to === null ? { kind: 'delete', path } : { kind: 'move', path, to };
}
