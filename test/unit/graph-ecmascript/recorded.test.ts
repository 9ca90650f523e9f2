import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { RefFlag } from '../../../src/engine/model/references.ts';
import { described, readTexts, workspaceOf, type Workspace } from './workspace.ts';

const CASES = 'test/recorded/graph-ecmascript';
const UPDATE = process.env.UPDATE_RECORDED !== undefined;

/** What the value references of a name on a line are; stores and types are no uses. */
function answers(workspace: Workspace, key: string): string[] {
  const [path, line, name] = /^(.+):(\d+):(.+)$/.exec(key)!.slice(1) as [string, string, string];
  const file = workspace.files.get(path);
  assert.ok(file, `no file ${path}`);
  const { references, strings } = file.detail();
  const found = new Set<string>();
  for (let id = 0; id < references.name.length; id++) {
    if (references.line[id] !== Number(line) || strings[references.name[id]!] !== name) continue;
    if ((references.flags[id]! & (RefFlag.Store | RefFlag.Type)) !== 0) continue;
    found.add(described(workspace, workspace.resolver.resolve(path, id)));
  }
  return [...found];
}

/**
 * Each case is a small workspace (`repo`) and what references in it mean (`expect.json`: `file:line:name` to meaning).
 * UPDATE_RECORDED=1 writes the meanings found for the keys that are there; read the difference before you keep it.
 */
describe('recorded resolutions of TypeScript and JavaScript', () => {
  for (const name of readdirSync(CASES).sort()) {
    it(name, async () => {
      const workspace = await workspaceOf(readTexts(`${CASES}/${name}/repo`));
      const expectFile = `${CASES}/${name}/expect.json`;
      const expected = JSON.parse(readFileSync(expectFile, 'utf8')) as Record<string, string>;
      const actual: Record<string, string> = {};
      for (const key of Object.keys(expected)) actual[key] = answers(workspace, key).join(' | ') || 'no such reference';
      if (UPDATE) writeFileSync(expectFile, `${JSON.stringify(actual, null, 2)}\n`);
      else assert.deepEqual(actual, expected);
    });
  }
});
