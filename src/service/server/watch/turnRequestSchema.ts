import { z } from 'zod';
import type {
  BeginTurnRequest,
  EndTurnRequest,
  StateChangesRequest,
  StateFileRequest,
  TurnsRequest,
  UserEditNotice,
  WatchRequest,
} from '../../../protocol/turns.ts';
import { checkRequest } from '../checkRequest.ts';

const root = z.string().min(1);

const turnsSchema = z.object({ root });
const beginTurnSchema = z.object({ root, prompt: z.string().nullable() });
const endTurnSchema = z.object({ root, turn: z.string().min(1).nullable() });
const watchSchema = z.object({
  root,
  logs: z.boolean(),
  logPlaces: z.record(z.string(), z.array(z.string().min(1))),
  bursts: z.boolean(),
  burstQuietMs: z.number().positive().optional(),
  keep: z.object({ bytes: z.number().positive(), days: z.number().positive().nullable() }).optional(),
  trusted: z.boolean().optional(),
});
const stateChangesSchema = z.object({ root, base: z.string(), head: z.string().nullable() });
const stateFileSchema = z.object({ root, state: z.string(), path: z.string() });
const userEditSchema = z.object({ root, paths: z.array(z.string()) });

/** @throws RewheelError `internal` when the request is malformed; the same holds for the others */
export function checkTurnsRequest(value: unknown): TurnsRequest {
  return checkRequest(turnsSchema, value, 'turns');
}

export function checkBeginTurnRequest(value: unknown): BeginTurnRequest {
  return checkRequest(beginTurnSchema, value, 'begin turn');
}

export function checkEndTurnRequest(value: unknown): EndTurnRequest {
  return checkRequest(endTurnSchema, value, 'end turn');
}

export function checkWatchRequest(value: unknown): WatchRequest {
  return checkRequest(watchSchema, value, 'watch');
}

export function checkUserEditNotice(value: unknown): UserEditNotice {
  return checkRequest(userEditSchema, value, 'user edit');
}

export function checkStateChangesRequest(value: unknown): StateChangesRequest {
  return checkRequest(stateChangesSchema, value, 'state changes');
}

export function checkStateFileRequest(value: unknown): StateFileRequest {
  return checkRequest(stateFileSchema, value, 'state file');
}
