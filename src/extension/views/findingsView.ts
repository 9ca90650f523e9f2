import * as vscode from 'vscode';
import { describeComparison } from '../audit/comparisonText.ts';
import { DisposableStore } from '../base/disposableStore.ts';
import type { ResultStore } from '../results/resultStore.ts';
import { shownFindings } from '../results/shownFindings.ts';
import { findingNodes } from './findingNodes.ts';
import type { Grouping } from './findingNodes.ts';
import { emptyWorkspace } from './folderState.ts';
import { NodeTree } from './nodeTree.ts';
import type { ViewNode } from './viewNode.ts';

/** What `viewsWelcome` in package.json asks for. */
type FindingsState = 'no-folder' | 'virtual' | 'untrusted' | 'unaudited' | 'none' | 'filtered' | 'some';

/** Keys of the workspace's memory. */
const GROUPING = 'rewheel.findings.grouping';
const FILTER = 'rewheel.findings.filter';

/** The view of the last results' findings. */
export interface FindingsView extends vscode.Disposable {
  /** Sets how findings are grouped; asks when the argument names no way. */
  group(argument: unknown): Promise<void>;
  /** Sets the filter; asks when the argument is no text. */
  filter(argument: unknown): Promise<void>;
}

/** `memory` is that of the workspace: grouping, filter and what is open survive a reload. */
export function createFindingsView(results: ResultStore, memory: vscode.Memento): FindingsView {
  const store = new DisposableStore();
  const tree = store.add(new NodeTree('rewheel.findings', memory, roots));
  const view = store.add(
    vscode.window.createTreeView('rewheel.findings', { treeDataProvider: tree, showCollapseAll: true }),
  );
  store.add(tree.remember(view));
  const grouping = (): Grouping => memory.get<Grouping>(GROUPING, 'file');
  const filter = (): string => memory.get<string>(FILTER, '');

  function roots(): ViewNode[] {
    const held = results.all();
    const nodes = held.map(({ result }) => ({
      id: `result:${result.folder}`,
      label: result.report.workspace,
      description: describeComparison(result.comparison),
      icon: vscode.ThemeIcon.Folder,
      children: findingNodes(result, grouping(), filter()),
      expanded: true,
    }));
    const filled = nodes.filter(({ children }) => children.length > 0);
    return held.length === 1 ? (filled[0]?.children ?? []) : filled;
  }

  /** Counts, and what `viewsWelcome` asks for: also while nobody looks. */
  function update(): void {
    const held = results.all();
    const shown = held.flatMap(({ result }) => shownFindings(result));
    const warnings = held.flatMap(({ result: { report } }) =>
      report.findings.filter(
        ({ level, status }) => (level === 'warning' || level === 'error') && (status === 'introduced' || !report.base),
      ),
    ).length;
    const tooltip = warnings === 1 ? vscode.l10n.t('1 new warning') : vscode.l10n.t('{0} new warnings', warnings);
    view.badge = warnings === 0 ? undefined : { value: warnings, tooltip };
    const [only] = held;
    view.description = only && held.length === 1 ? describeComparison(only.result.comparison) : undefined;
    const stale = held.some((one) => one.stale);
    const about = [
      filter() === '' ? null : vscode.l10n.t('Filter: {0}', filter()),
      stale ? vscode.l10n.t('Files have changed since. Audit again for the present state.') : null,
    ].filter((part) => part !== null);
    view.message = about.length > 0 ? about.join(' · ') : undefined;
    void vscode.commands.executeCommand('setContext', 'rewheel.findingsState', stateOf(held.length, shown.length));
    tree.refresh();
  }

  function stateOf(held: number, shown: number): FindingsState {
    const empty = emptyWorkspace();
    if (empty) return empty;
    if (held === 0) return vscode.workspace.isTrusted ? 'unaudited' : 'untrusted';
    if (shown === 0) return 'none';
    return filter() === '' ? 'some' : 'filtered';
  }

  store.add(results.onDidChange(update));
  store.add(vscode.workspace.onDidGrantWorkspaceTrust(update));
  store.add(vscode.workspace.onDidChangeWorkspaceFolders(update));
  store.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('rewheel.showInherited')) update();
    }),
  );
  update();

  return {
    async group(argument) {
      const chosen = GROUPINGS().find(({ grouping: one }) => one === argument) ?? (await askForGrouping(grouping()));
      if (!chosen) return;
      await memory.update(GROUPING, chosen.grouping);
      update();
    },
    async filter(argument) {
      const words =
        typeof argument === 'string'
          ? argument
          : await vscode.window.showInputBox({
              title: vscode.l10n.t('Rewheel: Filter Findings'),
              prompt: vscode.l10n.t('Words of a file, function, rule, level or gap; empty shows all.'),
              value: filter(),
            });
      if (words === undefined) return;
      await memory.update(FILTER, words.trim());
      update();
    },
    dispose: () => store.dispose(),
  };
}

const GROUPINGS = (): (vscode.QuickPickItem & { grouping: Grouping })[] => [
  { label: vscode.l10n.t('By file'), grouping: 'file' },
  { label: vscode.l10n.t('By rule'), grouping: 'rule' },
  { label: vscode.l10n.t('By group of copies'), grouping: 'group' },
];

function askForGrouping(now: Grouping): Thenable<(vscode.QuickPickItem & { grouping: Grouping }) | undefined> {
  const items = GROUPINGS().map((item) =>
    item.grouping === now ? { ...item, description: vscode.l10n.t('as it is now') } : item,
  );
  return vscode.window.showQuickPick(items, { title: vscode.l10n.t('Rewheel: Group Findings') });
}
