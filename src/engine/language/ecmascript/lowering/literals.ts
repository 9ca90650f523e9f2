const SIMPLE: Record<string, string> = { n: '\n', t: '\t', b: '\b', v: '\v', f: '\f', r: '\r' };

const ESCAPE = /\\(\r\n|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-3]?[0-7]{1,2}|[^])/gu;

/** What a string's or template's source text between the quotes stands for. */
export function cooked(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole, body: string) => {
    const first = body[0]!;
    if (body === '\r\n' || body === '\n' || body === '\r' || body === '\u2028' || body === '\u2029') return '';
    if ((first === 'u' || first === 'x') && body.length > 1) {
      const code = parseInt(body.replace(/[ux{}]/g, ''), 16);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    }
    if (first >= '0' && first <= '7') return String.fromCharCode(parseInt(body, 8));
    return SIMPLE[body] ?? body;
  });
}

/** Digits beyond which a number is kept as it is written. */
const LONG = 1_000;

/** A number of JavaScript without separators, base and needless digits; a BigInt keeps its `n`. */
export function numberText(text: string): string {
  if (/^(?:[1-9][0-9]{0,8}|0)$/.test(text)) return text;
  const plain = text.replaceAll('_', '').toLowerCase();
  if (plain.length > LONG) return plain;
  if (/^(?:0x[0-9a-f]+|0b[01]+|0o[0-7]+|[0-9]+)n$/.test(plain)) return `${BigInt(plain.slice(0, -1))}n`;
  const value = /^0[0-7]+$/.test(plain) ? parseInt(plain, 8) : Number(plain);
  return Number.isFinite(value) ? String(value) : plain;
}

/** JSX drops white space that holds a line break at the ends of a line. */
export function foldJsx(text: string): string {
  if (!/[\n\r]/.test(text)) return text;
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index, all) => {
      const from = index > 0 ? line.trimStart() : line;
      return index < all.length - 1 ? from.trimEnd() : from;
    })
    .filter((line) => line !== '')
    .join(' ');
}
