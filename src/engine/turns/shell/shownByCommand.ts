import type { GrammarSource } from '../../language/runtime.ts';
import type { FileEdit, ShellCommand } from '../session.ts';
import { Exposures, type CommandShown } from './exposures.ts';
import { FileState, isAbsolute, type FileView } from './fileState.ts';
import { Interpreter } from './interpreter.ts';
import { outputLines } from './outputText.ts';
import { shellParser, type ShellParser } from './parseShell.ts';
import { placeOutput } from './placeOutput.ts';
import { attribute } from './regions.ts';
import { literalWord, type ShellScript } from './script.ts';
import { followScript } from './scriptCommands.ts';
import type { Stream } from './stream.ts';
import { unwrap } from './unwrap.ts';

export interface CommandRequest {
  command: ShellCommand;
  /** Folder in which it began, relative to the root of the workspace ('' is the root); null when outside. */
  cwd: string | null;
  /** What of the output reached the model; null when the log does not hold it. */
  output: string | null;
  /** Text was left out of the output. */
  outputCut: boolean;
  files: FileView;
}

export interface CommandEffect {
  shown: CommandShown[];
  /** Further files whose path the output named; never folders. */
  paths: string[];
  /** Folder in which it ended, relative to the root; null when outside. */
  cwdAfter: string | null;
  /** In the order in which they were made; paths relative to the root. */
  edits: FileEdit[];
  /** Why text that was printed could not be taken to a file, one reason each; empty when nothing is open. */
  unattributed: string[];
}

/**
 * Tells what source lines a shell command showed, and what it changed: follows it on the files as they were, without
 * running anything, and compares what it would print with what the model saw (agent-logs.md section 15.3). Never throws
 * for what the command or the output holds.
 */
export async function shownByCommand(request: CommandRequest, grammars: GrammarSource): Promise<CommandEffect> {
  const parser = await shellParser(grammars);
  const state = new FileState(request.files);
  const output = request.output === null ? null : outputLines(request.output, request.outputCut);
  const interpreter = new Interpreter(state, parser, output);
  const start = request.cwd ?? OUTSIDE;
  const { printed, folder } = await follow(request.command, parser, interpreter, state, start);
  const exposures = new Exposures();
  const listed = new Set<string>();
  const unattributed: string[] = [];
  if (output === null) unverified(printed, exposures);
  else {
    const { placed, regions } = placeOutput(printed, output);
    for (const { line, moment } of placed)
      if (line.from) exposures.add(line.from.path, line.from.class, 'simulated', moment, line.from.line, line.text);
    for (const region of regions) unattributed.push(...(await attribute(region, state, exposures, listed)));
  }
  const shown = await exposures.list(state);
  for (const { path } of shown) listed.delete(path);
  return {
    shown,
    paths: [...listed].sort(),
    cwdAfter: isAbsolute(folder) ? null : folder,
    edits: state.edits,
    unattributed: [...new Set(unattributed)],
  };
}

const OUTSIDE = '/..';

async function follow(
  command: ShellCommand,
  parser: ShellParser,
  interpreter: Interpreter,
  state: FileState,
  folder: string,
): Promise<{ printed: Stream; folder: string }> {
  if (command.shell === 'python') {
    const call = { name: 'python', args: [], input: null, script: null, folder, state, parser, uncertain: false };
    const printed = await followScript(call, command.text);
    for (const piece of printed) piece.claims = piece.claims.map((claim) => ({ ...claim, moment: 0 }));
    return { printed, folder };
  }
  await parser.prepare([{ text: command.text, shell: command.shell }]);
  return interpreter.run(scriptOf(command, parser), folder);
}

/** Agents that give a list of words mean no shell, unless the words are those of one. */
function scriptOf(command: ShellCommand, parser: ShellParser): ShellScript {
  const kind = command.shell === 'powershell' ? 'powershell' : 'posix';
  if (!command.argv || command.argv.length === 0) return parser.parse(command.text, kind);
  const words = command.argv.map((text) => literalWord(text));
  const { script } = unwrap(words);
  if (typeof script?.word.value === 'string') return parser.parse(script.word.value, script.kind);
  const node = { kind: 'command' as const, words, assignments: [], redirects: [], nested: null, error: false };
  return {
    kind: 'posix',
    text: command.text,
    body: { kind: 'list', items: [{ operator: ';', node, background: false }] },
    hasErrors: false,
    tooLarge: false,
  };
}

/** Without an output only what the command would have printed is known. */
function unverified(printed: Stream, exposures: Exposures): void {
  for (const piece of printed) {
    if (piece.optional || piece.kind === 'unknown') continue;
    const moment = piece.claims[0]?.moment ?? 0;
    for (const { from, text } of piece.lines)
      if (from) exposures.add(from.path, from.class, 'unverified', moment, from.line, text);
  }
}
