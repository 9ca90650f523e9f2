import * as vscode from 'vscode';
import { placeText } from '../../protocol/placeText.ts';
import type { Finding } from '../../protocol/report.ts';
import type { ShownMark } from '../diagnostics/findingMarks.ts';
import type { ResultStore } from '../results/resultStore.ts';
import { shownFindings } from '../results/shownFindings.ts';
import type { TurnSummaries } from '../results/turnSummaries.ts';
import { findFinding } from './findFinding.ts';
import { findingRef } from './references.ts';
import type { FindingRef } from './references.ts';

/** The finding that a command is about; else how the command ends, after the user was told. */
export type FindingChoice =
  | { ref: FindingRef; finding: Finding; sameNames: boolean | undefined; reason: string | undefined }
  | { status: 'cancelled' }
  | { status: 'refused'; reason: 'bad-arguments' | 'no-finding' };

/** Finds what a command is about: the finding of its argument, else of the cursor's line, else the user's choice. */
export type FindingChooser = (argument: unknown, title: string) => Promise<FindingChoice>;

/** @param marksIn marks of a document that are to be seen */
export function createFindingChooser(
  results: ResultStore,
  summaries: TurnSummaries,
  marksIn: (uri: vscode.Uri) => ShownMark[],
): FindingChooser {
  return async (argument, title) => {
    const { findingArgsSchema } = await import('./referenceSchema.ts');
    const args = findingArgsSchema.safeParse(argument ?? undefined);
    if (!args.success) {
      tell(vscode.l10n.t('Rewheel: that names no finding.'));
      return { status: 'refused', reason: 'bad-arguments' };
    }
    const ref = args.data?.finding ?? findingAtCursor(marksIn) ?? (await pickFinding(results, title));
    if (ref === undefined) return { status: 'cancelled' };
    const finding = ref && (await findFinding(ref, results, summaries));
    if (ref && finding) return { ref, finding, sameNames: args.data?.sameNames, reason: args.data?.reason };
    tell(vscode.l10n.t('Rewheel: there is no such finding now.'));
    return { status: 'refused', reason: 'no-finding' };
  };
}

function tell(text: string): void {
  void vscode.window.showInformationMessage(text);
}

/** The innermost finding at the cursor of the active editor. */
function findingAtCursor(marksIn: (uri: vscode.Uri) => ShownMark[]): FindingRef | null {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return null;
  const line = editor.selection.active.line;
  const here = marksIn(editor.document.uri)
    .filter(({ anchor }) => anchor.first <= line && line <= anchor.last)
    .sort((a, b) => a.anchor.last - a.anchor.first - (b.anchor.last - b.anchor.first));
  const [first] = here;
  return first ? findingRef(first.folder, null, first.mark.finding) : null;
}

/** The user's choice; undefined when the user left, null when there is none. */
async function pickFinding(results: ResultStore, title: string): Promise<FindingRef | null | undefined> {
  const items = results.all().flatMap(({ result }) =>
    shownFindings(result).map((finding) => ({
      label: finding.function.name,
      description: placeText(finding.function),
      detail: finding.message,
      ref: findingRef(result.folder, null, finding),
    })),
  );
  if (items.length === 0) return null;
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.ref;
}
