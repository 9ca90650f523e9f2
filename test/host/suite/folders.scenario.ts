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

  it('watches each folder on disk, and tells the turns of each apart', async () => {
    await vscode.commands.executeCommand('rewheel.clearFindings');
    const run = (id: string, argument?: unknown): Thenable<unknown> =>
      vscode.commands.executeCommand(`rewheel.${id}`, argument);
    assert.deepEqual(await run('startWatching'), { status: 'watching', folders: 2 });
    await run('beginTurn', { folder: 'two', prompt: 'Print invoices' });
    const file = fileOf('billing/invoice.py', two());
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text.replaceAll('_compute', '_count')));
    assert.equal(((await run('endTurn', { folder: 'two' })) as { status: string }).status, 'ended');
    assert.deepEqual(await audit('rewheel.auditLastTurn', { folder: 'one' }), { status: 'refused', reason: 'no-turn' });
    assert.equal((await audit('rewheel.auditLastTurn', { folder: 'two' })).status, 'done');
    assert.deepEqual(await run('stopWatching'), { status: 'stopped' });
    assert.deepEqual(await run('stopWatching'), { status: 'refused', reason: 'not-watching' });
  });

  it('refuses a folder that is not on disk', async () => {
    const outcome = await audit('rewheel.auditTurn', { comparison: LAST_COMMIT, folder: 'cloud' });
    assert.deepEqual(outcome, { status: 'refused', reason: 'virtual-workspace' });
  });
});
