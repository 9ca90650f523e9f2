/** What a mask has to know of a language: how strings and comments look. */
export type MaskLanguage = 'python' | 'ecmascript';

/**
 * The text with what strings, comments and regular expressions hold replaced by spaces, line for line and column for
 * column, so that brackets and words in it are code. Quotes stay. A template's `${}` counts as text of the template.
 */
export function maskCode(text: string, language: MaskLanguage): string {
  const out = [...Array<string>(0)];
  let at = 0;
  const blank = (end: number): void => {
    out.push(text.slice(at, end).replace(/[^\n]/g, ' '));
    at = end;
  };
  const code = (end: number): void => {
    out.push(text.slice(at, end));
    at = end;
  };
  /** Text up to `close`, which begins at or after `from`. */
  const quoted = (open: number, close: string, overLines: boolean): void => {
    code(at + open);
    let end = at;
    while (end < text.length && !text.startsWith(close, end)) {
      if (text[end] === '\n' && !overLines) break;
      end += text[end] === '\\' ? 2 : 1;
    }
    blank(Math.min(end, text.length));
    if (text.startsWith(close, at)) code(at + close.length);
  };
  let before = '';
  while (at < text.length) {
    const one = text[at]!;
    if (language === 'python' ? one === '#' : text.startsWith('//', at)) blank(lineEnd(text, at));
    else if (language === 'ecmascript' && text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      blank(end < 0 ? text.length : end + 2);
    } else if (language === 'python' && (text.startsWith('"""', at) || text.startsWith("'''", at))) {
      quoted(3, text.slice(at, at + 3), true);
      before = '"';
    } else if (one === '"' || one === "'" || (language === 'ecmascript' && one === '`')) {
      quoted(1, one, one === '`');
      before = '"';
    } else if (language === 'ecmascript' && one === '/' && beginsExpression(before)) {
      const end = regexEnd(text, at);
      if (end === null) code(at + 1);
      else blank(end);
      before = '"';
    } else {
      const word = /^[\p{L}\p{N}_$]+/u.exec(text.slice(at, at + 64))?.[0];
      code(at + (word?.length ?? 1));
      if (word !== undefined || !/\s/.test(one)) before = word ?? one;
    }
  }
  return out.join('');
}

const OPERANDS = /^(?:return|typeof|case|in|of|do|else|void|yield|await|throw|new|delete|instanceof)$/;

/** Whether what follows this word or sign is a value, so that a slash begins a regular expression. */
function beginsExpression(before: string): boolean {
  return before === '' || OPERANDS.test(before) || /^[(,=:[!&|?{};+\-*%<>~^]$/.test(before);
}

function regexEnd(text: string, start: number): number | null {
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += 1) {
    const one = text[at];
    if (one === '\\') at += 1;
    else if (one === '[') inClass = true;
    else if (one === ']') inClass = false;
    else if (one === '/' && !inClass) return at + 1;
  }
  return null;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Brackets of masked code that stand in no others, in order; null when they do not match. */
export function outerBrackets(masked: string): { open: number; close: number }[] | null {
  const found: { open: number; close: number }[] = [];
  const stack: { sign: string; at: number }[] = [];
  for (let at = 0; at < masked.length; at += 1) {
    const sign = masked[at]!;
    if (sign === '(' || sign === '[' || sign === '{') stack.push({ sign, at });
    else if (sign === ')' || sign === ']' || sign === '}') {
      const open = stack.pop();
      if (open?.sign !== { ')': '(', ']': '[', '}': '{' }[sign]) return null;
      if (stack.length === 0) found.push({ open: open.at, close: at });
    }
  }
  return stack.length === 0 ? found : null;
}
