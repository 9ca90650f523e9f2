import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { isRewheelError } from '../../../src/protocol/errors.ts';
import { readMergeBase, readRefs } from '../../../src/service/server/refs.ts';
import { git, makeAgentTurn } from '../../support/agentTurn.ts';

describe('what a turn can be compared with', () => {
  let root: string;
  let repository: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'rewheel-refs-'));
    repository = join(root, 'shop');
    await makeAgentTurn(repository);
  });

  after(() => rm(root, { recursive: true, force: true }));

  it('lists branches, tags and commits, and knows the default branch', async () => {
    const found = await readRefs({ root: repository });
    const main = await git(repository, 'rev-parse', 'main');
    assert.equal(found.head, main);
    assert.equal(found.currentBranch, 'turn');
    assert.equal(found.defaultBranch, 'main');
    const names = found.refs.map(({ kind, name }) => `${kind} ${name}`).sort();
    assert.deepEqual(names, ['branch main', 'branch turn', 'tag v1']);
    assert.deepEqual(
      found.commits.map(({ subject }) => subject),
      ['Monthly figures', 'Prices of order lines'],
    );
  });

  it('takes the branch that the remote calls its HEAD, whatever its name', async () => {
    const upstream = join(root, 'upstream');
    await git(root, 'clone', '--quiet', repository, upstream);
    await git(upstream, 'switch', '--quiet', '--create', 'production', 'origin/main');
    const clone = join(root, 'clone');
    await git(root, 'clone', '--quiet', upstream, clone);
    await git(clone, 'branch', 'main');
    assert.equal((await readRefs({ root: clone })).defaultBranch, 'production');
    await git(clone, 'switch', '--quiet', 'main');
    await git(clone, 'branch', '--quiet', '--delete', '--force', 'production');
    assert.equal((await readRefs({ root: clone })).defaultBranch, 'origin/production');
  });

  it('finds the merge base, and says what is wrong with a name', async () => {
    const revision = await git(repository, 'rev-parse', 'v1');
    assert.deepEqual(await readMergeBase({ root: repository, revision: 'v1' }), { revision });
    await assert.rejects(readMergeBase({ root: repository, revision: 'nowhere' }), (error) =>
      isRewheelError(error, 'unknown-revision'),
    );
    await assert.rejects(readRefs({ root }), (error) => isRewheelError(error, 'not-a-repository'));
  });
});
