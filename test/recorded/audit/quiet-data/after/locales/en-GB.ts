export function ago(count: number, unit: string): string {
  if (count === 1) {
    return `${count} ${unit} ago`;
  }
  const plural = unit.endsWith("y") ? unit.slice(0, -1) + "ies" : unit + "s";
  return `${count} ${plural} ago`;
}
