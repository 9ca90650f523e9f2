import * as vscode from 'vscode';
import type { RefChoice, RefsResponse } from '../../protocol/engine.ts';
import type { TurnRecord } from '../../protocol/turns.ts';
import type { Comparison } from './comparison.ts';
import { turnItem } from './turnItems.ts';

/** What the user chose, or the wish for another folder or for turns; null when the user left. */
export type ComparisonChoice = Comparison | 'other-folder' | 'watch' | null;

interface Item extends vscode.QuickPickItem {
  choice?: 'last-commit' | 'revision' | 'merge-base' | 'everything' | 'other-folder' | 'watch';
  turn?: TurnRecord;
}

/** What `chooseComparison` asks for when it needs it; errors of `refs` reach its caller. */
export interface ComparisonSources {
  /** Turns that are kept, newest first; null when they cannot be had. */
  turns: () => Promise<TurnRecord[] | null>;
  refs: () => Promise<RefsResponse>;
}

/** Asks which turn of `folder` to audit, or what to compare its working tree with. */
export async function chooseComparison(
  folder: vscode.WorkspaceFolder,
  { otherFolders, watched }: { otherFolders: boolean; watched: boolean },
  { turns, refs }: ComparisonSources,
): Promise<ComparisonChoice> {
  const items = turns().then((kept) => [
    ...turnSection(kept, watched),
    ...section(vscode.l10n.t('the working tree'), workingTreeItems()),
    ...(otherFolders
      ? [
          { label: '', kind: vscode.QuickPickItemKind.Separator },
          { label: vscode.l10n.t('Another folder…'), choice: 'other-folder' as const },
        ]
      : []),
  ]);
  const picked = await vscode.window.showQuickPick<Item>(items, {
    title: vscode.l10n.t('Rewheel: Audit Turn in {0}', folder.name),
    placeHolder: vscode.l10n.t('Which new code is to be audited?'),
    matchOnDescription: true,
  });
  if (picked?.turn) return { kind: 'turn', turn: picked.turn.id, turnNumber: picked.turn.number };
  switch (picked?.choice) {
    case undefined:
      return null;
    case 'last-commit':
    case 'everything':
      return { kind: picked.choice };
    case 'other-folder':
    case 'watch':
      return picked.choice;
    case 'revision': {
      const revision = await pickRevision(folder, refs());
      return revision === null ? null : { kind: 'revision', revision };
    }
    case 'merge-base': {
      const branch = await pickBranch(folder, refs());
      return branch === null ? null : { kind: 'merge-base', branch };
    }
  }
}

function turnSection(kept: readonly TurnRecord[] | null, watched: boolean): Item[] {
  if (kept === null) return [];
  if (kept.length > 0) return section(vscode.l10n.t('turns'), kept.map(turnItem));
  if (watched) return [];
  return section(vscode.l10n.t('no turn is kept yet'), [
    {
      label: vscode.l10n.t('Start Watching'),
      description: vscode.l10n.t('keeps the turns of agents, which are then listed here'),
      iconPath: new vscode.ThemeIcon('eye'),
      choice: 'watch',
    },
  ]);
}

function workingTreeItems(): Item[] {
  return [
    {
      label: vscode.l10n.t('Since the last commit'),
      description: vscode.l10n.t('the working tree against HEAD'),
      choice: 'last-commit',
    },
    {
      label: vscode.l10n.t('Since a commit or branch…'),
      description: vscode.l10n.t('the working tree against it'),
      choice: 'revision',
    },
    {
      label: vscode.l10n.t('Against the merge base with a branch…'),
      description: vscode.l10n.t('everything since the work left the branch'),
      choice: 'merge-base',
    },
    {
      label: vscode.l10n.t('Everything'),
      description: vscode.l10n.t('all findings of the folder as it is, compared with nothing'),
      choice: 'everything',
    },
  ];
}

