import { appendFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';

/** What each window is about: one module of tests, loaded only there. */
const SCENARIOS: Record<string, () => Promise<unknown>> = {
  folder: () => import('./folder.scenario.ts'),
  edits: () => import('./edits.scenario.ts'),
  inherited: () => import('./inherited.scenario.ts'),
  turns: () => import('./turns.scenario.ts'),
  marks: () => import('./marks.scenario.ts'),
  fixes: () => import('./fixes.scenario.ts'),
  engine: () => import('./engine.scenario.ts'),
  untrusted: () => import('./untrusted.scenario.ts'),
  empty: () => import('./empty.scenario.ts'),
  notebook: () => import('./notebook.scenario.ts'),
  folders: () => import('./folders.scenario.ts'),
};

/** What VS Code calls inside the extension host (extensionTestsPath); rejects when a test failed. */
export async function run(): Promise<void> {
  const scenario = SCENARIOS[process.env.REWHEEL_SCENARIO ?? ''];
  if (!scenario) throw new Error(`REWHEEL_SCENARIO must be one of ${Object.keys(SCENARIOS).join(', ')}`);
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', color: false, timeout: 120_000 });
  // The console of an extension host is full of VS Code's own messages.
  const log = process.env.REWHEEL_SCENARIO_LOG;
  if (log) Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => appendFileSync(log, `${format(...parts)}\n`);
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await scenario();
  await new Promise<void>((resolve, reject) => {
    mocha.run((failures) => (failures === 0 ? resolve() : reject(new Error(`${failures} tests failed`))));
  });
}
