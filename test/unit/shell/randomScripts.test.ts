import assert from 'node:assert/strict';
import fc from 'fast-check';
import { effectOf, linesShown, ShellFolder } from './shellFolder.ts';

/**
 * Scripts of known commands are run for real twice: on files full of repeated and blank lines, whose output the auditor
 * is given, and on files of the same shape with a mark in every line, whose output says what was printed.
 */
const NAMES = ['a.py', 'sub/b.py', 'c d.txt'];
const line = fc.constantFrom(
  '',
  '',
  '}',
  'return',
  '    value = compute(1)',
  'def foo(x):',
  '\tindented',
  '  # a comment',
  '1\t2',
);
const file = fc.array(line, { minLength: 1, maxLength: 25 });
const contents = fc.tuple(file, file, file);

const number = fc.integer({ min: 1, max: 28 });
const name = fc.constantFrom(...NAMES.map((path) => (path.includes(' ') ? `'${path}'` : path)));
const names = fc.array(name, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));
const address = fc.oneof(
  fc.tuple(number, number).map(([a, b]) => `${a},${b}p`),
  number.map((a) => `${a}p`),
  fc.tuple(number, number).map(([a, b]) => `${a},+${b}p`),
  number.map((a) => `${a},$p`),
  fc.tuple(number, fc.integer({ min: 1, max: 5 })).map(([a, b]) => `${a}~${b}p`),
  fc.tuple(number, number).map(([a, b]) => `${a},${b}!p`),
  number.map((a) => `${a}q`),
  number.map((a) => `${a}{p;q}`),
);
const filter = fc.oneof(
  number.map((n) => `head -${n}`),
  number.map((n) => `head -n -${n}`),
  number.map((n) => `tail -n ${n}`),
  number.map((n) => `tail -n +${n}`),
  fc.array(address, { minLength: 1, maxLength: 3 }).map((list) => `sed -n '${list.join(';')}'`),
  fc.tuple(number, number).map(([a, b]) => `sed '${a},${b}d'`),
  fc.tuple(number, number).map(([a, b]) => `awk 'NR>=${a} && NR<=${b}'`),
  fc.tuple(number, number).map(([a, b]) => `awk 'NR==${a},NR==${b}{print NR": "$0}'`),
  number.map((n) => `awk 'NR%${n}==0{print} NR>${n * 2}{exit}'`),
  fc.constantFrom('cat', 'cat -n', 'cat -A', 'nl', 'nl -ba', 'tac', 'tee /dev/null', "tr -d '\\r'"),
);
const producer = fc.oneof(
  names.map((list) => `cat ${list}`),
  fc
    .tuple(filter, names)
    .map(([program, list]) =>
      program.startsWith('t') && !program.startsWith('ta') ? `cat ${list}` : `${program} ${list}`,
    ),
);
const pipeline = fc
  .tuple(producer, fc.array(filter, { maxLength: 3 }))
  .map(([first, rest]) => [first, ...rest].join(' | '));
const command = fc.oneof(
  { weight: 6, arbitrary: pipeline },
  { weight: 1, arbitrary: fc.constantFrom('echo ---', "printf '%s\\n' one two", 'true', 'cat missing.py', ':') },
  { weight: 1, arbitrary: pipeline.map((text) => `${text} > /dev/null`) },
  { weight: 1, arbitrary: pipeline.map((text) => `bash -lc ${JSON.stringify(text).replaceAll('$', '\\$')}`) },
  { weight: 1, arbitrary: filter.map((text) => `for f in *.py sub/*.py; do echo "== $f"; cat "$f" | ${text}; done`) },
  { weight: 1, arbitrary: fc.tuple(pipeline, filter).map(([text, last]) => `{ ${text}; cat a.py; } | ${last}`) },
  { weight: 1, arbitrary: filter.map((text) => `(cd sub && cat b.py | ${text})`) },
  { weight: 1, arbitrary: pipeline.map((text) => `echo "$(${text}; echo end)"`) },
  { weight: 1, arbitrary: pipeline.map((text) => `x=$(${text}; echo end); printf '%s\\n' "$x"`) },
  { weight: 1, arbitrary: pipeline.map((text) => `${text} | while IFS= read -r l; do echo "$l"; done`) },
  { weight: 1, arbitrary: name.map((file) => `while IFS= read -r l || [ -n "$l" ]; do echo "$l"; done < ${file}`) },
  { weight: 1, arbitrary: filter.map((text) => `cd nowhere && cat a.py | ${text}; cat a.py | ${text}`) },
);
const script = fc.array(command, { minLength: 1, maxLength: 4 }).map((list) => list.join('; '));

