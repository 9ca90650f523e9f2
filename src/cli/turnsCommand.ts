import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { shown } from '../engine/reports/shown.ts';
import { dataFolder } from '../platform/files/dataFolder.ts';
import { openTurnStore, type TurnStore } from '../platform/turns/turnStore.ts';
import { isRewheelError, RewheelError } from '../protocol/errors.ts';
import type { TurnChanges, TurnRecord } from '../protocol/turns.ts';
import { interruptible } from './interruptible.ts';
import { headline } from './turnLine.ts';
import { addWatch } from './watchCommand.ts';
import { complain } from './complain.ts';

interface TurnsFlags {
  root: string;
  format: 'text' | 'json';
  session?: string;
}

interface BeginFlags extends TurnsFlags {
  prompt?: string;
  agent?: string;
  model?: string;
  newSession?: boolean;
}

/** `rewheel turns`: the turns of a workspace that the turn store keeps, and their beginnings and ends by hand. */
export function addTurns(program: Command, finish: (code: number) => void): void {
  const turns = program.command('turns').description('keep the states before and after each turn of an agent');
  const add = (name: string, description: string): Command =>
    turns
      .command(name)
      .description(description)
      .option('-C, --root <path>', 'workspace root', '.')
      .addOption(new Option('--format <format>', 'form of the output').choices(['text', 'json']).default('text'));
  const runs = (work: (store: TurnStore, signal: AbortSignal) => Promise<string>, root: string): Promise<void> =>
    interruptible((signal) => withStore(root, (store) => work(store, signal))).then(() => finish(0));

  add('begin', 'keep the state of the workspace before a turn')
    .option('--prompt <text>', 'what the agent is asked to do')
    .option('--agent <name>', 'name of the agent')
    .option('--model <name>', 'name of its model')
    .option('--session <id>', 'session that the turn belongs to (default: the last one, within 12 hours)')
    .option('--new-session', 'begin a session')
    .action((flags: BeginFlags) => runs((store, signal) => begin(store, flags, signal), flags.root));
  add('end', 'keep the state of the workspace after the turn that was begun')
    .option('--session <id>', 'session of the turn, when several are open')
    .action((flags: TurnsFlags) => runs((store, signal) => end(store, flags, signal), flags.root));
  add('list', 'list the turns that are kept')
    .option('--session <id>', 'only the turns of this session')
    .action((flags: TurnsFlags) => runs((store) => list(store, flags), flags.root));
  add('show', 'show one turn and the files that it changed')
    .argument('[turn]', 'number or id of the turn (default: the latest)')
    .action((turn: string | undefined, flags: TurnsFlags) =>
      runs((store, signal) => show(store, turn, flags, signal), flags.root),
    );
  addWatch(turns, finish);
}

async function withStore(root: string, work: (store: TurnStore) => Promise<string>): Promise<void> {
  const store = await openTurnStore({ root: resolve(root), dataFolder: dataFolder() });
  try {
    process.stdout.write(await work(store));
  } finally {
    store.close();
    for (const problem of store.takeProblems()) complain(problem);
  }
}

async function begin(store: TurnStore, flags: BeginFlags, signal: AbortSignal): Promise<string> {
  const { session, newSession } = flags;
  if (session !== undefined && newSession) {
    throw new RewheelError('usage', '--session and --new-session exclude each other.');
  }
  if (session === '') throw new RewheelError('usage', '--session is empty. Give the name of a session.');
  const { agent, model, prompt } = flags;
  const turn = await store.begin({ source: 'command', agent, model, prompt, session, newSession }, signal);
  if (flags.format === 'json') return json('rewheel/turn-list@1', { turns: [turn] });
  const place = `turn ${turn.index} of session ${shown(turn.sessionKey)}`;
  return `Turn ${turn.number} has begun (${turn.id}, ${place}).\n`;
}

async function end(store: TurnStore, flags: TurnsFlags, signal: AbortSignal): Promise<string> {
  const { id } = await openTurn(store, flags.session);
  await store.end(id, {}, signal);
  const { turn, changes } = await store.show(id, signal);
  try {
    await store.prune({}, signal);
  } catch (error) {
    // The turn is kept all the same.
    if (!isRewheelError(error, 'store-failed')) throw error;
    complain(error.message);
  }
  if (flags.format === 'json') return json('rewheel/turn-changes@1', { turn, changes });
  return `Turn ${turn.number} has ended (${turn.id}): ${counted(changes)}.\n`;
}

/** The turn that `end` means: of those that were begun by hand the only open one. */
async function openTurn(store: TurnStore, session: string | undefined): Promise<TurnRecord> {
  const turns = await store.list({ session });
  const open = turns.filter(({ state, source }) => state === 'open' && source === 'command');
  const [turn, another] = open;
  if (turn === undefined) {
    const of = session === undefined ? '' : ` of session '${session}'`;
    throw new RewheelError(
      'unknown-turn',
      `No turn${of} is open in ${store.root}. Begin one with: rewheel turns begin`,
    );
  }
  if (another !== undefined) {
    const keys = open.map(({ sessionKey }) => sessionKey).join(', ');
    throw new RewheelError('usage', `Several turns are open. Say which with --session, one of: ${keys}`);
  }
  return turn;
}

async function list(store: TurnStore, flags: TurnsFlags): Promise<string> {
  const turns = await store.list({ session: flags.session });
  if (flags.format === 'json') return json('rewheel/turn-list@1', { turns });
  if (turns.length === 0) process.stderr.write('rewheel: no turn is kept. Begin one with: rewheel turns begin\n');
  return turns.map((turn) => `${headline(turn)}\n`).join('');
}

async function show(
  store: TurnStore,
  wanted: string | undefined,
  flags: TurnsFlags,
  signal: AbortSignal,
): Promise<string> {
  const { turn, changes } = await store.show(wanted, signal);
  if (flags.format === 'json') return json('rewheel/turn-changes@1', { turn, changes });
  const lines = [
    headline(turn),
    `  id ${turn.id}, turn ${turn.index} of session ${shown(turn.sessionKey)}`,
    ...(turn.model === null ? [] : [`  model ${shown(turn.model)}`]),
    ...(turn.userChangesBefore ? ['  the workspace was changed between the turn before and this one'] : []),
    ...(turn.headAt === 'closing' ? ['  nobody saw its end: later work may be among the changes'] : []),
    ...(turn.state === 'open' ? ['  it is open: compared with the workspace as it is now'] : []),
    `  ${counted(changes)}`,
    ...changes.added.map((path) => `  A ${shown(path)}`),
    ...changes.modified.map((path) => `  M ${shown(path)}`),
    ...changes.deleted.map((path) => `  D ${shown(path)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function counted({ added, modified, deleted }: TurnChanges): string {
  return `${added.length} added, ${modified.length} modified, ${deleted.length} deleted`;
}

function json(schema: string, value: Record<string, unknown>): string {
  return `${JSON.stringify({ schema, ...value }, null, 2)}\n`;
}
