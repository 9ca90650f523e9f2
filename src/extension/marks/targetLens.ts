import * as vscode from 'vscode';
import type { Finding } from '../../protocol/report.ts';
import { DisposableStore } from '../base/disposableStore.ts';
import type { FindingMarks, ShownMark } from '../diagnostics/findingMarks.ts';
import type { ResultStore } from '../results/resultStore.ts';

/** By setting: a line above each target that counts what repeats it and what calls it; a click lists the copies. */
export function createTargetLens(marks: FindingMarks, results: ResultStore): vscode.Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  store.add(marks.onDidChange(() => changed.fire()));
  store.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('rewheel.targetLens')) changed.fire();
    }),
  );
  store.add(
    vscode.languages.registerCodeLensProvider(
      { scheme: 'file' },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: ({ uri }) => {
          if (!vscode.workspace.getConfiguration('rewheel', uri).get<boolean>('targetLens', false)) return [];
          const byLine = new Map<number, ShownMark[]>();
          for (const one of marks.marksIn(uri))
            if (one.mark.role === 'target') byLine.set(one.anchor.line, [...(byLine.get(one.anchor.line) ?? []), one]);
          return [...byLine].map(([line, shown]) => lens(uri, line, shown, marks, results));
        },
      },
    ),
  );
  return store;
}

function lens(
  uri: vscode.Uri,
  line: number,
  shown: readonly ShownMark[],
  marks: FindingMarks,
  results: ResultStore,
): vscode.CodeLens {
  const [first] = shown;
  const { target } = first!.mark.finding;
  const report = results.get(first!.folder)?.result.report;
  const calls =
    report?.adopted.find(({ file, name }) => file === target.file && name === target.name)?.calledFrom ?? [];
  const copies = copiesOf(shown.map(({ mark }) => mark.finding));
  const locations = copies.flatMap((place) => {
    const span = marks.spanOf(first!.folder, place);
    return span ? [new vscode.Location(span.uri, new vscode.Position(span.first, 0))] : [];
  });
  // Only calls of new code are known of a turn, all calls across files of an audit of everything.
  const title =
    report?.base === null
      ? vscode.l10n.t('Copies: {0} · callers in other files: {1}', copies.length, calls.length)
      : vscode.l10n.t('Copies: {0} · new callers: {1}', copies.length, calls.length);
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    title,
    command: 'editor.action.showReferences',
    arguments: [uri, new vscode.Position(line, 0), locations],
  });
}

/** Functions and further copies of the findings of one target, each once. */
function copiesOf(findings: readonly Finding[]): Finding['function'][] {
  const places = findings.flatMap((finding) => [finding.function, ...finding.members]);
  return [...new Map(places.map((place) => [`${place.file}\n${place.startLine}`, place])).values()];
}
