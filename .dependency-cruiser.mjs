/*
 * The borders between the parts of the tree. Each rule's comment tells what to do instead. test/unit/borders proves
 * that every rule bites.
 */
const VSCODE = '^vscode$|node_modules/@types/vscode/';

const RULES = [
  {
    name: 'no-cycles',
    comment: 'Two modules need each other: move what both need into a third, or hand it in as a parameter.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'This import leads nowhere: fix the path (with its .ts ending), or install the package exactly pinned.',
    from: {},
    to: { couldNotResolve: true, pathNot: VSCODE },
  },
  {
    name: 'vscode-in-extension-only',
    comment:
      'The editor’s API exists only in the extension host: do this in src/extension, and pass plain data of src/protocol to the rest.',
    from: { pathNot: '^(src/extension|test/host/suite)/' },
    to: { path: VSCODE },
  },
  {
    name: 'engine-and-bench-take-the-outside-as-parameters',
    comment:
      'The analysis does no input or output of its own: declare what it needs in src/engine/ports and let src/service/server or src/cli hand it in.',
    from: { path: '^src/(engine|bench)/' },
    to: { path: '^src/(platform|service|cli|mcp|extension|tools)/', reachable: true },
  },
  {
    name: 'engine-without-node',
    comment:
      'The engine runs wherever JavaScript runs, node:crypto excepted: let a port of src/engine/ports bring the files, time or processes.',
    from: { path: '^src/engine/' },
    to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
  },
  {
    name: 'tree-sitter-in-language-only',
    comment:
      'Syntax trees never leave the thread that made them: read what you need in src/engine/language into the facts of a file (in src/engine/turns/shell into a plain command), and work on those.',
    from: { path: '^(src|webview)/', pathNot: '^src/engine/(language|turns/shell)/' },
    to: { path: '(^|node_modules/)web-tree-sitter(/|$)' },
  },
  {
    name: 'protocol-stands-alone',
    comment: 'What crosses a border is plain data: describe it here with zod, and do the work on either side.',
    from: { path: '^src/protocol/' },
    to: { pathNot: ['^src/protocol/', '(^|node_modules/)zod(/|$)'] },
  },
  {
    name: 'reports-read-protocol-only',
    comment: 'Every format is made from the report alone: put what is missing into the report of src/protocol.',
    from: { path: '^src/engine/reports/' },
    to: { path: '^(src|webview)/', pathNot: '^src/(protocol|engine/reports)/' },
  },
  {
    name: 'extension-asks-the-engine-process',
    comment: 'Only src/protocol, src/service/client and src/tools belong to the editor’s side: ask the engine process.',
    from: { path: '^src/extension/' },
    to: { path: '^(src|webview)/', pathNot: '^src/(extension|protocol|service/client|tools)/' },
  },
  {
    name: 'tools-ask-the-engine-process',
    comment: 'Agent-facing tools know src/protocol and src/service/client only: ask the engine process.',
    from: { path: '^src/tools/' },
    to: { path: '^(src|webview)/', pathNot: '^src/(tools|protocol|service/client)/' },
  },
  {
    name: 'webview-shows-messages',
    comment: 'A page shows messages of src/protocol: have the extension or the engine process prepare them.',
    from: { path: '^webview/' },
    to: { path: '^src/', pathNot: '^src/(protocol|service/client)/' },
  },
  {
    name: 'no-heavy-work-in-the-editor',
    comment:
      'This is reached from the extension host’s thread, also through others: cut the chain at src/service/client and ask the engine process.',
    from: { path: '^(src/(extension|tools)|webview)/' },
    // Files right in src/service are what its client and its server share.
    to: { path: '^src/(engine|bench|platform|cli|mcp|service/(?!client/)[^/]+)/', reachable: true },
  },
  {
    name: 'bench-families-apart',
    comment: 'Benchmark families never import one another: move what both need to src/bench/common.',
    from: { path: '^src/bench/(?!common/)([^/]+)/' },
    to: { path: '^src/bench/[^/]+/', pathNot: '^src/bench/($1|common)/' },
  },
  {
    name: 'bench-common-knows-no-family',
    comment: 'What is common to the benchmark families knows none of them: hand the difference in as a parameter.',
    from: { path: '^src/bench/common/' },
    to: { path: '^src/bench/(?!common/)[^/]+/' },
  },
  {
    name: 'product-without-build-and-tests',
    comment: 'Neither src/build nor test ships: move what the product needs to the part of src that it belongs to.',
    from: { path: '^(src|webview)/', pathNot: '^src/build/' },
    to: { path: '^(src/build|test)/' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: RULES.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // Types count too: a border that types may cross is crossed by the next change.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|out|coverage|test/([.]cache|fixtures|recorded|host/vscode|e2e/agent)|media)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
};
