/** Digits beyond which a number is kept as it is written: turning it into another base would take long. */
const LONG = 1_000;

/** A number of Python without separators, case and base: `255` for `0xff`; a float keeps being one (`1.0`). */
export function numberText(text: string): string {
  if (/^[0-9]{1,9}$/.test(text) && (text[0] !== '0' || text === '0')) return text;
  const plain = text.replaceAll('_', '').toLowerCase();
  if (plain.length > LONG) return plain;
  if (/^0(?:x[0-9a-f]+|b[01]+|o[0-7]+)l?$/.test(plain)) return BigInt(plain.replace(/l$/, '')).toString();
  if (/^[0-9]+l?$/.test(plain)) return plain.replace(/l$/, '').replace(/^0+(?=[0-9])/, '');
  const imaginary = plain.endsWith('j');
  const value = Number(imaginary ? plain.slice(0, -1) : plain);
  if (!Number.isFinite(value)) return plain;
  const shown = String(value);
  return (/^[0-9]+$/.test(shown) && !imaginary ? `${shown}.0` : shown) + (imaginary ? 'j' : '');
}
