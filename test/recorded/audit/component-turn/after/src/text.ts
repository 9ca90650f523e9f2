export function initials(name: string): string {
  const parts = name.trim().split(/\s+/)
  const letters = parts.map((part) => part.charAt(0).toUpperCase())
  return letters.slice(0, 2).join('')
}

export function clamp(value: number, low: number, high: number): number {
  if (value < low) return low
  return value > high ? high : value
}
