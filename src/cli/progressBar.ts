import { Presets, SingleBar } from 'cli-progress';
import type { AuditProgress } from '../protocol/engine.ts';

/** Milliseconds before the bar appears: short work shows none. */
const DELAY = 400;

/** A progress bar on standard error where that is a terminal; elsewhere nothing. */
export function progressBar(): { update(progress: AuditProgress): void; stop(): void } {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const started = performance.now();
  let bar: SingleBar | undefined;
  return {
    update({ phase, done, total }) {
      if (performance.now() - started < DELAY) return;
      if (!bar) {
        const format = '{phase} {bar} {value}/{total} files';
        bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true }, Presets.rect);
        bar.start(Math.max(total, 1), done, { phase });
      }
      if (total > 0) bar.setTotal(total);
      bar.update(done, { phase });
    },
    stop() {
      bar?.stop();
    },
  };
}
