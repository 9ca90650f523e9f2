import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { logFinders } from '../../../src/platform/logs/findLogs.ts';
import { claudeSlug } from '../../../src/platform/logs/find/claudeCode.ts';
import type { LogLayout } from '../../../src/platform/logs/places.ts';
import { workspaceNames } from '../../../src/service/server/watch/workspaceNames.ts';
import { newFolder, removeFolders, write } from '../platform/testRepository.ts';

interface Case {
  why: string;
  layout: LogLayout;
  formats: string[];
  files: (root: string) => Record<string, string>;
  /** Paths below the place, sorted. */
  found: (root: string) => string[];
}

const json = JSON.stringify;
const digest = (path: string): string => createHash('sha256').update(path).digest('hex');

const CASES: Case[] = [
  {
    why: 'Claude Code: by the slug of the root and its sub-folders; sub-agents stand beside',
    layout: 'claude-code',
    formats: ['claude-code'],
    files: (root) => ({
      [`${claudeSlug(root)}/a.jsonl`]: '',
      [`${claudeSlug(root)}/agent-1.jsonl`]: '',
      [`${claudeSlug(`${root}/pkg`)}/b.jsonl`]: '',
      [`${claudeSlug(root).toUpperCase()}/c.jsonl`]: '',
      [`${claudeSlug(root)}x/d.jsonl`]: '',
    }),
    found: (root) => [
      `${claudeSlug(root)}/a.jsonl`,
      `${claudeSlug(`${root}/pkg`)}/b.jsonl`,
      `${claudeSlug(root).toUpperCase()}/c.jsonl`,
    ],
  },
  {
    why: 'Codex: by the folder in the first line, also in flat old logs and where the line is not there yet',
    layout: 'codex',
    formats: ['codex'],
    files: (root) => ({
      '2026/01/02/rollout-a.jsonl': `${json({ type: 'session_meta', payload: { cwd: join(root, 'pkg') } })}\n`,
      '2026/01/02/rollout-b.jsonl': `${json({ type: 'session_meta', payload: { cwd: `${root}x` } })}\n`,
      '2025/12/31/rollout-c.jsonl': '',
      '2025/12/31/notes.jsonl': '',
      'rollout-d.jsonl': `${json({ id: 'x', cwd: root })}\n`,
    }),
    found: () => ['2025/12/31/rollout-c.jsonl', '2026/01/02/rollout-a.jsonl', 'rollout-d.jsonl'],
  },
  {
    why: 'Copilot CLI: by the folder in its first event',
    layout: 'copilot-cli',
    formats: ['copilot-cli'],
    files: (root) => ({
      's1/events.jsonl': `${json({ type: 'session.start', data: { context: { cwd: root } } })}\n`,
      's2/events.jsonl': `${json({ type: 'session.start', data: { context: { cwd: '/elsewhere' } } })}\n`,
      's3/workspace.yaml': '',
      's4.jsonl': `${json({ type: 'session.start', data: { context: { cwd: root } } })}\n`,
    }),
    found: () => ['s1/events.jsonl', 's4.jsonl'],
  },
  {
    why: 'VS Code: by workspace.json; one log a session',
    layout: 'vscode-chat',
    formats: ['vscode-chat'],
    files: (root) => ({
      'h1/workspace.json': json({ folder: `file://${root}` }),
      'h1/chatSessions/a.json': '{}',
      'h1/chatSessions/a.jsonl': '{}',
      'h1/chatSessions/b.json': '{}',
      'h1/GitHub.copilot-chat/transcripts/a.jsonl': '',
      'h1/GitHub.copilot-chat/transcripts/c.jsonl': '',
      'h2/workspace.json': json({ folder: 'file:///elsewhere' }),
      'h2/chatSessions/a.json': '{}',
      'h3/workspace.json': json({ workspace: `file://${root}/all.code-workspace` }),
      'h3/chatSessions/d.json': '{}',
      'h4/workspace.json': json({ folder: `vscode-remote://ssh${root}` }),
      'h4/chatSessions/e.json': '{}',
    }),
    found: () => [
      'h1/GitHub.copilot-chat/transcripts/c.jsonl',
      'h1/chatSessions/a.jsonl',
      'h1/chatSessions/b.json',
      'h3/chatSessions/d.json',
    ],
  },
  {
    why: 'OpenCode: the database before the old files',
    layout: 'opencode',
    formats: ['opencode-store', 'opencode-storage'],
    files: () => ({
      'opencode.db': '',
      'opencode-dev.db': '',
      'other.db': '',
      'storage/session/p/s.json': '{}',
      'storage/message/s/m.json': '{}',
      'storage/part/m/p.json': '{}',
    }),
    found: () => ['opencode-dev.db', 'opencode.db'],
  },
  {
    why: 'OpenCode: the old files, where a session is of the workspace',
    layout: 'opencode',
    formats: ['opencode-store', 'opencode-storage'],
    files: (root) => ({
      'storage/session/p/s.json': json({ id: 's', directory: root }),
      'storage/message/s/m.json': '{}',
      'storage/part/m/p.json': '{}',
    }),
    found: () => ['storage'],
  },
  {
    why: 'Gemini CLI: by the digest of the root or of a folder in it, and by .project_root',
    layout: 'gemini-cli',
    formats: ['gemini-cli'],
    files: (root) => ({
      [`${digest(root)}/chats/session-a.json`]: '{}',
      [`${digest(root)}/chats/session-b.json`]: '{}',
      [`${digest(root)}/chats/session-b.jsonl`]: '{}',
      [`${digest(join(root, 'pkg'))}/chats/session-c.json`]: '{}',
      [`${digest('/elsewhere')}/chats/session-d.json`]: '{}',
      'mine/.project_root': `${root}\n`,
      'mine/chats/session-e.jsonl': '{}',
      'other/.project_root': '/elsewhere',
      'other/chats/session-f.jsonl': '{}',
    }),
    found: (root) =>
      [
        `${digest(root)}/chats/session-a.json`,
        `${digest(root)}/chats/session-b.jsonl`,
        `${digest(join(root, 'pkg'))}/chats/session-c.json`,
        'mine/chats/session-e.jsonl',
      ].sort(),
  },
  {
    why: 'Cline: a folder a task',
    layout: 'cline',
    formats: ['cline-task', 'cline-session'],
    files: () => ({
      '1/api_conversation_history.json': '[]',
      '2/ui_messages.json': '[]',
      's/s.messages.json': '{}',
    }),
    found: () => ['1', 's'],
  },
  {
    why: 'OpenHands: a folder a conversation',
    layout: 'openhands',
    formats: ['openhands-folder'],
    files: () => ({ 'c1/events/event-00000-a.json': '{}', 'c2/base_state.json': '{}' }),
    found: () => ['c1'],
  },
];

