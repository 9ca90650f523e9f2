import type { RuleId } from '../../protocol/report.ts';
import type { AuditOutcome } from '../audit/comparison.ts';
import type { ShowOutcome } from '../compare/compareOutcome.ts';
import type { FixOutcome } from '../fixes/fixOutcome.ts';
import type { TurnOutcome } from '../watch/turnOutcome.ts';

/**
 * Every command once: its argument and its result. What comes from outside (key bindings, links, other extensions) is
 * untrusted, so handlers check it.
 */
export interface CommandTable {
  'rewheel.auditTurn': { argument: unknown; result: AuditOutcome };
  'rewheel.auditLastTurn': { argument: unknown; result: AuditOutcome };
  'rewheel.auditFile': { argument: unknown; result: AuditOutcome };
  'rewheel.startWatching': { argument: unknown; result: TurnOutcome };
  'rewheel.stopWatching': { argument: unknown; result: TurnOutcome };
  'rewheel.beginTurn': { argument: unknown; result: TurnOutcome };
  'rewheel.endTurn': { argument: unknown; result: TurnOutcome };
  'rewheel.showReport': { argument: unknown; result: void };
  'rewheel.clearFindings': { argument: unknown; result: void };
  'rewheel.compareTarget': { argument: unknown; result: ShowOutcome };
  'rewheel.compareTurn': { argument: unknown; result: ShowOutcome };
  'rewheel.copyFinding': { argument: unknown; result: ShowOutcome };
  'rewheel.callTarget': { argument: unknown; result: FixOutcome };
  'rewheel.fixTurn': { argument: unknown; result: FixOutcome };
  'rewheel.ignoreFinding': { argument: unknown; result: FixOutcome };
  'rewheel.acceptFinding': { argument: unknown; result: FixOutcome };
  'rewheel.copyRequest': { argument: unknown; result: FixOutcome };
  'rewheel.sendToChat': { argument: unknown; result: FixOutcome };
  'rewheel.groupFindings': { argument: unknown; result: void };
  'rewheel.filterFindings': { argument: unknown; result: void };
  'rewheel.toggleHints': { argument: unknown; result: void };
  'rewheel.showLog': { argument: unknown; result: void };
  /** Not in the palette: the link of a finding's code, and the status bar item. */
  'rewheel.showRule': { argument: RuleId; result: void };
  /** Not in the palette: rows of the views, and links. */
  'rewheel.openPlace': { argument: unknown; result: ShowOutcome };
  'rewheel.showActions': { argument: unknown; result: void };
}

export type CommandId = keyof CommandTable;

export type CommandHandlers = {
  [Id in CommandId]: (argument: unknown) => Promise<CommandTable[Id]['result']> | CommandTable[Id]['result'];
};
