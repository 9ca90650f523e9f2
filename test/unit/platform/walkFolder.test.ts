import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { walkFolder } from '../../../src/platform/files/walkFolder.ts';
import { skipLoudly } from '../../support/skip.ts';
import { git, newFolder, open, paths, removeFolders, write } from './testRepository.ts';

/** What git lists of untracked files: the walk must list the same. */
function byGit(root: string): string[] {
  return git(root, 'ls-files', '-z', '--others', '--exclude-standard').split('\0').filter(Boolean).sort();
}

function isIgnored(folder: string): boolean {
  try {
    git(folder, 'check-ignore', '-q', '.');
    return true;
  } catch {
    return false;
  }
}

const everywhere = [
  'a.py',
  'b.py',
  'build/x.py',
  'build/keep/y.py',
  'lib/deep/er/z.py',
  'Lib.PY',
  'x#y.py',
  'sp ace.py',
];

function tree(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const folder of ['', 'sub/', 'sub/inner/', 'other/', 'build/', 'tmp (1)/', '[x]/']) {
    for (const file of everywhere) files[folder + file] = '';
  }
  return files;
}

describe('walk of a folder', () => {
  after(removeFolders);

  const cases: [string, Record<string, string>][] = [
    ['no rules', {}],
    ['a folder anywhere', { '.gitignore': 'build/\n' }],
    ['an anchored folder', { '.gitignore': '/build/\n/sub/inner\n' }],
    ['rules of a subfolder', { 'sub/.gitignore': 'build\n/a.py\n' }],
    ['a negation', { '.gitignore': '*.py\n!b.py\n' }],
    ['a negation below', { '.gitignore': '*.py\n', 'sub/.gitignore': '!a.py\n' }],
    ['a negation that comes too late', { '.gitignore': 'build/\n!build/keep/y.py\n' }],
    ['all but one folder', { '.gitignore': 'build/*\n!build/keep/\n' }],
    ['a folder that a deeper rule brings back', { '.gitignore': 'build/\n', 'sub/.gitignore': '!build/\n' }],
    [
      'a folder brought back, with other rules still in force',
      { '.gitignore': 'build/\nx.py\nkeep\n', 'sub/.gitignore': '!build/\n' },
    ],
    ['a folder with signs in its name brought back', { '.gitignore': '*1)/\n*x]/\n', 'sub/.gitignore': '!*\n' }],
    ['double stars', { '.gitignore': '**/deep/**/z.py\nsub/**\n!sub/inner/\n' }],
    ['.git/info/exclude', { '.git/info/exclude': 'b.py\nother/\n' }],
    ['.gitignore over exclude', { '.git/info/exclude': 'b.py\n', '.gitignore': '!b.py\n' }],
    ['escapes, comments and blanks', { '.gitignore': '# a.py\n\\#x\nx\\#y.py\nsp\\ ace.py\nb.py   \n' }],
    ['a byte-order mark and CRLF', { '.gitignore': '\uFEFFa.py\r\nb.py\r\n' }],
    ['character classes', { '.gitignore': '[ab].py\n\\[x\\]/\n' }],
    ['case counts', { '.gitignore': 'lib.py\nBUILD/\n' }],
    ['everything', { '.gitignore': '*\n' }],
  ];
  for (const [name, rules] of cases) {
    it(`lists what git lists: ${name}`, async () => {
      const root = newFolder();
      git(root, 'init', '-q');
      write(root, { ...tree(), ...rules });
      assert.deepEqual((await walkFolder(root)).files.sort(), byGit(root));
      for (const below of ['sub', 'sub/inner', 'other']) {
        const { files } = await walkFolder(join(root, below));
        const expected = byGit(join(root, below));
        // A folder that git ignores as a whole is walked by its own rules: it was opened on purpose.
        if (expected.length === 0 && isIgnored(join(root, below))) continue;
        assert.deepEqual(files.sort(), expected, below);
      }
    });
  }

  it('does not count rules above that ignore the folder itself: it was opened on purpose', async () => {
    const root = newFolder();
    git(root, 'init', '-q');
    write(root, {
      '.gitignore': '/out/\n*.gen.py\n',
      'out/x/a.py': '',
      'out/x/no.py': '',
      'out/x/.gitignore': 'no.py\n',
    });
    assert.deepEqual((await walkFolder(join(root, 'out/x'))).files.sort(), ['.gitignore', 'a.py']);
  });

  it('needs no repository', async () => {
    const root = newFolder();
    write(root, {
      'a.py': '',
      'no.py': '',
      '.gitignore': 'no.py\n',
      'sub/b.ts': '',
      'sub/.gitignore': 'c.ts',
      'sub/c.ts': '',
    });
    for (const trusted of [true, false]) {
      assert.deepEqual(paths((await open(root, { trusted })).head.files), ['a.py', 'sub/b.ts']);
    }
  });

  it('starts anew in repositories inside', async () => {
    const root = newFolder();
    write(root, { '.gitignore': 'x.py\n', 'x.py': '', 'inner/x.py': '', 'inner/y.py': '', 'inner/sub/y.py': '' });
    git(join(root, 'inner'), 'init', '-q');
    write(root, { 'inner/.git/info/exclude': 'y.py\n' });
    assert.deepEqual((await walkFolder(root)).files.sort(), ['.gitignore', 'inner/x.py']);
  });

  it('ends in loops of symlinks', async function () {
    if (process.platform === 'win32') skipLoudly(this, 'it needs a POSIX system');
    const root = newFolder();
    mkdirSync(join(root, 'a/b'), { recursive: true });
    symlinkSync('../..', join(root, 'a/b/up'));
    symlinkSync('self', join(root, 'self'));
    write(root, { 'a/b/x.py': '' });
    assert.deepEqual((await walkFolder(root)).files, ['a/b/x.py']);
  });
});
