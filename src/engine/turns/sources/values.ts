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

/** The form that `toISOString` gives: most logs write it, and a log has one in every row. */
const UTC = /^\d{4}-(?:0\d|1[0-2])-[0-3]\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** ISO 8601 in UTC of a time in milliseconds, in seconds (below 1e11) or as text; null when it is none. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  if (typeof value === 'string' && UTC.test(value)) return Number.isNaN(Date.parse(value)) ? null : value;
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
