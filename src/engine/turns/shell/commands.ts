import { options, type Arg, type Call, type Command } from './call.ts';
import { MAX_FILES } from './fileState.ts';
import { git } from './gitCommands.ts';
import { LIST_COMMANDS, runOnFiles } from './listCommands.ts';
import { PROGRAM_COMMANDS } from './programCommands.ts';
import { PRINT_COMMANDS } from './printCommands.ts';
import { SCRIPT_COMMANDS } from './scriptCommands.ts';
import { SEARCH_COMMANDS } from './searchCommands.ts';
import { destroyed, knownLines, linesPiece, namesIn, plainLines, unknownPiece, type Stream } from './stream.ts';
import { TEXT_COMMANDS } from './textCommands.ts';
import { WRITE_COMMANDS } from './writeCommands.ts';

const filter: Command = async (call) => (call.input ? destroyed(call.input) : [unknownPiece()]);

const OTHERS: Record<string, Command> = {
  git,
  xargs,
  tr,
  sort: filter,
  uniq: filter,
  cut: filter,
  column: filter,
  jq: filter,
  yq: filter,
  rev: filter,
  shuf: filter,
  basename: filter,
  dirname: filter,
  pwd: async (call) => [/^[/A-Za-z]:?\//.test(call.folder) ? linesPiece(plainLines(call.folder)) : unknownPiece()],
  seq,
};

const ALL = new Map<string, Command>(
  [
    PRINT_COMMANDS,
    TEXT_COMMANDS,
    PROGRAM_COMMANDS,
    SEARCH_COMMANDS,
    LIST_COMMANDS,
    WRITE_COMMANDS,
    SCRIPT_COMMANDS,
    OTHERS,
  ].flatMap((table) => Object.entries(table)),
);

/** How a program is followed; undefined when it is not known. */
export function commandNamed(name: string): Command | undefined {
  return ALL.get(name) ?? (/^python\d(\.\d+)?$/.test(name) ? ALL.get('python') : undefined);
}

async function tr(call: Call): Promise<Stream> {
  const { given, operands } = options(call.args, '');
  // Only what leaves the text of a line alone keeps it.
  if (given.has('d') && operands[0]?.text === '\\r') return call.input ?? [];
  return filter(call);
}

async function seq(call: Call): Promise<Stream> {
  const numbers = call.args.map(({ text }) => Number(text));
  if (numbers.length === 0 || numbers.length > 2 || numbers.some((number) => !Number.isInteger(number)))
    return [unknownPiece()];
  const [first, last] = numbers.length === 1 ? [1, numbers[0]!] : (numbers as [number, number]);
  if (last - first > 1_000) return [unknownPiece()];
  const lines = [];
  for (let number = first; number <= last; number++) lines.push({ text: String(number), from: null });
  return lines.length > 0 ? [linesPiece(lines)] : [];
}

/** Runs a command on the names that come in: as arguments where they are known, else on what they may be. */
async function xargs(call: Call): Promise<Stream> {
  let at = 0;
  let replaces: string | null = null;
  let atOnce = MAX_FILES;
  for (; at < call.args.length; at++) {
    const text = call.args[at]!.text;
    if (text === null || !text.startsWith('-')) break;
    if (text.startsWith('-I')) replaces = text.length > 2 ? text.slice(2) : (call.args[++at]?.text ?? '{}');
    else if (/^-n\d*$/.test(text)) atOnce = Number(text.slice(2) || call.args[++at]?.text);
    else if (/^-[PLdsaE]$/.test(text) || text === '--max-args' || text === '--delimiter') at++;
  }
  const words = call.args.slice(at);
  const lines = call.input ? knownLines(call.input) : null;
  const name = words[0]?.text;
  const command = typeof name !== 'string' ? undefined : commandNamed(name.replace(/^.*\//, ''));
  if (lines && command && atOnce > 0) {
    const parts = lines.flatMap(({ text }) => (replaces === null ? text.split(/\s+/) : [text.trim()]));
    const names = parts.filter((text) => text !== '').slice(0, MAX_FILES);
    const size = replaces === null ? atOnce : 1;
    const out: Stream = [];
    for (let next = 0; next < names.length; next += size) {
      const args = withNames(words.slice(1), names.slice(next, next + size), replaces);
      out.push(...(await command({ ...call, name: name!, args, input: null })));
    }
    return out;
  }
  return runOnFiles(call, words, call.input ? namesIn(call.input) : null);
}

function withNames(words: readonly Arg[], names: readonly string[], replaces: string | null): Arg[] {
  if (replaces === null) return [...words, ...names.map((text) => ({ text, candidates: null }))];
  return words.map((word) => ({ ...word, text: word.text?.replaceAll(replaces, () => names[0]!) ?? null }));
}
