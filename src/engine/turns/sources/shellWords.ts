/** Words of a command line with POSIX quotes; null when a quote has no end. Nothing is expanded. */
export function shellWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return null;
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (char === '"') {
      const quoted = doubleQuoted(text, at + 1);
      if (quoted === null) return null;
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (char === '\\') {
      const next = text[++at];
      if (next !== undefined && next !== '\n') word = (word ?? '') + next;
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  if (word !== null) words.push(word);
  return words;
}

function doubleQuoted(text: string, from: number): { text: string; end: number } | null {
  let value = '';
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') return { text: value, end: at };
    const next = text[at + 1];
    if (char === '\\' && next !== undefined && '"\\$`\n'.includes(next)) {
      if (next !== '\n') value += next;
      at++;
    } else value += char;
  }
  return null;
}
