import * as vscode from 'vscode';
import { isRewheelError } from '../../protocol/errors.ts';
import { chooseFolder, diskFolders, sayNoFolder, sayUntrustedWatch, sayVirtual } from '../audit/chooseFolder.ts';
import type { RefusalReason } from '../audit/comparison.ts';
import { underProgress } from '../base/underProgress.ts';
import type { EngineHost } from '../engine/engineHost.ts';
import type { Log } from '../log/createLog.ts';
import { sayTurnFailure, sayWatching } from './turnMessages.ts';
import { turnName } from './turnText.ts';
import type { TurnOutcome } from './turnOutcome.ts';
import type { TurnWatch } from './turnWatch.ts';

export interface TurnCommands {
  startWatching(): Promise<TurnOutcome>;
  stopWatching(): Promise<TurnOutcome>;
  beginTurn(argument: unknown): Promise<TurnOutcome>;
  endTurn(argument: unknown): Promise<TurnOutcome>;
}

/** The commands that begin and end watching and turns. */
export function createTurnCommands(watch: TurnWatch, engine: EngineHost, log: Log): TurnCommands {
  /** What stands against anything that writes to the store of turns; null when nothing does. */
  function refusal(): RefusalReason | null {
    if (diskFolders().length === 0) {
      const virtual = (vscode.workspace.workspaceFolders ?? []).length > 0;
      if (virtual) sayVirtual();
      else void sayNoFolder(vscode.l10n.t('Rewheel watches a folder, and none is open.'));
      return virtual ? 'virtual-workspace' : 'no-folder';
    }
    if (vscode.workspace.isTrusted) return null;
    void sayUntrustedWatch();
    return 'untrusted';
  }

  function failed(error: unknown, say: (message: string) => string): TurnOutcome {
    const code = isRewheelError(error) ? error.code : 'internal';
    if (code === 'cancelled') return { status: 'cancelled' };
    const message = error instanceof Error ? error.message : String(error);
    log.error('turns', error instanceof Error && code === 'internal' ? (error.stack ?? message) : message);
    void sayTurnFailure(say(message));
    return { status: 'failed', code, message };
  }

  /** The folder that a turn is begun or ended in. */
  async function folderOf(
    argument: unknown,
    title: string,
  ): Promise<{ folder: vscode.WorkspaceFolder; prompt: string | undefined } | { outcome: TurnOutcome }> {
    const reason = refusal();
    if (reason) return { outcome: { status: 'refused', reason } };
    const { turnArgsSchema } = await import('./turnArguments.ts');
    const args = turnArgsSchema.safeParse(argument ?? undefined);
    if (!args.success) {
      const why = args.error.issues[0]?.message ?? '';
      void vscode.window.showErrorMessage(
        vscode.l10n.t('Rewheel: the arguments of the command cannot be used: {0}', why),
      );
      return { outcome: { status: 'refused', reason: 'bad-arguments' } };
    }
    const choice = await chooseFolder(args.data?.folder, title);
    if ('refused' in choice) return { outcome: { status: 'refused', reason: choice.refused } };
    if ('cancelled' in choice) return { outcome: { status: 'cancelled' } };
    return { folder: choice.folder, prompt: args.data?.prompt };
  }

  return {
    async startWatching() {
      const reason = refusal();
      if (reason) return { status: 'refused', reason };
      try {
        await underProgress(vscode.l10n.t('Rewheel: keeping the present state before watching'), (signal) =>
          watch.start(signal),
        );
      } catch (error) {
        return failed(error, (message) => vscode.l10n.t('Rewheel cannot watch this workspace: {0}', message));
      }
      const views = watch.views();
      const watched = views.filter(({ state }) => state === 'watching').map(({ folder }) => folder.name);
      void sayWatching(
        watched,
        views
          .filter(({ state }) => state === 'failed')
          .map(({ folder, problem }) => `${folder.name} (${problem ?? ''})`),
      );
      return { status: 'watching', folders: watched.length };
    },

    async stopWatching() {
      if (await watch.stop()) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t('Rewheel no longer watches this workspace. The turns so far are kept.'),
        );
        return { status: 'stopped' };
      }
      void vscode.window.showInformationMessage(vscode.l10n.t('Rewheel does not watch this workspace.'));
      return { status: 'refused', reason: 'not-watching' };
    },

    async beginTurn(argument) {
      const chosen = await folderOf(argument, vscode.l10n.t('Rewheel: Begin Turn'));
      if ('outcome' in chosen) return chosen.outcome;
      const { folder } = chosen;
      const prompt = chosen.prompt ?? (await askForPrompt(folder));
      if (prompt === undefined) return { status: 'cancelled' };
      try {
        const title = vscode.l10n.t('Rewheel: keeping the state of {0} before the turn', folder.name);
        const turn = await underProgress(title, async (signal) =>
          (await engine.client()).beginTurn({ root: folder.uri.fsPath, prompt: prompt.trim() || null }, { signal }),
        );
        watch.noteBegan(folder, turn);
        void vscode.window.showInformationMessage(
          vscode.l10n.t(
            'Rewheel: {0} of {1} has begun. End it with Rewheel: End Turn.',
            turnName({ index: turn.number, agent: turn.agent }),
            folder.name,
          ),
        );
        return { status: 'began', turn: turn.id };
      } catch (error) {
        return failed(error, (message) => vscode.l10n.t('Rewheel could not begin a turn: {0}', message));
      }
    },

    async endTurn(argument) {
      const chosen = await folderOf(argument, vscode.l10n.t('Rewheel: End Turn'));
      if ('outcome' in chosen) return chosen.outcome;
      const { folder } = chosen;
      try {
        const title = vscode.l10n.t('Rewheel: keeping the state of {0} after the turn', folder.name);
        const turn = await underProgress(title, async (signal) =>
          (await engine.client()).endTurn({ root: folder.uri.fsPath, turn: null }, { signal }),
        );
        // Its audit follows, and tells the verdict.
        watch.noteEnded(folder, turn);
        return { status: 'ended', turn: turn.id };
      } catch (error) {
        if (!isRewheelError(error, 'unknown-turn'))
          return failed(error, (message) => vscode.l10n.t('Rewheel could not end the turn: {0}', message));
        void vscode.window.showInformationMessage(
          vscode.l10n.t('No turn of {0} is open. Begin one with Rewheel: Begin Turn.', folder.name),
        );
        return { status: 'refused', reason: 'no-turn' };
      }
    },
  };
}

function askForPrompt(folder: vscode.WorkspaceFolder): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Rewheel: Begin Turn in {0}', folder.name),
    prompt: vscode.l10n.t('What is the agent asked to do? It may stay empty.'),
    ignoreFocusOut: true,
  });
}
