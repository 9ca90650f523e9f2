import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { ShowOutcome } from '../../../src/extension/compare/compareOutcome.ts';
import { audit, closeAll, fileOf, folder, LAST_COMMIT, open, SIGNATURE, until, untilFindings } from './support.ts';

const INVOICE = 'billing/invoice.py';
const PRICING = 'billing/pricing.py';

const run = (id: string, argument?: unknown): Thenable<ShowOutcome> =>
  vscode.commands.executeCommand<ShowOutcome>(`rewheel.${id}`, argument);

async function hoverText(path: string, line: number): Promise<{ text: string; trusted: unknown }> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    fileOf(path),
    new vscode.Position(line, 6),
  );
  const contents = hovers.flatMap(({ contents: parts }) => parts as vscode.MarkdownString[]);
  const own = contents.find(({ value }) => value.includes('command:rewheel'));
  return { text: own?.value ?? '', trusted: own?.isTrusted };
}

/** Texts of the two sides of the diff editor that is shown. */
async function diffSides(): Promise<[string, string]> {
  const input = await until(() => {
    const { input: shown } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    return shown instanceof vscode.TabInputTextDiff && shown;
  });
  assert.equal(input.original.scheme, 'rewheel-body');
  const texts = [input.original, input.modified].map(async (uri) =>
    (await vscode.workspace.openTextDocument(uri)).getText(),
  );
  return (await Promise.all(texts)) as [string, string];
}

async function lenses(path: string): Promise<string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    fileOf(path),
    10,
  );
  return found.map(({ command }) => command?.title ?? '').filter((title) => title.startsWith('Copies'));
}

