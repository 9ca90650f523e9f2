import { picksByPattern, runAwk } from './awk.ts';
import { parseAwk } from './awkParse.ts';
import { options, sources, type Call, type Command } from './call.ts';
import { parseSed, runSed, type SedProgram } from './sed.ts';
import {
  blurred,
  claimsOf,
  knownLines,
  linesPiece,
  narrow,
  unknownPiece,
  withRange,
  type OpenRange,
  type OutLine,
  type Stream,
} from './stream.ts';
import { asSearch, joined, searchClaims } from './textCommands.ts';

/** Lines of a file beyond which a script's line numbers are not followed where the file is not known. */
const LONGEST = 20_000;

/** Programs with a language of their own for picking lines. */
export const PROGRAM_COMMANDS: Record<string, Command> = {
  sed,
  gsed: sed,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
};

async function sed(call: Call): Promise<Stream> {
  const parsed = sedCall(call);
  if (!parsed) return blurred(joined(await sources(call, options(call.args, 'efil').operands.slice(1))));
  const { script, quiet, extended, operands, separate, inPlace } = parsed;
  const program = (): SedProgram | null => (script === null ? null : parseSed(script, quiet, extended));
  if (inPlace) {
    await editInPlace(call, operands, program);
    return [];
  }
  const files = await sources(call, operands, program()?.picksByPattern ? 'search' : 'read');
  const groups = separate ? files.map(({ stream }) => stream) : [joined(files)];
  const out: Stream = [];
  for (const stream of groups) {
    const made = program();
    const lines = knownLines(stream.filter((piece) => !piece.optional));
    const optional = stream.filter((piece) => piece.optional);
    if (made && lines) {
      const picked = made.picksByPattern ? asSearch(lines) : lines;
      const claims = made.picksByPattern ? searchClaims(claimsOf(stream)) : claimsOf(blurred(stream));
      if (stream.length > 0) out.push(linesPiece(runSed(made, picked), claims), ...optional);
    } else {
      const range = script === null ? null : /^(\d+)(?:,(\d+|\$))?p(?:;\d+q)?$/.exec(script.replaceAll(' ', ''));
      if (range && quiet) {
        const from = Number(range[1]);
        const to = range[2] === undefined ? from : range[2] === '$' ? null : Math.max(from, Number(range[2]));
        out.push(...withRange(stream, (old) => narrow(old, from, to)));
      } else {
        const numbers = made && quiet && !made.picksByPattern ? numbersOf(made) : null;
        const single = stream.filter((piece) => !piece.optional).length === 1;
        if (numbers && single)
          out.push(...withRange(stream, (old) => (old?.start === 1 && old.end === null ? numbers : null)));
        else out.push(...blurred(stream));
      }
    }
  }
  return out;
}

/** Lines of a file that a script prints which goes by line numbers alone; found by running it on lines without text. */
function numbersOf(program: SedProgram): OpenRange | null {
  const lines = Array.from({ length: LONGEST }, (_, i): OutLine => ({
    text: '',
    from: { path: '', line: i + 1, class: 'read' },
  }));
  const numbers = runSed(program, lines).map(({ from }) => from?.line ?? 0);
  const last = numbers[numbers.length - 1];
  // What goes to the end of the file, or prints what is no line of it, says nothing.
  if (last === undefined || last === LONGEST || numbers.includes(0)) return null;
  return { start: numbers[0]!, end: last, numbers };
}

interface SedCall {
  script: string | null;
  quiet: boolean;
  extended: boolean;
  separate: boolean;
  inPlace: boolean;
  operands: Call['args'];
}

function sedCall(call: Call): SedCall | null {
  const inPlace = call.args.some(({ text }) => /^-[nErsuz]*i/.test(text ?? '') || /^--in-place/.test(text ?? ''));
  // The suffix of -i is attached, so the word is no bundle of options.
  const args = call.args.filter(({ text }) => !/^-i|^--in-place/.test(text ?? ''));
  const cleaned = args.map((arg) =>
    /^-[nErsuz]+i/.test(arg.text ?? '') ? { ...arg, text: arg.text!.replace(/i.*$/, '') } : arg,
  );
  const { given, all, operands } = options(cleaned, 'efl', ['expression', 'file', 'line-length']);
  if (given.has('f') || given.has('file') || given.has('z')) return null;
  const expressions = all.filter(([option]) => option === 'e' || option === 'expression').map(([, value]) => value);
  const rest = [...operands];
  let script: string | null = expressions.join('\n');
  if (expressions.length === 0) {
    const first = rest.shift();
    if (!first) return null;
    script = first.text;
  }
  // BSD's `sed -i '' …`: the empty word is the suffix.
  if (inPlace && script === '' && rest.length > 1) script = rest.shift()!.text;
  const has = (...names: string[]): boolean => names.some((name) => given.has(name));
  return {
    script,
    quiet: has('n', 'quiet', 'silent'),
    extended: has('E', 'r', 'regexp-extended'),
    separate: has('s', 'separate'),
    inPlace,
    operands: rest,
  };
}

async function editInPlace(call: Call, operands: Call['args'], program: () => SedProgram | null): Promise<void> {
  for (const { text, candidates } of operands) {
    const paths = text === null ? (candidates ?? []) : [call.state.resolve(text, call.folder)];
    for (const path of paths) {
      if (path === null) continue;
      const before = await call.state.read(path);
      const made = program();
      if (before === null || !made || call.uncertain || text === null) {
        if (before !== null || call.state.isFile(path)) await call.state.edit({ kind: 'unknown', path });
        continue;
      }
      const ending = before.includes('\r\n') ? '\r\n' : '\n';
      const lines = before.split(/\r?\n/);
      const closed = lines[lines.length - 1] === '';
      if (closed) lines.pop();
      const after = runSed(
        made,
        lines.map((line) => ({ text: line, from: null })),
      );
      const content = after.map((line) => line.text).join(ending) + (closed && after.length > 0 ? ending : '');
      if (content !== before) await call.state.edit({ kind: 'write', path, content });
    }
  }
}

async function awk(call: Call): Promise<Stream> {
  const { given, all, operands } = options(call.args, 'vFf', ['assign', 'field-separator', 'file']);
  const program = operands[0]?.text ?? null;
  const rules = given.has('f') || given.has('file') || program === null ? null : parseAwk(program);
  const files = await sources(
    call,
    operands.slice(1).filter(({ text }) => !/^\w+=/.test(text ?? '')),
  );
  const stream = joined(files);
  const lines = files.map((file) => knownLines(file.stream.filter((piece) => !piece.optional)));
  const optional = stream.filter((piece) => piece.optional);
  if (program !== null && /\s-i\s|inplace/.test(call.args.map(({ text }) => text).join(' '))) return [unknownPiece()];
  const search = rules !== null && picksByPattern(rules);
  if (!rules || lines.some((file) => file === null))
    return search ? [unknownPiece(...searchClaims(claimsOf(stream)))] : blurred(stream);
  const variables = new Map<string, string>();
  for (const [option, value] of all)
    if (option === 'v' || option === 'assign') {
      const match = /^(\w+)=([^]*)$/.exec(value);
      if (match) variables.set(match[1]!, match[2]!);
    }
  const inputs = (lines as OutLine[][]).map((file) => (search ? asSearch(file) : file));
  const claims = search ? searchClaims(claimsOf(stream)) : claimsOf(blurred(stream));
  return [linesPiece(runAwk(rules, inputs, variables), claims), ...optional];
}
