import * as vscode from 'vscode';
import { isRewheelError } from '../../protocol/errors.ts';
import { activeFile } from '../base/activeFile.ts';
import { relativeFile } from '../base/paths.ts';
import { lastsLongerThan } from '../base/underProgress.ts';
import type { EngineHost } from '../engine/engineHost.ts';
import type { Log } from '../log/createLog.ts';
import type { ResultStore } from '../results/resultStore.ts';
import { sayDone, sayFailed } from './auditMessages.ts';
import type { AuditJob, AuditRunner } from './auditRunner.ts';
import {
  askForFolder,
  chooseFolder,
  diskFolders,
  sayUntrusted,
  sayUntrustedWatch,
  sayVirtual,
} from './chooseFolder.ts';
import { chooseComparison } from './chooseComparison.ts';
import type { AuditOutcome, Comparison } from './comparison.ts';
import type { TurnRecord } from '../../protocol/turns.ts';
import { runCommand } from '../commands/registerCommands.ts';
import { sayNoTurn, sayTurn, sayTurnFailure } from '../watch/turnMessages.ts';
import type { TurnWatch } from '../watch/turnWatch.ts';

export interface AuditCommands {
  auditTurn(argument: unknown): Promise<AuditOutcome>;
  auditLastTurn(argument: unknown): Promise<AuditOutcome>;
  auditFile(): Promise<AuditOutcome>;
}

/** Milliseconds that the list of turns may take before the pick does without. */
const TURNS_WITHIN = 3_000;

