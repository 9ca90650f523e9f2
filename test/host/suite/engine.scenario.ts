import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { audit, enginePids, LAST_COMMIT, until, untilFindings } from './support.ts';

describe('the engine process', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('rewheel.clearFindings');
  });

  it('is not started before it is needed', async () => {
    await vscode.extensions.getExtension('rewheel.rewheel')?.activate();
    assert.deepEqual(enginePids(), []);
  });

  it('that dies during an audit fails the audit once, and the next audit starts it again', async () => {
    assert.equal((await audit('rewheel.auditTurn', { comparison: LAST_COMMIT })).status, 'done');
    const [pid] = enginePids();
    assert.ok(pid);
    // Held still, so that it surely dies with the audit under way.
    process.kill(pid, 'SIGSTOP');
    const running = audit('rewheel.auditTurn', { comparison: { kind: 'revision', revision: 'v1' } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.kill(pid, 'SIGKILL');
    const outcome = await running;
    assert.equal(outcome.status === 'failed' && outcome.code, 'engine-stopped');
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), { status: 'done', findings: 1 });
    await untilFindings(1);
    assert.notEqual(enginePids()[0], pid);
  });

  it('that dies between audits is started again', async () => {
    await audit('rewheel.auditTurn', { comparison: LAST_COMMIT });
    const [pid] = enginePids();
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    await until(() => !enginePids().includes(pid));
    // The system lets go of a process before this one hears of it; only then is the next audit one of a lost engine.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), { status: 'done', findings: 1 });
  });
});
