import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { PROJECT } from '../support/auditFolders.ts';
import { newFolder, write } from '../unit/platform/testRepository.ts';
import { cleanUp, rewheel } from './runCli.ts';

describe('wrong usage', () => {
  let folder: string;
  before(() => {
    folder = newFolder();
    write(folder, { 'a.py': 'x = 1\n' });
    mkdirSync(`${folder}/inner`);
  });
  after(cleanUp);

  const cases: [title: string, args: string[], message: RegExp][] = [
    ['no base and no --all', ['audit'], /--base REV or --base \.\/FOLDER, or --all/],
    ['--base with --all', ['audit', '--all', '--base', 'HEAD'], /--all and --base exclude each other/],
    ['--targets with --all', ['audit', '--all', '--targets', 't.json'], /--targets needs .* give --base/],
    ['an unknown command', ['audti'], /unknown command 'audti'[^]*rewheel --help/],
    ['an unknown flag', ['audit', '--al'], /unknown option '--al'[^]*Did you mean --all/],
    ['a flag without its value', ['audit', '--base'], /'--base <rev\|dir>' argument missing/],
    ['an unknown format', ['audit', '--all', '--format', 'xml'], /'xml' is invalid.*text, json/],
    ['an unknown level', ['audit', '--all', '--fail-on', 'hidden'], /'hidden' is invalid.*error, warning, info, never/],
    ['an unknown match', ['audit', '--all', '--match', 'fuzzy'], /'fuzzy' is invalid.*resolved, names/],
    ['no threads', ['audit', '--all', '--workers', '0'], /'0' is invalid.*1 to 64/],
    ['half a thread', ['audit', '--all', '--workers', '1.5'], /'1\.5' is invalid.*1 to 64/],
    ['too many threads', ['audit', '--all', '--workers', '65'], /'65' is invalid.*1 to 64/],
    [
      'a path outside the root',
      ['audit', 'inner', 'a.py', '--all'],
      /a\.py does not lie in the workspace root .*inner/,
    ],
    ['a folder above the root', ['audit', 'inner', '.', '--all'], /does not lie in the workspace root .*inner/],
    ['a second root of the index', ['index', '.', 'inner'], /too many arguments/],
  ];
  for (const [title, args, message] of cases) {
    it(`${title}: exit 2 and a message on standard error`, async () => {
      const { code, stdout, stderr } = await rewheel(args, { cwd: folder });
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, /^rewheel: /);
      assert.match(stderr, message);
    });
  }

  it('no command at all: exit 2 and the help on standard error', async () => {
    const { code, stdout, stderr } = await rewheel([]);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /Usage: rewheel/);
  });
});

describe('help and version', () => {
  after(cleanUp);

  it('--version prints the version', async () => {
    const { version } = JSON.parse(readFileSync(`${PROJECT}/package.json`, 'utf8')) as { version: string };
    assert.deepEqual(await rewheel(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('--help lists the commands on standard output', async () => {
    const { code, stdout, stderr } = await rewheel(['--help']);
    assert.equal(code, 0);
    assert.equal(stderr, '');
    assert.match(stdout, /\n {2}audit .*\n[^]*\n {2}index /);
  });

  it('audit --help lists every flag of the contract', async () => {
    const { code, stdout } = await rewheel(['audit', '--help']);
    assert.equal(code, 0);
    const flags = ['base', 'head', 'all', 'targets', 'format', 'output', 'fail-on', 'match', 'config', 'baseline'];
    flags.push('update-baseline', 'explain', 'show-suppressed', 'workers', 'cache');
    for (const flag of flags) assert.match(stdout, new RegExp(`^  --${flag}\\b`, 'm'));
  });
});
