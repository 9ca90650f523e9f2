import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { allFindings, audit, folder, LAST_COMMIT, untilFindings } from './support.ts';

/** The copy is committed already; its file was touched since. */
describe('a finding that the compared commit already had', () => {
  it('is shown by setting only', async () => {
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), { status: 'done', findings: 1 });
    assert.deepEqual(allFindings(), []);
    const settings = vscode.workspace.getConfiguration('rewheel', folder().uri);
    await settings.update('showInherited', true, vscode.ConfigurationTarget.Workspace);
    await untilFindings(1);
    await settings.update('showInherited', undefined, vscode.ConfigurationTarget.Workspace);
    await untilFindings(0);
  });
});
