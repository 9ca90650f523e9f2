import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Files of a small tree: path to the modules that it imports. */
type Tree = Record<string, string[]>;

interface Breach {
  rule: string;
  what: string;
  tree: Tree;
}

const BREACHES: Breach[] = [
  {
    rule: 'no-cycles',
    what: 'two modules that import each other',
    tree: { 'src/protocol/a.ts': ['./b.ts'], 'src/protocol/b.ts': ['./a.ts'] },
  },
  { rule: 'resolvable', what: 'a missing module', tree: { 'src/platform/a.ts': ['./missing.ts'] } },
  { rule: 'vscode-in-extension-only', what: 'vscode in src/tools', tree: { 'src/tools/a.ts': ['vscode'] } },
  { rule: 'vscode-in-extension-only', what: 'vscode in a test', tree: { 'test/host/a.test.ts': ['vscode'] } },
  ...['platform', 'service/client', 'cli', 'mcp', 'extension'].flatMap((part) =>
    ['engine', 'bench/recube'].map((from) => ({
      rule: 'engine-and-bench-take-the-outside-as-parameters',
      what: `src/${part} in src/${from}`,
      tree: { [`src/${from}/a.ts`]: [`@/src/${part}/b.ts`], [`src/${part}/b.ts`]: [] },
    })),
  ),
  {
    rule: 'engine-and-bench-take-the-outside-as-parameters',
    what: 'src/platform through src/protocol',
    tree: {
      'src/engine/a.ts': ['../protocol/b.ts'],
      'src/protocol/b.ts': ['../platform/c.ts'],
      'src/platform/c.ts': [],
    },
  },
  { rule: 'engine-without-node', what: 'node:fs in src/engine', tree: { 'src/engine/a.ts': ['node:fs'] } },
  { rule: 'engine-without-node', what: 'path in src/engine', tree: { 'src/engine/graph/a.ts': ['path'] } },
  {
    rule: 'tree-sitter-in-language-only',
    what: 'web-tree-sitter in src/engine/clones',
    tree: { 'src/engine/clones/a.ts': ['web-tree-sitter'] },
  },
  {
    rule: 'protocol-stands-alone',
    what: 'src/engine in src/protocol',
    tree: { 'src/protocol/a.ts': ['../engine/b.ts'], 'src/engine/b.ts': [] },
  },
  { rule: 'protocol-stands-alone', what: 'a package', tree: { 'src/protocol/a.ts': ['commander'] } },
  { rule: 'protocol-stands-alone', what: 'a part of Node', tree: { 'src/protocol/a.ts': ['node:path'] } },
  {
    rule: 'reports-read-protocol-only',
    what: 'src/engine/graph in src/engine/reports',
    tree: { 'src/engine/reports/a.ts': ['../graph/b.ts'], 'src/engine/graph/b.ts': [] },
  },
  ...(
    [
      ['extension', 'extension-asks-the-engine-process'],
      ['tools', 'tools-ask-the-engine-process'],
    ] as const
  ).flatMap(([from, rule]) =>
    ['engine', 'bench/common', 'platform', 'service/server', 'service/pool', 'cli'].map((part) => ({
      rule,
      what: `src/${part} in src/${from}`,
      tree: { [`src/${from}/a.ts`]: [`@/src/${part}/b.ts`], [`src/${part}/b.ts`]: [] },
    })),
  ),
  {
    rule: 'tools-ask-the-engine-process',
    what: 'src/extension in src/tools',
    tree: { 'src/tools/a.ts': ['../extension/b.ts'], 'src/extension/b.ts': [] },
  },
  ...['engine', 'tools', 'service/server'].map((part) => ({
    rule: 'webview-shows-messages',
    what: `src/${part} in webview`,
    tree: { 'webview/page/main.ts': [`@/src/${part}/b.ts`], [`src/${part}/b.ts`]: [] },
  })),
  ...['src/extension/a.ts', 'src/tools/a.ts', 'webview/page/main.ts'].map((from) => ({
    rule: 'no-heavy-work-in-the-editor',
    what: `src/engine through src/service/client in ${from}`,
    tree: {
      [from]: ['@/src/service/client/b.ts'],
      'src/service/client/b.ts': ['../server/c.ts'],
      'src/service/server/c.ts': ['../../engine/d.ts'],
      'src/engine/d.ts': [],
    },
  })),
  {
    rule: 'bench-families-apart',
    what: 'one family in another',
    tree: { 'src/bench/cabra/a.ts': ['../recube/b.ts'], 'src/bench/recube/b.ts': [] },
  },
  {
    rule: 'bench-common-knows-no-family',
    what: 'a family in the common part',
    tree: { 'src/bench/common/a.ts': ['../recube/b.ts'], 'src/bench/recube/b.ts': [] },
  },
  ...['src/build', 'test/support'].map((part) => ({
    rule: 'product-without-build-and-tests',
    what: `${part} in the product`,
    tree: { 'src/cli/a.ts': [`@/${part}/b.ts`], [`${part}/b.ts`]: [] },
  })),
  {
    rule: 'vscode-in-extension-only',
    what: 'a type of vscode in src/service/client',
    tree: { 'src/service/client/a.ts': ['type vscode'] },
  },
];