describe('finding a workspace’s logs', () => {
  after(removeFolders);
  for (const { why, layout, formats, files, found } of CASES) {
    it(why, async () => {
      const [root, place] = [newFolder(), newFolder()];
      write(root, { 'pkg/a.py': 'a\n' });
      write(place, files(root));
      // Links are followed nowhere.
      symlinkSync(newFolder(), join(place, 'link'));
      const { logs } = await logFinders()[layout]({ folder: place, formats }, workspaceNames(root, root));
      assert.deepEqual(logs.map(({ path }) => relative(place, path)).sort(), found(root).sort());
    });
  }

  it('knows paths as Windows writes them', () => {
    const names = workspaceNames('C:\\Users\\Ada\\repo', 'C:\\Users\\Ada\\repo');
    for (const folder of [
      'c:\\users\\ada\\REPO',
      'C:/Users/Ada/repo/pkg',
      '/mnt/c/Users/Ada/repo',
      'file:///c%3A/Users/Ada/repo',
    ]) {
      assert.equal(names.contains(folder), true, folder);
    }
    for (const folder of ['C:\\Users\\Ada', 'C:\\Users\\Ada\\repo2', 'D:\\Users\\Ada\\repo', '']) {
      assert.equal(names.contains(folder), false, folder);
    }
  });
});
