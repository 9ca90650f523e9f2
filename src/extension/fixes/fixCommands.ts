import * as vscode from 'vscode';
import { isRewheelError } from '../../protocol/errors.ts';
import type { Finding } from '../../protocol/report.ts';
import { runCommand } from '../commands/registerCommands.ts';
import type { FindingChooser } from '../compare/chooseFinding.ts';
import { placeOnly } from '../compare/references.ts';
import type { CellMarks } from '../diagnostics/cellMarks.ts';
import type { FindingMarks } from '../diagnostics/findingMarks.ts';
import type { EngineHost } from '../engine/engineHost.ts';
import type { ResultStore } from '../results/resultStore.ts';
import { shownFindings } from '../results/shownFindings.ts';
import { clean } from '../views/findingNode.ts';
import { agentRequest } from './agentRequest.ts';
import { hasChat, openChat } from './chat.ts';
import type { FixEdits } from './fixEdits.ts';
import type { FixOutcome, FixRefusal } from './fixOutcome.ts';
import { ignoreComment } from './ignoreComment.ts';
import { safeFindings } from './safeFindings.ts';

export interface FixCommands {
  /** Puts the call of the target in the place of the copy, previewed. */
  callTarget(argument: unknown): Promise<FixOutcome>;
  /** The same for every finding of the last results where it is safe, in one edit. */
  fixTurn(argument: unknown): Promise<FixOutcome>;
  /** Writes a comment that hides the finding, with the reason that the user gives. */
  ignoreFinding(argument: unknown): Promise<FixOutcome>;
  /** Puts the finding into `rewheel-baseline.json`. */
  acceptFinding(argument: unknown): Promise<FixOutcome>;
  /** Copies a prompt that asks an agent to use the target. */
  copyRequest(argument: unknown): Promise<FixOutcome>;
  /** Puts that prompt into the chat. */
  sendToChat(argument: unknown): Promise<FixOutcome>;
}

