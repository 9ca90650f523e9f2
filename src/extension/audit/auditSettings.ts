import * as vscode from 'vscode';
import { auditOptionsSchema, configFileSchema, defaultOptions, OPTIONS } from '../../protocol/options.ts';
import type { AuditOptions } from '../../protocol/options.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { readText } from '../base/readText.ts';
import type { Log } from '../log/createLog.ts';

/** The project's own configuration, shared by editor and command line. */
const CONFIG_FILE = '.rewheel.json';

/**
 * The options of an audit of `folder`: the defaults, the user's settings over them, and over those the project's
 * `.rewheel.json`, so that the editor reports what the command line reports. A setting with a wrong value is left out
 * and logged; a wrong `.rewheel.json` is an error (bad-config), as it is on the command line.
 */
export async function auditOptions(folder: vscode.WorkspaceFolder, log: Log): Promise<AuditOptions> {
  return { ...defaultOptions(), ...userSettings(folder, log), ...(await projectConfig(folder)) };
}

function userSettings(folder: vscode.WorkspaceFolder, log: Log): Partial<AuditOptions> {
  const settings = vscode.workspace.getConfiguration('rewheel', folder.uri);
  const shape = auditOptionsSchema.shape;
  const values: Record<string, unknown> = {};
  for (const { key, setting } of OPTIONS) {
    if (setting === null) continue;
    const value = settings.get<unknown>(setting);
    if (value === undefined) continue;
    const parsed = shape[key].safeParse(value);
    if (parsed.success) values[key] = parsed.data;
    else log.warn('settings', `rewheel.${setting} has a value that cannot be used; the default stands in for it`);
  }
  return values;
}

async function projectConfig(folder: vscode.WorkspaceFolder): Promise<Partial<AuditOptions>> {
  const text = await readText(vscode.Uri.joinPath(folder.uri, CONFIG_FILE));
  if (text === null) return {};
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new RewheelError('bad-config', vscode.l10n.t('{0} is not JSON: {1}', CONFIG_FILE, String(error)));
  }
  const parsed = configFileSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
    throw new RewheelError('bad-config', `${CONFIG_FILE}: ${where}${issue?.message ?? ''}`);
  }
  const { $schema: _schema, ...options } = parsed.data;
  return options;
}
