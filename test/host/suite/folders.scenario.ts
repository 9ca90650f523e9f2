import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { audit, closeAll, fileOf, findingsIn, folder, LAST_COMMIT, open, untilFindings } from './support.ts';

/** The workspace has the folders `one` and `two`, each with the repository, and `cloud`, which is not on disk. */
describe('a workspace with several folders', () => {
  const one = (): vscode.WorkspaceFolder => folder('one');
  const two = (): vscode.WorkspaceFolder => folder('two');

  it('audits the folder that is named, and keeps the findings of the other', async () => {
    for (const name of ['one', 'two'])
      assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT, folder: name }), {
        status: 'done',
        findings: 1,
      });
    await untilFindings(2);
    assert.equal(findingsIn(fileOf('billing/invoice.py', one())).length, 1);
    assert.equal(findingsIn(fileOf('billing/invoice.py', two())).length, 1);
  });

  it('audits the folder of the active editor', async () => {
    await vscode.commands.executeCommand('rewheel.clearFindings');
    await open('billing/pricing.py', two());
    assert.equal((await audit('rewheel.auditTurn', { comparison: LAST_COMMIT })).status, 'done');
    await untilFindings(1);
    assert.equal(findingsIn(fileOf('billing/invoice.py', two())).length, 1);
    await closeAll();
  });

  it('refuses a folder that is not on disk', async () => {
    const outcome = await audit('rewheel.auditTurn', { comparison: LAST_COMMIT, folder: 'cloud' });
    assert.deepEqual(outcome, { status: 'refused', reason: 'virtual-workspace' });
  });
});