describe('findings in the code', () => {
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('rewheel', folder().uri);

  beforeEach(async () => {
    await audit('rewheel.auditTurn', { comparison: LAST_COMMIT });
    await untilFindings(1);
  });

  afterEach(async () => {
    await closeAll();
    await vscode.commands.executeCommand('rewheel.clearFindings');
    await untilFindings(0);
  });

  it('have a hover with what differs, the evidence and links, on both sides', async () => {
    await open(INVOICE);
    const own = await hoverText(INVOICE, 6);
    const text = own.text.replace(/\\/g, '');
    assert.match(text, /re-implements line_totals/);
    assert.match(text, /Clone type 2/);
    assert.match(text, /Both call: round_cents/);
    assert.match(text, /lines → items/);
    // Only what is more than other names.
    assert.match(text, /```diff[^`]*\n-\s+"""The total of each order line[^`]*\n\+\s+"""Gross amount/);
    assert.doesNotMatch(text, /\+\s+amounts = /);
    assert.deepEqual(own.trusted, { enabledCommands: ['rewheel.compareTarget', 'rewheel.openPlace'] });
    await open(PRICING);
    assert.match((await hoverText(PRICING, 7)).text, /re\\-implemented by \\_compute\\_amounts/);
    assert.equal((await hoverText(PRICING, 9)).text, '');
  });

  it('have no hover once their code was edited, and one again when that is undone', async () => {
    const editor = await open(INVOICE);
    await editor.edit((edit) => edit.insert(new vscode.Position(8, 0), '    print(items)\n'));
    await untilFindings(0);
    assert.equal((await hoverText(INVOICE, 6)).text, '');
    await open(PRICING);
    assert.equal((await hoverText(PRICING, 7)).text, '');
    await open(INVOICE);
    await vscode.commands.executeCommand('undo');
    await untilFindings(1);
    assert.match((await hoverText(INVOICE, 6)).text, /line\\?_totals/);
  });

  it('move with edits above them', async () => {
    const editor = await open(INVOICE);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# one\n# two\n'));
    assert.equal((await hoverText(INVOICE, 6)).text, '');
    assert.match((await hoverText(INVOICE, 8)).text, /line\\?_totals/);
  });

  it('count copies and callers above the target by setting only', async () => {
    await open(PRICING);
    assert.deepEqual(await lenses(PRICING), []);
    await settings().update('targetLens', true, vscode.ConfigurationTarget.Workspace);
    try {
      assert.deepEqual(await lenses(PRICING), ['Copies: 1 · new callers: 0']);
    } finally {
      await settings().update('targetLens', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('are compared with their target, at the cursor, with its names by setting or argument', async () => {
    const editor = await open(INVOICE);
    editor.selection = new vscode.Selection(9, 0, 9, 0);
    assert.deepEqual(await run('compareTarget'), { status: 'shown' });
    const [target, copy] = await diffSides();
    assert.match(target, /^def line_totals\(lines, rates\):\n/);
    assert.ok(copy.startsWith(`${SIGNATURE}\n`));
    assert.ok(copy.endsWith('    return amounts\n'));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await open(INVOICE);
    await run('compareTarget', { sameNames: true });
    assert.match((await diffSides())[1], /^def _compute_amounts\(lines, rates\):\n[^]*return totals\n$/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await settings().update('compare.sameNames', true, vscode.ConfigurationTarget.Workspace);
    try {
      await open(INVOICE);
      await run('compareTarget');
      assert.match((await diffSides())[1], /return totals\n$/);
    } finally {
      await settings().update('compare.sameNames', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('are compared with the code as it is in the editor, and not at all once it is another', async () => {
    const editor = await open(INVOICE);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# one\n'));
    editor.selection = new vscode.Selection(8, 0, 8, 0);
    assert.deepEqual(await run('compareTarget'), { status: 'shown' });
    assert.ok((await diffSides())[1].startsWith(SIGNATURE));
    const finding = await findingArgument();
    await vscode.window.showTextDocument(fileOf(INVOICE));
    await vscode.window.activeTextEditor?.edit((edit) => edit.insert(new vscode.Position(9, 0), '    print(items)\n'));
    assert.deepEqual(await run('compareTarget', { finding }), { status: 'refused', reason: 'changed' });
  });

  it('are copied', async () => {
    await open(INVOICE);
    assert.deepEqual(await run('copyFinding', { finding: await findingArgument() }), { status: 'shown' });
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /re-implements line_totals/);
    assert.match(text, /billing\/invoice\.py:7 _compute_amounts\nbilling\/pricing\.py:8 line_totals/);
  });

  it('open at their place, and refuse what is none', async () => {
    const place = { file: PRICING, name: 'line_totals', startLine: 8, endLine: 17 };
    const ref = { folder: folder().uri.toString(), turn: null, place };
    assert.deepEqual(await run('openPlace', ref), { status: 'shown' });
    const { activeTextEditor } = vscode.window;
    assert.equal(activeTextEditor?.document.uri.path, fileOf(PRICING).path);
    assert.equal(activeTextEditor?.selection.active.line, 7);
    const bad = { status: 'refused', reason: 'bad-arguments' };
    for (const argument of [undefined, 'x', { ...ref, place: { file: 3 } }])
      assert.deepEqual(await run('openPlace', argument), bad);
    assert.deepEqual(await run('compareTarget', { finding: 3 }), bad);
    assert.deepEqual(await run('copyFinding', { finding: 'x' }), bad);
    const outside = { ...ref, place: { ...place, file: '../../etc/passwd' } };
    assert.deepEqual(await run('openPlace', outside), { status: 'refused', reason: 'changed' });
    const unknown = { ...(await findingArgument()), fingerprint: 'none' };
    assert.deepEqual(await run('compareTarget', { finding: unknown }), { status: 'refused', reason: 'no-finding' });
  });

  it('have hints that one command switches off and on', async () => {
    const hints = (): boolean | undefined => vscode.workspace.getConfiguration('rewheel').get<boolean>('hints');
    assert.equal(hints(), true);
    await run('toggleHints');
    assert.equal(hints(), false);
    await run('toggleHints');
    assert.equal(hints(), true);
  });

  /** The finding of the hover's links. */
  async function findingArgument(): Promise<Record<string, unknown>> {
    const { text } = await hoverText(PRICING, 7);
    const query = /command:rewheel\.compareTarget\?([^)]*)/.exec(text)?.[1] ?? '';
    return (JSON.parse(decodeURIComponent(query)) as [{ finding: Record<string, unknown> }])[0].finding;
  }
});

describe('turns that are compared', () => {
  afterEach(closeAll);

  it('show the files that changed, each before and after', async () => {
    assert.deepEqual(await run('compareTurn', { turn: '1' }), { status: 'refused', reason: 'no-turn' });
    await vscode.commands.executeCommand('rewheel.beginTurn', { prompt: 'Sum up' });
    await writeFile(fileOf('billing/sums.py').fsPath, 'def add(a, b):\n    return a + b\n');
    await writeFile(fileOf('notes.txt').fsPath, 'no code\n');
    assert.deepEqual(await run('compareTurn', { turn: '1' }), { status: 'shown' });
    await vscode.commands.executeCommand('rewheel.endTurn');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await run('compareTurn', { turn: '1' }), { status: 'shown' });
    const tab = await until(() => vscode.window.tabGroups.activeTabGroup.activeTab);
    assert.match(tab.label, /^Turn 1: Sum up \(2 files\)$/);
  });

  it('refuse what names no turn, and states that are not kept', async () => {
    assert.deepEqual(await run('compareTurn', { turn: 3 }), { status: 'refused', reason: 'bad-arguments' });
    assert.deepEqual(await run('compareTurn', { turn: '7' }), { status: 'refused', reason: 'no-turn' });
    const elsewhere = { folder: 'elsewhere', turn: '1' };
    assert.deepEqual(await run('compareTurn', elsewhere), { status: 'refused', reason: 'unknown-folder' });
    const states = { base: '0'.repeat(40), head: 'no id', title: 'x' };
    assert.equal((await run('compareTurn', { states })).status, 'failed');
  });
});