/** The audit commands: they find out what to audit, run it and say how it went. */
export function createAuditCommands(
  runner: AuditRunner,
  engine: EngineHost,
  results: ResultStore,
  watch: TurnWatch,
  log: Log,
): AuditCommands {
  async function run(job: AuditJob): Promise<AuditOutcome> {
    log.info('audit', `${job.file ?? 'all files'} of ${job.folder.uri.fsPath}, ${JSON.stringify(job.comparison)}`);
    const outcome = await runner.run(job);
    if (outcome.status === 'failed')
      void sayFailed(outcome.code, outcome.message, () => run({ ...job, comparison: { kind: 'everything' } }));
    const held = results.get(job.folder.uri.toString());
    if (outcome.status === 'done' && held)
      void (job.comparison.kind === 'turn' ? sayTurn(job.folder, held.result) : sayDone(job.folder, held.result));
    return outcome;
  }

  /**
   * Turns of the folder; null when they cannot be had, which is logged, or not soon: other comparisons work without, and
   * an engine that hangs must not take them away.
   */
  async function keptTurns(folder: vscode.WorkspaceFolder): Promise<TurnRecord[] | null> {
    const listed = engine
      .client()
      .then((client) => client.turns({ root: folder.uri.fsPath }))
      .then(
        ({ turns }) => turns,
        (error: unknown) => {
          log.warn('turns', `the turns of ${folder.uri.fsPath} cannot be listed: ${String(error)}`);
          return null;
        },
      );
    return (await lastsLongerThan(TURNS_WITHIN, listed)) ? null : listed;
  }

  /** The user's choice of a folder and a comparison; an outcome when there is nothing to run. */
  async function ask(
    first: vscode.WorkspaceFolder,
  ): Promise<{ folder: vscode.WorkspaceFolder; comparison: Comparison } | AuditOutcome> {
    let folder = first;
    for (;;) {
      const root = folder.uri.fsPath;
      const folders = diskFolders();
      try {
        const comparison = await chooseComparison(
          folder,
          { otherFolders: folders.length > 1, watched: watch.isOn },
          { turns: () => keptTurns(folder), refs: async () => (await engine.client()).refs({ root }) },
        );
        if (comparison === null) return { status: 'cancelled' };
        if (comparison === 'watch') {
          await runCommand('rewheel.startWatching');
          return { status: 'cancelled' };
        }
        if (comparison !== 'other-folder') return { folder, comparison };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const code = isRewheelError(error) ? error.code : 'internal';
        log.error('audit', message);
        void sayFailed(code, message, () => run({ folder, comparison: { kind: 'everything' }, file: null }));
        return { status: 'failed', code, message };
      }
      const choice = await askForFolder(folders);
      if (!('folder' in choice)) return { status: 'cancelled' };
      folder = choice.folder;
    }
  }

  return {
    async auditTurn(argument) {
      const { auditTurnArgsSchema } = await import('./comparison.ts');
      const args = auditTurnArgsSchema.safeParse(argument ?? undefined);
      if (!args.success) return refuseArguments('rewheel.auditTurn', args.error.issues[0]?.message);
      const given = args.data?.comparison;
      if (!vscode.workspace.isTrusted && given?.kind !== 'everything' && diskFolders().length > 0) {
        void sayUntrusted();
        return { status: 'refused', reason: 'untrusted' };
      }
      const choice = await chooseFolder(args.data?.folder);
      if ('refused' in choice) return { status: 'refused', reason: choice.refused };
      if ('cancelled' in choice) return { status: 'cancelled' };
      if (given) return run({ folder: choice.folder, comparison: given, file: null });
      const asked = await ask(choice.folder);
      return 'status' in asked ? asked : run({ ...asked, file: null });
    },

    async auditLastTurn(argument) {
      const { turnArgsSchema } = await import('../watch/turnArguments.ts');
      const args = turnArgsSchema.safeParse(argument ?? undefined);
      if (!args.success) return refuseArguments('rewheel.auditLastTurn', args.error.issues[0]?.message);
      if (!vscode.workspace.isTrusted && diskFolders().length > 0) {
        void sayUntrustedWatch();
        return { status: 'refused', reason: 'untrusted' };
      }
      const choice = await chooseFolder(args.data?.folder, vscode.l10n.t('Rewheel: Audit Last Turn'));
      if ('refused' in choice) return { status: 'refused', reason: choice.refused };
      if ('cancelled' in choice) return { status: 'cancelled' };
      const { folder } = choice;
      try {
        const [last] = (await (await engine.client()).turns({ root: folder.uri.fsPath })).turns;
        if (last) {
          const comparison = { kind: 'turn', turn: last.id, turnNumber: last.number } as const;
          return await run({ folder, comparison, file: null });
        }
        void sayNoTurn(folder, watch.isOn);
        return { status: 'refused', reason: 'no-turn' };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const code = isRewheelError(error) ? error.code : 'internal';
        log.error('audit', message);
        void sayTurnFailure(vscode.l10n.t('Rewheel: {0}', message));
        return { status: 'failed', code, message };
      }
    },

    async auditFile() {
      const uri = activeFile();
      const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
      if (folder && folder.uri.scheme !== 'file') {
        sayVirtual();
        return { status: 'refused', reason: 'virtual-workspace' };
      }
      if (diskFolders().length === 0) {
        const choice = await chooseFolder(undefined);
        return { status: 'refused', reason: 'refused' in choice ? choice.refused : 'no-folder' };
      }
      const file = folder && relativeFile(folder, uri);
      if (!file) {
        void vscode.window.showWarningMessage(
          vscode.l10n.t('Open a saved file of the workspace first: Rewheel audits the file of the active editor.'),
        );
        return { status: 'refused', reason: 'no-file' };
      }
      // Without trust nothing is run, git included: the file is read, and compared with nothing.
      const comparison: Comparison = vscode.workspace.isTrusted ? { kind: 'last-commit' } : { kind: 'everything' };
      return run({ folder, comparison, file });
    },
  };
}

function refuseArguments(command: string, why = ''): AuditOutcome {
  void vscode.window.showErrorMessage(vscode.l10n.t('Rewheel: the arguments of {0} cannot be used: {1}', command, why));
  return { status: 'refused', reason: 'bad-arguments' };
}
