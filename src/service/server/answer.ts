import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import type { Logger } from '../../engine/ports/ports.ts';
import type { ErrorData } from '../../protocol/engine.ts';
import { isRewheelError } from '../../protocol/errors.ts';

/** Runs a handler; errors leave as JSON-RPC errors that carry their code. */
export async function answer<T>(logger: Logger, handler: () => Promise<T>): Promise<T | ResponseError<ErrorData>> {
  try {
    return await handler();
  } catch (error) {
    if (isRewheelError(error)) return new ResponseError(ErrorCodes.InternalError, error.message, { code: error.code });
    const fault = error instanceof Error ? error : new Error(String(error));
    logger.log('error', 'engine', fault.stack ?? fault.message);
    return new ResponseError(ErrorCodes.InternalError, `internal error: ${fault.message}`, { code: 'internal' });
  }
}
