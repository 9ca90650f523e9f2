import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Need } from './needs.ts';

/** A part of the tests that runs in a mocha of its own. */
export interface Suite {
  name: string;
  /** Folder below test/ whose `*.test.ts` files are run. */
  folder: string;
  /** What the machine must have; each test that misses one skips itself loudly. */
  needs: Need[];
  /** True when the VS Code of test/host/vscode must be installed. */
  vscode: boolean;
  /** True when the OpenCode of test/e2e/agent must be installed. */
  agent?: true;
}

/** In the order in which they run: what is quick and tells most comes first. */
export const SUITES: Suite[] = [
  { name: 'unit', folder: 'unit', needs: ['git', 'python3', 'venv', 'pip', 'setpriv'], vscode: false },
  { name: 'cli', folder: 'cli', needs: ['git', 'python3', 'setpriv'], vscode: false },
  { name: 'package', folder: 'package', needs: [], vscode: false },
  { name: 'host', folder: 'host', needs: ['git', 'chromium', 'ripgrep'], vscode: true },
  { name: 'e2e', folder: 'e2e', needs: ['git', 'chromium', 'ripgrep'], vscode: true, agent: true },
];

/** Test files of a suite, sorted, as paths relative to `root`. `test/host/suite` runs inside VS Code and is left out. */
export function testFiles(root: string, suite: Suite): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && path !== 'test/host/suite') walk(path);
      } else if (entry.name.endsWith('.test.ts')) found.push(path);
    }
  };
  const folder = `test/${suite.folder}`;
  if (existsSync(join(root, folder))) walk(folder);
  return found.sort();
}
