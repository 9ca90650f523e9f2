import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnOfAudit } from '../../../engine/api/turnMeasures.ts';
import type { Snapshot } from '../../../engine/ports/ports.ts';
import { commandReader } from '../../../engine/turns/effort/commandReader.ts';
import { effortClasses } from '../../../engine/turns/effort/effortClass.ts';
import { effortOf, needsTokenizer } from '../../../engine/turns/effort/effortOf.ts';
import { exposeTurn } from '../../../engine/turns/exposure/exposeTurn.ts';
import { sessionRoot } from '../../../engine/turns/exposure/sessionRoot.ts';
import { guessFolder } from '../../../engine/turns/exposure/guessFolder.ts';
import { WorkspacePaths } from '../../../engine/turns/exposure/workspacePaths.ts';
import type { TurnFiles } from '../../../engine/turns/exposure/workspaceReplay.ts';
import { ownLines } from '../../../engine/turns/ownLines.ts';
import type { Action, SessionInfo } from '../../../engine/turns/session.ts';
import { workspaceRoots } from '../../../platform/git/workspaceRoots.ts';
import { openTokenizer } from '../../../platform/tokens/openTokenizer.ts';
import { shownByCommand } from '../../../engine/turns/shell/shownByCommand.ts';
import { shellParser, type ShellParser } from '../../../engine/turns/shell/parseShell.ts';
import { grammarFiles } from '../../grammarFiles.ts';
import { earlierActions } from './earlierActions.ts';
import type { ChosenTurn } from './chooseTurn.ts';

/** Characters of a prompt that a report shows. */
const MOST_PROMPT = 20_000;

/** Agents that do not read: whole files are put into the chat, and no log tells which lines mattered. */
const WITHOUT_READS: ReadonlySet<SessionInfo['agent']> = new Set(['aider']);

export interface TurnEnvironment {
  /** Folder of the bundles, where grammars and the tokenizer lie. */
  distFolder: string;
  estimateTokens: boolean;
  /** Text of a file in a revision that a command of the turn names; null when it is not known. */
  revision: (revision: string, path: string) => Promise<string | null>;
  /** Whether earlier turns' edits have to tell own code from the repository's. */
  findOwnLines: boolean;
}

/**
 * Takes from a turn's log what the audit shows and measures.
 * @param base state before the turn, with all its files; likewise `head`
 */
export async function turnOfAudit(
  chosen: ChosenTurn,
  root: string,
  base: Snapshot,
  head: Snapshot,
  environment: TurnEnvironment,
): Promise<TurnOfAudit> {
  const { number } = chosen;
  const files = new Set([...listOf(base), ...listOf(head)]);
  const { session, turn, earlier } = placed(chosen, files);
  const paths = pathsOf(session, root);
  const grammars = grammarFiles(join(environment.distFolder, 'grammars'));
  const parser = await shellParser(grammars);
  return {
    info: {
      id: turn.id,
      index: number,
      agent: session.agentVersion === null ? session.agent : `${session.agent} ${session.agentVersion}`,
      model: turn.models.at(-1) ?? null,
      prompt: turn.prompt === null ? null : turn.prompt.slice(0, MOST_PROMPT),
      startedAt: turn.startedAt,
      endedAt: turn.endedAt,
    },
    exposure: WITHOUT_READS.has(session.agent)
      ? null
      : await exposeTurn(turn, { ...filesOf(base, head), revision: environment.revision }, paths, (command) =>
          shownByCommand(command, grammars),
        ),
    effort: await effortOfTurn(chosen, parser, environment),
    ownLines: environment.findOwnLines ? ownLines(await earlierActions(earlier, paths, grammars)) : null,
  };
}

/** The turn with the folder of the log's machine that stands for the workspace as the session's first folder. */
function placed(chosen: ChosenTurn, files: ReadonlySet<string>): ChosenTurn {
  const { session, turn, earlier } = chosen;
  const actions = [...turn.actions, ...earlier];
  const [start] = session.folders;
  if (start !== undefined && isFolder(start)) return chosen;
  const root = start === undefined ? guessFolder(actions, files) : sessionRoot(start, actions, files);
  if (root === null || root === start) return chosen;
  // What the log does not say of a call's folder is still the folder where the session began.
  const at = (action: Action): Action => ({ ...action, cwd: action.cwd ?? start ?? null });
  return {
    ...chosen,
    session: { ...session, folders: [root, ...session.folders] },
    turn: { ...turn, actions: turn.actions.map(at) },
    earlier: earlier.map(at),
  };
}

/** Takes the paths of a session's log to the workspace at `root` (a real path). */
export function pathsOf(session: SessionInfo, root: string): WorkspacePaths {
  return new WorkspacePaths({ root, alsoRoots: workspaceRoots(root), folders: session.folders, exists: isFolder });
}

/** Whether a session worked in the workspace at `root`, or in a folder of it, by the paths that its log writes. */
export function belongsTo(root: string): (session: SessionInfo) => boolean {
  return (session) => {
    const paths = new WorkspacePaths({ root, alsoRoots: workspaceRoots(root), folders: [], exists: isFolder });
    return session.folders.some((folder) => paths.relative(folder) !== null);
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function effortOfTurn(
  { turn, session }: ChosenTurn,
  parser: ShellParser,
  environment: TurnEnvironment,
): Promise<TurnOfAudit['effort']> {
  await parser.prepare(turn.actions.flatMap(({ command }) => command ?? []));
  const classes = effortClasses(turn, commandReader(parser), session.folders);
  const options = { estimate: environment.estimateTokens };
  const tokenizer = needsTokenizer(turn, classes, options) ? await openTokenizer(environment.distFolder) : null;
  return effortOf(turn, classes, { ...options, tokenizer });
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

function filesOf(base: Snapshot, head: Snapshot): TurnFiles {
  const reader = (snapshot: Snapshot) => {
    const paths = new Set(listOf(snapshot));
    return async (path: string): Promise<string | null> => {
      if (!paths.has(path)) return null;
      const bytes = await snapshot.read(path);
      return bytes && lenient.decode(bytes);
    };
  };
  return { base: reader(base), head: reader(head), baseList: listOf(base), headList: listOf(head) };
}

function listOf({ files, configFiles, others }: Snapshot): string[] {
  return [...new Set([...files.map(({ path }) => path), ...configFiles, ...others])].sort();
}
