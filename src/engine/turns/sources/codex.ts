import { codexReader } from './codexReader.ts';
import type { LogFormat, LogSample } from './format.ts';
import { isRecord } from './jsonLines.ts';
import { recordOf, textOf } from './values.ts';

const TYPES = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted', 'world_state']);

/** The first line of a rollout can be longer than what is looked at. */
const START =
  /^\{\s*"timestamp":\s*"[^"]*",\s*(?:"ordinal":\s*\d+,\s*)?"type":\s*"(?:session_meta|response_item|event_msg|turn_context)",\s*"payload":\s*\{/;

/** Rollouts of the Codex CLI and of the editors that it works in. */
export const codex: LogFormat = {
  id: 'codex',
  agents: ['codex'],
  provenOn: ['0.39.0', '0.125.0', '0.146.0', '0.169.0'],
  recognise,
  open: codexReader,
};

function recognise({ kind, head }: LogSample): boolean {
  if (kind !== 'file') return false;
  if (START.test(head.trimStart())) return true;
  for (const line of head.split('\n')) {
    if (line.trim() === '') continue;
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch {
      continue;
    }
    if (!isRecord(record)) return false;
    if (record.payload === undefined) return isBareMeta(record);
    return (
      TYPES.has(textOf(record.type) ?? '') && recordOf(record.payload) !== null && textOf(record.timestamp) !== null
    );
  }
  return false;
}

/** First line of the oldest versions. */
function isBareMeta(record: Record<string, unknown>): boolean {
  return (
    textOf(record.id) !== null &&
    textOf(record.timestamp) !== null &&
    record.type === undefined &&
    (record.instructions !== undefined || isRecord(record.git))
  );
}
