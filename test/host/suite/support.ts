import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { AuditOutcome, Comparison } from '../../../src/extension/audit/comparison.ts';

export const LAST_COMMIT: Comparison = { kind: 'last-commit' };

/** The signature of the copy that the agent wrote: what a finding in billing/invoice.py underlines. */
export const SIGNATURE = 'def _compute_amounts(items, vat_rates):';

/** The only, or the named, open folder. */
export function folder(name?: string): vscode.WorkspaceFolder {
  const found = (vscode.workspace.workspaceFolders ?? []).find((one) => name === undefined || one.name === name);
  assert.ok(found, `no open folder ${name ?? ''}`);
  return found;
}

export function fileOf(path: string, inFolder: vscode.WorkspaceFolder = folder()): vscode.Uri {
  return vscode.Uri.joinPath(inFolder.uri, path);
}

/** Runs an audit command and gives its outcome. */
export async function audit(
  id: 'rewheel.auditTurn' | 'rewheel.auditFile' | 'rewheel.auditLastTurn',
  argument?: unknown,
): Promise<AuditOutcome> {
  return vscode.commands.executeCommand<AuditOutcome>(id, argument);
}

/** Rewheel's diagnostics of a file, as the editor has them. */
export function findingsIn(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Rewheel');
}

/** Rewheel's diagnostics of all files. */
export function allFindings(): [string, vscode.Diagnostic][] {
  return vscode.languages
    .getDiagnostics()
    .flatMap(([uri, list]) =>
      list.filter(({ source }) => source === 'Rewheel').map((one): [string, vscode.Diagnostic] => [uri.path, one]),
    );
}

/** Waits until `check` gives something; only the test's own limit, which stands for a hang, ends it. */
export async function until<T>(check: () => T | null | undefined | false): Promise<T> {
  for (;;) {
    const value = check();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Waits until Rewheel shows `count` findings in all files. */
export async function untilFindings(count: number): Promise<void> {
  await until(() => allFindings().length === count);
}

/** Opens a file in the editor. */
export async function open(path: string, inFolder?: vscode.WorkspaceFolder): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(fileOf(path, inFolder), { preview: false });
}

/** Undoes all unsaved changes and closes all editors. */
export async function closeAll(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Process ids of the engine processes that this extension host started (read from /proc: the tests' machine is Linux). */
export function enginePids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine.cjs');
      } catch {
        return false;
      }
    })
    .map(Number);
}
