export function chargesOf(quantity: number, price: number, side = 'buy'): number {
  const value = quantity * price;
  const fee = Math.max(1, value * 0.0005);
  return fee + (side === 'buy' ? value * 0.005 : 0);
}

export async function fetchRates(day: string, source: string): Promise<string> {
  const answer = await fetch(source + day);
  return answer.text();
}

export const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join('/');

function inner(text: string, strict: boolean): string[] {
  return text.split(strict ? ',' : ';');
}

export function parse(text: string): string[] {
  return inner(text.trim(), true);
}

export class Rounding {
  static to(value: number, digits: number): number {
    return Math.round(value * 10 ** digits) / 10 ** digits;
  }
}

export function splitText(text: string, strict: boolean): string[] {
  return inner(text, strict);
}
