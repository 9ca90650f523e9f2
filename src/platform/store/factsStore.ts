import type { SkipReason } from '../../engine/model/facts.ts';

/** What is kept of one content: its encoded facts, or why it has none. */
export type StoreEntry =
  { ok: true; summary: Uint8Array; detail: Uint8Array } | { ok: false; reason: SkipReason; detail: string };

/** Facts that outlive the process. Nothing here throws: a store that fails is one that holds nothing. */
export interface FactsStore {
  /** The entries that are there, by key. */
  read(keys: string[]): Promise<Map<string, StoreEntry>>;
  /** Keeps an entry; it may be written later. */
  write(key: string, entry: StoreEntry): void;
  /** Resolves when all entries given so far are written, or known not to be. */
  flush(): Promise<void>;
  /** What went wrong since the last call, for people; each fault once. */
  takeProblems(): string[];
  close(): Promise<void>;
}
