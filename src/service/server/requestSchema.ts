import { z } from 'zod';
import {
  ENGINE_PROTOCOL,
  type AcceptRequest,
  type AuditRequest,
  type InitializeRequest,
  type MergeBaseRequest,
  type RefsRequest,
} from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { partialOptionsSchema } from '../../protocol/options.ts';
import { findingSchema, targetsFileSchema } from '../../protocol/report.ts';
import { checkRequest } from './checkRequest.ts';

/*
 * Requests are checked where they come in: the engine works on values of the right shape, and a front end of another
 * version gets an answer that says so instead of a strange failure later.
 */
const stateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('revision'), revision: z.string() }),
  z.object({ kind: z.literal('working-tree') }),
  z.object({ kind: z.literal('folder'), path: z.string(), name: z.string() }),
  z.object({ kind: z.literal('stored'), id: z.string() }),
]);

const auditSchema = z.object({
  root: z.string().min(1),
  base: stateSchema.nullable(),
  head: stateSchema,
  only: z.array(z.string()),
  targets: targetsFileSchema.nullable(),
  turn: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('stored'), turn: z.string().min(1) }),
      z.object({ kind: z.literal('logs'), files: z.array(z.string().min(1)), number: z.int().min(1).nullable() }),
    ])
    .nullable(),
  settings: partialOptionsSchema,
  options: partialOptionsSchema,
  sessionStart: stateSchema.nullable(),
  configFile: z.string().nullable(),
  baselineFile: z.string().nullable(),
  overlay: z.record(z.string(), z.string()),
  trusted: z.boolean(),
});

const initializeSchema = z.object({ protocol: z.number(), cacheFolder: z.string().nullable().optional() });

const refsSchema = z.object({ root: z.string().min(1) });

const acceptSchema = z.object({ root: z.string().min(1), finding: findingSchema });

const mergeBaseSchema = z.object({ root: z.string().min(1), revision: z.string() });

/** @throws RewheelError `internal` when the request has not the shape of an AuditRequest. */
export function checkAuditRequest(value: unknown): AuditRequest {
  return checkRequest(auditSchema, value, 'audit');
}

/** @throws RewheelError `internal` when the request is malformed or of another protocol. */
export function checkInitializeRequest(value: unknown): InitializeRequest {
  const request = checkRequest(initializeSchema, value, 'initialize');
  if (request.protocol !== ENGINE_PROTOCOL) {
    const versions = `the front end speaks protocol ${request.protocol}, the engine ${ENGINE_PROTOCOL}`;
    throw new RewheelError('internal', `${versions}: reload the window, or reinstall Rewheel`);
  }
  return request;
}

/** @throws RewheelError `internal` when the request is malformed. */
export function checkRefsRequest(value: unknown): RefsRequest {
  return checkRequest(refsSchema, value, 'refs');
}

/** @throws RewheelError `internal` when the request is malformed. */
export function checkMergeBaseRequest(value: unknown): MergeBaseRequest {
  return checkRequest(mergeBaseSchema, value, 'merge base');
}

/** @throws RewheelError `internal` when the request is malformed. */
export function checkAcceptRequest(value: unknown): AcceptRequest {
  return checkRequest(acceptSchema, value, 'accept');
}
