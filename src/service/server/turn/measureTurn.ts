import type { TurnOfAudit } from '../../../engine/api/turnMeasures.ts';
import type { Snapshot } from '../../../engine/ports/ports.ts';
import type { TurnRequest } from '../../../protocol/engine.ts';
import { RewheelError } from '../../../protocol/errors.ts';
import type { TurnRecord } from '../../../protocol/turns.ts';
import { RevisionTexts } from '../../../platform/git/revisionTexts.ts';
import { chooseTurn, type ChosenTurn } from './chooseTurn.ts';
import { belongsTo, turnOfAudit, type TurnEnvironment } from './turnOfAudit.ts';

export interface MeasureOptions extends Omit<TurnEnvironment, 'findOwnLines' | 'revision'> {
  /** Real path of the workspace. */
  root: string;
  base: Snapshot;
  head: Snapshot;
  /** Whether a state from before the session is known: else the log's earlier turns tell what is own code. */
  hasSessionStart: boolean;
  signal?: AbortSignal;
}

export interface MeasuredTurn {
  turn: TurnOfAudit;
  /** What could not be measured, each a sentence. */
  problems: string[];
}

/**
 * What is known of the turn that is audited: from the logs that were named, or from the store and the log that it was
 * seen in. A stored turn whose log is gone is audited without what only the log tells.
 * @throws RewheelError `unknown-turn`, `unknown-log`, `log-unreadable` for logs that were named
 */
export async function measureTurn(
  request: TurnRequest,
  record: TurnRecord | null,
  options: MeasureOptions,
): Promise<MeasuredTurn> {
  const { root, base, head, signal } = options;
  const belongs = belongsTo(root);
  const measured = async (chosen: ChosenTurn, findOwnLines: boolean): Promise<TurnOfAudit> => {
    const texts = new RevisionTexts(root, signal);
    try {
      const revision = (name: string, path: string): Promise<string | null> => texts.text(name, path);
      return await turnOfAudit(chosen, root, base, head, { ...options, findOwnLines, revision });
    } finally {
      texts.close();
    }
  };
  if (request.kind === 'logs') {
    const chosen = await chooseTurn(request.files, { number: request.number, belongs, signal });
    return { turn: await measured(chosen, !options.hasSessionStart), problems: [] };
  }
  const turn = fromRecord(record!);
  const { logPath, logTurn, agentSession } = record!;
  if (logPath === null || logTurn === null || agentSession === null) return { turn, problems: [] };
  try {
    const chosen = await chooseTurn([logPath], {
      number: null,
      ids: { session: agentSession, turn: logTurn },
      belongs,
      signal,
    });
    const { exposure, effort, info } = await measured(chosen, false);
    return {
      turn: { ...turn, info: { ...turn.info, agent: info.agent, model: info.model }, exposure, effort },
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof RewheelError) || error.code === 'cancelled') throw error;
    return { turn, problems: [`What the agent read is not known: ${error.message}`] };
  }
}

function fromRecord(record: TurnRecord): TurnOfAudit {
  const { id, number, agent, model, prompt, startedAt, endedAt } = record;
  return {
    info: { id, index: number, agent, model, prompt, startedAt, endedAt },
    exposure: null,
    effort: null,
    ownLines: null,
  };
}
