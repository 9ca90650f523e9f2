import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { FixOutcome } from '../../../src/extension/fixes/fixOutcome.ts';
import { audit, closeAll, fileOf, LAST_COMMIT, open, untilFindings } from './support.ts';

const INVOICE = 'billing/invoice.py';
const BASELINE = 'rewheel-baseline.json';

const run = (id: string, argument?: unknown): Thenable<FixOutcome> =>
  vscode.commands.executeCommand<FixOutcome>(`rewheel.${id}`, argument);

async function actions(line: number): Promise<vscode.CodeAction[]> {
  const range = new vscode.Range(line, 0, line, 0);
  const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    fileOf(INVOICE),
    range,
  );
  return found.filter(({ edit, command }) => edit || command?.command.startsWith('rewheel.'));
}

describe('fixes of findings', () => {
  beforeEach(async () => {
    await audit('rewheel.auditTurn', { comparison: LAST_COMMIT });
    await untilFindings(1);
  });

  afterEach(async () => {
    await closeAll();
    await rm(fileOf(BASELINE).fsPath, { force: true });
    await vscode.commands.executeCommand('rewheel.clearFindings');
    await untilFindings(0);
  });

  it('are offered on the line of the finding, with the diagnostic that they are for', async () => {
    await open(INVOICE);
    const offered = await actions(5);
    assert.deepEqual(
      offered.slice(0, 4).map(({ title }) => title),
      [
        'Call line_totals instead',
        'Ignore _compute_amounts with a reason…',
        'Add _compute_amounts to the baseline',
        'Copy request for the agent',
      ],
    );
    const [call] = offered;
    assert.ok(call?.isPreferred);
    const [changes] = call?.edit?.entries() ?? [];
    assert.deepEqual(
      changes?.[1].map(({ newText }) => newText),
      ['from billing.pricing import line_totals\n', '\n    return line_totals(items, vat_rates)'],
    );
    assert.deepEqual(await actions(8), []);
  });

  it('call nothing once one of the files is another', async () => {
    const editor = await open('billing/pricing.py');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# new\n'));
    const copy = await open(INVOICE);
    copy.selection = new vscode.Selection(9, 0, 9, 0);
    assert.ok(!(await actions(5)).some(({ title }) => title.startsWith('Call ')));
    assert.deepEqual(await run('callTarget'), { status: 'refused', reason: 'changed' });
    assert.deepEqual(await run('fixTurn'), { status: 'refused', reason: 'no-drop-in' });
  });

  it('write a comment with the reason, which hides the finding and is undone at once', async () => {
    const editor = await open(INVOICE);
    const before = editor.document.getText();
    editor.selection = new vscode.Selection(9, 0, 9, 0);
    assert.deepEqual(await run('ignoreFinding', { reason: 'Rates\nwill differ' }), { status: 'done' });
    const comment = '# rewheel-ignore[reimplements-logic]: Rates will differ\n';
    assert.equal(editor.document.getText(), before.replace('def _compute', `${comment}def _compute`));
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), { status: 'done', findings: 0 });
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), before);
  });

  it('put the finding into the baseline, once', async () => {
    (await open(INVOICE)).selection = new vscode.Selection(9, 0, 9, 0);
    for (let round = 0; round < 2; round += 1) assert.deepEqual(await run('acceptFinding'), { status: 'done' });
    const baseline = JSON.parse(readFileSync(fileOf(BASELINE).fsPath, 'utf8')) as { findings: unknown[] };
    assert.equal(baseline.findings.length, 1);
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), { status: 'done', findings: 0 });
  });

  it('copy a request that names everything an agent needs', async () => {
    (await open(INVOICE)).selection = new vscode.Selection(9, 0, 9, 0);
    assert.deepEqual(await run('copyRequest'), { status: 'done' });
    assert.equal(
      await vscode.env.clipboard.readText(),
      [
        '`_compute_amounts` (billing/invoice.py, lines 6-15) does again what `line_totals` (billing/pricing.py, lines 8-17) does.',
        'Replace the body of `_compute_amounts` by a call of it.',
        'Call: `line_totals(items, vat_rates)`',
        'Import: `from billing.pricing import line_totals`',
        'Keep names, parameters and behaviour for callers, remove what is not used any more, and run the tests.',
        '',
      ].join('\n'),
    );
  });

  it('go to the chat where there is one', async () => {
    (await open(INVOICE)).selection = new vscode.Selection(9, 0, 9, 0);
    const has = (await vscode.commands.getCommands(true)).includes('workbench.action.chat.open');
    const offered = (await actions(5)).some(({ title }) => title === 'Send to chat');
    assert.equal(offered, has);
    if (!has) assert.deepEqual(await run('sendToChat'), { status: 'refused', reason: 'no-chat' });
  });

  it('refuse what names no finding', async () => {
    for (const id of ['callTarget', 'ignoreFinding', 'acceptFinding', 'copyRequest', 'sendToChat'])
      assert.deepEqual(await run(id, { finding: 3 }), { status: 'refused', reason: 'bad-arguments' });
    assert.deepEqual(await run('fixTurn', { folder: 3 }), { status: 'refused', reason: 'bad-arguments' });
  });
});
