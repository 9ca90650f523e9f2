import type { TurnEvent } from '../../../protocol/turns.ts';

/** What happened in a workspace that is watched, without saying which. */
export type WatchNews = TurnEvent extends infer E ? (E extends TurnEvent ? Omit<E, 'root'> : never) : never;
