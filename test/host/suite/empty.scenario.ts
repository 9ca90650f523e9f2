import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { audit, LAST_COMMIT } from './support.ts';

describe('a window without a folder', () => {
  it('refuses both audits', async () => {
    const refused = { status: 'refused', reason: 'no-folder' };
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), refused);
    assert.deepEqual(await audit('rewheel.auditFile'), refused);
  });
});
