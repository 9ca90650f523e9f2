export function balance(entries: { amount: number }[], opening: number | string): number {
  if (typeof opening === "string") {
    opening = Number(opening);
  }
  let total: number = opening;
  for (const entry of entries) {
    total += entry.amount;
  }
  return total;
}

export function largest(entries: { amount: number }[], floor: number | string): number {
  if (typeof floor === "string") {
    floor = parseInt(floor, 10);
  }
  let most: number = floor;
  for (const entry of entries) {
    most = Math.max(most, entry.amount);
  }
  return most;
}
