import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commandReader } from '../../../src/engine/turns/effort/commandReader.ts';
import { effortClass, effortClasses } from '../../../src/engine/turns/effort/effortClass.ts';
import { EffortContext } from '../../../src/engine/turns/effort/effortContext.ts';
import type { EffortClass } from '../../../src/engine/turns/effort/effortClasses.ts';
import type { Action } from '../../../src/engine/turns/session.ts';
import { shellParser, type ShellParser } from '../../../src/engine/turns/shell/parseShell.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { actionOf, runOf, turnOf } from './turnParts.ts';

/** Commands of each class, each alone at the start of a turn. */
const COMMANDS: Record<EffortClass, string[]> = {
  read: [
    'cat a.py',
    'cat -n a.py | head -12',
    "sed -n '10,20p;30p' a.py",
    "sed -n '/def f/,/return/p' a.py",
    'nl -ba a.py | sed -n 5,8p',
    "awk 'NR>=5 && NR<=7' a.py",
    'bash -lc "sed -n 1,5p a.py"',
    'timeout 5 cat a.py 2>&1',
    'cd pkg && ls -la',
    'git ls-files',
    'find . -type f | head',
    'find . -type f -exec cat {} +',
    'rg --files',
    'git show HEAD:a.py | sed -n 1,5p',
    'git diff --cached',
    'git blame -L 3,9 a.py',
    'git log -p -3 a.py',
    'for f in a.py b.py; do head -5 "$f"; done',
    'cat tests/test_a.py',
    `python3 -c "print(open('a.py').read())"`,
    'cat a.py | wc -l',
  ],
  search: [
    'grep -rn foo src',
    'nl -ba a.py | grep -B5 -A15 "def f"',
    'ls && grep -n def a.py',
    'find . -name "*.py" | head -20',
    'find . -name "*.py" | xargs grep -l foo',
    'find . -exec grep -l foo {} ;',
    'rg -n "foo|bar" . || true',
    'git grep foo',
    'git log -S foo --oneline',
    "sed -n '/foo/p' a.py",
    'cat a.py | rg foo | head',
    "rg --files -g '*config*'",
    'ls -R | grep test',
  ],
  analyze: [
    'python3 -c "import ast; print(ast.dump(ast.parse(open(\'a.py\').read())))"',
    "python - <<'EOF'\nimport inspect, pkg\nprint(inspect.getsource(pkg.f))\nEOF",
    'cat data.json | python3 -c "import sys, json; print(len(json.load(sys.stdin)))"',
    "rg -c foo | awk -F: '{n += $2} END {print n}'",
    'python main.py',
    'node -e "console.log(require(\'./lib\').f(1))"',
    'cargo run -- --trace',
    "cat > explore.py <<'EOF'\nimport pkg\nprint(dir(pkg))\nEOF",
    "cat > /tmp/look.py <<'EOF'\nimport pkg\nprint(pkg.f(1))\nEOF\npython /tmp/look.py",
    'python -m cProfile main.py',
    './bin/app --flag',
  ],
  edit: [
    "sed -i 's/a/b/' a.py",
    "perl -pi -e 's/a/b/' a.py",
    "cat > a.py <<'EOF'\nx = 1\nEOF",
    "echo 'x = 1' >> pkg/a.py",
    "apply_patch <<'EOF'\n*** Begin Patch\n*** End Patch\nEOF",
    'git apply fix.patch',
    'cat fix.patch | patch -p1',
    'git checkout -- a.py',
    'git checkout HEAD~1 -- a.py',
    'git stash',
    'mv a.py b.py',
    'touch a.py',
    'black src && git diff',
    'npx prettier --write src',
    'mise run fmt && mise run lint',
    'ruff check --fix src',
    "tee a.py <<'EOF'\nx = 1\nEOF",
    `python3 -c "p='a.py'; s=open(p).read(); open(p, 'w').write(s.replace('a', 'b'))"`,
    "cat > fix_it.py <<'EOF'\nwith open('a.py', 'w') as f:\n    f.write('x = 1')\nEOF\npython fix_it.py",
    "sed -i 's/a/b/' a.py && pytest",
  ],
  test: [
    'pytest -x tests/test_a.py 2>&1 | tail -5',
    'python -m pytest',
    'python -m unittest discover',
    'cd test && python -m pytest a_test.py -k foo | head -50',
    'npm test',
    'npm run test:unit',
    'yarn jest src',
    'npx vitest run',
    'pnpm exec mocha',
    'bun test',
    'uv run pytest',
    'poetry run python -m pytest',
    'make check',
    'just test',
    'mise run fmt && mise run lint && mise run test:ci',
    './gradlew test',
    'mvn -q test',
    'dotnet test',
    'go test ./... -run X',
    'go build ./...',
    'cargo nextest run',
    'cargo check',
    'ctest --output-on-failure',
    'python manage.py test app',
    'python tests/runtests.py forms',
    'python -m py_compile a.py',
    'node --check a.js',
    'bash -n run.sh',
    "cat > reproduce_issue.py <<'EOF'\nimport pkg\nEOF",
    'python reproduce_issue.py',
    "cat > check_it.py <<'EOF'\nprint('SUCCESS' if f() else 'FAILURE')\nEOF",
    'python -c "import pkg; assert pkg.f(1) == 2"',
    'echo "main" > test.pony && ponyc test.pony -o . && ./test',
    "sed -i 's/1/2/' tests/test_a.py",
  ],
  plan: ["cat > .claude/plans/x.md <<'EOF'\n1. do\nEOF"],
  summary: [
    'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A && git diff --cached',
    'git diff -- a.py > patch.txt',
    'submit',
  ],
  other: [
    'cd src',
    'rm -rf build',
    'git status --short',
    'git add -A && git commit -m "x"',
    'git log --oneline -5',
    'git checkout -b topic',
    'git fetch origin main',
    'pip install -e .',
    'npm ci',
    'npm run lint',
    'npx tsc --noEmit',
    'npx eslint src',
    'npx prettier --check src',
    'black --check src',
    'npm run format:check',
    'pytest --version',
    'pytest --collect-only',
    'make',
    'curl -s https://example.org | rg foo',
    'sleep 5',
    'echo hi',
    'mkdir -p out',
    'cp a.py a.py.backup',
    'cat a.py > /tmp/copy.txt',
    'python -c "import pkg; print(pkg.__version__)"',
    'which python',
    "cat <<'EOF'\ntext\nEOF",
    '',
    'if then fi ((',
  ],
};

