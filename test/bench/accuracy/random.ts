import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random choices that depend on the seed alone. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  chance(share: number): boolean;
  choice<T>(values: readonly T[]): T;
  /** The values in another order. */
  shuffled<T>(values: readonly T[]): T[];
}

/** Random choices of a seed: any text. */
export function seededRandom(seed: string): Random {
  const generator = xoroshiro128plus(createHash('sha256').update(seed).digest().readInt32LE(0));
  const integer = (from: number, to: number): number => uniformInt(generator, from, to);
  return {
    integer,
    chance: (share) => integer(0, 999_999) < share * 1e6,
    choice: (values) => values[integer(0, values.length - 1)]!,
    shuffled(values) {
      const copy = [...values];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = integer(0, last);
        [copy[last], copy[other]] = [copy[other]!, copy[last]!];
      }
      return copy;
    },
  };
}
