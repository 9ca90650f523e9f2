import type { FileState } from './fileState.ts';
import { isAbsolute } from './fileState.ts';
import type { ShellParser } from './parseShell.ts';
import {
  linesPiece,
  opened,
  plainLines,
  splitLines,
  unknownPiece,
  type Claim,
  type OpenRange,
  type OutLine,
  type Piece,
  type Stream,
} from './stream.ts';

/** An argument after expansion. */
export interface Arg {
  /** Null when it is not known before the command runs. */
  text: string | null;
  /** Files that an unknown argument may stand for (`$(git ls-files '*.py')`); null when not even that is known. */
  candidates: string[] | null;
  /** Where commands printed it, or part of it (`"$(head f)"`, `read l`): its lines with their places, as far as known. */
  printed?: Stream;
}

/** One simple command that is being followed. */
export interface Call {
  name: string;
  args: Arg[];
  /** What comes through the pipe, or from `<` and here-documents; null: nothing. */
  input: Stream | null;
  /** Text of a here-document, for programs that take a script from their input. */
  script: string | null;
  /** Where it runs: relative to the root of the workspace, or absolute when outside. */
  folder: string;
  state: FileState;
  parser: ShellParser;
  /** It may not have run (after `||`, in a branch or loop), so what it writes is not sure. */
  uncertain: boolean;
}

/** What a command puts out: its text goes on through the pipe, its errors do not. */
export type Command = (call: Call) => Promise<Stream>;

export interface Options {
  /** By option without dashes: its value, or '' for a flag; the last one counts. */
  given: Map<string, string>;
  /** Every value of an option that may be repeated, in order. */
  all: [option: string, value: string][];
  operands: Arg[];
}

/**
 * Splits arguments into options and operands as getopt does.
 * @param valued options that take a value: letters of short ones and names of long ones
 */
export function options(args: readonly Arg[], shortValued: string, longValued: readonly string[] = []): Options {
  const out: Options = { given: new Map(), all: [], operands: [] };
  const note = (option: string, value: string): void => {
    out.given.set(option, value);
    out.all.push([option, value]);
  };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const text = arg.text;
    if (text === '--') {
      out.operands.push(...args.slice(at + 1));
      break;
    }
    if (text === null || !text.startsWith('-') || text === '-') out.operands.push(arg);
    else if (text.startsWith('--')) {
      const equals = text.indexOf('=');
      const name = text.slice(2, equals < 0 ? undefined : equals);
      if (equals >= 0) note(name, text.slice(equals + 1));
      else if (longValued.includes(name)) note(name, args[++at]?.text ?? '');
      else note(name, '');
    } else {
      for (let i = 1; i < text.length; i++) {
        const letter = text[i]!;
        if (!shortValued.includes(letter)) {
          note(letter, '');
          continue;
        }
        const rest = text.slice(i + 1);
        note(letter, rest !== '' ? rest : (args[++at]?.text ?? ''));
        break;
      }
    }
  }
  return out;
}

/** One input of a command that reads files. */
export interface Source {
  /** As it was named; '-' for the input. */
  name: string;
  stream: Stream;
  /** False for what is missing or a folder: it puts out an error at most. */
  exists: boolean;
}

/** The files that a command names, or its input when it names none. */
export async function sources(
  call: Call,
  operands: readonly Arg[],
  kind: 'read' | 'search' = 'read',
): Promise<Source[]> {
  if (operands.length === 0) return call.input ? [{ name: '-', stream: call.input, exists: true }] : [];
  const out: Source[] = [];
  for (const { text, candidates } of operands) {
    if (text === '-' || text === '/dev/stdin') out.push({ name: '-', stream: call.input ?? [], exists: true });
    else if (text === null)
      out.push({
        name: '?',
        stream: [unknownPiece(...(candidates ? [textClaim(candidates, null)] : []))],
        exists: true,
      });
    else out.push(await fileSource(call, text, kind));
  }
  return out;
}

async function fileSource(call: Call, name: string, kind: 'read' | 'search'): Promise<Source> {
  const path = call.state.resolve(name, call.folder);
  if (path === null) return { name, stream: [unknownPiece()], exists: true };
  const text = await call.state.read(path);
  if (text !== null)
    return {
      name,
      stream: [linesPiece(fileLines(path, text, kind), [textClaim([path], { start: 1, end: null })])],
      exists: true,
    };
  if (call.state.isFolder(path)) return { name, stream: [], exists: false };
  if (call.state.isFile(path) || isAbsolute(path))
    return { name, stream: [unknownPiece(textClaim([path], { start: 1, end: null }))], exists: true };
  const error = plainLines(`${call.name}: ${name}: No such file or directory`);
  const missing: Piece[] = [
    { kind: 'lines', lines: error, claims: [], optional: true },
    { kind: 'unknown', claims: [textClaim([path], { start: 1, end: null })], optional: false },
  ];
  return { name, stream: missing, exists: false };
}

export function fileLines(path: string, text: string, kind: 'read' | 'search' = 'read'): OutLine[] {
  const lines = splitLines(text).map((line, i): OutLine => ({ text: line, from: { path, line: i + 1, class: kind } }));
  return text.endsWith('\n') ? lines : opened(lines);
}

export function textClaim(files: string[], range: OpenRange | null, numbered = false): Claim {
  return { kind: 'text', files, range, numbered };
}