/** Commands that act on findings. */
export function createFixCommands(
  chosen: FindingChooser,
  edits: FixEdits,
  results: ResultStore,
  marks: FindingMarks,
  cells: CellMarks,
  engine: EngineHost,
): FixCommands {
  // Menus ask for it before the first quick fix does.
  void hasChat();
  const { l10n } = vscode;
  return {
    async callTarget(argument) {
      const choice = await chosen(argument, l10n.t('Rewheel: Call Target Instead'));
      if ('status' in choice) return choice;
      const { ref, finding } = choice;
      const fix = await edits.of(ref.folder, [finding], l10n.t('Call {0} instead', clean(finding.target.name)));
      return fix ? apply(fix.edit) : refuse(finding.advice?.dropIn ? 'changed' : 'no-drop-in', whyNot(finding));
    },

    async fixTurn(argument) {
      const { fixTurnArgsSchema } = await import('../compare/referenceSchema.ts');
      const args = fixTurnArgsSchema.safeParse(argument ?? undefined);
      if (!args.success) return refuse('bad-arguments', l10n.t('Rewheel: that names no folder.'));
      const edit = new vscode.WorkspaceEdit();
      const fixed: Finding[] = [];
      for (const { result } of results.all()) {
        const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.toString() === result.folder);
        if (!folder || (args.data?.folder !== undefined && args.data.folder !== folder.name)) continue;
        const own = shownFindings(result).filter(
          ({ status }) => status === 'introduced' || result.report.base === null,
        );
        await edits.add({ edit, fixed }, result.folder, safeFindings(own), l10n.t('Call what exists instead'));
      }
      if (fixed.length > 0) return apply(edit);
      const text = l10n.t(
        'Rewheel: no finding can be replaced by a call as it is. Copy a request for the agent instead.',
      );
      return refuse('no-drop-in', text);
    },

    async ignoreFinding(argument) {
      const title = l10n.t('Rewheel: Ignore Finding');
      const choice = await chosen(argument, title);
      if ('status' in choice) return choice;
      const { ref, finding } = choice;
      const isBlank = (text: string): boolean => text.trim() === '';
      const reason =
        choice.reason ??
        (await vscode.window.showInputBox({
          title,
          prompt: l10n.t('Why may {0} repeat {1}?', clean(finding.function.name), clean(finding.target.name)),
          validateInput: (text) => (isBlank(text) ? l10n.t('Give the reason: it stands in the comment.') : null),
        }));
      if (reason === undefined || isBlank(reason)) return { status: 'cancelled' };
      const at = marks.spanOf(ref.folder, placeOnly(finding.function)) ?? cells.spanOf(ref.folder, finding);
      if (!at) return refuse('changed', l10n.t('Rewheel: the code has changed since the audit. Audit it again.'));
      const document = await vscode.workspace.openTextDocument(at.uri);
      const comment = ignoreComment(finding.function.file, finding.rule, reason, document.lineAt(at.first).text);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(at.uri, new vscode.Position(at.first, 0), `${comment}\n`);
      return apply(edit);
    },

    async acceptFinding(argument) {
      const choice = await chosen(argument, l10n.t('Rewheel: Add Finding to Baseline'));
      if ('status' in choice) return choice;
      const { ref, finding } = choice;
      const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.toString() === ref.folder);
      if (!folder) return refuse('no-finding', l10n.t('Rewheel: there is no such finding now.'));
      try {
        await (await engine.client()).accept({ root: folder.uri.fsPath, finding });
      } catch (error) {
        const message = isRewheelError(error) ? error.message : String(error);
        void vscode.window.showErrorMessage(l10n.t('Rewheel: {0}', message));
        return { status: 'failed', message };
      }
      void sayAccepted(folder, finding, results);
      return { status: 'done' };
    },

    async copyRequest(argument) {
      const choice = await chosen(argument, l10n.t('Rewheel: Copy Request for the Agent'));
      if ('status' in choice) return choice;
      await vscode.env.clipboard.writeText(agentRequest(choice.finding));
      vscode.window.setStatusBarMessage(l10n.t('Rewheel: the request is in the clipboard.'), STATUS_MS);
      return { status: 'done' };
    },

    async sendToChat(argument) {
      const choice = await chosen(argument, l10n.t('Rewheel: Send Finding to Chat'));
      if ('status' in choice) return choice;
      if (!(await hasChat())) return refuse('no-chat', l10n.t('Rewheel: this editor has no chat.'));
      await openChat(agentRequest(choice.finding));
      return { status: 'done' };
    },
  };
}

const STATUS_MS = 5_000;

/** False comes back when the user does not apply what the preview shows. */
async function apply(edit: vscode.WorkspaceEdit): Promise<FixOutcome> {
  return (await vscode.workspace.applyEdit(edit)) ? { status: 'done' } : { status: 'cancelled' };
}

function refuse(reason: FixRefusal, text: string): FixOutcome {
  void vscode.window.showInformationMessage(text);
  return { status: 'refused', reason };
}

function whyNot({ advice, target }: Finding): string {
  const { l10n } = vscode;
  if (advice?.dropIn)
    return l10n.t('Rewheel: the code has changed since the audit, or the call cannot be written here.');
  const obstacles = advice?.obstacles.join('; ') ?? '';
  return obstacles === ''
    ? l10n.t('Rewheel: a call of {0} does not take its place as it is.', clean(target.name))
    : l10n.t('Rewheel: a call of {0} does not take its place as it is: {1}.', clean(target.name), clean(obstacles));
}

async function sayAccepted(folder: vscode.WorkspaceFolder, finding: Finding, results: ResultStore): Promise<void> {
  const again = vscode.l10n.t('Audit Again');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Rewheel: {0} is in the baseline. From the next audit on it is left out.',
      clean(finding.function.name),
    ),
    again,
  );
  const comparison = results.get(folder.uri.toString())?.result.comparison;
  if (answer === again && comparison) await runCommand('rewheel.auditTurn', { comparison, folder: folder.name });
}
