import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { audit, fileOf, findingsIn, LAST_COMMIT, open, untilFindings } from './support.ts';

describe('an untrusted workspace', () => {
  it('is untrusted', () => assert.equal(vscode.workspace.isTrusted, false));

  it('gets no audit that compares with git', async () => {
    const refused = { status: 'refused', reason: 'untrusted' };
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), refused);
    assert.deepEqual(await audit('rewheel.auditTurn'), refused);
  });

  it('is not watched, and has no turns', async () => {
    const refused = { status: 'refused', reason: 'untrusted' };
    for (const id of ['startWatching', 'beginTurn', 'endTurn', 'auditLastTurn'])
      assert.deepEqual(await vscode.commands.executeCommand(`rewheel.${id}`), refused);
  });

  it('gets an audit that only reads', async () => {
    await open('billing/invoice.py');
    assert.deepEqual(await audit('rewheel.auditFile'), { status: 'done', findings: 1 });
    await untilFindings(1);
    assert.equal(findingsIn(fileOf('billing/invoice.py')).length, 1);
  });
});
