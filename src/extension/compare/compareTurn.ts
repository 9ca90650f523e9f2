import * as vscode from 'vscode';
import type { StateChangesResponse, TurnRecord } from '../../protocol/turns.ts';
import { chooseFolder, sayUntrustedWatch } from '../audit/chooseFolder.ts';
import { turnItem } from '../audit/turnItems.ts';
import { underProgress } from '../base/underProgress.ts';
import type { EngineHost } from '../engine/engineHost.ts';
import type { Log } from '../log/createLog.ts';
import { shortPrompt } from '../watch/turnText.ts';
import type { ShowOutcome } from './compareOutcome.ts';
import type { StateDocuments } from './stateDocuments.ts';
import type { TurnRecords } from './turnRecords.ts';

/** Files that are compared in one editor; a turn with more is looked at by its first. */
const MOST_FILES = 200;

/** Two kept states to compare; head null: the workspace as it is now. */
interface Comparing {
  base: string;
  head: string | null;
  title: string;
}

type FilePair = { file: string; before: vscode.Uri | undefined; after: vscode.Uri | undefined };

/**
 * `rewheel.compareTurn`: the files that a turn changed, before and after, in the multi-diff editor; where the host has
 * none, one diff that the user picks.
 */
export function createCompareTurn(
  engine: EngineHost,
  records: TurnRecords,
  states: StateDocuments,
  log: Log,
): (argument: unknown) => Promise<ShowOutcome> {
  async function chosen(folder: vscode.WorkspaceFolder, turn: string | undefined): Promise<TurnRecord | ShowOutcome> {
    if (turn !== undefined) {
      const found = await records.find(folder.uri, turn);
      if (found) return found;
    } else {
      records.refresh();
      const { turns } = await records.of(folder.uri);
      const picked =
        turns.length === 0
          ? null
          : await vscode.window.showQuickPick(turns.map(turnItem), {
              title: vscode.l10n.t('Rewheel: Compare Turn'),
              placeHolder: vscode.l10n.t('Which turn?'),
            });
      if (picked === undefined) return { status: 'cancelled' };
      if (picked) return picked.turn;
    }
    void vscode.window.showInformationMessage(vscode.l10n.t('Rewheel: {0} has no such turn.', folder.name));
    return { status: 'refused', reason: 'no-turn' };
  }

  async function show(folder: vscode.WorkspaceFolder, comparing: Comparing): Promise<ShowOutcome> {
    const { base, title } = comparing;
    const { head, changes } = await underProgress(
      vscode.l10n.t('Rewheel: comparing {0}', title),
      async (signal): Promise<StateChangesResponse> =>
        (await engine.client()).stateChanges({ root: folder.uri.fsPath, base, head: comparing.head }, { signal }),
    );
    const pairs = pairsOf(folder.uri, { base, head, changes }, states);
    if (pairs.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Rewheel: {0} changed no file.', title));
      return { status: 'refused', reason: 'no-changes' };
    }
    const shown = pairs.slice(0, MOST_FILES);
    if (pairs.length > MOST_FILES)
      void vscode.window.showInformationMessage(
        vscode.l10n.t('Rewheel: {0} of {1} changed files are shown.', MOST_FILES, pairs.length),
      );
    try {
      await vscode.commands.executeCommand(
        'vscode.changes',
        title,
        shown.map(({ file, before, after }) => [vscode.Uri.joinPath(folder.uri, file), before, after]),
      );
      return { status: 'shown' };
    } catch (error) {
      log.info('compare', `the host shows no files together: ${String(error)}`);
      return showOne(shown, title);
    }
  }

  return async (argument) => {
    const { compareTurnArgsSchema } = await import('./referenceSchema.ts');
    const args = compareTurnArgsSchema.safeParse(argument ?? undefined);
    if (!args.success) {
      void vscode.window.showErrorMessage(vscode.l10n.t('Rewheel: that names no turn.'));
      return { status: 'refused', reason: 'bad-arguments' };
    }
    if (!vscode.workspace.isTrusted) {
      void sayUntrustedWatch();
      return { status: 'refused', reason: 'untrusted' };
    }
    const choice = await chooseFolder(args.data?.folder, vscode.l10n.t('Rewheel: Compare Turn'));
    if ('refused' in choice) return { status: 'refused', reason: choice.refused };
    if ('cancelled' in choice) return { status: 'cancelled' };
    try {
      if (args.data?.states) return await show(choice.folder, args.data.states);
      const turn = await chosen(choice.folder, args.data?.turn);
      return 'status' in turn ? turn : await show(choice.folder, ofTurn(turn));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log.error('compare', message);
      void vscode.window.showErrorMessage(vscode.l10n.t('Rewheel: {0}', message));
      return { status: 'failed', message };
    }
  };
}

function ofTurn({ base, head, number, prompt }: TurnRecord): Comparing {
  const words = shortPrompt(prompt);
  const title = words === null ? vscode.l10n.t('Turn {0}', number) : vscode.l10n.t('Turn {0}: {1}', number, words);
  return { base, head, title };
}

function pairsOf(
  folder: vscode.Uri,
  { base, head, changes }: { base: string } & StateChangesResponse,
  states: StateDocuments,
): FilePair[] {
  const before = (file: string): vscode.Uri => states.uri(folder, base, file);
  const after = (file: string): vscode.Uri => states.uri(folder, head, file);
  return [
    ...changes.added.map((file) => ({ file, before: undefined, after: after(file) })),
    ...changes.modified.map((file) => ({ file, before: before(file), after: after(file) })),
    ...changes.deleted.map((file) => ({ file, before: before(file), after: undefined })),
  ].sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function showOne(pairs: readonly FilePair[], title: string): Promise<ShowOutcome> {
  const items = pairs.map((pair) => ({ label: pair.file, pair }));
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('Which file?') });
  if (!picked) return { status: 'cancelled' };
  const { file, before, after } = picked.pair;
  if (before && after) await vscode.commands.executeCommand('vscode.diff', before, after, `${file} (${title})`);
  else await vscode.window.showTextDocument((before ?? after)!, { preview: true });
  return { status: 'shown' };
}
