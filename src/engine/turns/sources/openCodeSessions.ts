import type { OpenCodeChildMessage, OpenCodeTeller } from './openCodeMessages.ts';

/** Sessions of a store, whatever holds them. */
export interface OpenCodeSessions {
  /** Those that have messages, in the order of their first one. */
  sessions(): Promise<OpenCodeSession[]>;
  /** Messages of a session in their order. */
  messages(sessionId: string): Promise<OpenCodeChildMessage[]>;
}

export interface OpenCodeSession {
  id: string;
  parent: string | null;
  /** What the store says of it beside. */
  record: Record<string, unknown>;
}

/**
 * Tells a store's sessions one after the other. Messages of a child session stand in the turns of its parent; what is left
 * of them then was asked for by the user in the child itself, and is told as a session of its own.
 */
export async function tellSessions(
  store: OpenCodeSessions,
  teller: OpenCodeTeller,
  signal: AbortSignal | undefined,
): Promise<void> {
  const sessions = await store.sessions();
  const known = new Set(sessions.map(({ id }) => id));
  const isChild = ({ parent }: OpenCodeSession): boolean => parent !== null && known.has(parent);
  for (const { id, record } of [...sessions.filter((each) => !isChild(each)), ...sessions.filter(isChild)]) {
    signal?.throwIfAborted();
    const messages = (await store.messages(id)).filter((message) => !teller.toldInParent.has(message.id));
    if (messages.length === 0) continue;
    teller.session({ ...record, id });
    for (const each of messages) {
      signal?.throwIfAborted();
      const message = await each.read();
      if (message) await teller.message(id, message, (child) => store.messages(child));
    }
  }
}
