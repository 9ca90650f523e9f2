import type { Deed } from './effortClasses.ts';

/** Programs whose class does not depend on their arguments; names in lower case, aliases of PowerShell among them. */
export const PROGRAMS: ReadonlyMap<string, Deed> = new Map(
  Object.entries({
    read: 'tac nl head tail less more bat batcat zcat xzcat strings hexdump xxd od column jq yq ls ll dir tree exa eza stat file wc du diff cmp colordiff view get-content gc type get-childitem gci get-item',
    search: 'grep egrep fgrep zgrep rg ripgrep ag ack pt ugrep fd fdfind locate select-string sls findstr',
    edit: 'patch apply_patch applypatch ed ex vim vi nvim nano emacs truncate touch unix2dos dos2unix jscodeshift codemod comby move-item rename-item mi ren rni',
    test: 'pytest py.test nosetests nose2 tox nox jest vitest mocha ava cypress karma tap tape jasmine ctest rspec phpunit pest bats gotestsum behave cucumber-js trial stestr runtests runtests.py javac rustc gcc g++ cc c++ clang clang++',
    format: 'isort goimports rustfmt stylua standard gofumpt',
    summary: 'submit',
    other:
      'cd pushd popd rm rmdir unlink mkdir chmod chown ln sleep wait kill pkill which whereis pwd date whoami env export set unset source true false exit clear curl wget pip pip3 apt apt-get brew conda docker podman ssh scp tar unzip zip echo printf write-output write-host remove-item del ri new-item set-location invoke-webrequest tsc mypy pyright pyre flake8 pylint golangci-lint shellcheck hadolint',
  }).flatMap(([kind, names]) => names.split(' ').map((name): [string, Deed] => [name, kind as Deed])),
);

/** Formatters that write only with one of these options. */
export const FORMATTERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['prettier', ['--write', '-w']],
  ['gofmt', ['-w']],
  ['shfmt', ['-w']],
  ['eslint', ['--fix']],
  ['stylelint', ['--fix']],
  ['clang-format', ['-i']],
  ['autopep8', ['-i', '--in-place']],
  ['yapf', ['-i', '--in-place']],
  ['rubocop', ['-a', '-A', '--autocorrect', '--autocorrect-all']],
  ['biome', ['--write', '--apply']],
  ['ruff', ['format', '--fix']],
  ['2to3', ['-w']],
  ['terraform', ['fmt']],
  ['dprint', ['fmt']],
]);

/** Programs that run another one: words between them and it. */
export const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', []],
  ['bunx', []],
  ['uvx', []],
  ['pipx', ['run']],
  ['uv', ['run']],
  ['poetry', ['run']],
  ['pipenv', ['run']],
  ['pdm', ['run']],
  ['rye', ['run']],
  ['hatch', ['run']],
  ['bundle', ['exec']],
  ['nyc', []],
  ['c8', []],
  ['dotenv', []],
  ['cross-env', []],
  ['rtk', []],
]);

/** Tools that are told a target or a script of the project by name. */
export const BUILD_TOOLS: ReadonlySet<string> = new Set(
  'make gmake just mise rake task invoke inv ninja cmake bazel bazelisk gradle gradlew sbt mill mix lein stack cabal swift zig dotnet composer ant meson nx turbo lerna moon pre-commit npm pnpm yarn bun deno hatch'.split(
    ' ',
  ),
);

export const INTERPRETERS: ReadonlyMap<string, { code: readonly string[]; module: readonly string[] }> = new Map([
  ['python', { code: ['-c'], module: ['-m'] }],
  ['pypy', { code: ['-c'], module: ['-m'] }],
  ['node', { code: ['-e', '--eval', '-p', '--print', '-pe'], module: [] }],
  ['bun', { code: ['-e', '--eval', '-p'], module: [] }],
  ['deno', { code: [], module: [] }],
  ['tsx', { code: ['-e'], module: [] }],
  ['ts-node', { code: ['-e'], module: [] }],
  ['ruby', { code: ['-e'], module: [] }],
  ['php', { code: ['-r'], module: [] }],
  ['perl', { code: ['-e', '-E', '-ne', '-pe', '-ane'], module: [] }],
  ['lua', { code: ['-e'], module: [] }],
  ['rscript', { code: ['-e'], module: [] }],
  ['julia', { code: ['-e'], module: [] }],
  ['java', { code: [], module: [] }],
  ['bash', { code: [], module: [] }],
  ['sh', { code: [], module: [] }],
  ['zsh', { code: [], module: [] }],
]);

/** Options of interpreters that check a script's syntax without running it: Cabra's "syntax validation". */
export const SYNTAX_CHECKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', ['--check', '-c']],
  ['php', ['-l']],
  ['ruby', ['-c']],
  ['perl', ['-c']],
  ['bash', ['-n']],
  ['sh', ['-n']],
  ['zsh', ['-n']],
]);
