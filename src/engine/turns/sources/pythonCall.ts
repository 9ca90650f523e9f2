/** A call that is all of a piece of Python, with literal arguments. */
export interface PythonCall {
  name: string;
  /** By position, those with names after them by name. */
  args: (string | number)[];
  named: Map<string, string | number>;
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"', '\n': '' };

/** Reads `name('a', 3, key="""b""")`; null for anything else (more statements, names, f-strings, joined strings). */
export function pythonCall(code: string): PythonCall | null {
  const start = /^\s*([A-Za-z_]\w*)\s*\(/.exec(code);
  if (!start) return null;
  const call: PythonCall = { name: start[1]!, args: [], named: new Map() };
  let at = start[0].length;
  for (;;) {
    at = blanks(code, at);
    if (code[at] === ')') return code.slice(at + 1).trim() === '' ? call : null;
    const key = /^([A-Za-z_]\w*)\s*=\s*/.exec(code.slice(at, at + 200));
    if (key) at += key[0].length;
    const value = literal(code, at);
    if (value === null) return null;
    if (key) call.named.set(key[1]!, value.value);
    else call.args.push(value.value);
    at = blanks(code, value.end);
    if (code[at] === ',') at++;
    else if (code[at] !== ')') return null;
  }
}

function blanks(code: string, from: number): number {
  let at = from;
  while (at < code.length && ' \t\r\n'.includes(code[at]!)) at++;
  return at;
}

function literal(code: string, from: number): { value: string | number; end: number } | null {
  const number = /^-?\d{1,9}\b/.exec(code.slice(from, from + 12));
  if (number) return { value: Number(number[0]), end: from + number[0].length };
  const raw = code[from] === 'r' || code[from] === 'R';
  const at = raw ? from + 1 : from;
  const mark = ['"""', "'''", '"', "'"].find((each) => code.startsWith(each, at));
  return mark === undefined ? null : text(code, at + mark.length, mark, raw);
}

function text(code: string, from: number, mark: string, raw: boolean): { value: string; end: number } | null {
  const pieces: string[] = [];
  let kept = from;
  for (let at = from; at < code.length; at++) {
    if (code.startsWith(mark, at)) {
      pieces.push(code.slice(kept, at));
      return { value: pieces.join(''), end: at + mark.length };
    }
    if (code[at] === '\n' && mark.length === 1) return null;
    if (code[at] !== '\\') continue;
    const next = code[at + 1] ?? '';
    if (!raw && Object.hasOwn(ESCAPES, next)) {
      pieces.push(code.slice(kept, at), ESCAPES[next]!);
      kept = at + 2;
    } else if (!raw && /[xuUN0-7]/.test(next)) return null;
    at++;
  }
  return null;
}
