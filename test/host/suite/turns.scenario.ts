import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { after, afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { TurnOutcome } from '../../../src/extension/watch/turnOutcome.ts';
import { allFindings, audit, closeAll, fileOf, findingsIn, open, untilFindings } from './support.ts';

/** A copy of `line_totals` in billing/pricing.py with other names. */
const COPY = `from billing.money import round_cents
from billing.pricing import DEFAULT_RATE


def sums(rows, taxes):
    found = []
    for row in rows:
        tax = taxes.get(row.category, DEFAULT_RATE)
        price = row.quantity * row.unit_price
        if row.discount:
            price -= price * row.discount
        found.append(round_cents(price * (1 + tax)))
    return found
`;

const turns = (id: string, argument?: unknown): Thenable<TurnOutcome> =>
  vscode.commands.executeCommand<TurnOutcome>(`rewheel.${id}`, argument);

/** Begins and ends a turn in which `text` is written to billing/sums.py. */
async function turnThatWrites(text: string, prompt = 'Add the rows up'): Promise<string> {
  const began = await turns('beginTurn', { prompt });
  assert.equal(began.status, 'began');
  await writeFile(fileOf('billing/sums.py').fsPath, text);
  const ended = await turns('endTurn');
  assert.ok(ended.status === 'ended');
  return ended.turn;
}

describe('turns that are begun and ended by hand', () => {
  afterEach(async () => {
    await closeAll();
    await vscode.commands.executeCommand('rewheel.clearFindings');
    await untilFindings(0);
  });

  after(() => rm(fileOf('billing/sums.py').fsPath, { force: true }));

  it('has no turn before the first', async () => {
    const refused = { status: 'refused', reason: 'no-turn' };
    assert.deepEqual(await turns('endTurn'), refused);
    assert.deepEqual(await audit('rewheel.auditLastTurn'), refused);
    const unknown = await audit('rewheel.auditTurn', { comparison: { kind: 'turn', turn: '7' } });
    assert.equal(unknown.status === 'failed' && unknown.code, 'unknown-turn');
  });

  it('refuses arguments that make no sense', async () => {
    const refused = { status: 'refused', reason: 'bad-arguments' };
    for (const id of ['beginTurn', 'endTurn']) assert.deepEqual(await turns(id, { folder: 3 }), refused);
    assert.deepEqual(await audit('rewheel.auditLastTurn', 'shop'), refused);
    const elsewhere = { status: 'refused', reason: 'unknown-folder' };
    assert.deepEqual(await turns('beginTurn', { folder: 'elsewhere', prompt: '' }), elsewhere);
  });

  it('audits a turn when it ends: what was there before it is none of its findings', async () => {
    await turnThatWrites(COPY);
    await untilFindings(1);
    const [finding] = findingsIn(fileOf('billing/sums.py'));
    assert.match(finding?.message ?? '', /line_totals/);
    assert.equal(finding?.range.start.line, 4);
  });

  it('audits the last turn, and any turn by its number', async () => {
    assert.deepEqual(await audit('rewheel.auditLastTurn'), { status: 'done', findings: 1 });
    await untilFindings(1);
    const byNumber = { comparison: { kind: 'turn', turn: '1' } };
    assert.deepEqual(await audit('rewheel.auditTurn', byNumber), { status: 'done', findings: 1 });
  });

  it('shows no finding in a text that is not the one at the end of the turn', async () => {
    await writeFile(fileOf('billing/sums.py').fsPath, `import math\n${COPY}`);
    assert.deepEqual(await audit('rewheel.auditLastTurn'), { status: 'done', findings: 1 });
    assert.deepEqual(allFindings(), []);
    await writeFile(fileOf('billing/sums.py').fsPath, COPY);
    await audit('rewheel.auditLastTurn');
    await untilFindings(1);
  });

  it('shows no finding in an unsaved text either, until it is undone', async () => {
    const editor = await open('billing/sums.py');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'import math\n'));
    assert.deepEqual(await audit('rewheel.auditLastTurn'), { status: 'done', findings: 1 });
    assert.deepEqual(allFindings(), []);
    await vscode.commands.executeCommand('undo');
    await untilFindings(1);
  });

  it('reports a turn that undid the copy as improved, and the open turn up to now', async () => {
    await turns('beginTurn', { prompt: 'Use what is there' });
    await writeFile(fileOf('billing/sums.py').fsPath, 'from billing.pricing import line_totals as sums\n');
    assert.deepEqual(await audit('rewheel.auditLastTurn'), { status: 'done', findings: 0 });
    assert.equal((await turns('endTurn')).status, 'ended');
    await vscode.commands.executeCommand('rewheel.showReport');
    const report = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(report, /Verdict: improved/);
    assert.match(report, /Use what is there/);
    assert.match(report, /Resolved: 1/);
  });
});
