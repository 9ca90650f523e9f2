import assert from 'node:assert/strict';
import { guessFolder } from '../../../src/engine/turns/exposure/guessFolder.ts';
import { WorkspacePaths } from '../../../src/engine/turns/exposure/workspacePaths.ts';
import type { FileEdit } from '../../../src/engine/turns/session.ts';
import { edit } from './writtenTurn.ts';

interface Case {
  title: string;
  folders: string[];
  /** Default: the folder of the session exists when it lies below /real. */
  exists?: string[];
  alsoRoots?: string[];
  root?: string;
  paths: [path: string, cwd: string | null, relative: string | null][];
}

const cases: Case[] = [
  {
    title: 'another machine: the first folder stands for the root',
    folders: ['/home/dev/project', '/home/dev/project/pkg'],
    paths: [
      ['/home/dev/project/pkg/a.py', null, 'pkg/a.py'],
      ['/home/dev/project', null, ''],
      ['/home/dev/project/', null, ''],
      ['/home/dev/project2/a.py', null, null],
      ['/home/dev/a.py', null, null],
      ['pkg/a.py', null, 'pkg/a.py'],
      ['./pkg/../a.py', null, 'a.py'],
      ['../project/a.py', null, 'a.py'],
      ['../a.py', null, null],
      ['../../../../../../a.py', null, null],
      ['a.py', '/home/dev/project/pkg', 'pkg/a.py'],
      ['../a.py', '/home/dev/project/pkg', 'a.py'],
      ['a.py', 'pkg', 'pkg/a.py'],
      ['a.py', '/elsewhere', null],
      ['~/project/a.py', null, 'a.py'],
      ['~/other/a.py', null, null],
      ['~other/a.py', null, '~other/a.py'],
      ['file:///home/dev/project/with%20space/%23a.py', null, 'with space/#a.py'],
      ['a%20b.py', null, 'a%20b.py'],
      ['file:///home/dev/project/%E0%A4%A.py', null, '%E0%A4%A.py'],
      ['/real/workspace/a.py', null, 'a.py'],
      ['a\\b.py', null, 'a\\b.py'],
      ['/HOME/dev/project/a.py', null, null],
      ['', null, null],
      ['a\0b', null, null],
    ],
  },
  {
    title: 'the folder exists here: real paths decide',
    folders: ['/real/other'],
    paths: [
      ['/real/other/a.py', null, null],
      ['a.py', null, null],
      ['/real/workspace/a.py', null, 'a.py'],
      ['../workspace/a.py', null, 'a.py'],
    ],
  },
  {
    title: 'a session in a sub-folder of the workspace',
    folders: ['/real/workspace/pkg'],
    paths: [
      ['a.py', null, 'pkg/a.py'],
      ['../a.py', null, 'a.py'],
      ['/real/workspace/lib/a.py', null, 'lib/a.py'],
    ],
  },
  {
    title: 'a sub-folder that is gone since',
    folders: ['/real/workspace/gone'],
    exists: [],
    paths: [
      ['a.py', null, 'gone/a.py'],
      ['/real/workspace/lib/a.py', null, 'lib/a.py'],
    ],
  },
  {
    title: 'a worktree of the same repository, inside the workspace or beside it',
    folders: ['/real/workspace/.worktrees/one', '/real/two'],
    alsoRoots: ['/real/workspace/.worktrees/one', '/real/two'],
    paths: [
      ['a.py', null, 'a.py'],
      ['/real/workspace/.worktrees/one/pkg/a.py', null, 'pkg/a.py'],
      ['/real/two/pkg/a.py', null, 'pkg/a.py'],
      ['/real/workspace/pkg/a.py', null, 'pkg/a.py'],
    ],
  },
  {
    title: 'a container',
    folders: ['/testbed'],
    paths: [
      ['/testbed/sympy/core.py', null, 'sympy/core.py'],
      ['sympy/core.py', '/testbed', 'sympy/core.py'],
      ['/usr/lib/python3/os.py', null, null],
    ],
  },
  {
    title: 'Windows',
    folders: ['c:\\Users\\Dev\\Project'],
    paths: [
      ['C:\\Users\\Dev\\Project\\pkg\\A.py', null, 'pkg/A.py'],
      ['C:/users/DEV/project/pkg/a.py', null, 'pkg/a.py'],
      ['pkg\\a.py', 'C:\\Users\\Dev\\Project', 'pkg/a.py'],
      ['..\\a.py', 'C:\\Users\\Dev\\Project\\pkg', 'a.py'],
      ['file:///c%3A/Users/Dev/Project/a.py', null, 'a.py'],
      ['file:///C:/Users/Dev/Project/a.py', null, 'a.py'],
      ['/c:/Users/Dev/Project/a.py', null, 'a.py'],
      ['/c/Users/Dev/Project/a.py', null, 'a.py'],
      ['/mnt/c/Users/Dev/Project/a.py', null, 'a.py'],
      ['\\\\?\\C:\\Users\\Dev\\Project\\a.py', null, 'a.py'],
      ['~\\Project\\a.py', null, 'a.py'],
      ['D:\\Users\\Dev\\Project\\a.py', null, null],
      ['\\\\server\\share\\a.py', null, null],
      ['C:\\..\\..\\Users\\Dev\\Project\\a.py', null, 'a.py'],
    ],
  },
  {
    title: 'WSL, from both sides',
    folders: ['/mnt/c/code/project', '/home/dev'],
    paths: [
      ['/mnt/c/code/project/a.py', null, 'a.py'],
      ['C:\\code\\project\\a.py', null, 'a.py'],
    ],
  },
  {
    title: 'a distribution seen from Windows',
    folders: ['/home/dev/project'],
    paths: [
      ['\\\\wsl.localhost\\Ubuntu\\home\\dev\\project\\a.py', null, 'a.py'],
      ['\\\\wsl$\\Ubuntu\\home\\dev\\project\\a.py', null, 'a.py'],
    ],
  },
  {
    title: 'macOS: /private, and letters of both cases',
    folders: ['/private/var/project', '/Users/dev/x'],
    paths: [
      ['/var/project/a.py', null, 'a.py'],
      ['/private/var/project/a.py', null, 'a.py'],
    ],
  },
  {
    title: 'macOS: a home folder',
    folders: ['/Users/Dev/project'],
    paths: [
      ['/users/dev/Project/a.py', null, 'a.py'],
      ['~/project/a.py', null, 'a.py'],
    ],
  },
  {
    title: 'a session that tells no folder',
    folders: [],
    paths: [
      ['a.py', null, 'a.py'],
      ['/real/workspace/a.py', null, 'a.py'],
      ['/elsewhere/a.py', null, null],
      ['~/a.py', null, null],
    ],
  },
  {
    title: 'a session whose folder is no absolute path',
    folders: ['.'],
    paths: [
      ['a.py', null, 'a.py'],
      ['a.py', 'pkg', 'pkg/a.py'],
    ],
  },
  {
    title: 'a Windows workspace, a Windows log of the same machine',
    folders: ['D:\\code\\app'],
    exists: ['D:\\code\\app'],
    root: 'd:\\code\\app',
    paths: [
      ['D:\\code\\app\\src\\a.ts', null, 'src/a.ts'],
      ['src\\a.ts', null, 'src/a.ts'],
    ],
  },
];

