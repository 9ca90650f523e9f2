import type { Deed } from './effortClasses.ts';
import { foremost } from './effortClasses.ts';

/**
 * Class of `sed`: `-i` edits; printing lines by number, or a block by its two ends, shows code as it is and is `read`; printing
 * the lines that fit a pattern is `search` (specs/agent-logs.md 15.2).
 */
export function sedClass(args: readonly string[], isTest: (path: string) => boolean): Deed {
  const operands: string[] = [];
  const scripts: string[] = [];
  let inPlace = false;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] as string;
    if (arg === '-e' || arg === '--expression') scripts.push(args[(at += 1)] ?? '');
    else if (arg === '-f' || arg === '--file') at += 1;
    else if (/^-[a-zA-Z]*i|^--in-place/.test(arg) && !arg.startsWith('--q')) inPlace = true;
    else if (!arg.startsWith('-') || arg === '-') operands.push(arg);
  }
  if (scripts.length === 0) scripts.push(operands.shift() ?? '');
  if (inPlace) {
    const files = operands.filter((path) => path !== '');
    return files.length > 0 && files.every(isTest) ? 'test' : 'edit';
  }
  return scripts.some((script) => /^\s*\/(?:\\.|[^/\\])*\/\s*I?\s*p\s*;?\s*$/.test(script)) ? 'search' : 'read';
}

/** Class of `awk`: picking lines by number is `read`, by a pattern `search`, and any other program `analyze`. */
export function awkClass(args: readonly string[]): Deed {
  const program = args.find((arg, index) => !arg.startsWith('-') && !/^-[vF]$/.test(args[index - 1] ?? '')) ?? '';
  if (/\bF?NR\b/.test(program)) return 'read';
  if (/^\s*!?\//.test(program)) return 'search';
  return /\b(?:END|for|if|length|split)\b|\+=|\+\+/.test(program) ? 'analyze' : 'read';
}

/**
 * Class of `find`: with a test it looks for something, without one it lists; what it runs on the files counts too.
 *
 * @param inner class of the program that `-exec` runs
 */
export function findClass(args: readonly string[], inner: (program: string, args: string[]) => Deed): Deed {
  const at = args.findIndex((arg) => /^-(?:exec|execdir|ok)$/.test(arg));
  const tests = args.some((arg) =>
    /^-(?:i?name|i?path|i?regex|i?wholename|newer\w*|[amc]min|[amc]time|size|user|perm|empty)$/.test(arg),
  );
  const own: Deed = tests ? 'search' : 'read';
  if (args.includes('-delete')) return 'other';
  const program = at < 0 ? undefined : args[at + 1];
  if (program === undefined) return own;
  const deed = inner(program, args.slice(at + 2));
  // `find … -exec cat {} +` reads what it finds; `-exec rm` removes it.
  return deed === 'other' || deed === 'read' ? deed : foremost([own, deed]);
}
