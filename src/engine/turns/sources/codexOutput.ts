import type { ActionState } from '../session.ts';
import { isRecord } from './jsonLines.ts';
import { field, listOf, numberOf, parsedOf, textOf } from './values.ts';

/** What a call's result says, taken apart. */
export interface CodexOutput {
  /** Text that reached the model, without the head that Codex writes before a command's output; null when it has none. */
  text: string | null;
  exitCode: number | null;
  state: ActionState;
  cut: boolean;
  /** Session id under which the command goes on; null when it is over. */
  process: string | null;
}

/** Characters in which the head of a result stands. */
const HEAD_LENGTH = 2_000;

const HEAD_START = /^(?:Chunk ID|Wall time|Exit code|Process (?:exited|running))\b/;
const HEAD_LINE =
  /^(?:Chunk ID: .*|Wall time: .*|Exit code: .*|Process .*|Original token count: .*|Total output lines: .*|Warning: .*)?$/;

const CUT = [
  /^Total output lines: \d+/m,
  /…\d+ (?:tokens|chars|bytes) truncated…/,
  /^\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]$/m,
  /^\[\.\.\. output truncated to fit \d+ bytes \.\.\.\]$/m,
];

const DENIED = /^(?:exec command |patch |command |tool call )?(?:rejected|denied|declined) by (?:the )?user/i;
const ABORTED = /^(?:command )?aborted(?: by user)?\b/i;
const FAILED =
  /^(?:failed |patch rejected|error\b|err:|unsupported |unknown |invalid |execution error|\w+ failed\b|apply_patch (?:verification|handler)|collab \w+ failed)/i;

/**
 * Takes a result apart: text, a list of parts, an object, or JSON in a string, as the versions of Codex write them.
 */
export function codexOutputOf(output: unknown): CodexOutput {
  const { text, success, exitCode } = bodyOf(output);
  if (text === null) {
    return { text, exitCode, state: success === false ? 'failed' : 'ok', cut: false, process: null };
  }
  const found: CodexOutput = { text, exitCode, state: 'ok', cut: false, process: null };
  let originalTokens: number | null = null;
  // A patch that a shell command holds is applied without a shell, and its result has a head in a head.
  for (let rest: Head | null = headOf(text); rest; rest = headOf(rest.body)) {
    found.text = rest.body;
    found.exitCode ??= rest.exitCode;
    found.process ??= rest.process;
    found.cut ||= rest.cut;
    originalTokens ??= rest.tokens;
    if (!rest.body.startsWith('Exit code: ')) break;
  }
  const lines = /^Total output lines: \d+\n\n?/.exec(found.text!);
  if (lines) {
    found.text = found.text!.slice(lines[0].length);
    found.cut = true;
  }
  found.cut ||= CUT.some((pattern) => pattern.test(found.text!));
  // Codex counts four bytes a token.
  found.cut ||= originalTokens !== null && originalTokens > Math.ceil(Buffer.byteLength(found.text!) / 4);
  found.state = stateOf(text, success, found.exitCode);
  return found;
}

function stateOf(text: string, success: boolean | null, exitCode: number | null): ActionState {
  const start = text.slice(0, HEAD_LENGTH);
  if (DENIED.test(start)) return 'denied';
  if (ABORTED.test(start)) return 'interrupted';
  if (exitCode !== null) return exitCode === 0 ? 'ok' : 'failed';
  if (success !== null) return success ? 'ok' : 'failed';
  return FAILED.test(start) ? 'failed' : 'ok';
}

interface Head {
  body: string;
  exitCode: number | null;
  process: string | null;
  tokens: number | null;
  cut: boolean;
}

function headOf(text: string): Head | null {
  if (!HEAD_START.test(text)) return null;
  const end = /^Output:(?:\n|$)/m.exec(text.slice(0, HEAD_LENGTH));
  if (!end) return null;
  const lines = text.slice(0, end.index).split('\n');
  if (!lines.every((line) => HEAD_LINE.test(line))) return null;
  const valueOf = (pattern: RegExp): string | null => {
    for (const line of lines) {
      const match = pattern.exec(line);
      if (match) return match[1]!;
    }
    return null;
  };
  const exit = valueOf(/^(?:Exit code:|Process exited with code) (-?\d+)$/);
  const tokens = valueOf(/^Original token count: (\d+)$/);
  return {
    body: text.slice(end.index + end[0].length),
    exitCode: exit === null ? null : Number(exit),
    process: valueOf(/^Process running with session ID (\S+)$/),
    tokens: tokens === null ? null : Number(tokens),
    cut: lines.some((line) => line.startsWith('Total output lines:')),
  };
}

interface Body {
  text: string | null;
  success: boolean | null;
  exitCode: number | null;
}

function bodyOf(output: unknown): Body {
  if (typeof output === 'string') {
    const parsed = output.startsWith('{') ? parsedOf(output) : output;
    const metadata = field(parsed, 'metadata');
    if (isRecord(parsed) && typeof parsed.output === 'string' && isRecord(metadata)) {
      return { text: parsed.output, success: null, exitCode: numberOf(metadata.exit_code) };
    }
    return { text: output, success: null, exitCode: null };
  }
  const success = field(output, 'success');
  const content = isRecord(output) ? (output.content ?? output.body ?? output.output ?? output.text) : output;
  const text = textOf(content) ?? (Array.isArray(content) ? partsOf(content).join('\n') : null);
  return { text, success: typeof success === 'boolean' ? success : null, exitCode: null };
}

/** Texts of a list of content parts. */
export function partsOf(content: unknown): string[] {
  return listOf(content).flatMap((part) => textOf(part) ?? textOf(field(part, 'text')) ?? []);
}
