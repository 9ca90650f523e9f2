import assert from 'node:assert/strict';
import { join } from 'node:path';
import { jsonReport } from '../../src/engine/reports/json.ts';
import { ENGINE_PROTOCOL } from '../../src/protocol/engine.ts';
import { createEngineClient } from '../../src/service/client/engineClient.ts';
import { startEngineProcess } from '../../src/service/client/processTransport.ts';
import { makeAgentTurn } from '../support/agentTurn.ts';
import { PROJECT, requestFor } from '../support/auditFolders.ts';
import { newFolder } from '../unit/platform/testRepository.ts';
import { cleanUp, rewheel } from './runCli.ts';

describe('the engine process that the editor starts', () => {
  after(cleanUp);

  it('gives the report that the command line gives, byte for byte', async () => {
    const folder = newFolder();
    await makeAgentTurn(folder);
    const client = createEngineClient({
      start: () => startEngineProcess({ enginePath: join(PROJECT, 'dist/engine.cjs') }),
      initialize: { protocol: ENGINE_PROTOCOL, cacheFolder: null },
    });
    try {
      for (const [flags, parts] of [
        [['--base', 'HEAD'], { base: { kind: 'revision', revision: 'HEAD' } as const }],
        [['--all'], {}],
      ] as const) {
        const { report } = await client.audit(requestFor(folder, parts));
        assert.ok(report.findings.length > 0);
        const run = await rewheel(['audit', ...flags, '--format', 'json'], { cwd: folder });
        assert.equal(jsonReport(report), run.stdout);
      }
    } finally {
      await client.dispose();
    }
  });
});
