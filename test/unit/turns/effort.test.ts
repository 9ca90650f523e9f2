import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from '../../../src/engine/turns/readLog.ts';
import { commandReader } from '../../../src/engine/turns/effort/commandReader.ts';
import { effortClasses } from '../../../src/engine/turns/effort/effortClass.ts';
import { effortOf, needsTokenizer } from '../../../src/engine/turns/effort/effortOf.ts';
import { noEffort, type Effort, type EffortClass } from '../../../src/engine/turns/effort/effortClasses.ts';
import type { Turn } from '../../../src/engine/turns/session.ts';
import { shellParser } from '../../../src/engine/turns/shell/parseShell.ts';
import { openLogSource } from '../../../src/platform/logs/logSource.ts';
import { countTokens } from '../../../src/platform/tokens/countTokens.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { AGENT_LOGS, logSamples } from '../../support/logs.ts';
import { skipLoudly } from '../../support/skip.ts';

interface Label {
  file: string;
  id: string;
  label: EffortClass;
  reason: string;
  heldOut: boolean;
}

/** The paper's figure for its own classifier (Cabra 4.2). */
const AGREEMENT = 0.94;

const { labels } = JSON.parse(readFileSync(join('test', 'fixtures', 'effort', 'labels.json'), 'utf8')) as {
  labels: Label[];
};
const CLASSES = Object.keys(noEffort()).filter((name) => name !== 'estimated') as EffortClass[];

/** Class of every action of a log by its id. */
async function classesOf(file: string): Promise<Map<string, EffortClass>> {
  const commandsOf = commandReader(await shellParser(installedGrammars));
  const classes = new Map<string, EffortClass>();
  await readLog(await openLogSource(join(AGENT_LOGS, file)), {
    onTurn: (turn, session) => {
      for (const [id, kind] of effortClasses(turn, commandsOf, session.folders)) classes.set(id, kind);
    },
  });
  return classes;
}

/** Tokens that a log states for the answers of a turn, or for the turn where an answer is without. */
function statedTokens({ messages, usage }: Turn): number {
  const stated = messages.reduce((sum, message) => sum + (message.usage?.output ?? 0), 0);
  const silent = messages.some((message) => (message.usage?.output ?? null) === null);
  return silent ? Math.max(stated, usage?.output ?? 0) : stated;
}

/** Rows are the labels, columns what the rules say. */
function confusion(pairs: [EffortClass, EffortClass][]): string {
  const cell = (text: string | number): string => String(text).padStart(8);
  const rows = CLASSES.map((label) => {
    const counts = CLASSES.map((kind) => pairs.filter(([a, b]) => a === label && b === kind).length);
    return [label, ...counts.map((count) => count || '.')].map(cell).join('');
  });
  return [['', ...CLASSES].map(cell).join(''), ...rows].join('\n');
}

describe('effort classes of real agents', function () {
  this.timeout(60_000);
  const found = new Map<Label, EffortClass | undefined>();

  before(async function () {
    if (!existsSync(AGENT_LOGS)) skipLoudly(this, `no shared samples at ${AGENT_LOGS}`);
    for (const file of new Set(labels.map((label) => label.file))) {
      const classes = await classesOf(file);
      for (const label of labels) if (label.file === file) found.set(label, classes.get(label.id));
    }
  });

  it('labels 200 actions and more, of every agent and class', () => {
    assert.ok(labels.length >= 200);
    assert.deepEqual(new Set(labels.map(({ label }) => label)), new Set(CLASSES));
    assert.equal(new Set(labels.map(({ file, id }) => `${file} ${id}`)).size, labels.length);
  });

  it('every labelled action is in its log', () => {
    const missing = labels.filter((label) => found.get(label) === undefined);
    assert.deepEqual(
      missing.map(({ file, id }) => `${file} ${id}`),
      [],
    );
  });

  for (const [name, heldOut] of [
    ['the labels that the rules were made with', false],
    ['the labels that were held out', true],
  ] as const) {
    it(`agree with ${name}`, () => {
      const pairs = labels
        .filter((label) => label.heldOut === heldOut)
        .map((label): [EffortClass, EffortClass] => [label.label, found.get(label) ?? 'other']);
      const same = pairs.filter(([label, kind]) => label === kind).length;
      const share = same / pairs.length;
      console.log(`      ${name}: ${same} of ${pairs.length} (${(share * 100).toFixed(1)}%)\n${confusion(pairs)}`);
      assert.ok(share >= AGREEMENT, `only ${same} of ${pairs.length} agree`);
    });
  }

  it('no token of a turn is lost or made up', async () => {
    const commandsOf = commandReader(await shellParser(installedGrammars));
    const wrong: string[] = [];
    let turns = 0;
    for (const file of logSamples()) {
      await readLog(await openLogSource(join(AGENT_LOGS, file)), {
        onTurn: (turn, session) => {
          const classes = effortClasses(turn, commandsOf, session.folders);
          const effort = effortOf(turn, classes, { tokenizer: { count: countTokens }, estimate: false });
          const sum = CLASSES.reduce((before, name) => before + effort[name].tokens, 0);
          if (sum !== statedTokens(turn)) wrong.push(`${file} turn ${turn.index}: ${sum}, not ${statedTokens(turn)}`);
          turns += 1;
        },
      });
    }
    assert.deepEqual(wrong, []);
    assert.ok(turns > 100);
  });

  it('the paper’s figure, played by three agents: effort of its first turn', async () => {
    const commandsOf = commandReader(await shellParser(installedGrammars));
    const lines: string[] = [];
    for (const name of ['claude-code-2.1.328.jsonl', 'codex-0.169.0-rollout.jsonl', 'opencode-1.18.33-export.json']) {
      const efforts: Effort[] = [];
      await readLog(await openLogSource(join(AGENT_LOGS, 'paper-figure-1', 'logs', name)), {
        onTurn: (turn, session) => {
          const classes = effortClasses(turn, commandsOf, session.folders);
          const options = { tokenizer: null, estimate: false };
          assert.equal(needsTokenizer(turn, classes, options), false);
          efforts.push(effortOf(turn, classes, options));
        },
      });
      const effort = efforts[0]!;
      const used = CLASSES.filter((kind) => effort[kind].calls > 0);
      lines.push(used.map((kind) => `${kind} ${effort[kind].calls}/${effort[kind].tokens}`).join(', '));
    }
    // The scripted model answered with one call and 20 tokens each time.
    assert.deepEqual(lines, [
      'read 1/20, search 2/40, edit 1/20, test 1/20, summary 1/20',
      'read 1/20, search 1/20, edit 1/20, test 1/20, summary 1/20',
      'read 1/20, search 2/40, edit 1/20, test 1/20, summary 1/20',
    ]);
  });
});
