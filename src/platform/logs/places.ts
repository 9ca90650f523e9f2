import { posix, win32 } from 'node:path';

/** What of a machine decides where agents write their logs. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** Home folder of the user. */
  home: string;
}

/** How the logs of a place are laid out, and so how those of one workspace are found in it. */
export type LogLayout =
  | 'aider'
  | 'any'
  | 'claude-code'
  | 'cline'
  | 'codex'
  | 'copilot-cli'
  | 'copilot-jetbrains'
  | 'gemini-cli'
  | 'opencode'
  | 'openhands'
  | 'vscode-chat';

export interface LogPlace {
  layout: LogLayout;
  /** Absolute path; '' for logs that lie in the workspace itself. It need not be there. */
  folder: string;
  /** Ids of the formats that are read there (`LogFormat.id`). */
  formats: readonly string[];
}

/** Formats by layout; the last entry of `any` says what a place of the settings may hold. */
const FORMATS: Record<Exclude<LogLayout, 'any'>, readonly string[]> = {
  aider: ['aider'],
  'claude-code': ['claude-code'],
  cline: ['cline-task', 'cline-session'],
  codex: ['codex'],
  'copilot-cli': ['copilot-cli'],
  'copilot-jetbrains': ['copilot-cli'],
  'gemini-cli': ['gemini-cli'],
  opencode: ['opencode-store', 'opencode-storage'],
  openhands: ['openhands-folder'],
  'vscode-chat': ['vscode-chat'],
};

/** Editors made of VS Code, by the name of their folder. */
const EDITORS = ['Code', 'Code - Insiders', 'Code - OSS', 'VSCodium', 'Cursor', 'Windsurf'];

/** Folders of remote servers of these editors, below the home folder. */
const SERVERS = ['.vscode-server', '.vscode-server-insiders', '.vscodium-server', '.cursor-server', '.windsurf-server'];

/**
 * Where the agents keep their logs (specs of the logs, "Places" of each agent): nothing else is looked at, unless the
 * user's settings name it. Decided by the arguments alone.
 */
export function logPlaces({ platform, env, home }: Machine): LogPlace[] {
  const windows = platform === 'win32';
  const { join, isAbsolute } = windows ? win32 : posix;
  // A relative path would mean another folder in every process.
  const set = (name: string): string | null => {
    const value = env[name];
    return value !== undefined && isAbsolute(value) ? value : null;
  };
  const place = (layout: Exclude<LogLayout, 'any'>, ...path: string[]): LogPlace => ({
    layout,
    folder: join(...path),
    formats: FORMATS[layout],
  });
  const single = (format: string, ...path: string[]): LogPlace => ({
    layout: 'any',
    folder: join(...path),
    formats: [format],
  });

  const local = set('LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
  const roaming = set('APPDATA') ?? join(home, 'AppData', 'Roaming');
  const config = set('XDG_CONFIG_HOME') ?? join(home, '.config');
  const data = set('XDG_DATA_HOME') ?? join(home, '.local', 'share');
  const applications = windows
    ? roaming
    : platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : config;
  const portable = set('VSCODE_PORTABLE');
  const users = [
    ...EDITORS.map((name) => join(applications, name, 'User')),
    ...SERVERS.map((name) => join(home, name, 'data', 'User')),
    join(data, 'code-server', 'User'),
    ...(portable === null ? [] : [join(portable, 'user-data', 'User')]),
  ];
  const copilot = set('COPILOT_HOME') ?? join(home, '.copilot');
  const cline = set('CLINE_DATA_DIR') ?? join(set('CLINE_DIR') ?? join(home, '.cline'), 'data');
  const mini =
    set('MSWEA_GLOBAL_CONFIG_DIR') ??
    join(windows ? local : platform === 'darwin' ? applications : config, 'mini-swe-agent');
  const trajectories = set('SWE_AGENT_TRAJECTORY_DIR');

  return [
    { layout: 'aider', folder: '', formats: FORMATS.aider },
    place('claude-code', set('CLAUDE_CONFIG_DIR') ?? join(home, '.claude'), 'projects'),
    place('codex', set('CODEX_HOME') ?? join(home, '.codex'), 'sessions'),
    place('copilot-cli', copilot, 'session-state'),
    place('copilot-jetbrains', copilot, 'jb'),
    ...users.flatMap((user) => [
      place('vscode-chat', user, 'workspaceStorage'),
      place('cline', user, 'globalStorage', 'saoudrizwan.claude-dev', 'tasks'),
      place('cline', user, 'globalStorage', 'rooveterinaryinc.roo-cline', 'tasks'),
    ]),
    place('cline', cline, 'tasks'),
    place('cline', cline, 'sessions'),
    place('opencode', data, 'opencode'),
    ...(windows ? [place('opencode', local, 'opencode')] : []),
    place('gemini-cli', set('GEMINI_CLI_HOME') ?? home, '.gemini', 'tmp'),
    place('openhands', home, '.openhands', 'conversations'),
    place('openhands', home, '.openhands', 'sessions'),
    place('openhands', home, '.openhands-state', 'sessions'),
    single('mini-swe-agent', mini, 'last_mini_run.traj.json'),
    ...(trajectories === null ? [] : [single('swe-agent', trajectories)]),
  ];
}

/**
 * Places that the user's settings name: a folder may be one that the agent lays out as it does its own, or simply hold
 * logs; a file is a log.
 * @param further absolute paths by the id of a format
 */
export function furtherPlaces(further: Readonly<Record<string, readonly string[]>>): LogPlace[] {
  return Object.entries(further).flatMap(([format, folders]) => {
    const layouts = (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).filter(
      (layout) => layout !== 'aider' && FORMATS[layout].includes(format),
    );
    return folders.flatMap((folder): LogPlace[] => [
      ...layouts.map((layout): LogPlace => ({ layout, folder, formats: [format] })),
      { layout: 'any', folder, formats: [format] },
    ]);
  });
}
