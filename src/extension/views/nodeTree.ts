import * as vscode from 'vscode';
import type { ViewNode } from './viewNode.ts';

/** Rows of which it is remembered whether the user opened or closed them. */
const MOST_REMEMBERED = 400;

/**
 * Shows rows that are made anew on every refresh; their ids keep what is open and selected. What the user opened and
 * closed is remembered over a reload, which VS Code does not do for views of extensions.
 */
export class NodeTree implements vscode.TreeDataProvider<ViewNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly roots: () => ViewNode[] | Promise<ViewNode[]>;
  private readonly memory: vscode.Memento;
  private readonly key: string;
  private readonly opened: Map<string, boolean>;
  private readonly parents = new Map<string, ViewNode>();

  readonly onDidChangeTreeData = this.changed.event;

  /** `memory` is that of the workspace, `view` the id of the view. */
  constructor(view: string, memory: vscode.Memento, roots: () => ViewNode[] | Promise<ViewNode[]>) {
    this.roots = roots;
    this.memory = memory;
    this.key = `${view}.open`;
    this.opened = new Map(memory.get<[string, boolean][]>(this.key, []));
  }

  /** Remembers what the user opens and closes in `view`, which shows this tree. */
  remember(view: vscode.TreeView<ViewNode>): vscode.Disposable {
    const note = ({ element }: vscode.TreeViewExpansionEvent<ViewNode>, open: boolean): void => {
      this.opened.delete(element.id);
      if (open !== (element.expanded ?? false)) this.opened.set(element.id, open);
      void this.memory.update(this.key, [...this.opened].slice(-MOST_REMEMBERED));
    };
    return vscode.Disposable.from(
      view.onDidExpandElement((event) => note(event, true)),
      view.onDidCollapseElement((event) => note(event, false)),
    );
  }

  refresh(): void {
    this.changed.fire();
  }

  async getChildren(node?: ViewNode): Promise<ViewNode[]> {
    if (!node) this.parents.clear();
    const children = node ? (node.children ?? []) : await this.roots();
    if (node) for (const child of children) this.parents.set(child.id, node);
    return children;
  }

  getParent(node: ViewNode): ViewNode | undefined {
    return this.parents.get(node.id);
  }

  getTreeItem(node: ViewNode): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    const open = this.opened.get(node.id) ?? node.expanded ?? false;
    const state = !node.children || node.children.length === 0 ? None : open ? Expanded : Collapsed;
    const item = new vscode.TreeItem(node.label, state);
    item.id = node.id;
    item.description = node.description;
    item.tooltip = node.tooltip;
    item.iconPath = node.icon;
    item.contextValue = node.context;
    item.accessibilityInformation = { label: node.spoken ?? [node.label, node.description ?? ''].join(' ').trim() };
    item.command =
      node.command ??
      (node.place && { command: 'rewheel.openPlace', title: vscode.l10n.t('Open'), arguments: [node.place] });
    return item;
  }

  dispose(): void {
    this.changed.dispose();
  }
}
