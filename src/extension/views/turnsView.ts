import * as vscode from 'vscode';
import { diskFolders } from '../audit/chooseFolder.ts';
import { DisposableStore } from '../base/disposableStore.ts';
import type { TurnRecords } from '../compare/turnRecords.ts';
import type { TurnSummaries } from '../results/turnSummaries.ts';
import type { TurnWatch } from '../watch/turnWatch.ts';
import { emptyWorkspace } from './folderState.ts';
import { NodeTree } from './nodeTree.ts';
import { turnNodes } from './turnNodes.ts';
import type { ViewNode } from './viewNode.ts';

/** What `viewsWelcome` in package.json asks for. */
type TurnsState = 'no-folder' | 'virtual' | 'untrusted' | 'failed' | 'unwatched' | 'waiting' | 'some';

/** The view of kept turns. The engine is asked for them only while the view is open. `memory` is that of the workspace. */
export function createTurnsView(
  records: TurnRecords,
  summaries: TurnSummaries,
  watch: TurnWatch,
  memory: vscode.Memento,
): vscode.Disposable {
  const store = new DisposableStore();
  const tree = store.add(new NodeTree('rewheel.turns', memory, roots));
  const view = store.add(
    vscode.window.createTreeView('rewheel.turns', { treeDataProvider: tree, showCollapseAll: true }),
  );
  store.add(tree.remember(view));
  const say = (state: TurnsState): void =>
    void vscode.commands.executeCommand('setContext', 'rewheel.turnsState', state);

  async function roots(): Promise<ViewNode[]> {
    view.message = undefined;
    const empty = emptyWorkspace() ?? (vscode.workspace.isTrusted ? null : 'untrusted');
    if (empty) {
      say(empty);
      return [];
    }
    const folders = diskFolders();
    const listed = await Promise.all(
      folders.map(async (folder) => {
        const [kept, known] = await Promise.all([records.of(folder.uri), summaries.of(folder.uri.toString())]);
        return { folder, kept, nodes: turnNodes(folder, kept.turns, known) };
      }),
    );
    const problem = listed.find(({ kept }) => kept.problem !== null)?.kept.problem ?? null;
    const filled = listed.filter(({ nodes }) => nodes.length > 0);
    if (problem !== null) view.message = problem;
    say(filled.length > 0 ? 'some' : problem !== null ? 'failed' : watch.isOn ? 'waiting' : 'unwatched');
    if (folders.length === 1) return filled[0]?.nodes ?? [];
    return filled.map(({ folder, nodes }) => ({
      id: `folder:${folder.uri.toString()}`,
      label: folder.name,
      icon: vscode.ThemeIcon.Folder,
      children: nodes,
      expanded: true,
    }));
  }

  const refresh = (): void => tree.refresh();
  store.add(records.onDidChange(refresh));
  store.add(summaries.onDidChange(refresh));
  store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => records.refresh()));
  store.add(vscode.workspace.onDidChangeWorkspaceFolders(refresh));
  store.add(
    view.onDidChangeVisibility(({ visible }) => {
      // The command line, or another window, may have kept turns meanwhile.
      if (visible) records.refresh();
    }),
  );
  return store;
}
