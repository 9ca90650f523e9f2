import type { LogSink } from './format.ts';

const nothing = (): void => undefined;

/** Takes nothing: for a look into a log that tells nobody, and as a ground for sinks that take a part. */
export const NO_SINK: LogSink = {
  session: nothing,
  turn: nothing,
  steer: nothing,
  message: nothing,
  action: nothing,
  result: nothing,
  usage: nothing,
  ended: nothing,
  over: nothing,
  problem: nothing,
  restart: nothing,
};
