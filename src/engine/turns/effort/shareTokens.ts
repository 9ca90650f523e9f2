/**
 * Shares whole tokens out in proportion to weights: shares are whole numbers whose sum is `total`. What rounding down
 * leaves goes to the largest remainders, and to the earlier of equal ones. Weights that are all zero count as equal.
 *
 * @param total a whole number of tokens, 0 or more
 * @param weights whole numbers, 0 or more
 */
export function shareTokens(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((before, weight) => before + weight, 0);
  if (sum === 0) {
    return shareTokens(
      total,
      weights.map(() => 1),
    );
  }
  // Whole numbers alone: fractions would let two machines or two orders of summing differ.
  const whole = BigInt(sum);
  const products = weights.map((weight) => BigInt(total) * BigInt(weight));
  const shares = products.map((product) => Number(product / whole));
  let rest = total - shares.reduce((before, share) => before + share, 0);
  const byRemainder = products
    .map((product, index) => ({ remainder: product % whole, index }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder) {
    if (rest === 0) break;
    shares[index] = (shares[index] as number) + 1;
    rest -= 1;
  }
  return shares;
}
