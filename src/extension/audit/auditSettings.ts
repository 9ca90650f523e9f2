import * as vscode from 'vscode';
import { auditOptionsSchema, OPTIONS } from '../../protocol/options.ts';
import type { AuditOptions } from '../../protocol/options.ts';
import type { Log } from '../log/createLog.ts';

/**
 * The options that the user has set for `folder`. What is not set stays out: the engine takes it from the project's
 * `.rewheel.json`, or else its default. A value that cannot be used is left out and logged.
 */
export function auditSettings(folder: vscode.WorkspaceFolder, log: Log): Partial<AuditOptions> {
  const settings = vscode.workspace.getConfiguration('rewheel', folder.uri);
  const values: Record<string, unknown> = {};
  for (const { key, setting } of OPTIONS) {
    if (setting === null || !isSet(settings, setting)) continue;
    const parsed = auditOptionsSchema.shape[key].safeParse(settings.get<unknown>(setting));
    if (parsed.success) values[key] = parsed.data;
    else log.warn('settings', `rewheel.${setting} has a value that cannot be used; it is left out`);
  }
  return values;
}

function isSet(settings: vscode.WorkspaceConfiguration, key: string): boolean {
  const found = settings.inspect(key);
  return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].some((value) => value !== undefined);
}
