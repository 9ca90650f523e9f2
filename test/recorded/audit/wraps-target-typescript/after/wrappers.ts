import * as charges from './charges.js';
import { chargesOf, fetchRates, joined, Rounding } from './charges.js';

export function tradeCharges(quantity: number, price: number, side = 'buy'): number {
  return chargesOf(quantity, price, side);
}

export const arrow = (quantity: number, price: number): number => charges.chargesOf(quantity, price);

export const joinAll = (...parts: string[]): string => joined(...parts);

export async function rates(day: string, source: string): Promise<string> {
  return await fetchRates(day, source);
}

export const ratesOf = async (day: string, source: string): Promise<string> => fetchRates(day, source);

export class ChargeCalculator {
  calculate(quantity: number, price: number): number {
    return chargesOf(quantity, price);
  }
}

export function roundTo(value: number, digits: number): number {
  return Rounding.to(value, digits);
}
