import { exposeTurn } from '../../../src/engine/turns/exposure/exposeTurn.ts';
import type { ShellReader } from '../../../src/engine/turns/exposure/shellReader.ts';
import type { ExposedPart, TurnExposure } from '../../../src/engine/turns/exposure/turnExposure.ts';
import { WorkspacePaths } from '../../../src/engine/turns/exposure/workspacePaths.ts';
import type { TurnFiles } from '../../../src/engine/turns/exposure/workspaceReplay.ts';
import type { Action, FileEdit, Shown, Turn } from '../../../src/engine/turns/session.ts';

export type Files = Record<string, string>;

export const FOLDER = '/home/dev/project';

let count = 0;

export function action(parts: Partial<Action>): Action {
  count++;
  return {
    id: `call-${count}`,
    by: null,
    kind: 'other',
    tool: 'tool',
    input: {},
    cwd: FOLDER,
    startedAt: `2026-11-29T12:${String(count % 60).padStart(2, '0')}:00.000Z`,
    endedAt: null,
    state: 'ok',
    exitCode: null,
    command: null,
    output: '',
    outputCut: false,
    shown: [],
    edits: [],
    tokens: null,
    ...parts,
  };
}

/** A read of lines that are taken from `text`, the file as the test knows it at that moment. */
export function read(
  path: string,
  text: string,
  startLine = 1,
  endLine = Infinity,
  more: Partial<Action> = {},
): Action {
  const lines = text.replace(/\n$/, '').split('\n');
  const last = Math.min(endLine, lines.length);
  const shown: Shown = {
    path,
    class: 'read',
    ranges: [{ startLine, endLine: last }],
    how: 'printed',
    lines: lines.slice(startLine - 1, last),
  };
  return action({ kind: 'read', shown: [shown], ...more });
}

export function shows(shown: Shown, more: Partial<Action> = {}): Action {
  return action({ kind: shown.class === 'read' ? 'read' : 'search', shown: [shown], ...more });
}

export function edit(...edits: FileEdit[]): Action {
  return action({ kind: 'edit', edits });
}

export function turn(actions: Action[]): Turn {
  return {
    sessionId: 's',
    id: 't',
    index: 1,
    prompt: 'Do it',
    startedAt: null,
    endedAt: null,
    models: [],
    usage: null,
    outcome: 'finished',
    messages: [],
    actions,
  };
}

export function filesOf(base: Files, head: Files, renames?: Record<string, string>): TurnFiles {
  const text = (files: Files, path: string): Promise<string | null> =>
    Promise.resolve(Object.hasOwn(files, path) ? files[path]! : null);
  return {
    base: (path) => text(base, path),
    head: (path) => text(head, path),
    baseList: Object.keys(base),
    headList: Object.keys(head),
    ...(renames && { renames: new Map(Object.entries(renames)) }),
  };
}

export const noShell: ShellReader = () =>
  Promise.resolve({ shown: [], paths: [], cwdAfter: null, edits: [], unattributed: [] });

export function pathsOf(folders: string[] = [FOLDER]): WorkspacePaths {
  return new WorkspacePaths({ root: '/here/project', folders, exists: (path) => path.startsWith('/here/') });
}

export async function exposed(
  actions: Action[],
  base: Files,
  head: Files = base,
  more: { shell?: ShellReader; paths?: WorkspacePaths; renames?: Record<string, string> } = {},
): Promise<TurnExposure> {
  const files = filesOf(base, head, more.renames);
  return exposeTurn(turn(actions), files, more.paths ?? pathsOf(), more.shell ?? noShell);
}

/** `path: base lines` of each part with lines; new lines as `+`. */
export function readable(parts: readonly ExposedPart[]): string[] {
  return parts.map(({ path, lines }) => `${path}: ${lines.base.map((line) => (line === 0 ? '+' : line)).join(' ')}`);
}

export function numbered(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${name} line ${index + 1}\n`).join('');
}
