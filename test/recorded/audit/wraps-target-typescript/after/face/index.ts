import { chargesOf } from '../charges.js';

export function publicCharges(quantity: number, price: number): number {
  return chargesOf(quantity, price);
}
