import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '../../src/engine/ports/ports.ts';
import type { AuditRequest } from '../../src/protocol/engine.ts';
import type { AuditReport } from '../../src/protocol/report.ts';
import { openFacts, type OpenFacts } from '../../src/service/server/openFacts.ts';
import { runAudit } from '../../src/service/server/runAudit.ts';

export const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Folder of the shared cases and logs that stand beside every checkout. */
export const SHARED = process.env.REWHEEL_SHARED ?? join(PROJECT, '../shared');

let facts: Promise<OpenFacts> | undefined;

/** The built parse threads, shared by all tests of a process; facts are kept in memory only. */
export function testFacts(): Promise<OpenFacts> {
  const distFolder = join(PROJECT, 'dist');
  if (!existsSync(join(distFolder, 'parse.cjs'))) throw new Error('dist/ is not built: run `npm run build` first');
  facts ??= openFacts({ distFolder, cacheFolder: null, logger: silentLogger });
  return facts;
}

export async function closeTestFacts(): Promise<void> {
  await (await facts)?.facts.close();
  facts = undefined;
}

/** An audit request over a folder with everything else at its default. */
export function requestFor(root: string, parts: Partial<AuditRequest>): AuditRequest {
  return {
    root,
    base: null,
    head: { kind: 'working-tree' },
    sessionStart: null,
    turn: null,
    only: [],
    targets: null,
    settings: {},
    options: {},
    configFile: null,
    baselineFile: null,
    overlay: {},
    trusted: true,
    ...parts,
  };
}

/** Runs an audit as the command line does, and gives its report. */
export async function auditOf(request: AuditRequest): Promise<AuditReport> {
  const { facts: provider } = await testFacts();
  return (await runAudit(request, { facts: provider, distFolder: join(PROJECT, 'dist') })).report;
}
