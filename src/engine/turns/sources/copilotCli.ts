import type { LogSource } from '../../ports/logs.ts';
import { CopilotEvents } from './copilotEvents.ts';
import type { LogFormat, LogSample } from './format.ts';
import { isRecord, jsonLinesReader } from './jsonLines.ts';

/** Copilot CLI's session logs: `session-state/<session>/events.jsonl` (specs of the logs, section 5). */
export const copilotCli: LogFormat = {
  id: 'copilot-cli',
  agents: ['copilot-cli'],
  provenOn: ['1.0.34', '1.0.45'],
  recognise: (sample) => eventsOf(sample) === 'copilot-cli',
  open: (source, sink) => {
    const events = new CopilotEvents('copilot-cli', sink, sessionOf(source));
    return jsonLinesReader(source, sink, {
      record: (event, number) => events.event(event, number),
      restart: () => events.restart(),
    });
  },
};

/** Which agent wrote a log of events: VS Code names itself at the start of its transcripts. Null when it is no such log. */
export function eventsOf({ kind, head }: LogSample): 'copilot-cli' | 'vscode-chat' | null {
  if (kind === 'folder') return null;
  let found = false;
  for (const line of head.split('\n', 20)) {
    let event: unknown;
    try {
      event = JSON.parse(line);
    } catch {
      continue;
    }
    if (!isRecord(event) || !isRecord(event.data) || typeof event.type !== 'string') continue;
    if (event.type === 'session.start' && typeof event.data.vscodeVersion === 'string') return 'vscode-chat';
    if (!('parentId' in event) || !/^(?:session|user|assistant|tool|system)\.\w+$/.test(event.type)) continue;
    found = true;
  }
  return found ? 'copilot-cli' : null;
}

/** The session as its file or folder is named. */
export function sessionOf(source: LogSource): string {
  const parts = source.path.split('/');
  const stem = (parts.at(-1) ?? '').replace(/\.jsonl?$/, '');
  return stem === 'events' && parts.length > 1 ? parts.at(-2)! : stem;
}
