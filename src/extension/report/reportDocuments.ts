import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposableStore.ts';
import type { ResultStore } from '../results/resultStore.ts';

/** Scheme of the documents that show a folder's last result; their query is the folder's uri. */
const SCHEME = 'rewheel-report';

/** Reports as read-only documents, which follow the results. */
export interface ReportDocuments extends vscode.Disposable {
  /** Opens the report of a folder (its uri as a string), or of the only one that was audited. */
  show(argument: unknown): Promise<void>;
}

export function createReportDocuments(results: ResultStore): ReportDocuments {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<vscode.Uri>());
  const uriOf = (folder: string): vscode.Uri =>
    vscode.Uri.from({ scheme: SCHEME, path: `/${vscode.l10n.t('Rewheel Report')}.txt`, query: folder });
  store.add(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const held = results.get(uri.query);
        if (!held) return vscode.l10n.t('There is no result. Audit a turn first.');
        const { reportText } = await import('./reportText.ts');
        return reportText(held.result);
      },
    }),
  );
  store.add(results.onDidChange((folder) => changed.fire(uriOf(folder))));
  return {
    async show(argument) {
      const folder = typeof argument === 'string' ? argument : await chooseResult(results);
      if (folder === undefined) return;
      if (!results.get(folder)) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t('Rewheel has no result to report yet. Audit a turn first.'),
        );
        return;
      }
      const document = await vscode.workspace.openTextDocument(uriOf(folder));
      await vscode.window.showTextDocument(document, { preview: true });
    },
    dispose: () => store.dispose(),
  };
}

/** The folder whose report is wanted: '' when nothing was audited yet, undefined when the user left. */
async function chooseResult(results: ResultStore): Promise<string | undefined> {
  const held = results.all();
  if (held.length < 2) return held[0]?.result.folder ?? '';
  const items = held.map(({ result }) => ({ label: result.report.workspace, folder: result.folder }));
  const title = vscode.l10n.t('Rewheel: Show Report');
  return (await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('Which folder?') }))?.folder;
}
