/** A line of what the model saw, or a place where text was left out (`null`). */
export type OutputLine = string | null;

/** What agents put before and after the text that a command printed. */
const FRAMES: RegExp[] = [
  /^(?:(?:Chunk ID|Wall time|Exit code|Process exited with code|Process running with session ID|Original token count|Total output lines)\b[^\n]*\n|[ \t]*\n)*Output:[ \t]*\n/,
  /^Total output lines: \d+[ \t]*\n\n?/,
  /^<returncode>[^\n]*<\/returncode>\n/,
  /^Exit code:? -?\d+[ \t]*\n/,
  /^Command: [^\n]*\n(?:Directory: [^\n]*\n)?(?:Output: |Stdout: )/,
  /^<persisted-output>\n[^\n]*\n\s*Preview[^\n]*\n/,
  /^OBSERVATION:\n/,
];

const ENDS: RegExp[] = [
  /\n?\[(?:The command completed with exit code|Command finished with exit code|Current working directory|Python interpreter)[^\n]*\]?\s*$/,
  /\n?\((?:Open file|Current directory): [^\n]*\)\s*$/,
  /\nbash-\$\s*$/,
  /\n(?:Error|Stderr): \(none\)(?:\n(?:Exit Code|Signal|Error|Background PIDs|Process Group PGID)[^\n]*)*\s*$/,
  /\n(?:Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*\s*$/,
  /\n?<\/(?:output|persisted-output)>\s*$/,
  /\n?<(?:system|bash_metadata|shell_metadata|metadata)>[^]{0,500}<\/(?:system|bash_metadata|shell_metadata|metadata)>\s*$/,
  /\n?Shell cwd was reset to [^\n]*\s*$/,
];

/** Signs that text was left out, as the agents write them. */
const CUTS =
  /<warning>\n?[^]{0,400}?<\/warning>\s*<output_head>\n?|\n?<\/?output_(?:head|tail)>\n?|\n?<elided_chars>[^]{0,200}?<\/elided_chars>\n?|…\s*\d+ (?:tokens|chars|characters|lines|bytes) truncated\s*…|\[?\.{3} ?\[?(?:omitted )?\d[\d, of]*(?:characters|chars|lines|bytes|tokens)? ?(?:omitted|truncated|elided|more)?\]? ?\.{3}\]?|<response clipped>(?:<NOTE>[^]{0,600}?<\/NOTE>)?|\[\.{3} (?:Observation|output|Output) truncated[^\n\]]*\]|\n\.{3}\s*$/g;

const GENERAL_CUT = /^\s*(?:[[(<…]|\.{3}|-{3}).{0,160}\b(?:truncated|omitted|elided|clipped|more lines)\b.{0,80}$/;

/**
 * The lines of a command's output without what the agent's own program put around them, places where it left text out
 * marked.
 * @param isCut the log says that text was left out
 */
export function outputLines(output: string, isCut: boolean): OutputLine[] {
  // eslint-disable-next-line no-control-regex
  let text = output.replace(/\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g, '').replace(/\r+\n/g, '\n');
  const persisted = text.startsWith('<persisted-output>');
  for (const frame of FRAMES) text = text.replace(frame, '');
  text = text.replace(/^<output>\n?/, '');
  for (let i = 0; i < 4; i++) for (const end of ENDS) text = text.slice(0, endAt(text, end));
  const out: OutputLine[] = [];
  const add = (part: string): void => {
    for (const line of part.split('\n')) {
      const normal = normalLine(line);
      out.push(isCut && GENERAL_CUT.test(normal) ? null : normal);
    }
  };
  let at = 0;
  for (const match of text.matchAll(CUTS)) {
    const shown = text.slice(at, match.index);
    if (shown !== '') add(shown.replace(/\n$/, ''));
    // The head's own mark opens the text; nothing is left out before it.
    if (!/<output_head>\n?$/.test(match[0])) out.push(null);
    at = match.index + match[0].length;
  }
  add(text.slice(at).replace(/^\n/, at > 0 ? '' : '\n'));
  while (out.length > 0 && out[out.length - 1] === '') out.pop();
  if ((isCut || persisted) && !out.includes(null)) out.push(null);
  return joinedCuts(out);
}

function endAt(text: string, end: RegExp): number {
  // Only the end of the text is looked at: these patterns would be tried at every line.
  const from = Math.max(0, text.length - 1_200);
  const match = end.exec(text.slice(from));
  return match ? from + match.index : text.length;
}

function joinedCuts(lines: OutputLine[]): OutputLine[] {
  const out = lines.filter((line, i) => line !== null || (i > 0 && lines[i - 1] !== null) || i === 0);
  // `</output_head><elided><output_tail>`: empty lines between marks are none of the output.
  return out
    .filter((line, i) => !(line === '' && out[i - 1] === null && out[i + 1] === null))
    .filter((line, i, all) => !(line === null && all[i - 1] === null));
}

/** A line for comparing: without white space at its end, what could not be decoded as one sign. */
export function normalLine(line: string): string {
  const end = line.trimEnd();
  const shown = end.includes('\r') ? end.slice(end.lastIndexOf('\r') + 1) : end;
  return shown.includes('\uFFFD') ? shown.replace(/\uFFFD+/g, '\uFFFD') : shown;
}

/** True when a shown line is this one: whole, or cut by a limit on the length of lines. */
export function sameLine(expected: string, shown: string): boolean {
  if (expected === shown) return true;
  if (shown.includes('\uFFFD')) {
    const pieces = shown.split('\uFFFD');
    let at = 0;
    if (!expected.startsWith(pieces[0]!) || !expected.endsWith(pieces[pieces.length - 1]!)) return false;
    for (const piece of pieces) {
      const found = expected.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return true;
  }
  if (expected.length < 200 || shown.length < 100) return false;
  const limit = /^([^]*?)(?:…|\.{3})? ?[[(]?(?:\.{3} ?)?(?:line )?truncated[^\n]{0,60}$|^([^]*?)(?:…|\.{3})$/i.exec(
    shown,
  );
  const kept = limit?.[1] ?? limit?.[2];
  return kept !== undefined && kept.length >= 100 && expected.startsWith(kept);
}
