import * as vscode from 'vscode';
import { findingRef } from '../compare/references.ts';
import type { ShownMark } from '../diagnostics/findingMarks.ts';
import type { CommandId } from '../commands/table.ts';
import { clean } from '../views/findingNode.ts';
import { hasChat } from './chat.ts';
import type { FixEdits } from './fixEdits.ts';

/** Quick fixes on the line of a finding. */
export function createFixActions(marksIn: (uri: vscode.Uri) => ShownMark[], edits: FixEdits): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    async provideCodeActions({ uri }, range, context, token) {
      const here = marksIn(uri).filter(
        ({ mark, anchor }) =>
          mark.role === 'function' && range.start.line <= anchor.line && anchor.line <= range.end.line,
      );
      if (here.length === 0) return [];
      const chat = await hasChat();
      const actions: vscode.CodeAction[] = [];
      for (const one of here) {
        if (token.isCancellationRequested) return [];
        actions.push(...(await actionsOf(one, context, edits, chat)));
      }
      return actions;
    },
  };
  return vscode.languages.registerCodeActionsProvider(
    [{ scheme: 'file' }, { scheme: 'vscode-notebook-cell' }],
    provider,
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

async function actionsOf(
  { mark, anchor, folder }: ShownMark,
  { diagnostics }: vscode.CodeActionContext,
  edits: FixEdits,
  chat: boolean,
): Promise<vscode.CodeAction[]> {
  const { finding } = mark;
  const own = diagnostics.filter(
    ({ source, message, range }) =>
      source === 'Rewheel' && message === finding.message && range.start.line === anchor.line,
  );
  const make = (title: string): vscode.CodeAction => {
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.diagnostics = own;
    return action;
  };
  const actions: vscode.CodeAction[] = [];
  const title = vscode.l10n.t('Call {0} instead', clean(finding.target.name));
  const fix = await edits.of(folder, [finding], title);
  if (fix) {
    const action = make(title);
    action.edit = fix.edit;
    action.isPreferred = true;
    actions.push(action);
  }
  const run = (label: string, id: CommandId): void => {
    const action = make(label);
    action.command = { title: label, command: id, arguments: [{ finding: findingRef(folder, null, finding) }] };
    actions.push(action);
  };
  const name = clean(finding.function.name);
  run(vscode.l10n.t('Ignore {0} with a reason…', name), 'rewheel.ignoreFinding');
  run(vscode.l10n.t('Add {0} to the baseline', name), 'rewheel.acceptFinding');
  run(vscode.l10n.t('Copy request for the agent'), 'rewheel.copyRequest');
  if (chat) run(vscode.l10n.t('Send to chat'), 'rewheel.sendToChat');
  return actions;
}
