import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { FileView } from '../../../src/engine/turns/shell/fileState.ts';
import type { CommandEffect } from '../../../src/engine/turns/shell/shownByCommand.ts';
import { effectOf, linesShown, ShellFolder } from './shellFolder.ts';

interface Case {
  command: string;
  /** What the model saw, where the command is not run. */
  output?: string | null;
  cut?: boolean;
  shell?: 'posix' | 'powershell' | 'python';
  /** Method of all that was read. */
  how?: string;
  /** Where it runs; the root when absent. */
  cwd?: string;
  read?: Record<string, string>;
  search?: Record<string, string>;
  paths?: string[];
  edits?: string[];
  cwdAfter?: string | null;
  unattributed?: number;
  why?: string;
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), 'utf8')) as T;

/** a.py has 40 lines, pkg/b.py 10: those of the table in section 15.4 of the notes on logs. */
const lineOf = (file: string, line: number): string =>
  line % 9 === 0
    ? ''
    : line % 7 === 0
      ? `def foo_${file}_${line}(value):`
      : `    value_${line} = compute_${file}(${line})`;
const textOf = (file: string, lines: number): string =>
  Array.from({ length: lines }, (_, i) => `${lineOf(file, i + 1)}\n`).join('');
const FILES = {
  'a.py': textOf('a', 40),
  'pkg/b.py': textOf('b', 10),
  'pkg/c.py': textOf('c', 5),
  'docs/a b.md': '# Title of it\n\nSome text here.\n',
  'old.py': textOf('old', 12),
};
const NOTES = {
  'notes/one.txt': 'Alpha the first line\nBeta the second line\n\nSame words at the end\nof both files\n',
  'notes/two.txt': 'Gamma the first line\nDelta the second line\n\nSame words at the end\nof both files\n',
};
const CHANGED = { 'old.py': FILES['old.py'].replace(lineOf('old', 3), 'changed_line = 3\nadded_line = 4') };

describe('what shell commands showed', function () {
  this.timeout(30_000);
  for (const table of ['section15', 'wider', 'substitutions'])
    describe(table, () => {
      const files = table === 'substitutions' ? { ...FILES, ...NOTES } : FILES;
      const shared = new ShellFolder(files, CHANGED);
      after(() => shared.remove());
      for (const entry of read<Case[]>(table))
        it(titleOf(entry), async () => {
          const folder = entry.edits ? new ShellFolder(FILES, CHANGED) : shared;
          try {
            const command = entry.command.replaceAll('$ROOT', folder.path);
            const view = folder.view();
            const effect = await check({ ...entry, command, output: folder.run(command, entry.cwd) }, view);
            // Texts of edits that were followed are what the real programs wrote.
            const now = folder.files();
            const written = new Map(effect.edits.map((edit) => [edit.path, edit]));
            for (const edit of written.values()) if (edit.kind === 'write') assert.equal(now[edit.path], edit.content);
          } finally {
            if (folder !== shared) folder.remove();
          }
        });
    });

  describe('outputs as agents give them', () => {
    const folder = new ShellFolder(FILES, CHANGED);
    const view = folder.view();
    after(() => folder.remove());
    for (const entry of read<Case[]>('givenOutput')) it(titleOf(entry), () => check(entry, view));
  });
});

async function check(entry: Case, view: FileView): Promise<CommandEffect> {
  const { command, output = null, cwd, cut, shell } = entry;
  const effect = await effectOf(command, output, view, { cwd, cut, shell });
  const told = JSON.stringify({ output, effect }, null, 1);
  assert.deepEqual(linesShown(effect, 'read'), entry.read ?? {}, told);
  assert.deepEqual(linesShown(effect, 'search'), entry.search ?? {}, told);
  assert.deepEqual(effect.paths, entry.paths ?? [], told);
  assert.deepEqual(
    effect.edits.map((edit) => `${edit.kind} ${edit.path}`),
    entry.edits ?? [],
    told,
  );
  assert.equal(effect.unattributed.length, entry.unattributed ?? 0, told);
  if (entry.cwdAfter !== undefined) assert.equal(effect.cwdAfter, entry.cwdAfter, told);
  if (entry.how !== undefined) assert.deepEqual([...new Set(effect.shown.map(({ how }) => how))], [entry.how], told);
  return effect;
}

function titleOf({ command, shell, why }: Case): string {
  return `${shell ?? ''} ${command.replaceAll('\n', '⏎').slice(0, 100)}${why ? ` (${why})` : ''}`.trim();
}
