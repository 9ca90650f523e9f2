import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGraph } from '../../../src/engine/graph/graph.ts';
import type { Graph, Resolution } from '../../../src/engine/graph/types.ts';
import { stateOf, textsIn } from './pythonState.ts';

/**
 * One folder a case under test/recorded/graph-python: `repo/` holds the files, `expect.json` says what references mean.
 * Keys are `file:line:name`, with `:2` for the second reference of that name on the line; values are
 * `file#qualifiedName` (with `@line` of the definition where several share the name), `module file`, `external name`,
 * `builtin name`, `value` or `unresolved`. UPDATE_RECORDED=1 writes what is found now as the expectation.
 */
const CASES = fileURLToPath(new URL('../../recorded/graph-python', import.meta.url));

function shown(graph: Graph, resolution: Resolution): string {
  switch (resolution.kind) {
    case 'symbol': {
      const { file, symbol } = resolution.target;
      const fact = graph.symbol(resolution.target);
      const same = graph.file(file)!.summary.symbols.filter((other) => other.qualifiedName === fact.qualifiedName);
      const line = same.length > 1 ? `@${graph.file(file)!.summary.symbols[symbol]!.startLine}` : '';
      return `${file}#${fact.qualifiedName}${line}`;
    }
    case 'module':
      return `module ${resolution.file}`;
    case 'external':
    case 'builtin':
      return `${resolution.kind} ${resolution.name}`;
    default:
      return resolution.kind;
  }
}

function found(graph: Graph, key: string): string {
  const [path, line, name, nth] = key.split(':');
  const { references, strings } = graph.file(path!)!.detail();
  const ids: number[] = [];
  references.line.forEach((at, id) => {
    if (at === Number(line) && strings[references.name[id]!] === name) ids.push(id);
  });
  const id = ids[Number(nth ?? 1) - 1];
  return id === undefined ? 'no such reference' : shown(graph, graph.resolve(path!, id));
}

describe('Python resolution', function () {
  this.timeout(0);

  for (const name of readdirSync(CASES).sort()) {
    it(`${name.replaceAll('-', ' ')}`, async () => {
      const file = join(CASES, name, 'expect.json');
      const expected = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const input = await stateOf(textsIn(join(CASES, name, 'repo')));
      const keys = Object.keys(expected);
      const graph = createGraph(input);
      const actual = Object.fromEntries(keys.map((key) => [key, found(graph, key)]));
      if (process.env.UPDATE_RECORDED) {
        writeFileSync(file, JSON.stringify(actual, null, 2) + '\n');
        return;
      }
      assert.deepEqual(actual, expected);
      // Answers do not depend on the order of the questions.
      const backwards = createGraph(input);
      const again = keys.toReversed().map((key) => [key, found(backwards, key)]);
      assert.deepEqual(Object.fromEntries(again), expected);
    });
  }
});
