import { chargesOf, fetchRates, joined } from './charges.js';

interface Calculator {
  calculate(quantity: number, price: number): number;
}

export const buyCharges = (quantity: number, price: number): number => chargesOf(quantity, price, 'buy');

export const reordered = (price: number, quantity: number): number => chargesOf(quantity, price);

export const madeAsync = async (quantity: number, price: number): Promise<number> => chargesOf(quantity, price);

export const dropped = (day: string, source: string): void => {
  void fetchRates(day, source);
};

export const fromList = (parts: string[]): string => joined(...parts);

export const asList = (...parts: string[]): string => joined(parts.join('.'));

export const mapped = [1, 2].map((value, index) => chargesOf(value, index));

export const api = {
  charges: (quantity: number, price: number): number => chargesOf(quantity, price),
};

export class Contracted implements Calculator {
  calculate(quantity: number, price: number): number {
    return chargesOf(quantity, price);
  }
}

export class Optional {
  constructor(private readonly other?: Calculator) {}

  calculate(quantity: number, price: number): number | undefined {
    return this.other?.calculate(quantity, price);
  }

  again(quantity: number, price: number): number {
    return this.other!.calculate(quantity, price);
  }
}
