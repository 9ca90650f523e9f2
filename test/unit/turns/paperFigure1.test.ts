import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exposeTurn } from '../../../src/engine/turns/exposure/exposeTurn.ts';
import { guessFolder } from '../../../src/engine/turns/exposure/guessFolder.ts';
import { explorationOf } from '../../../src/engine/turns/exposure/measures.ts';
import { gapOf, recallOf, type RecallTarget } from '../../../src/engine/turns/exposure/recall.ts';
import type { TurnExposure } from '../../../src/engine/turns/exposure/turnExposure.ts';
import { WorkspacePaths } from '../../../src/engine/turns/exposure/workspacePaths.ts';
import { shownByCommand } from '../../../src/engine/turns/shell/shownByCommand.ts';
import { readLog } from '../../../src/engine/turns/readLog.ts';
import type { SessionInfo, Turn } from '../../../src/engine/turns/session.ts';
import { openLogSource } from '../../../src/platform/logs/logSource.ts';
import { SHARED } from '../../support/auditFolders.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { skipLoudly } from '../../support/skip.ts';
import { filesOf, type Files } from './writtenTurn.ts';

const FIGURE = join(SHARED, 'agent-logs/paper-figure-1');

interface Truth {
  turns: {
    written: string[];
    targets: Record<'repo' | 'self', string[]>;
    linesRead: Record<string, [number, number][]>;
    recalled: Record<'repo' | 'self', string[]>;
    recallRate: Record<'repo' | 'self', number | null>;
    gaps?: Record<string, 'exploration' | 'execution'>;
    files: number | Record<string, number>;
    lines: number;
  }[];
  workspaceEnd: Record<string, string>;
}

const LOGS: { agent: string; logs: string[] }[] = [
  { agent: 'claude-code', logs: ['claude-code-2.1.328.jsonl'] },
  { agent: 'codex', logs: ['codex-0.169.0-rollout.jsonl'] },
  { agent: 'opencode', logs: ['opencode-1.18.33-export.json'] },
  { agent: 'opencode', logs: ['opencode-1.18.33-run-turn-1.jsonl', 'opencode-1.18.33-run-turn-2.jsonl'] },
];

describe('the paper’s Figure 1: what was read', () => {
  before(function () {
    if (!existsSync(FIGURE)) skipLoudly(this, `needs ${FIGURE}`);
  });

  for (const { agent, logs } of LOGS) {
    for (const number of [1, 2]) {
      it(`${agent}, turn ${number} (${logs[0]})`, async () => {
        const truth = JSON.parse(readFileSync(join(FIGURE, 'truth.json'), 'utf8')) as Truth;
        const states = ['workspace-start', 'workspace-turn-1', truth.workspaceEnd[agent]!];
        const base = textsOf(states[number - 1]!);
        const { turn, session } = (await turnsOf(logs))[number - 1]!;
        const files = filesOf(base, textsOf(states[number]!));
        const folder = guessFolder(turn.actions, new Set([...files.baseList, ...files.headList]));
        const folders = session.folders.length > 0 ? session.folders : [folder ?? ''];
        const paths = new WorkspacePaths({ root: '/here', folders, exists: () => false });
        const exposure = await exposeTurn(turn, files, paths, (request) => shownByCommand(request, installedGrammars));
        const expected = truth.turns[number - 1]!;

        assert.deepEqual(linesRead(exposure), expected.linesRead);
        const { files: count, lines } = explorationOf(exposure);
        assert.equal(count, typeof expected.files === 'number' ? expected.files : expected.files[agent]);
        assert.equal(lines, expected.lines);
        assert.deepEqual(exposure.unexplained, []);
        assert.deepEqual(exposure.unattributed, []);

        const origins = ['repo', 'self'] as const;
        const names = origins.flatMap((origin) => expected.targets[origin]);
        const targets = origins.flatMap((origin) =>
          expected.targets[origin].map((name) => targetOf(name, origin, base)),
        );
        const recall = recallOf(targets, exposure);
        for (const origin of origins) {
          const recalled = names.filter((_, i) => targets[i]!.origin === origin && recall.reads[i] !== null);
          assert.deepEqual(recalled, expected.recalled[origin]);
          assert.equal(recall[origin].rate, expected.recallRate[origin]);
        }
        for (const [name, gap] of Object.entries(expected.gaps ?? {})) {
          assert.equal(gapOf(recall.reads[names.indexOf(name)]!), gap, name);
        }
      });
    }
  }
});

async function turnsOf(logs: readonly string[]): Promise<{ turn: Turn; session: SessionInfo }[]> {
  const turns: { turn: Turn; session: SessionInfo }[] = [];
  for (const log of logs) {
    const source = await openLogSource(join(FIGURE, 'logs', log));
    await readLog(source, { onTurn: (turn, session) => turns.push({ turn, session }) });
  }
  return turns;
}

function textsOf(state: string): Files {
  const files: Files = {};
  for (const name of readdirSync(join(FIGURE, state), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.py')) files[name.replaceAll('\\', '/')] = readFileSync(join(FIGURE, state, name), 'utf8');
  }
  return files;
}

/** Read lines of the base as ranges, by file. */
function linesRead({ parts }: TurnExposure): Record<string, [number, number][]> {
  const lines = new Map<string, Set<number>>();
  for (const part of parts) {
    if (part.class !== 'read' || part.lines.ids.length === 0) continue;
    const known = lines.get(part.path) ?? new Set();
    for (const line of part.lines.base) known.add(line);
    lines.set(part.path, known);
  }
  return Object.fromEntries([...lines].map(([path, numbers]) => [path, rangesOf([...numbers].sort((a, b) => a - b))]));
}

function rangesOf(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const line of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}

/** Place of `file:function`; the sample's functions end where a blank line follows. */
function targetOf(name: string, origin: 'repo' | 'self', base: Files): RecallTarget {
  const [path, own] = name.split(':') as [string, string];
  const lines = base[path]!.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`def ${own}(`));
  const length = lines.slice(start).findIndex((line) => line === '');
  return { origin, path, startLine: start + 1, endLine: start + length };
}
