import type { Tokenizer } from '../../ports/tokenizer.ts';
import type { SessionInfo, Turn } from '../session.ts';
import { effortClasses } from './effortClass.ts';
import type { Effort } from './effortClasses.ts';
import type { CommandReader } from './effortContext.ts';
import { effortOf, needsTokenizer } from './effortOf.ts';

export interface TurnEffortOptions {
  /** `commandReader` of a parser whose grammars are loaded. */
  commandsOf: CommandReader;
  /** Loads the tokenizer; called only when the result depends on it. */
  tokenizer: () => Promise<Tokenizer>;
  /** Whether tokens that the log does not state are estimated. */
  estimate: boolean;
}

/** Effort of a turn, from its calls alone: the same on every machine. See `effortClass` and `effortOf` for the rules. */
export async function turnEffort(turn: Turn, session: SessionInfo, options: TurnEffortOptions): Promise<Effort> {
  const { commandsOf, estimate } = options;
  const classes = effortClasses(turn, commandsOf, session.folders);
  const tokenizer = needsTokenizer(turn, classes, { estimate }) ? await options.tokenizer() : null;
  return effortOf(turn, classes, { tokenizer, estimate });
}
