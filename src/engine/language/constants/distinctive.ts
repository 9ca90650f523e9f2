import type { LiteralValue } from './literals.ts';

/**
 * How much a value tells: 0 for what anybody may write by chance (0, 100, an empty string, a common word, a media type, a
 * round number), else the number of characters that carry it.
 */
export function weightOf({ kind, leaves }: LiteralValue): number {
  const [first] = leaves;
  switch (kind) {
    case 'number':
      return leaves.length === 1 && first !== undefined && typeof first !== 'string' ? numberWeight(first) : 0;
    case 'string':
      return typeof first === 'string' ? stringWeight(first) : 0;
    case 'pattern':
      return typeof first === 'string' ? patternWeight(first) : 0;
    case 'collection':
      return collectionWeight(leaves);
  }
}

/** Digits from which a whole number is no round one, and a fraction a precise one. */
const WHOLE_DIGITS = 5;
const FRACTION_DIGITS = 4;

function numberWeight(value: number | bigint): number {
  const text = String(value);
  const [mantissa] = text.split('e');
  const digits = mantissa!.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  const least = text.includes('.') ? FRACTION_DIGITS : WHOLE_DIGITS;
  if (digits.length < least || isRegular(digits)) return 0;
  return typeof value === 'number' && isNearPowerOfTwo(value) ? 0 : digits.length;
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

function stringWeight(value: string): number {
  const { length } = value.trim();
  if (length < SHORT_TEXT || NOTICE.test(value.slice(0, MOST_LOOKED_AT))) return 0;
  if (value.length < 200 && COMMON_TEXT.some((common) => common.test(value))) return 0;
  if (new Set(value.slice(0, MOST_LOOKED_AT)).size < 8) return 0;
  if (length >= LONG_TEXT) return length;
  const signs = value.replace(/[A-Za-z0-9\s_-]/g, '').length;
  const isKey = length >= 16 && /^(?=.*\d.*\d)(?=.*[a-zA-Z])[A-Za-z0-9_-]+$/.test(value);
  return signs >= 2 || isKey ? length : 0;
}

function patternWeight(value: string): number {
  // `\s+`, `[^a-z0-9]+` and their like are everybody's.
  return value.length >= SHORT_TEXT + 4 && new Set(value).size >= 8 ? value.length : 0;
}

const LEAST_ELEMENTS = 4;
const LEAST_CONTENT = 20;

function collectionWeight(leaves: LiteralValue['leaves']): number {
  if (new Set(leaves).size < LEAST_ELEMENTS) return 0;
  const numbers = leaves.filter((leaf) => typeof leaf !== 'string').map(Number);
  if (numbers.length === leaves.length) {
    if (isProgression(numbers)) return 0;
    const digits = leaves.reduce((sum: number, leaf) => sum + digitsOf(leaf), 0);
    return digits >= LEAST_CONTENT / 2 ? digits : 0;
  }
  const content = leaves.reduce(
    (sum: number, leaf) => sum + (typeof leaf === 'string' ? leaf.length : digitsOf(leaf)),
    0,
  );
  return content >= LEAST_CONTENT ? content : 0;
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
