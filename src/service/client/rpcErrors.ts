import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import type { ErrorData } from '../../protocol/engine.ts';
import { ERROR_CODES, isRewheelError, RewheelError, type ErrorCode } from '../../protocol/errors.ts';

/** Whether a request never left, because the engine had ended before. */
export function isUndelivered(error: unknown): boolean {
  return error instanceof ResponseError && error.code === ErrorCodes.MessageWriteError;
}

/** The error that the engine answered with, by its code; others are `internal`. */
export function toRewheelError(error: unknown): RewheelError {
  if (isRewheelError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof ResponseError ? (error.data as ErrorData | undefined)?.code : undefined;
  const known = code !== undefined && Object.hasOwn(ERROR_CODES, code);
  return new RewheelError(known ? (code as ErrorCode) : 'internal', message, { cause: error });
}

/** Codes of a pipe whose other end is gone. */
export const PIPE_CLOSED = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);
