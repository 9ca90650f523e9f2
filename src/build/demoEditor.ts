import type { Demo } from './demoHistory.ts';
export async function serveEditor(demo: Demo): Promise<void> {
  throw new Error(demo.folder);
}
