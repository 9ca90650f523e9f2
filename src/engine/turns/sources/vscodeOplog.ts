import { isRecord } from './jsonLines.ts';
import { listOf } from './values.ts';

/** What an entry of the operation log changed. */
export interface OplogChange {
  /** First element of `requests` that is not what it was; null when none changed. */
  from: number | null;
}

/**
 * The value that an operation log builds up (specs of the logs, section 6): 0 sets the whole, 1 sets at a path, 2 cuts a
 * list to `i` and pushes, 3 deletes.
 */
export class Oplog {
  #root: unknown = null;

  get sessionId(): unknown {
    return isRecord(this.#root) ? this.#root.sessionId : undefined;
  }

  get requests(): unknown[] {
    return isRecord(this.#root) ? listOf(this.#root.requests) : [];
  }

  /** Applies an entry; null when it does not fit the value. */
  apply(entry: Record<string, unknown>): OplogChange | null {
    const { kind, v } = entry;
    if (kind === 0) {
      if (!isRecord(v)) return null;
      this.#root = v;
      return { from: 0 };
    }
    const path = listOf(entry.k);
    if (path.length === 0 || path.length > 100) return null;
    if (!path.every((key) => (typeof key === 'string' && key !== '__proto__') || isIndex(key))) return null;
    const keys = path as (string | number)[];
    const parent = this.#at(keys.slice(0, -1));
    const last = keys.at(-1)!;
    const before = this.requests.length;
    if (kind === 1) {
      if (!set(parent, last, v)) return null;
      return changed(keys, before);
    }
    if (kind === 3) {
      if (Array.isArray(parent) && isIndex(last) && last < parent.length) parent.splice(last, 1);
      else if (isRecord(parent)) delete parent[String(last)];
      else return null;
      return changed(keys, before);
    }
    if (kind !== 2) return null;
    let list = child(parent, last);
    if (list === undefined && set(parent, last, [])) list = child(parent, last);
    if (!Array.isArray(list)) return null;
    const cut = isIndex(entry.i) && entry.i < list.length ? entry.i : list.length;
    list.length = cut;
    for (const value of listOf(v)) list.push(value);
    return keys.length === 1 && keys[0] === 'requests' ? { from: cut } : changed(keys, before);
  }

  #at(keys: readonly (string | number)[]): unknown {
    let value = this.#root;
    for (const key of keys) value = child(value, key);
    return value;
  }
}

function changed(keys: readonly (string | number)[], before: number): OplogChange {
  if (keys[0] !== 'requests') return { from: null };
  const index = keys[1];
  return { from: typeof index === 'number' ? Math.min(index, before) : 0 };
}

function isIndex(key: unknown): key is number {
  return typeof key === 'number' && Number.isSafeInteger(key) && key >= 0;
}

function child(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return isIndex(key) ? (value as unknown[])[key] : undefined;
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function set(parent: unknown, key: string | number, value: unknown): boolean {
  if (Array.isArray(parent)) {
    if (!isIndex(key) || key > parent.length) return false;
    parent[key] = value;
    return true;
  }
  if (!isRecord(parent)) return false;
  parent[String(key)] = value;
  return true;
}
