import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditOf, testFacts } from '../../support/auditFolders.ts';
import { functionLines } from './functionLines.ts';
import { blockPairs, runJscpd, type JscpdSettings } from './jscpd.ts';
import type { MutatedWorkspace, PackageSources } from './model.ts';
import { reportedPairs, scoreWorkspace, type RelatedPair, type Score } from './score.ts';
import { workspaceFolder } from './workspaceFolder.ts';

export const REWHEEL = 'rewheel';
export type Tool = typeof REWHEEL | JscpdSettings;

export interface MeasureOptions {
  /** Tools to measure. */
  tools: readonly Tool[];
  related: readonly RelatedPair[];
  /** Folder that keeps what was measured, a folder for each workspace; null keeps nothing. */
  keep?: string | null;
  /** Told before each workspace. */
  onWorkspace?(workspace: MutatedWorkspace): void;
}

/** Audits every workspace of a package with every tool, on the same files, and scores them. */
export async function measureWorkspaces(
  sources: PackageSources,
  workspaces: readonly MutatedWorkspace[],
  options: MeasureOptions,
): Promise<Map<Tool, Score>> {
  const scores = new Map<Tool, Score>(options.tools.map((tool) => [tool, { pairs: [], unrelated: 0, alarms: [] }]));
  const work = mkdtempSync(join(tmpdir(), 'rewheel-accuracy-'));
  try {
    const folder = workspaceFolder(work, sources);
    for (const workspace of workspaces) {
      options.onWorkspace?.(workspace);
      const request = folder.show(workspace);
      if (options.keep)
        cpSync(work, join(options.keep, `${workspace.package}-${workspace.round}`), { recursive: true });
      for (const tool of options.tools) {
        const pairs =
          tool === REWHEEL ? reportedPairs(await auditOf(request)) : await jscpdPairs(folder.head, workspace, tool);
        const score = scoreWorkspace(workspace, pairs, options.related);
        const total = scores.get(tool)!;
        total.pairs.push(...score.pairs);
        total.unrelated += score.unrelated;
        total.alarms.push(...score.alarms);
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return scores;
}

async function jscpdPairs(head: string, workspace: MutatedWorkspace, tool: JscpdSettings) {
  const blocks = runJscpd(head, tool);
  const added = new Set(workspace.files.map(({ path }) => path));
  // What stands in the package alone says nothing about the turn.
  const about = blocks.filter(({ firstFile, secondFile }) => added.has(firstFile.name) || added.has(secondFile.name));
  const paths = new Set([...added, ...about.flatMap(({ firstFile, secondFile }) => [firstFile.name, secondFile.name])]);
  const { facts } = await testFacts();
  return blockPairs(about, await functionLines(head, [...paths].sort(), facts));
}
