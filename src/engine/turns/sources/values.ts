import { isRecord } from './jsonLines.ts';

/** Readers of untrusted JSON: each gives the value when it has the shape, else null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function recordOf(value: unknown): Record<string, unknown> | null {
  return isRecord(value) ? value : null;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The field of a record that may be none. */
export function field(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** ISO 8601 in UTC of a time in milliseconds, in seconds (below 1e11) or as text; null when it is none. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const at = typeof value === 'number' ? new Date(Math.abs(value) < 1e11 ? value * 1000 : value) : new Date(value);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** A JSON value that stands in a string; anything else as it is. */
export function parsedOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
