import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { audit, closeAll, fileOf, findingsIn, LAST_COMMIT, open, SIGNATURE, until, untilFindings } from './support.ts';

const DONE = { status: 'done', findings: 1 };
const INVOICE = 'billing/invoice.py';

describe('texts that change', () => {
  let text: string;

  beforeEach(async () => {
    text = await readFile(fileOf(INVOICE).fsPath, 'utf8');
  });

  afterEach(async () => {
    await closeAll();
    await writeFile(fileOf(INVOICE).fsPath, text);
    await vscode.commands.executeCommand('rewheel.clearFindings');
    await untilFindings(0);
  });

  const lines = (): number[] => findingsIn(fileOf(INVOICE)).map(({ range }) => range.start.line);

  // First, while no document is open yet: the file itself is watched then.
  it('drops a finding when another program changes its function, and shows it again with the old text', async () => {
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), DONE);
    await untilFindings(1);
    await writeFile(fileOf(INVOICE).fsPath, text.replace('amounts = []', 'amounts = list()'));
    await untilFindings(0);
    await writeFile(fileOf(INVOICE).fsPath, text);
    await untilFindings(1);
  });

  it('audits what is in the editor and not saved', async () => {
    const editor = await open('billing/money.py');
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    const copy = text.slice(text.indexOf('def _compute_amounts'), text.indexOf('def render_invoice'));
    await editor.edit((edit) => edit.insert(end, `\n\n${copy.replace('_compute_amounts', 'gross')}`));
    assert.equal((await audit('rewheel.auditTurn', { comparison: LAST_COMMIT })).status, 'done');
    await until(() => findingsIn(fileOf('billing/money.py')).length > 0);
    assert.equal(editor.document.isDirty, true);
    const [finding] = findingsIn(fileOf('billing/money.py'));
    assert.equal(editor.document.lineAt(finding?.range.start.line ?? 0).text, 'def gross(items, vat_rates):');
  });

  it('moves a finding with the lines above it, and brings it back with undo', async () => {
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), DONE);
    await untilFindings(1);
    const editor = await open(INVOICE);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# one\n# two\n'));
    await until(() => lines()[0] === 8);
    assert.equal(editor.document.lineAt(8).text, SIGNATURE);
    await editor.edit((edit) => edit.insert(new vscode.Position(10, 0), '    pass\n'));
    await untilFindings(0);
    await vscode.commands.executeCommand('undo');
    await vscode.commands.executeCommand('undo');
    await until(() => editor.document.getText() === text);
    await until(() => lines()[0] === 6);
  });

  it('says of a target that changed that its lines are not known any more', async () => {
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), DONE);
    await untilFindings(1);
    const editor = await open('billing/pricing.py');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# above\n'));
    const related = await until(() => {
      const [target] = findingsIn(fileOf(INVOICE))[0]?.relatedInformation ?? [];
      return target?.message.includes('changed since the audit') && target;
    });
    assert.equal(related.location.range.start.line, 0);
  });
});
