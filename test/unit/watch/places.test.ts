import assert from 'node:assert/strict';
import { furtherPlaces, logPlaces, type Machine } from '../../../src/platform/logs/places.ts';

interface Case {
  why: string;
  machine: Machine;
  /** Folders that must be there, by layout. */
  has: [layout: string, folder: string][];
  lacks?: string[];
}

const CASES: Case[] = [
  {
    why: 'Linux without variables',
    machine: { platform: 'linux', env: {}, home: '/home/dev' },
    has: [
      ['aider', ''],
      ['claude-code', '/home/dev/.claude/projects'],
      ['codex', '/home/dev/.codex/sessions'],
      ['copilot-cli', '/home/dev/.copilot/session-state'],
      ['copilot-jetbrains', '/home/dev/.copilot/jb'],
      ['vscode-chat', '/home/dev/.config/Code/User/workspaceStorage'],
      ['vscode-chat', '/home/dev/.config/Code - Insiders/User/workspaceStorage'],
      ['vscode-chat', '/home/dev/.config/VSCodium/User/workspaceStorage'],
      ['vscode-chat', '/home/dev/.vscode-server/data/User/workspaceStorage'],
      ['cline', '/home/dev/.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks'],
      ['cline', '/home/dev/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks'],
      ['cline', '/home/dev/.cline/data/sessions'],
      ['opencode', '/home/dev/.local/share/opencode'],
      ['gemini-cli', '/home/dev/.gemini/tmp'],
      ['openhands', '/home/dev/.openhands/conversations'],
      ['any', '/home/dev/.config/mini-swe-agent/last_mini_run.traj.json'],
    ],
  },
  {
    why: 'variables move the places, where they are absolute',
    machine: {
      platform: 'linux',
      env: {
        CLAUDE_CONFIG_DIR: '/c/claude',
        CODEX_HOME: '/c/codex',
        COPILOT_HOME: '/c/copilot',
        XDG_DATA_HOME: '/c/data',
        XDG_CONFIG_HOME: 'not/absolute',
        GEMINI_CLI_HOME: '/c/gemini',
        CLINE_DIR: '/c/cline',
        MSWEA_GLOBAL_CONFIG_DIR: '/c/mini',
        SWE_AGENT_TRAJECTORY_DIR: '/c/trajectories',
        VSCODE_PORTABLE: '/c/portable',
      },
      home: '/home/dev',
    },
    has: [
      ['claude-code', '/c/claude/projects'],
      ['codex', '/c/codex/sessions'],
      ['copilot-cli', '/c/copilot/session-state'],
      ['opencode', '/c/data/opencode'],
      ['gemini-cli', '/c/gemini/.gemini/tmp'],
      ['cline', '/c/cline/data/tasks'],
      ['any', '/c/mini/last_mini_run.traj.json'],
      ['any', '/c/trajectories'],
      ['vscode-chat', '/home/dev/.config/Code/User/workspaceStorage'],
      ['vscode-chat', '/c/portable/user-data/User/workspaceStorage'],
    ],
    lacks: ['/home/dev/.claude/projects', '/home/dev/.codex/sessions', '/home/dev/.local/share/opencode'],
  },
  {
    why: 'macOS',
    machine: { platform: 'darwin', env: {}, home: '/Users/dev' },
    has: [
      ['claude-code', '/Users/dev/.claude/projects'],
      ['opencode', '/Users/dev/.local/share/opencode'],
      ['vscode-chat', '/Users/dev/Library/Application Support/Code/User/workspaceStorage'],
      ['cline', '/Users/dev/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks'],
      ['any', '/Users/dev/Library/Application Support/mini-swe-agent/last_mini_run.traj.json'],
    ],
    lacks: ['/Users/dev/.config/Code/User/workspaceStorage'],
  },
  {
    why: 'Windows',
    machine: {
      platform: 'win32',
      env: { APPDATA: 'D:\\Roaming', LOCALAPPDATA: 'D:\\Local' },
      home: 'C:\\Users\\dev',
    },
    has: [
      ['claude-code', 'C:\\Users\\dev\\.claude\\projects'],
      ['codex', 'C:\\Users\\dev\\.codex\\sessions'],
      ['copilot-cli', 'C:\\Users\\dev\\.copilot\\session-state'],
      ['vscode-chat', 'D:\\Roaming\\Code\\User\\workspaceStorage'],
      ['cline', 'D:\\Roaming\\Code\\User\\globalStorage\\rooveterinaryinc.roo-cline\\tasks'],
      ['opencode', 'C:\\Users\\dev\\.local\\share\\opencode'],
      ['opencode', 'D:\\Local\\opencode'],
      ['gemini-cli', 'C:\\Users\\dev\\.gemini\\tmp'],
      ['any', 'D:\\Local\\mini-swe-agent\\last_mini_run.traj.json'],
    ],
  },
  {
    why: 'Windows without variables',
    machine: { platform: 'win32', env: {}, home: 'C:\\Users\\dev' },
    has: [
      ['vscode-chat', 'C:\\Users\\dev\\AppData\\Roaming\\Code\\User\\workspaceStorage'],
      ['opencode', 'C:\\Users\\dev\\AppData\\Local\\opencode'],
    ],
  },
];

describe('places of agents’ logs', () => {
  for (const { why, machine, has, lacks = [] } of CASES) {
    it(why, () => {
      const places = logPlaces(machine).map(({ layout, folder }) => `${layout} ${folder}`);
      for (const [layout, folder] of has) {
        const wanted = `${layout} ${folder}`;
        assert.ok(places.includes(wanted), `${wanted} is missing in\n${places.join('\n')}`);
      }
      for (const folder of lacks) assert.ok(!places.some((place) => place.endsWith(` ${folder}`)), folder);
      assert.equal(new Set(places).size, places.length, 'a place is named twice');
    });
  }

  it('of the settings are read as the agent lays them out, and as mere folders', () => {
    const places = furtherPlaces({ 'claude-code': ['/x'], 'opencode-store': ['/y'], 'opencode-run': ['/z'] });
    assert.deepEqual(
      places.map(({ layout, folder, formats }) => [layout, folder, formats]),
      [
        ['claude-code', '/x', ['claude-code']],
        ['any', '/x', ['claude-code']],
        ['opencode', '/y', ['opencode-store']],
        ['any', '/y', ['opencode-store']],
        ['any', '/z', ['opencode-run']],
      ],
    );
  });
});
