import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { auditOf, closeTestFacts, requestFor } from '../../support/auditFolders.ts';

const loop = (type: string): string => `{
  ${type}total = 0;
  for (${type}i = 0; i < count; i++) {
    if (values[i] > least) total += values[i] * least;
    else total -= values[i];
  }
  return total / count;
}
`;
const SWIFT = (head: string): string => `${head} {
    var total = 0
    for value in values {
        if value > least { total += value * least } else { total -= value }
    }
    return total / values.count
}
`;
const KOTLIN = (name: string): string => `fun ${name}(values: List<Int>, least: Int): Int {
    var total = 0
    for (value in values) {
        if (value > least) total += value * least else total -= value
    }
    return total / values.size
}
`;
const GO = (name: string): string => `package main

func ${name}(values []int, least int) int {
	total := 0
	for _, value := range values {
		if value > least {
			total += value * least
		} else {
			total -= value
		}
	}
	return total / len(values)
}
`;
const C = '(int *values, int count, int least)';
const JAVA = (owner: string, head: string): string => `class ${owner} {
  ${head}(int[] values, int count, int least) ${loop('int ')}}
`;
const RUBY = (name: string): string => `def ${name}(values, least)
  total = 0
  values.each do |value|
    if value > least
      total += value * least
    else
      total -= value
    end
  end
  total / values.size
end
`;

const CASES: [title: string, old: Record<string, string>, fresh: [string, string], told: string][] = [
  [
    'Swift: argument labels',
    { 'old.swift': SWIFT('func pick(from values: [Int], above least: Int) -> Int') },
    ['new.swift', SWIFT('func mean(_ values: [Int], least: Int) -> Int')],
    '- | pick(from: values, above: least) | types are not compared',
  ],
  [
    'C: the header that declares it',
    { 'lib/pick.h': `int pick${C};\n`, 'lib/pick.c': `#include "pick.h"\nint pick${C} ${loop('int ')}` },
    ['app/new.c', `int mean${C} ${loop('int ')}`],
    '#include "../lib/pick.h" | pick(values, count, least) | types are not compared',
  ],
  [
    'C++: an inline function in a header',
    { 'lib/pick.hpp': `inline int pick${C} ${loop('int ')}` },
    ['app/new.cpp', `int mean${C} ${loop('int ')}`],
    '#include "../lib/pick.hpp" | pick(values, count, least) | types are not compared',
  ],
  [
    'Go: package main',
    { 'go.mod': 'module a.example/x\n', 'cmd/one/main.go': GO('Pick') },
    ['cmd/two/main.go', GO('mean')],
    '- | Pick(values, least) | package main cannot be imported; types are not compared',
  ],
  [
    'Kotlin: a function of an object',
    { 'Util.kt': `object Util {\n${KOTLIN('pick')}}\n` },
    ['New.kt', KOTLIN('mean')],
    '- | Util.pick(values, least) | types are not compared',
  ],
  [
    'Java: private',
    { 'Old.java': JAVA('Old', 'private static int pick') },
    ['New.java', JAVA('New', 'static int mean')],
    '- | Old.pick(values, count, least) | pick is private; types are not compared',
  ],
  [
    'Ruby: no types',
    { 'old.rb': RUBY('pick') },
    ['new.rb', RUBY('mean')],
    "require_relative 'old' | pick(values, least) | how files are loaded is not looked at",
  ],
];

describe('advice in other languages', () => {
  let work = '';
  beforeEach(() => (work = mkdtempSync(join(tmpdir(), 'rewheel-others-'))));
  afterEach(() => rmSync(work, { recursive: true, force: true }));
  after(closeTestFacts);

  for (const [title, old, [path, text], told] of CASES)
    it(title, async () => {
      const state = (name: string, files: Record<string, string>): { kind: 'folder'; path: string; name: string } => {
        for (const [file, content] of Object.entries(files)) {
          mkdirSync(dirname(join(work, name, file)), { recursive: true });
          writeFileSync(join(work, name, file), content);
        }
        return { kind: 'folder', path: join(work, name), name };
      };
      const base = state('before', old);
      const head = state('after', { ...old, [path]: text });
      const { findings } = await auditOf(requestFor(work, { base, head }));
      const advice = findings.find(({ function: { name } }) => /(?:^|\.)mean$/.test(name))?.advice;
      assert.ok(advice, JSON.stringify(findings));
      assert.equal([advice.import ?? '-', advice.call ?? '-', advice.obstacles.join('; ')].join(' | '), told);
      assert.equal(advice.dropIn, false);
    });
});
