import { z } from 'zod';

/** What is audited: the working tree against something, or a turn that is kept. */
export const comparisonSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('last-commit') }),
  z.object({ kind: z.literal('revision'), revision: z.string().min(1) }),
  z.object({ kind: z.literal('merge-base'), branch: z.string().min(1) }),
  /** No comparison: every finding of the files as they are. */
  z.object({ kind: z.literal('everything') }),
  /** A kept turn by its id or number, `last` for the newest; `turnNumber` is known once it was audited. */
  z.object({ kind: z.literal('turn'), turn: z.string().min(1), turnNumber: z.number().int().min(1).optional() }),
]);
export type Comparison = z.infer<typeof comparisonSchema>;

/** What `rewheel.auditTurn` takes from a key binding, a task or a test; without it the user is asked. */
export const auditTurnArgsSchema = z
  .object({
    comparison: comparisonSchema.optional(),
    /** Name of the workspace folder, where several are open. */
    folder: z.string().optional(),
  })
  .optional();

/** How an audit command ended. */
export type AuditOutcome =
  | { status: 'done'; findings: number }
  /** Stopped by the user, or never started because the user left a pick. */
  | { status: 'cancelled' }
  /** A later audit took its place. */
  | { status: 'replaced' }
  | { status: 'failed'; code: string; message: string }
  /** Not possible here; the user was told why. */
  | {
      status: 'refused';
      reason: RefusalReason;
    };

/** Why a command did nothing. */
export type RefusalReason =
  'no-folder' | 'virtual-workspace' | 'untrusted' | 'no-file' | 'unknown-folder' | 'bad-arguments' | 'no-turn';
