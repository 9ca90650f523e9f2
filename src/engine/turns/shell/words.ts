import type { Word, WordPart } from './script.ts';

/** A word of its parts; neighbouring parts of one kind are joined. */
export function wordOf(text: string, parts: WordPart[]): Word {
  const joined: WordPart[] = [];
  for (const part of parts) {
    const last = joined[joined.length - 1];
    if (part.kind === 'text' && last?.kind === 'text' && last.quoted === part.quoted) last.text += part.text;
    else joined.push({ ...part });
  }
  const literal = joined.every((part) => part.kind === 'text');
  return {
    text,
    value: literal ? joined.map((part) => (part.kind === 'text' ? part.text : '')).join('') : null,
    glob: joined.some((part) => part.kind === 'text' && !part.quoted && /[*?[]/.test(part.text)),
    quoted: joined.some((part) => part.kind === 'text' && part.quoted),
    parts: joined,
  };
}

/** Text outside quotes: a backslash quotes the next character, and vanishes with a line end. */
export function unquotedParts(text: string): WordPart[] {
  const parts: WordPart[] = [];
  for (const match of text.matchAll(/\\(\r?\n|[^])|[^\\]+|\\$/g)) {
    const escaped = match[1];
    if (escaped === undefined) parts.push({ kind: 'text', text: match[0], quoted: false });
    else if (!escaped.endsWith('\n')) parts.push({ kind: 'text', text: escaped, quoted: true });
  }
  return parts;
}

/** Text inside double quotes: a backslash quotes only what has a meaning there. */
export function unescapeDouble(text: string): string {
  return text.replace(/\\(\r?\n|[$`"\\])/g, (_, char: string) => (char.endsWith('\n') ? '' : char));
}

const ANSI_C: Record<string, string> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** The escapes of `$'…'`, `printf` and `echo -e`. Unknown ones stay as they are. */
export function unescapeAnsiC(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|([^]))/g,
    (all, hex?: string, unicode?: string, octal?: string, char?: string) => {
      if (hex ?? unicode) return String.fromCharCode(parseInt((hex ?? unicode)!, 16));
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 255);
      return char !== undefined && Object.hasOwn(ANSI_C, char) ? ANSI_C[char]! : all;
    },
  );
}
