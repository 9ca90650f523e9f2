import * as vscode from 'vscode';
import type { RuleId } from '../../protocol/report.ts';

/** The descriptions of the rules, Markdown files that ship with the extension. */
export interface RuleDocuments {
  /** What a finding's code links to. */
  link(rule: RuleId): vscode.Uri;
  /** Opens the description; an argument that names no rule is refused with a message. */
  show(argument: unknown): Promise<void>;
}

/** `extensionUri` is the folder of the extension. */
export function createRuleDocuments(extensionUri: vscode.Uri): RuleDocuments {
  const file = (rule: RuleId): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', 'rules', `${rule}.md`);
  return {
    link: (rule) => vscode.Uri.parse(`command:rewheel.showRule?${encodeURIComponent(JSON.stringify([rule]))}`),
    async show(argument) {
      const { ruleSchema } = await import('../../protocol/report.ts');
      const rule = ruleSchema.safeParse(argument);
      if (!rule.success) {
        void vscode.window.showErrorMessage(vscode.l10n.t('Rewheel has no rule of that name.'));
        return;
      }
      try {
        await vscode.commands.executeCommand('markdown.showPreview', file(rule.data));
      } catch {
        // The built-in Markdown extension can be switched off.
        await vscode.window.showTextDocument(file(rule.data), { preview: true });
      }
    },
  };
}
