import type { ActionState } from '../session.ts';

export interface Observation {
  /** What the command printed, as far as the model saw it. */
  output: string;
  outputCut: boolean;
  exitCode: number | null;
  /** What the text tells beside the exit code; null when it tells nothing. */
  state: ActionState | null;
}

/** Beginnings of the messages by which mini-swe-agent refuses to run an answer's commands. */
const REFUSED = [
  'Please always provide EXACTLY ONE action',
  'Tool call error:',
  'Format error:',
  'Command not executed.',
  'Commands not executed.',
];

/**
 * Takes apart what the model was sent after a command, by the standard templates of v1 and v2 (tags or JSON). Anything else
 * is taken as it is.
 */
export function observationOf(content: string): Observation {
  const plain: Observation = { output: content, outputCut: false, exitCode: null, state: null };
  if (REFUSED.some((start) => content.startsWith(start))) return { ...plain, state: 'denied' };
  if (content.startsWith('Temporary interruption caught')) return { ...plain, state: 'interrupted' };
  return tagged(content) ?? encoded(content) ?? plain;
}

function tagged(content: string): Observation | null {
  const code = /^\s*(?:<exception>[\s\S]{0,10000}?<\/exception>\s*)?<returncode>(-?\d+)<\/returncode>/.exec(content);
  const stopped = /^The last command <command>/.test(content) && content.includes('timed out');
  const thrown = /^\s*<exception>([\s\S]{0,10000}?)<\/exception>/.exec(content);
  if (!code && !stopped && !thrown) return null;
  const from = code ? code[0].length : 0;
  const state = stopped || (thrown && /time(d )?\s?out/i.test(thrown[1]!)) ? 'interrupted' : thrown ? 'failed' : null;
  // -1 stands for no exit at all.
  const exitCode = code && code[1] !== '-1' ? Number(code[1]) : null;
  const head = between(content, '<output_head>\n', '\n</output_head>', from);
  if (head !== null) {
    const elided = between(content, '<elided_chars>\n', '\n</elided_chars>', from) ?? '';
    const tail = between(content, '<output_tail>\n', '\n</output_tail>', from, true) ?? '';
    return { output: `${head}\n[${elided}]\n${tail}`, outputCut: true, exitCode, state };
  }
  const output = between(content, '<output>\n', '</output>', from, true) ?? content.slice(from);
  return { output, outputCut: false, exitCode, state };
}

/** JSON `{"returncode", "output"}` or `{"returncode", "output_head", "output_tail", "elided_chars"}`. */
function encoded(content: string): Observation | null {
  if (!content.trimStart().startsWith('{')) return null;
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(content) as Record<string, unknown>;
  } catch {
    return null;
  }
  const exitCode = typeof value.returncode === 'number' && value.returncode >= 0 ? value.returncode : null;
  const thrown = typeof value.exception_info === 'string' ? value.exception_info : '';
  const state = /time(d )?\s?out/i.test(thrown) ? 'interrupted' : thrown !== '' ? 'failed' : null;
  if (typeof value.output_head === 'string') {
    const tail = typeof value.output_tail === 'string' ? value.output_tail : '';
    const elided = ['string', 'number'].includes(typeof value.elided_chars) ? String(value.elided_chars) : '';
    const notice = /\D/.test(elided) ? elided : `${elided} characters elided`;
    return { output: `${value.output_head}\n[${notice}]\n${tail}`, outputCut: true, exitCode, state };
  }
  if (typeof value.output !== 'string') return null;
  return { output: value.output, outputCut: false, exitCode, state };
}

/** Text after `open` up to `close` (its last place with `last`: outputs may hold the tag themselves). */
function between(text: string, open: string, close: string, from: number, last = false): string | null {
  const start = text.indexOf(open, from);
  if (start < 0) return null;
  const begin = start + open.length;
  const end = last ? text.lastIndexOf(close) : text.indexOf(close, begin);
  return end < begin ? null : text.slice(begin, end);
}
