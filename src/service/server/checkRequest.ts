import { z } from 'zod';
import { RewheelError } from '../../protocol/errors.ts';

/** @throws RewheelError `internal` when `value` has not the shape of the request that `what` names */
export function checkRequest<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new RewheelError('internal', `malformed ${what} request: ${z.prettifyError(parsed.error).replace(/\n/g, ' ')}`);
}
