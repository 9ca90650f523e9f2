import { z } from 'zod';
import { placeSchema } from '../../protocol/report.ts';
import type { FindingRef, PlaceRef } from './references.ts';

const folder = z.string().min(1);
const turn = z.string().min(1).nullable();

/** A place that a link, a key binding or a restored window names: all of them are untrusted. */
export const placeRefSchema: z.ZodType<PlaceRef> = z.object({ folder, turn, place: placeSchema });

/** What `rewheel.openPlace` takes: a place, or a row of a view that has one. */
export const placeArgsSchema = z.union([
  placeRefSchema,
  z.object({ place: placeRefSchema }).transform(({ place: ref }) => ref),
]);

const findingRefSchema: z.ZodType<FindingRef> = z.object({
  folder,
  turn,
  fingerprint: z.string(),
  file: z.string(),
  startLine: z.number().int(),
});

/** What commands about one finding take; tree items have the same field. */
export const findingArgsSchema = z
  .object({
    finding: findingRefSchema.optional(),
    /** Whether the copy's own names are replaced by the target's; left out: by setting. */
    sameNames: z.boolean().optional(),
    /** Why it is ignored; left out: the user is asked. */
    reason: z.string().optional(),
  })
  .optional();

/** What `rewheel.compareTurn` takes; tree items of turns and of the user's changes have these fields. */
export const compareTurnArgsSchema = z
  .object({
    /** Name of the workspace folder, where several are open. */
    folder: z.string().optional(),
    /** Id or number of the turn. */
    turn: z.string().min(1).optional(),
    /** Two kept states instead of a turn's. */
    states: z.object({ base: z.string(), head: z.string(), title: z.string() }).optional(),
  })
  .optional();

/** What `rewheel.fixTurn` takes: name of the workspace folder; left out: every folder. */
export const fixTurnArgsSchema = z.object({ folder: z.string().optional() }).optional();