/** Turns: each line is a command and its class, in the light of those before. */
const TURNS: Record<string, [string, EffortClass][]> = {
  'running the program: to understand it before the first edit, to try it after': [
    ['python main.py', 'analyze'],
    ["sed -i 's/a/b/' main.py", 'edit'],
    ['python main.py', 'test'],
    ['python -c "from main import f; print(f(1))"', 'test'],
  ],
  'what a script was written for': [
    ["cat > check_structure.py <<'EOF'\nimport pkg\nfor x in pkg.load():\n    print(x)\nEOF", 'analyze'],
    ["sed -i 's/a/b/' pkg/a.py", 'edit'],
    ['python check_structure.py', 'analyze'],
    ["cat > sample.py <<'EOF'\nfrom pathlib import Path\nPath('pkg/a.py').write_text('x')\nEOF", 'edit'],
    ['python3 ./sample.py', 'edit'],
    ["cat > test_rule.sql <<'EOF'\nSELECT 1\nEOF", 'test'],
    ['linter-at-work lint test_rule.sql', 'test'],
    ['cat test_rule.sql', 'read'],
    ['rm test_rule.sql check_structure.py', 'other'],
  ],
};

const edit = (path: string, more: Partial<Action> = {}): Action =>
  actionOf({ kind: 'edit', tool: 'Edit', edits: [{ kind: 'unknown', path }], ...more });

/** Calls of tools. */
const TOOLS: [string, Action, EffortClass][] = [
  ['a read', actionOf({ kind: 'read', tool: 'Read' }), 'read'],
  ['a listing', actionOf({ kind: 'list', tool: 'list_directory' }), 'read'],
  ['files by pattern', actionOf({ kind: 'list', tool: 'Glob' }), 'search'],
  ['a search', actionOf({ kind: 'search', tool: 'some_search' }), 'search'],
  ['an edit', edit('src/a.ts'), 'edit'],
  ['an edit of a test', edit('src/a.test.ts'), 'test'],
  ['an edit of a Java test', edit('src/test/java/AbcTest.java'), 'test'],
  [
    'an edit of both',
    edit('src/a.ts', { edits: ['src/a.ts', 'test/a.ts'].map((path) => ({ kind: 'unknown', path })) }),
    'edit',
  ],
  ['not every name with the letters', edit('src/latest/contest.ts'), 'edit'],
  ['notes about tests', edit('test-notes.md'), 'edit'],
  ['a folder above the project', edit('/srv/test/project/a.py'), 'edit'],
  [
    'a failed edit, by its arguments',
    actionOf({ kind: 'edit', tool: 'edit', input: { filePath: 'test/a.ts' }, state: 'failed' }),
    'test',
  ],
  ['an edit that tells no file', actionOf({ kind: 'edit', tool: 'exec' }), 'edit'],
  ['a plan file', edit('/home/dev/.claude/plans/x.md'), 'plan'],
  ['a list of steps', actionOf({ tool: 'TodoWrite' }), 'plan'],
  ['a plan', actionOf({ tool: 'update_plan' }), 'plan'],
  ['thinking', actionOf({ tool: 'think' }), 'plan'],
  ['the end', actionOf({ tool: 'task_complete' }), 'summary'],
  ['the web', actionOf({ kind: 'search', tool: 'web_search' }), 'other'],
  ['a sub-agent', actionOf({ tool: 'Task' }), 'other'],
  ['a tool of a server, by its own name', actionOf({ tool: 'mcp__files__read_file' }), 'read'],
  ['an unknown tool', actionOf({ tool: 'mcp__docs__resolve' }), 'other'],
  ['a name of every object', actionOf({ tool: 'constructor' }), 'other'],
  ['a test run by a tool', actionOf({ tool: 'runTests' }), 'test'],
  ['a command as a list', runOf('', { command: argv(['bash', '-lc', 'cd x && rg foo']) }), 'search'],
  ['a command as a list, without a shell', runOf('', { command: argv(['ls', '-la']) }), 'read'],
  ['an empty list', runOf('', { command: argv([]) }), 'other'],
  ['PowerShell', runOf('', { command: powershell('Get-Content a.py | Select-Object -First 5') }), 'read'],
  [
    'a search in PowerShell',
    runOf('', { command: powershell('Get-ChildItem -Recurse | Select-String foo') }),
    'search',
  ],
  ['a cell of a notebook', runOf('', { command: cell('import ast\nprint(ast.parse("x"))') }), 'analyze'],
];

