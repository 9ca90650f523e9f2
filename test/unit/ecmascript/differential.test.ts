import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { extractFacts, languageOf } from '../../../src/engine/language/extract.ts';
import { type FileFacts, type ParameterFact } from '../../../src/engine/model/facts.ts';
import { RefFlag } from '../../../src/engine/model/references.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { compilerFacts } from './compilerFacts.ts';
import { realSources } from './sources.ts';

interface Listed {
  file: string;
  /** `calls` for the called names, else a qualified name. */
  symbol: string;
  reason: string;
}

const listed = JSON.parse(readFileSync(new URL('./differences.json', import.meta.url), 'utf8')) as Listed[];

function parameterText({ name, kind, optional }: ParameterFact): string {
  return kind === 'rest' ? `...${name}` : name + (optional ? '?' : '');
}

/** `name:line` of every call and `new`, as the compiler side writes them. */
function callsOf({ detail }: FileFacts): string[] {
  const { references: r, strings } = detail;
  const calls: string[] = [];
  for (let id = 0; id < r.name.length; id++) {
    const name = strings[r.name[id]!]!;
    if ((r.flags[id]! & (RefFlag.Call | RefFlag.New)) === 0 || name === 'super' || name === 'this') continue;
    calls.push(`${name}:${r.line[id]}`);
  }
  return calls.sort();
}

/** Lines that only one side has. */
function onlyIn(left: string[], right: string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of right) counts.set(line, (counts.get(line) ?? 0) + 1);
  return left.filter((line) => {
    const count = counts.get(line) ?? 0;
    if (count > 0) counts.set(line, count - 1);
    return count === 0;
  });
}

describe('ECMAScript facts against the TypeScript compiler', function () {
  this.timeout(0);

  it('has the same functions, classes, lines, parameters and calls over real packages', async () => {
    const differences: { file: string; symbol: string; text: string }[] = [];
    let symbols = 0;
    let calls = 0;
    const sources = realSources();
    for (const { path, text } of sources) {
      const language = languageOf(path);
      assert.ok(language && language !== 'python', path);
      const result = await extractFacts(language, text, installedGrammars);
      assert.ok(result.ok, path);
      const expected = compilerFacts(path, text);
      const line = (s: { kind: string; name: string; start: number; end: number; parameters: string }): string =>
        `${s.name} ${s.kind} ${s.start}-${s.end} (${s.parameters})`;
      const ours = result.facts.summary.symbols.map((s) =>
        line({
          kind: s.kind,
          name: s.qualifiedName,
          start: s.startLine,
          end: s.endLine,
          parameters: s.parameters.map(parameterText).join(', '),
        }),
      );
      const theirs = expected.symbols.map(line);
      const ourCalls = callsOf(result.facts);
      symbols += theirs.length;
      calls += expected.calls.length;
      const note = (symbol: string, text: string): void => void differences.push({ file: path, symbol, text });
      for (const only of onlyIn(ours, theirs)) note(only.split(' ')[0]!, `only ours: ${only}`);
      for (const only of onlyIn(theirs, ours)) note(only.split(' ')[0]!, `only the compiler's: ${only}`);
      for (const only of onlyIn(ourCalls, expected.calls)) note('calls', `call only ours: ${only}`);
      for (const only of onlyIn(expected.calls, ourCalls)) note('calls', `call only the compiler's: ${only}`);
    }
    assert.ok(sources.length > 900 && symbols > 5000 && calls > 20_000, `${sources.length} ${symbols} ${calls}`);
    const isListed = (d: { file: string; symbol: string }): boolean =>
      listed.some((l) => l.file === d.file && l.symbol === d.symbol);
    const unlisted = differences.filter((d) => !isListed(d)).map((d) => `${d.file}: ${d.text}`);
    assert.equal(unlisted.length, 0, unlisted.join('\n'));
    const stale = listed.filter((l) => !differences.some((d) => d.file === l.file && d.symbol === l.symbol));
    assert.deepEqual(stale, [], 'listed differences that no longer exist');
  });
});