/** Commits, branches and tags; what is typed and is none of them can be taken as it is. */
function pickRevision(folder: vscode.WorkspaceFolder, refs: Promise<RefsResponse>): Promise<string | null> {
  return pickName(
    vscode.l10n.t('Rewheel: audit {0} since…', folder.name),
    vscode.l10n.t('Choose a commit, branch or tag, or type any revision'),
    refs.then((found) => [
      ...section(
        vscode.l10n.t('recent commits'),
        found.commits.map((commit) => ({
          label: commit.subject,
          iconPath: new vscode.ThemeIcon('git-commit'),
          description: `${commit.revision.slice(0, 8)} · ${commit.author} · ${commit.date.slice(0, 10)}`,
          value: commit.revision,
        })),
      ),
      ...refSections(found, found.refs),
    ]),
  );
}

/** Branches, the default one first. */
function pickBranch(folder: vscode.WorkspaceFolder, refs: Promise<RefsResponse>): Promise<string | null> {
  return pickName(
    vscode.l10n.t('Rewheel: audit {0} since it left…', folder.name),
    vscode.l10n.t('Choose the branch that the work began on'),
    refs.then((found) => {
      const branches = found.refs.filter((ref) => ref.kind !== 'tag');
      const isDefault = (ref: RefChoice): boolean => ref.name === found.defaultBranch;
      return [
        ...section(
          vscode.l10n.t('default branch'),
          branches.filter(isDefault).map((ref) => refItem(ref, found)),
        ),
        ...refSections(
          found,
          branches.filter((ref) => !isDefault(ref)),
        ),
      ];
    }),
  );
}

interface NameItem extends vscode.QuickPickItem {
  value?: string;
}

function section<T extends vscode.QuickPickItem>(label: string, items: T[]): (T | vscode.QuickPickItem)[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

function refSections(found: RefsResponse, refs: RefChoice[]): NameItem[] {
  const of = (kind: RefChoice['kind']): NameItem[] =>
    refs.filter((ref) => ref.kind === kind).map((ref) => refItem(ref, found));
  return [
    ...section(vscode.l10n.t('branches'), of('branch')),
    ...section(vscode.l10n.t('remote branches'), of('remote')),
    ...section(vscode.l10n.t('tags'), of('tag')),
  ];
}

const REF_ICONS: Record<RefChoice['kind'], string> = { branch: 'git-branch', remote: 'cloud', tag: 'tag' };

function refItem(ref: RefChoice, found: RefsResponse): NameItem {
  const current = ref.kind === 'branch' && ref.name === found.currentBranch;
  return {
    label: ref.name,
    iconPath: new vscode.ThemeIcon(REF_ICONS[ref.kind]),
    description: current ? vscode.l10n.t('{0}, checked out', ref.revision.slice(0, 8)) : ref.revision.slice(0, 8),
    value: ref.name,
  };
}

/** A pick whose items come later, and that takes a typed revision too. Rejects when the items cannot be had. */
function pickName(title: string, placeholder: string, coming: Promise<NameItem[]>): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const pick = vscode.window.createQuickPick<NameItem>();
    let items: NameItem[] = [];
    const refresh = (): void => {
      const typed = pick.value.trim();
      const known = items.some((item) => item.label === typed || item.value === typed);
      const own: NameItem[] =
        typed === '' || known
          ? []
          : [{ label: typed, description: vscode.l10n.t('use what is typed'), alwaysShow: true, value: typed }];
      pick.items = [...items, ...own];
    };
    pick.title = title;
    pick.placeholder = placeholder;
    pick.matchOnDescription = true;
    pick.busy = true;
    pick.onDidChangeValue(refresh);
    pick.onDidAccept(() => {
      const value = pick.selectedItems[0]?.value;
      if (value === undefined) return;
      resolve(value);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(null);
      pick.dispose();
    });
    coming.then(
      (found) => {
        items = found;
        pick.busy = false;
        refresh();
      },
      (error: unknown) => {
        reject(error instanceof Error ? error : new Error(String(error)));
        pick.hide();
      },
    );
    pick.show();
  });
}
