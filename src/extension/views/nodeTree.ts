import * as vscode from 'vscode';
import type { ViewNode } from './viewNode.ts';

/** Shows rows that are made anew on every refresh; their ids keep what is open and selected. */
export class NodeTree implements vscode.TreeDataProvider<ViewNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly roots: () => ViewNode[] | Promise<ViewNode[]>;
  private readonly parents = new Map<string, ViewNode>();

  readonly onDidChangeTreeData = this.changed.event;

  constructor(roots: () => ViewNode[] | Promise<ViewNode[]>) {
    this.roots = roots;
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
    const state = !node.children || node.children.length === 0 ? None : node.expanded ? Expanded : Collapsed;
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
