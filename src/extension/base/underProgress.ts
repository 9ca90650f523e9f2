import * as vscode from 'vscode';

/** Milliseconds that work may take before a notification shows that it runs. */
const NOTIFY_AFTER = 400;

/** True when `work` is not done after `ms` milliseconds. */
export async function lastsLongerThan(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(true), ms)));
  const done = (): boolean => false;
  try {
    return await Promise.race([work.then(done, done), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs `work`, under a notification with which it can be cancelled when it takes its time. Settles as `work` does. */
export async function underProgress<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController();
  const running = work(control.signal);
  if (await lastsLongerThan(NOTIFY_AFTER, running)) {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    await vscode.window.withProgress(options, async (_, token) => {
      const listening = token.onCancellationRequested(() => control.abort());
      await running.catch(() => undefined);
      listening.dispose();
    });
  }
  return running;
}