describe('random scripts of known commands', function () {
  this.timeout(300_000);

  it('show what they really printed', async () => {
    await fc.assert(
      fc.asyncProperty(contents, fc.array(script, { minLength: 1, maxLength: 12 }), async (texts, scripts) => {
        const plain = new ShellFolder(filesOf(texts, () => ''));
        const marked = new ShellFolder(filesOf(texts, (index, at) => `@${index}:${at}@`));
        try {
          const view = plain.view();
          for (const text of scripts) {
            const output = plain.run(text);
            const effect = await effectOf(text, output, view);
            assert.deepEqual(linesShown(effect, 'read'), truthOf(marked.run(text)), `${text}\n${output}`);
            assert.deepEqual(effect.unattributed, [], text);
          }
        } finally {
          plain.remove();
          marked.remove();
        }
      }),
      // Shrinking runs hundreds of scripts more; the counterexample is one line as it is.
      { numRuns: 12, endOnFailure: true },
    );
  });
});

describe('odd commands and outputs', () => {
  it('never throw', async () => {
    const piece = fc.constantFrom(
      'cat',
      'sed -n',
      "'1,3p'",
      'head -2',
      'tail',
      'awk',
      "'NR=='",
      'grep -n',
      '-A',
      'rg',
      'nl -b',
      'git show',
      'HEAD:a.py',
      'git -C',
      'xargs',
      'find',
      '-exec',
      'cp',
      'mv',
      'rm',
      'a.py',
      '..',
      '/x',
      '~',
      "''",
      '*',
      '[',
      '$x',
      '$(cat a.py)',
      '|',
      '>',
      '<',
      '&&',
      '||',
      ';',
      '(',
      ')',
      '{',
      '}',
      'for f in',
      'do',
      'done',
      'while read f;',
      'python3 -c',
      'printf',
      '%s%d%9999999s',
      'sed -i',
      "'s/(/x/'",
      "'/[/,/x/p'",
      'cut',
      'bat -r',
      ':',
      '-n',
      '-c',
      '9999999999',
      '-1',
      'bash -c',
      'eval',
      'cd',
      '<<E',
      'E',
      'echo -e',
    );
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(' '));
    const part = fc.constantFrom(
      '',
      'one',
      '}',
      '1:one',
      'a.py:1:one',
      'a.py',
      '\x1b[1m',
      '… 3 tokens truncated…',
      '\r',
      '\ud83d',
      'two two two',
    );
    const output = fc.option(fc.array(part, { maxLength: 8 }).map((parts) => parts.join('\n')));
    const files: Record<string, string> = { 'a.py': 'one\ntwo two two\n}\n}\n' };
    const view = {
      read: (path: string) => Promise.resolve(Object.hasOwn(files, path) ? files[path]! : null),
      list: () => Object.keys(files),
      revision: () => Promise.resolve('one\n'),
      absolute: () => null,
    };
    const shells = fc.constantFrom('posix' as const, 'powershell' as const, 'python' as const);
    await fc.assert(
      fc.asyncProperty(text, output, fc.boolean(), shells, async (script, printed, cut, shell) => {
        const effect = await effectOf(script, printed, view, { cut, shell });
        for (const { path, ranges, afterEdits } of effect.shown)
          if (path === 'a.py' && afterEdits === 0)
            for (const { startLine, endLine } of ranges)
              assert.ok(startLine >= 1 && endLine <= 4 && startLine <= endLine);
      }),
      { numRuns: 1_500 },
    );
  });
});

function filesOf(texts: readonly string[][], mark: (index: number, line: number) => string): Record<string, string> {
  return Object.fromEntries(
    texts.map((lines, index) => [NAMES[index]!, lines.map((text, i) => `${text}${mark(index, i + 1)}\n`).join('')]),
  );
}

function truthOf(output: string): Record<string, string> {
  const shown = new Map<string, number[]>();
  for (const [, index, at] of output.matchAll(/@(\d+):(\d+)@/g))
    shown.set(NAMES[Number(index)]!, [...(shown.get(NAMES[Number(index)]!) ?? []), Number(at)]);
  const ranges = [...shown].map(([path, lines]) => ({
    path,
    class: 'read' as const,
    ranges: lines.map((at) => ({ startLine: at, endLine: at })),
    how: 'simulated' as const,
    lines: null,
    afterEdits: 0,
  }));
  return linesShown({ shown: ranges, paths: [], cwdAfter: '', edits: [], unattributed: [] }, 'read');
}
