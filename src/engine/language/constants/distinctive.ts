import { isCommonWord, isKnownFormat } from './commonTexts.ts';
import type { LiteralValue } from './literals.ts';

/**
 * How much a value tells: null for what is not looked at (0, 100, an empty string, a short word), 0 for what is common (a
 * word, a media type, a well-known header), else the number of characters that carry it.
 */
export function weightOf({ kind, leaves }: LiteralValue): number | null {
  const [first] = leaves;
  switch (kind) {
    case 'number':
      return leaves.length === 1 && first !== undefined && typeof first !== 'string' ? numberWeight(first) : null;
    case 'string':
      return typeof first === 'string' ? stringWeight(first) : null;
    case 'pattern':
      return typeof first === 'string' ? patternWeight(first) : null;
    case 'collection':
      return collectionWeight(leaves);
  }
}

/** Digits from which a whole number is no round one, and a fraction a precise one. */
const WHOLE_DIGITS = 5;
const FRACTION_DIGITS = 4;

function numberWeight(value: number | bigint): number | null {
  const text = String(value);
  const [mantissa] = text.split('e');
  const digits = mantissa!.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  const least = text.includes('.') ? FRACTION_DIGITS : WHOLE_DIGITS;
  if (digits.length < least || isRegular(digits)) return null;
  return typeof value === 'number' && isNearPowerOfTwo(value) ? null : digits.length;
}

/** `11111`, `12345`, `98765`, `9999.99`, `31536000`. */
function isRegular(digits: string): boolean {
  return (
    new Set(digits).size < 3 ||
    '1234567890123456789'.includes(digits) ||
    '9876543210'.includes(digits) ||
    digits === '31536'
  );
}

function isNearPowerOfTwo(value: number): boolean {
  for (const near of [value - 1, value, value + 1]) if (near > 0 && Number.isInteger(Math.log2(near))) return true;
  return false;
}

/** Characters from which a text is long. */
export const LONG_TEXT = 32;
const SHORT_TEXT = 12;
const MOST_LOOKED_AT = 4000;

const COMMON_TEXT = [
  // Media types, encodings, local addresses, dates by their parts.
  /^(?:application|audio|image|multipart|text|video|font)\/[\w.+-]+(?:;\s*charset=[\w-]+)?$/i,
  /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|example\.(?:com|org|net))(?::\d+)?\/?$/i,
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+)?$/i,
  /^(?:%[a-zA-Z]|[-:/. T,Z])*$/,
  /^[yYMmdDHhsSaZT'.:/, -]*$/,
  // The alphabet and its like.
  /^(?:0123456789)?(?:[a-z]{26}|[A-Z]{26}){0,2}(?:0123456789)?$/i,
  /^0123456789abcdef$/i,
  /^[-=_*#~+.\s]+$/,
];

const NOTICE = /copyright|licen[cs]e|all rights reserved|spdx-/i;

function stringWeight(value: string): number | null {
  const { length } = value.trim();
  if (length < SHORT_TEXT || NOTICE.test(value.slice(0, MOST_LOOKED_AT))) return null;
  if (value.length < 200 && COMMON_TEXT.some((common) => common.test(value))) return null;
  if (new Set(value.slice(0, MOST_LOOKED_AT)).size < 8) return null;
  if (length >= LONG_TEXT) return length;
  const signs = value.replace(/[A-Za-z0-9\s_-]/g, '').length;
  return signs >= 2 || isKey(value) || isMadeOfWords(value) ? length : 0;
}

/** Letters and digits mixed, as keys and tokens are. */
function isKey(value: string): boolean {
  return value.length >= 16 && /^(?=.*\d.*\d)(?=.*[a-zA-Z])[A-Za-z0-9_-]+$/.test(value);
}

/** Three words with marks between them, one of which not everybody uses, or more: `x-gauge-trace-v7`. */
function isMadeOfWords(value: string): boolean {
  const words = value.split(/[-_:]/);
  if (words.length < 3 || !words.every((word) => /^[A-Za-z0-9]+$/.test(word)) || isKnownFormat(value)) return false;
  // A name in capitals mostly stands for itself.
  if (value === value.toUpperCase()) return false;
  return isLongName(words, value) || words.some((word) => /^[a-z]{4}/i.test(word) && !isCommonWord(word));
}

/** Of four words even common ones make a name that nobody writes by chance. */
function isLongName(words: readonly string[], value: string): boolean {
  return words.length >= 4 && value.length >= SHORT_TEXT + 4;
}

function patternWeight(value: string): number | null {
  // `\s+`, `[^a-z0-9]+` and their like are everybody's.
  return value.length >= SHORT_TEXT + 4 && new Set(value).size >= 8 ? value.length : null;
}

const LEAST_ELEMENTS = 4;
const LEAST_CONTENT = 20;

function collectionWeight(leaves: LiteralValue['leaves']): number | null {
  const distinct = new Set(leaves);
  if (distinct.size < 2) return null;
  const numbers = leaves.filter((leaf) => typeof leaf !== 'string').map(Number);
  if (numbers.length === leaves.length) {
    if (distinct.size < LEAST_ELEMENTS || isProgression(numbers)) return null;
    const digits = leaves.reduce((sum: number, leaf) => sum + digitsOf(leaf), 0);
    return digits >= LEAST_CONTENT / 2 ? digits : null;
  }
  const content = leaves.reduce(
    (sum: number, leaf) => sum + (typeof leaf === 'string' ? leaf.length : digitsOf(leaf)),
    0,
  );
  if (distinct.size >= LEAST_ELEMENTS && content >= LEAST_CONTENT) return content;
  if (content < SHORT_TEXT) return null;
  return areTelling([...distinct]) ? content : 0;
}

/** Of few elements each must tell something: three names of two words, two texts that tell by themselves, or names and numbers. */
function areTelling(leaves: readonly (string | number | bigint)[]): boolean {
  const texts = leaves.filter((leaf) => typeof leaf === 'string');
  const numbers = leaves.filter((leaf) => typeof leaf !== 'string' && isOdd(leaf));
  const whole = texts.filter((text) => (stringWeight(text) ?? 0) > 0).length;
  const names = texts.filter(isCompound).length;
  return whole >= 2 || names >= 3 || (names >= 2 && numbers.length >= 2);
}

/** A number of three digits that is no round one: not 100, 111, 123 or 256. */
function isOdd(value: number | bigint): boolean {
  const digits = String(value).replace(/[-.]|^0+|0+$/g, '');
  if (digits.length < 3 || new Set(digits).size < 2 || '1234567890'.includes(digits)) return false;
  return !(typeof value === 'number' && isNearPowerOfTwo(value));
}

/** `station_id`, `a_code`: two words or more, not all of them everybody's. */
function isCompound(text: string): boolean {
  const words = text.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[-_]/);
  if (words.length < 2 || !words.every((word) => /^[A-Za-z0-9]+$/.test(word)) || isKnownFormat(text)) return false;
  return text.length >= 6 && words.some((word) => !isCommonWord(word));
}

function digitsOf(leaf: string | number | bigint): number {
  return String(leaf).replace(/[-.]|^0+|0+$/g, '').length;
}

/** 1, 2, 3 …; 10, 20, 30 …; 1, 2, 4, 8 …; 1, 10, 100 …. */
function isProgression(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, i) => value - values[i]!);
  if (steps.every((step) => step === steps[0])) return true;
  const ratios = values.slice(1).map((value, i) => value / values[i]!);
  return ratios.every((ratio) => Math.abs(ratio - ratios[0]!) < 1e-9);
}
