import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { shown } from '../engine/reports/shown.ts';
import { readLog } from '../engine/turns/readLog.ts';
import { LOG_SCHEMA, type Action, type SessionInfo, type Turn } from '../engine/turns/session.ts';
import { openLogSource } from '../platform/logs/logSource.ts';
import { interruptible } from './interruptible.ts';

interface LogsFlags {
  format: 'text' | 'json';
}

/** Characters of a prompt or command that the text form shows. */
const WIDTH = 100;

/** `rewheel logs FILE`: the normal form of an agent's log: sessions, turns and actions, and what was skipped. */
export function addLogs(program: Command, finish: (code: number) => void): void {
  program
    .command('logs')
    .description('print what a log of an agent holds: sessions, turns, actions')
    .argument('<file>', 'log file, or folder of one')
    .addOption(new Option('--format <format>', 'form of the output').choices(['text', 'json']).default('text'))
    .action(async (file: string, flags: LogsFlags) => {
      await interruptible((signal) => printLog(resolve(file), flags, signal));
      finish(0);
    });
}

/** Turns are printed as they are read, so that a log of any size is printed in bounded memory. */
async function printLog(file: string, flags: LogsFlags, signal: AbortSignal): Promise<void> {
  const write = (text: string): void => void process.stdout.write(text);
  const json = flags.format === 'json';
  let count = 0;
  if (json) write(`{"schema":${JSON.stringify(LOG_SCHEMA)},"turns":[`);
  const { format, sessions, problems } = await readLog(await openLogSource(file), {
    signal,
    onTurn: (turn, session) => {
      write(json ? `${count === 0 ? '' : ','}\n${JSON.stringify(jsonTurn(turn))}` : textTurn(turn, session));
      count++;
    },
  });
  const skipped = Object.fromEntries([...problems].sort(([a], [b]) => (a < b ? -1 : 1)));
  if (json) {
    write(`\n],"format":${JSON.stringify(format.id)},"sessions":${JSON.stringify(sessions)},`);
    write(`"problems":${JSON.stringify(skipped)}}\n`);
    return;
  }
  const agents = [
    ...new Set(sessions.map(({ agent, agentVersion }) => [agent, agentVersion].filter(Boolean).join(' '))),
  ];
  write(`${format.id}: ${plural(sessions.length, 'session')}, ${plural(count, 'turn')}`);
  write(agents.length > 0 ? ` (${agents.map(shown).join(', ')})\n` : '\n');
  for (const [kind, times] of Object.entries(skipped)) write(`skipped: ${kind} ${times}\n`);
}

/** Text of the log is left out but for prompts and commands: a normal form is for counting and finding places. */
function jsonTurn(turn: Turn): unknown {
  return {
    ...turn,
    messages: turn.messages.map(({ text, reasoning, ...message }) => ({
      ...message,
      textLength: text.length,
      reasoningLength: reasoning.length,
    })),
    actions: turn.actions.map(({ input: _, output, shown: parts, edits, ...action }) => ({
      ...action,
      outputLength: output?.length ?? null,
      shown: parts.map(({ lines: __, ...part }) => part),
      edits: edits.map(({ kind, path }) => ({ kind, path })),
    })),
  };
}

function textTurn(turn: Turn, session: SessionInfo): string {
  const tokens = turn.usage?.output;
  const facts = [
    turn.startedAt ?? 'no time',
    turn.models.join(', ') || 'no model named',
    turn.outcome,
    ...(typeof tokens === 'number' ? [`${tokens} tokens written`] : []),
  ];
  const prompt = turn.prompt === null ? '(no prompt)' : oneLine(turn.prompt);
  const head = `turn ${turn.index} of ${shown(session.id)}: ${prompt}\n    ${facts.map(shown).join(' · ')}\n`;
  return head + turn.actions.map((action) => `    ${textAction(action)}\n`).join('');
}

function textAction(action: Action): string {
  const what = action.command ? oneLine(action.command.text) : action.shown.map(textShown).join(', ');
  const files = action.edits.map(({ path }) => shown(path));
  const state = action.state === 'ok' ? '' : ` [${action.state}]`;
  const by = action.by === null ? '' : ` (sub-agent ${shown(action.by)})`;
  return [`${action.kind} ${shown(action.tool)}${state}${by}`, what, ...files].filter(Boolean).join('  ');
}

function textShown({ path, ranges }: Action['shown'][number]): string {
  const lines = ranges.map(({ startLine, endLine }) =>
    startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`,
  );
  return lines.length > 0 ? `${shown(path)}:${lines.join(',')}` : shown(path);
}

function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return shown(line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line);
}

function plural(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
