import type * as vscode from 'vscode';
import type { FindingRef, PlaceRef } from '../compare/references.ts';

/**
 * One row of a view. Commands in its menus get the row as their argument and take the fields that they know: `comparison`
 * and `folder` are those of `rewheel.auditTurn`, `turn`, `states` and `folder` those of `rewheel.compareTurn`, `finding`
 * that of `rewheel.compareTarget`.
 */
export interface ViewNode {
  /** The same row has the same id after every refresh and reload, which is what keeps it open and selected. */
  id: string;
  label: string;
  description?: string;
  tooltip?: string | vscode.MarkdownString;
  icon?: vscode.ThemeIcon;
  /** What menus ask for (`viewItem`). */
  context?: string;
  /** What a screen reader says; the label and description when left out. */
  spoken?: string;
  children?: ViewNode[];
  /** Open when it is first shown. */
  expanded?: boolean;
  /** What a click opens. */
  place?: PlaceRef;
  finding?: FindingRef;
  turn?: string;
  states?: { base: string; head: string; title: string };
  comparison?: { kind: 'turn'; turn: string; turnNumber: number };
  /** Name of the workspace folder. */
  folder?: string;
  /** What a click runs, where it opens no place. */
  command?: vscode.Command;
}
