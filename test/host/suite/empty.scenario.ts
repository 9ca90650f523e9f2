import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { audit, LAST_COMMIT } from './support.ts';

describe('a window without a folder', () => {
  it('refuses audits, turns and watching', async () => {
    const refused = { status: 'refused', reason: 'no-folder' };
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), refused);
    for (const id of ['auditFile', 'auditLastTurn', 'startWatching', 'beginTurn', 'endTurn'])
      assert.deepEqual(await vscode.commands.executeCommand(`rewheel.${id}`), refused);
  });
});
