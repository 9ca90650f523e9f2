import * as vscode from 'vscode';
import { placeText } from '../../protocol/placeText.ts';
import type { BodyDocuments } from './bodyDocuments.ts';
import type { FindingChooser } from './chooseFinding.ts';
import type { ShowOutcome } from './compareOutcome.ts';
import type { PlaceFinder } from './locatePlace.ts';
import { placeOnly } from './references.ts';
import type { PlaceRef } from './references.ts';

export interface TargetCommands {
  /** Opens a diff editor of the target against the code that repeats it. */
  compareTarget(argument: unknown): Promise<ShowOutcome>;
  /** Opens the code at a place of an audit. */
  openPlace(argument: unknown): Promise<ShowOutcome>;
  /** Copies a finding's message and places. */
  copyFinding(argument: unknown): Promise<ShowOutcome>;
}

/** Commands about one finding: of a tree item, a link, else of the cursor's line, else the user's choice. */
export function createTargetCommands(
  chosen: FindingChooser,
  places: PlaceFinder,
  bodies: BodyDocuments,
): TargetCommands {
  return {
    async compareTarget(argument) {
      const choice = await chosen(argument, vscode.l10n.t('Rewheel: Compare with Target'));
      if ('status' in choice) return choice;
      const { ref, finding } = choice;
      const { folder, turn } = ref;
      const target: PlaceRef = { folder, turn, place: placeOnly(finding.target) };
      const copy: PlaceRef = { folder, turn, place: placeOnly(finding.function) };
      const located = await Promise.all([target, copy].map((one) => places.locate(one)));
      if (located.includes(null))
        return refuse('changed', vscode.l10n.t('Rewheel: the code has changed since the audit. Audit it again.'));
      const setting = vscode.workspace.getConfiguration('rewheel', vscode.Uri.parse(folder));
      const sameNames = choice.sameNames ?? setting.get<boolean>('compare.sameNames', false);
      const names = [finding.target.name, finding.function.name] as const;
      const title = sameNames
        ? vscode.l10n.t('{0} ↔ {1} (with the names of the first)', ...names)
        : vscode.l10n.t('{0} ↔ {1}', ...names);
      const options: vscode.TextDocumentShowOptions = { preview: true };
      const sides = [bodies.uri(target, null), bodies.uri(copy, sameNames ? target : null)];
      await vscode.commands.executeCommand('vscode.diff', ...sides, title, options);
      return { status: 'shown' };
    },

    async openPlace(argument) {
      const { placeArgsSchema } = await import('./referenceSchema.ts');
      const ref = placeArgsSchema.safeParse(argument);
      if (!ref.success) return refuse('bad-arguments', vscode.l10n.t('Rewheel: that names no place.'));
      const found = await places.locate(ref.data);
      if (!found)
        return refuse('changed', vscode.l10n.t('Rewheel: {0} has changed since the audit.', ref.data.place.file));
      const { cell } = ref.data.place;
      if (cell !== undefined && found.uri.scheme === 'file') {
        const notebook = await vscode.workspace.openNotebookDocument(found.uri);
        const selections = [new vscode.NotebookRange(cell, cell + 1)];
        await vscode.window.showNotebookDocument(notebook, { preview: true, selections });
        return { status: 'shown' };
      }
      // A notebook of a kept state is shown as the text that it is kept as: lines of a cell are none of it.
      const first = cell === undefined ? found.first : 0;
      const selection = new vscode.Range(first, 0, first, 0);
      const editor = await vscode.window.showTextDocument(found.uri, { preview: true, selection });
      editor.revealRange(
        new vscode.Range(first, 0, cell === undefined ? found.last : 0, 0),
        vscode.TextEditorRevealType.InCenterIfOutsideViewport,
      );
      return { status: 'shown' };
    },

    async copyFinding(argument) {
      const choice = await chosen(argument, vscode.l10n.t('Rewheel: Copy Finding'));
      if ('status' in choice) return choice;
      const { function: own, target, message, rule } = choice.finding;
      const sides = [own, target].map((place) => `${placeText(place)} ${place.name}`);
      await vscode.env.clipboard.writeText(`${message} [${rule}]\n${sides.join('\n')}\n`);
      return { status: 'shown' };
    },
  };
}

function refuse(reason: 'bad-arguments' | 'changed', text: string): ShowOutcome {
  void vscode.window.showInformationMessage(text);
  return { status: 'refused', reason };
}
