import * as vscode from 'vscode';
import { editorSettingsSchema } from '../../protocol/options.ts';
import type { WatchRequest } from '../../protocol/turns.ts';
import type { Log } from '../log/createLog.ts';

/** How the user wants `folder` watched. A value that cannot be used gives way to its default and is logged. */
export function watchSettings(folder: vscode.WorkspaceFolder, log: Log): Omit<WatchRequest, 'root'> {
  const settings = vscode.workspace.getConfiguration('rewheel', folder.uri);
  const read = <Key extends 'watch.logs' | 'watch.bursts' | 'watch.logPlaces'>(key: Key) => {
    const { [key]: schema } = editorSettingsSchema.shape;
    const parsed = schema.safeParse(settings.get<unknown>(key));
    if (parsed.success) return parsed.data;
    log.warn('settings', `rewheel.${key} has a value that cannot be used; it is left out`);
    return schema.parse(undefined);
  };
  return {
    logs: read('watch.logs') as boolean,
    bursts: read('watch.bursts') as boolean,
    logPlaces: read('watch.logPlaces') as Record<string, string[]>,
  };
}