describe('paths of a log', () => {
  for (const { title, folders, exists, alsoRoots = [], root = '/real/workspace', paths } of cases) {
    it(title, () => {
      const isHere = (path: string): boolean => (exists ? exists.includes(path) : path.startsWith('/real/'));
      const workspace = new WorkspacePaths({ root, alsoRoots, folders, exists: isHere });
      for (const [path, cwd, relative] of paths) assert.equal(workspace.relative(path, cwd), relative, path);
    });
  }

  it('go back to the log', () => {
    const windows = new WorkspacePaths({ root: '/w', folders: ['C:\\Dev\\app'], exists: () => false });
    assert.equal(windows.inLog('sub/a.py'), 'c:/Dev/app/sub/a.py');
    const posix = new WorkspacePaths({ root: '/w', folders: ['/home/dev/app'], exists: () => false });
    assert.equal(posix.inLog('a.py'), '/home/dev/app/a.py');
    const here = new WorkspacePaths({ root: '/w', folders: ['/w/sub'], exists: () => true });
    assert.equal(here.inLog(here.relative('a.py')!), '/w/sub/a.py');
  });
});

describe('the folder of a log that states none', () => {
  const files = new Set(['pkg/a.py', 'pkg/b.py', 'a.py', 'new.py']);
  const folderOf = (...paths: string[]): string | null =>
    guessFolder([edit(...paths.map((path): FileEdit => ({ kind: 'delete', path })))], files);

  it('is the one below which most paths are files', () => {
    assert.equal(
      folderOf('/home/dev/project/pkg/a.py', '/home/dev/project/new.py', '/elsewhere/a.py'),
      '/home/dev/project',
    );
    assert.equal(folderOf('C:\\dev\\project\\pkg\\a.py'), 'C:/dev/project');
    assert.equal(folderOf('/x/other.py', 'pkg/a.py', ''), null);
    assert.equal(folderOf(), null);
  });
});
