import { CancelledError } from '../engine/ports/cancelled.ts';
import { RewheelError } from '../protocol/errors.ts';

/**
 * Runs work that Ctrl+C ends in good order: threads are stopped and the terminal's cursor comes back. A second Ctrl+C
 * ends the program at once.
 * @throws RewheelError `cancelled` when it was interrupted
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const onInterrupt = (): void => abort.abort();
  process.once('SIGINT', onInterrupt);
  try {
    return await work(abort.signal);
  } catch (error) {
    if (!(error instanceof CancelledError || abort.signal.aborted)) throw error;
    throw new RewheelError('cancelled', 'Stopped.', { cause: error });
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}
