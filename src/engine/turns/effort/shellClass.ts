import type { SimpleCommand } from '../shell/simpleCommands.ts';
import { commandClass } from './commandClass.ts';
import type { Deed } from './effortClasses.ts';
import { foremost } from './effortClasses.ts';
import type { EffortContext } from './effortContext.ts';

const PATTERN_FILTERS = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'select-string', 'sls', 'findstr']);
const ECHOES = new Set(['echo', 'printf', 'yes', 'cat', 'write-output']);

/**
 * Class of a command line: the foremost of its pipelines (`foremost` tells the order and why). A pipeline has the class of what
 * produces its text, unless a later part does more with it:
 *
 * - a part that edits, tests or hands in (`| git apply`, `| tee f.py`, `| xargs pytest`) decides;
 * - what is read and then picked by a pattern is `search` (`nl f | grep x`; specs/agent-logs.md 15.2);
 * - what is read or found and then worked on by a script is `analyze` (`cat f | python -c …`, `rg … | awk '{n++} …'`);
 * - a text made by `echo` or a here-document is the input of the part after it, and has that part's class.
 */
export function shellClass(commands: readonly SimpleCommand[], context: EffortContext): Deed {
  const deeds: Deed[] = [];
  let pipeline: { command: SimpleCommand; deed: Deed }[] = [];
  for (const command of commands) {
    if (command.pipeline.index === 0 && pipeline.length > 0) {
      deeds.push(pipelineClass(pipeline));
      pipeline = [];
    }
    pipeline.push({ command, deed: commandClass(command, context) });
  }
  if (pipeline.length > 0) deeds.push(pipelineClass(pipeline));
  return foremost(deeds);
}

function pipelineClass(parts: readonly { command: SimpleCommand; deed: Deed }[]): Deed {
  const [first, ...rest] = parts;
  if (!first) return 'other';
  let deed = first.deed;
  let echoed = deed === 'other' && ECHOES.has(first.command.name ?? '');
  for (const { command, deed: next } of rest) {
    const name = command.name?.toLowerCase() ?? '';
    if (next === 'edit' || next === 'test' || next === 'summary' || next === 'format') deed = foremost([deed, next]);
    else if (echoed) deed = next;
    else if (deed === 'read' && (PATTERN_FILTERS.has(name) || next === 'search')) deed = 'search';
    else if ((deed === 'read' || deed === 'search') && (next === 'analyze' || isScript(name))) deed = 'analyze';
    echoed = false;
  }
  return deed;
}

function isScript(name: string): boolean {
  return /^(?:python|pypy|node|ruby|perl|bun|deno)[\d.]*$/.test(name);
}