/** Everything that the borders allow, in one tree. */
const ALLOWED: Tree = {
  'src/protocol/a.ts': ['./b.ts', 'zod'],
  'src/protocol/b.ts': [],
  'src/extension/main.ts': ['vscode', 'node:path', './feature/a.ts', '../tools/a.ts', '../service/client/a.ts'],
  'src/extension/feature/a.ts': ['vscode', '../../protocol/a.ts'],
  'src/tools/a.ts': ['../protocol/a.ts', '../service/client/a.ts'],
  'src/service/rpc.ts': ['../protocol/a.ts'],
  'src/service/client/a.ts': ['../rpc.ts', '../../protocol/a.ts', 'node:child_process', 'vscode-jsonrpc'],
  'src/service/server/main.ts': ['../pool/a.ts', '../../engine/api.ts', '../../platform/a.ts'],
  'src/service/pool/a.ts': ['../../engine/language/a.ts'],
  'src/platform/a.ts': ['node:fs', '../engine/ports/a.ts'],
  'src/engine/api.ts': ['./language/a.ts', './reports/a.ts', './ports/a.ts', 'node:crypto', 'diff'],
  'src/engine/ports/a.ts': [],
  'src/engine/language/a.ts': ['web-tree-sitter'],
  'src/engine/reports/a.ts': ['../../protocol/a.ts', './b.ts'],
  'src/engine/reports/b.ts': [],
  'src/bench/cabra/a.ts': ['../common/a.ts', './b.ts', '../../engine/api.ts'],
  'src/bench/cabra/b.ts': ['node:fs'],
  'src/bench/common/a.ts': ['./b.ts'],
  'src/bench/common/b.ts': [],
  'src/cli/main.ts': ['../engine/api.ts', '../bench/cabra/a.ts', '../platform/a.ts', '../service/server/main.ts'],
  'src/build/build.ts': ['../engine/language/a.ts', 'esbuild'],
  'webview/page/main.ts': ['../../src/protocol/a.ts'],
  'test/host/suite/a.ts': ['vscode'],
  'test/unit/a.test.ts': ['../../src/engine/language/a.ts', '../../src/build/build.ts', 'web-tree-sitter'],
};

describe('borders', () => {
  let rules: IForbiddenRuleType[];
  let options: ICruiseOptions;
  let folder: string;

  before(async () => {
    const path = join(ROOT, '.dependency-cruiser.mjs');
    const config = (await import(path)) as { default: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions } };
    rules = config.default.forbidden;
    options = config.default.options;
  });

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'rewheel-borders-')));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Names of the rules that the tree breaks, and what breaks them. */
  async function broken(tree: Tree): Promise<Map<string, string>> {
    for (const [path, imports] of Object.entries(tree)) {
      const lines = imports.map((specifier) => importLine(path, specifier));
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), [...lines, 'export const here = 1;'].join('\n'));
    }
    const { output } = await cruise(
      ['.'],
      { ...options, baseDir: folder, validate: true, ruleSet: { forbidden: rules } },
      // Its own cache of the file system would remember the tree of the test before.
      { bustTheCache: true },
    );
    const { violations } = (output as ICruiseResult).summary;
    return new Map(violations.map(({ rule, from, to }) => [rule.name, `${from} → ${to}`]));
  }

  for (const { rule, what, tree } of BREACHES) {
    it(`${rule} flags ${what}`, async () => {
      const names = await broken(tree);
      assert.ok(names.has(rule), `flagged: ${[...names.keys()].join(', ') || 'nothing'}`);
    });
  }

  it('leave alone what is allowed', async () => {
    assert.deepEqual(await broken(ALLOWED), new Map());
  });

  it('have a test and a comment each', () => {
    const tested = new Set(BREACHES.map(({ rule }) => rule));
    assert.deepEqual(
      rules.filter(({ name, comment }) => !tested.has(name ?? '') || !comment).map(({ name }) => name),
      [],
    );
  });
});

describe('bundles', () => {
  it('of the extension hold nothing of the engine, the platform and web-tree-sitter', async function () {
    const text = await readFile(join(ROOT, 'dist/meta/extension.json'), 'utf8');
    const inputs = Object.keys((JSON.parse(text) as { inputs: Record<string, unknown> }).inputs);
    assert.ok(inputs.includes('src/extension/main.ts'));
    const heavy =
      /^src\/(engine|bench|platform|cli|mcp|service\/(?!client\/)[^/]+)\/|node_modules\/(web-tree-sitter|tree-sitter-wasm)\//;
    assert.deepEqual(
      inputs.filter((path) => heavy.test(path)),
      [],
    );
  });
});

/** `@/x` is x from the root of the tree; `type x` imports only a type. */
function importLine(from: string, specifier: string): string {
  const onlyType = specifier.startsWith('type ');
  const name = onlyType ? specifier.slice(5) : specifier;
  const up = '../'.repeat(from.split('/').length - 1);
  const path = name.startsWith('@/') ? up + name.slice(2) : name;
  return onlyType ? `import type { Uri } from '${path}';` : `import '${path}';`;
}
