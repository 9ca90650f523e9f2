import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import {
  allFindings,
  audit,
  closeAll,
  fileOf,
  findingsIn,
  folder,
  LAST_COMMIT,
  open,
  SIGNATURE,
  untilFindings,
} from './support.ts';

describe('a trusted folder with a git repository', () => {
  let index: Buffer;

  before(async () => {
    index = await readFile(fileOf('.git/index').fsPath);
  });

  afterEach(async () => {
    await closeAll();
    await vscode.commands.executeCommand('rewheel.clearFindings');
    await untilFindings(0);
  });

  it('shows a finding with its range, code, link and related places', async () => {
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), { status: 'done', findings: 1 });
    await untilFindings(1);
    const [finding] = findingsIn(fileOf('billing/invoice.py'));
    assert.ok(finding);
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Warning);
    assert.deepEqual(finding.range, new vscode.Range(6, 0, 6, SIGNATURE.length));
    assert.match(finding.message, /line_totals/);
    const code = finding.code as { value: string; target: vscode.Uri };
    assert.equal(code.value, 'reimplements-logic');
    assert.equal(code.target.toString(true), 'command:rewheel.showRule?["reimplements-logic"]');
    const [target] = finding.relatedInformation ?? [];
    assert.equal(target?.location.uri.path, fileOf('billing/pricing.py').path);
    assert.deepEqual([target?.location.range.start.line, target?.location.range.end.line], [7, 16]);
    assert.match(target?.message ?? '', /line_totals/);
  });

  it('compares with a tag, a branch and a merge base', async () => {
    for (const comparison of [
      { kind: 'revision', revision: 'v1' },
      { kind: 'revision', revision: 'main' },
      { kind: 'merge-base', branch: 'main' },
    ])
      assert.deepEqual(await audit('rewheel.auditTurn', { comparison }), { status: 'done', findings: 1 });
  });

  it('says that a revision is unknown, and keeps what it showed', async () => {
    await audit('rewheel.auditTurn', { comparison: LAST_COMMIT });
    for (const comparison of [
      { kind: 'revision', revision: 'no-such-branch' },
      { kind: 'merge-base', branch: 'no-such-branch' },
    ]) {
      const outcome = await audit('rewheel.auditTurn', { comparison });
      assert.equal(outcome.status === 'failed' && outcome.code, 'unknown-revision');
    }
    await untilFindings(1);
  });

  it('audits the current file only', async () => {
    await open('billing/report.py');
    assert.deepEqual(await audit('rewheel.auditFile'), { status: 'done', findings: 0 });
    await open('billing/invoice.py');
    assert.deepEqual(await audit('rewheel.auditFile'), { status: 'done', findings: 1 });
    await untilFindings(1);
  });

  it('refuses to audit a file when none is open, and arguments that make no sense', async () => {
    assert.deepEqual(await audit('rewheel.auditFile'), { status: 'refused', reason: 'no-file' });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'x = 1\n' }));
    assert.deepEqual(await audit('rewheel.auditFile'), { status: 'refused', reason: 'no-file' });
    const argument = { comparison: { kind: 'revision', revision: 3 } };
    assert.deepEqual(await audit('rewheel.auditTurn', argument), { status: 'refused', reason: 'bad-arguments' });
    const elsewhere = { comparison: LAST_COMMIT, folder: 'elsewhere' };
    assert.deepEqual(await audit('rewheel.auditTurn', elsewhere), { status: 'refused', reason: 'unknown-folder' });
  });

  it('lets a second audit take the place of the first', async () => {
    const first = audit('rewheel.auditTurn', { comparison: LAST_COMMIT });
    const second = audit('rewheel.auditTurn', { comparison: { kind: 'revision', revision: 'v1' } });
    assert.deepEqual(await first, { status: 'replaced' });
    assert.deepEqual(await second, { status: 'done', findings: 1 });
  });

  it('clears the findings', async () => {
    await audit('rewheel.auditTurn', { comparison: LAST_COMMIT });
    await untilFindings(1);
    await vscode.commands.executeCommand('rewheel.clearFindings');
    assert.deepEqual(allFindings(), []);
  });

  it('follows the settings, and .rewheel.json over them', async () => {
    const settings = vscode.workspace.getConfiguration('rewheel', folder().uri);
    const config = fileOf('.rewheel.json');
    const write = (value: string): Thenable<void> =>
      vscode.workspace.fs.writeFile(config, new TextEncoder().encode(value));
    const severity = async (): Promise<vscode.DiagnosticSeverity | undefined> => {
      assert.equal((await audit('rewheel.auditTurn', { comparison: LAST_COMMIT })).status, 'done');
      await untilFindings(1);
      return allFindings()[0]?.[1].severity;
    };
    try {
      await settings.update('levels', { 'reimplements-logic': 'error' }, vscode.ConfigurationTarget.Workspace);
      assert.equal(await severity(), vscode.DiagnosticSeverity.Error);
      await write('{"levels": {"reimplements-logic": "info"}}');
      assert.equal(await severity(), vscode.DiagnosticSeverity.Information);
      await write('{"levels": {"reimplements-logic": "loud"}}');
      const outcome = await audit('rewheel.auditTurn', { comparison: LAST_COMMIT });
      assert.equal(outcome.status === 'failed' && outcome.code, 'bad-config');
    } finally {
      await settings.update('levels', undefined, vscode.ConfigurationTarget.Workspace);
      await vscode.workspace.fs.delete(config);
    }
  });

  it('shows all findings when nothing is compared', async () => {
    const outcome = await audit('rewheel.auditTurn', { comparison: { kind: 'everything' } });
    assert.equal(outcome.status, 'done');
    await untilFindings(1);
  });

  it('registers the commands of the manifest, and no others', async () => {
    const manifest = vscode.extensions.getExtension('rewheel.rewheel')?.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const declared = manifest.contributes.commands.map(({ command }) => command).sort();
    // VS Code makes a few of its own for every view.
    const ofViews = /^rewheel\.(?:turns|findings)\.\w+$/;
    const registered = (await vscode.commands.getCommands(true))
      .filter((id) => id.startsWith('rewheel.') && !ofViews.test(id))
      .sort();
    assert.deepEqual(registered, declared);
  });

  it('has written nothing to the repository', async () => {
    assert.deepEqual(await readFile(fileOf('.git/index').fsPath), index);
  });
});
