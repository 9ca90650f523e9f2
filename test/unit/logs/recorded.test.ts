import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleOf } from '../../../src/engine/turns/readLog.ts';
import { LOG_FORMATS } from '../../../src/engine/turns/sources/formats.ts';
import { openLogSource } from '../../../src/platform/logs/logSource.ts';
import { AGENT_LOGS, digestOf, logSamples, readLogAt } from '../../support/logs.ts';
import { skipLoudly } from '../../support/skip.ts';

/**
 * Real logs of agents, one case a sample: logs/<agent>/<sample>.json with what the reader makes of it. The samples are
 * not ours to give away: a case holds counts, lengths and digests of them. With UPDATE_RECORDED=1 the cases are written
 * anew (also missing ones), to be read in the diff.
 */
const root = fileURLToPath(new URL('../../recorded/logs/', import.meta.url));

/** Folders of samples whose readers are not there yet. */
const NOT_YET: string[] = [];

function caseFile(sample: string): string {
  const [agent, ...rest] = sample.split('/');
  return join(agent!, `${rest.join('--').replace(/\.(traj\.json|jsonl?|traj|db|md)$/, '')}.json`);
}

describe('recorded logs', () => {
  const samples = existsSync(AGENT_LOGS) ? logSamples() : [];
  const missing = new Set(NOT_YET);
  const update = process.env.UPDATE_RECORDED === '1';

  before(function () {
    if (samples.length === 0) skipLoudly(this, `no samples of logs in ${AGENT_LOGS}`);
  });

  it('has a case for every sample, and a sample for every case', () => {
    const files = samples.map(caseFile);
    assert.equal(new Set(files).size, files.length, 'two samples share a case');
    if (update) return;
    const cases = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
    assert.deepEqual(
      samples.filter((sample) => !missing.has(sample.split('/')[0]!) && !cases.includes(caseFile(sample))),
      [],
      'without a case: run with UPDATE_RECORDED=1 and read what it wrote',
    );
    assert.deepEqual(
      cases.filter((name) => !files.includes(name)),
      [],
      'without a sample',
    );
  });

  for (const sample of samples) {
    const file = join(root, caseFile(sample));
    if (!update && !existsSync(file)) continue;
    it(sample, async function () {
      const head = await sampleOf(await openLogSource(join(AGENT_LOGS, sample)));
      const fits = LOG_FORMATS.filter((format) => format.recognise(head)).map(({ id }) => id);
      if (update && fits.length === 0 && missing.has(sample.split('/')[0]!)) return this.skip();
      assert.equal(fits.length, 1, `one format must recognise a log: ${fits.join(', ') || 'none does'}`);
      const content = await readLogAt(join(AGENT_LOGS, sample));
      const actual = { path: sample, ...digestOf(content, sample.startsWith('paper-figure-1/')) };
      if (update) {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, JSON.stringify(actual, null, 2) + '\n');
      }
      assert.deepEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(readFileSync(file, 'utf8')));
    });
  }
});
