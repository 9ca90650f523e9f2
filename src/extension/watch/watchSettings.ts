import * as vscode from 'vscode';
import { editorSettingsSchema, type EditorSettings } from '../../protocol/options.ts';
import type { WatchRequest } from '../../protocol/turns.ts';
import type { Log } from '../log/createLog.ts';

/** How the user wants `folder` watched. A value that cannot be used gives way to its default and is logged. */
export function watchSettings(folder: vscode.WorkspaceFolder, log: Log): Omit<WatchRequest, 'root'> {
  const settings = vscode.workspace.getConfiguration('rewheel', folder.uri);
  const read = <Key extends keyof EditorSettings & `watch.${string}`>(key: Key): EditorSettings[Key] => {
    const { [key]: schema } = editorSettingsSchema.shape;
    const parsed = schema.safeParse(settings.get<unknown>(key));
    if (parsed.success) return parsed.data as EditorSettings[Key];
    log.warn('settings', `rewheel.${key} has a value that cannot be used; it is left out`);
    return schema.parse(undefined) as EditorSettings[Key];
  };
  return {
    logs: read('watch.logs'),
    bursts: read('watch.bursts'),
    logPlaces: read('watch.logPlaces'),
    burstQuietMs: read('watch.burstQuiet') * 1_000,
    keep: { bytes: read('watch.keepSize') * 1024 * 1024, days: read('watch.keepDays') || null },
  };
}
