import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createGraph } from '../../../src/engine/graph/graph.ts';
import type { Graph, GraphFile, Resolution } from '../../../src/engine/graph/types.ts';
import { extractFacts, languageOf } from '../../../src/engine/language/extract.ts';
import { GENERIC } from '../../../src/engine/language/generic/languageTable.ts';
import { RefFlag } from '../../../src/engine/model/references.ts';
import { isConfigFile } from '../../../src/platform/files/pathRules.ts';
import { PROJECT } from '../../support/auditFolders.ts';
import { installedGrammars } from '../../support/grammars.ts';

/**
 * What references mean, one folder a case under test/recorded/graph-LANGUAGE: `repo/` and expect.json, which names every
 * reference to a value in the repository. UPDATE_RECORDED=1 writes it anew.
 */
const recorded = join(PROJECT, 'test/recorded');

for (const language of Object.keys(GENERIC)) {
  const root = join(recorded, `graph-${language}`);
  describe(`resolution of ${language}`, () => {
    for (const name of existsSync(root) ? readdirSync(root).sort() : [])
      it(name, async () => {
        const graph = createGraph(await stateOf(join(root, name, 'repo')));
        const actual = meanings(graph);
        const file = join(root, name, 'expect.json');
        if (process.env.UPDATE_RECORDED === '1') writeFileSync(file, JSON.stringify(actual, null, 2) + '\n');
        assert.deepEqual(actual, JSON.parse(readFileSync(file, 'utf8')));
      });
  });
}

async function stateOf(root: string): Promise<{ files: GraphFile[]; configs: Map<string, string> }> {
  const files: GraphFile[] = [];
  const configs = new Map<string, string>();
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  for (const path of paths.sort()) {
    const text = readFileSync(join(root, path), 'utf8');
    if (isConfigFile(path)) configs.set(path, text);
    const language = languageOf(path);
    if (!language) continue;
    const result = await extractFacts(language, text, installedGrammars);
    assert.ok(result.ok);
    files.push({ path, summary: result.facts.summary, detail: () => result.facts.detail });
  }
  return { files, configs };
}

function meanings(graph: Graph): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, detail } of graph.input.files) {
    const { references, strings } = detail();
    references.name.forEach((name, id) => {
      if (references.flags[id]! & (RefFlag.Type | RefFlag.Decorator)) return;
      const place = `${path}:${references.line[id]}:${references.column[id]} ${strings[name]}`;
      found[place] = shown(graph, graph.resolve(path, id));
    });
  }
  return found;
}

function shown(graph: Graph, resolution: Resolution): string {
  switch (resolution.kind) {
    case 'symbol':
      return `${resolution.target.file}#${graph.symbol(resolution.target).qualifiedName}`;
    case 'module':
      return `module ${resolution.file}`;
    case 'external':
    case 'builtin':
      return `${resolution.kind} ${resolution.name}`;
    default:
      return resolution.kind;
  }
}