function argv(words: string[]): Action['command'] {
  return { text: words.join(' '), shell: 'posix', argv: words, workdir: null, keepsFolder: false, terminal: null };
}

function powershell(text: string): Action['command'] {
  return { text, shell: 'powershell', argv: null, workdir: null, keepsFolder: false, terminal: null };
}

function cell(text: string): Action['command'] {
  return { text, shell: 'python', argv: null, workdir: null, keepsFolder: false, terminal: null };
}

describe('effort classes', () => {
  let parser: ShellParser;
  const folders = ['/srv/test/project'];
  const fresh = (): EffortContext => new EffortContext(commandReader(parser), folders);
  before(async () => {
    parser = await shellParser(installedGrammars);
    await parser.prepare([{ text: '', shell: 'powershell' }]);
  });

  for (const [kind, commands] of Object.entries(COMMANDS)) {
    describe(`${kind}: commands`, () => {
      for (const command of commands) {
        it(command.replaceAll('\n', '⏎') || '(empty)', () => {
          assert.equal(effortClass(runOf(command), fresh()), kind);
        });
      }
    });
  }

  for (const [name, lines] of Object.entries(TURNS)) {
    it(name, () => {
      const actions = lines.map(([command], index) => runOf(command, { id: String(index) }));
      const classes = effortClasses(turnOf([], actions), commandReader(parser), folders);
      assert.deepEqual(
        lines.map(([command], index) => [command, classes.get(String(index))]),
        lines,
      );
    });
  }

  for (const [name, action, kind] of TOOLS) {
    it(`tools: ${name}`, () => {
      assert.equal(effortClass(action, fresh()), kind);
    });
  }

  it('more output of a command that goes on has the class of the command', () => {
    const context = fresh();
    const poll = (id: number): Action => actionOf({ tool: 'write_stdin', input: { session_id: id, chars: '' } });
    assert.equal(effortClass(poll(481), context), 'other');
    const start = runOf('rg foo', { output: 'Process running with session ID 481\nOutput:\n' });
    assert.equal(effortClass(start, context), 'search');
    assert.equal(effortClass(runOf('npm test', { input: { shellId: 'x' } }), context), 'test');
    assert.equal(effortClass(runOf('ls'), context), 'read');
    assert.equal(effortClass(poll(481), context), 'search');
    assert.equal(effortClass(actionOf({ tool: 'read_bash', input: { shellId: 'x' } }), context), 'test');
    // Not told which: the latest.
    assert.equal(effortClass(poll(5), context), 'read');
  });

  it('stays quick on scripts and commands that nobody wrote', () => {
    for (const text of ['"""', '/*', '`', "'", '(', '$('].map((part) => part.repeat(5000))) {
      effortClass(runOf(`python - <<'EOF'\n${text}\nEOF`), fresh());
      effortClass(runOf(text), fresh());
    }
  });

  it('gives a class to calls of any shape', () => {
    const words =
      'git sed awk find python -c -m - -i -e xargs npx bun run go test cat > >> a.py << EOF | && ; $X $(ls) " \' ( )'.split(
        ' ',
      );
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(' ')),
    );
    const shell = fc.constantFrom('posix' as const, 'powershell' as const, 'python' as const);
    const calls = fc.record({
      tool: fc.oneof(fc.constantFrom('write_stdin', '__proto__', 'mcp__', 'Edit', '__'), fc.string()),
      kind: fc.constantFrom(
        'read' as const,
        'search' as const,
        'list' as const,
        'edit' as const,
        'run' as const,
        'other' as const,
      ),
      input: fc.oneof(fc.jsonValue(), fc.record({ file_path: fc.string(), session_id: fc.integer() })),
      output: fc.option(fc.string()),
      command: fc.option(
        fc.record({ text, shell, argv: fc.option(fc.array(text, { maxLength: 4 })) }).map((command) => ({
          ...command,
          workdir: null,
          keepsFolder: false,
          terminal: null,
        })),
      ),
      edits: fc.array(
        fc.string().map((path) => ({ kind: 'write' as const, path, content: path })),
        { maxLength: 2 },
      ),
    });
    fc.assert(
      fc.property(fc.array(calls, { maxLength: 4 }), (made) => {
        const context = fresh();
        for (const each of made) assert.ok(Object.keys(COMMANDS).includes(effortClass(actionOf(each), context)));
      }),
      { numRuns: 300 },
    );
  });
});
