import { recordOf, field, listOf, textOf } from './values.ts';

/** What the program itself writes as a user's message. */
const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|skills?|permissions|turn_aborted|user_shell_command|subagent_notification|collaboration_mode|personality|model_switch|hook_prompt|INSTRUCTIONS)|# AGENTS\.md instructions)/;

/** Before what the user typed when an editor has added what is open in it. */
const REQUEST = /^## My request for Codex:[ \t]*\r?\n?/m;
const EDITOR = /^\s*# Context from my IDE setup/;

/**
 * What a person typed in a message of role user; null when the program wrote it.
 * @param payload a `response_item` of type message
 */
export function promptOfMessage(payload: Record<string, unknown>): string | null {
  const kinds = listOf(field(payload.internal_chat_message_metadata_passthrough, 'content_item_kinds'));
  const parts = typeof payload.content === 'string' ? [payload.content] : listOf(payload.content);
  const typed = parts.flatMap((part, place) => {
    const kind = textOf(kinds[place]);
    if (kind !== null && kind !== 'unknown' && !kind.startsWith('user.')) return [];
    const text = textOf(part) ?? textOf(field(part, 'text'));
    return text === null || isInjected(text) ? [] : [text];
  });
  return typed.length === 0 ? null : typedIn(typed.join('\n'));
}

/**
 * What a person typed in an event `user_message` or an item `UserMessage`; null when the program wrote it.
 * @param payload the event, or the item
 */
export function promptOfEvent(payload: Record<string, unknown>): string | null {
  const kind = textOf(payload.kind);
  if (kind === 'environment_context' || kind === 'user_instructions') return null;
  const parts = listOf(payload.content).flatMap((part) => textOf(field(part, 'text')) ?? []);
  const text = textOf(payload.message) ?? (parts.length > 0 ? parts.join('\n') : null);
  return text === null || isInjected(text) ? null : typedIn(text);
}

/** The shell that the environment message names; null when the message is another. */
export function shellOfMessage(payload: Record<string, unknown>): string | null {
  for (const part of listOf(payload.content)) {
    const text = textOf(recordOf(part)?.text);
    if (text?.startsWith('<environment_context>')) return /<shell>([^<]*)<\/shell>/.exec(text)?.[1] ?? null;
  }
  return null;
}

function isInjected(text: string): boolean {
  return INJECTED.test(text);
}

function typedIn(text: string): string {
  if (!EDITOR.test(text)) return text;
  const request = REQUEST.exec(text);
  return request ? text.slice(request.index + request[0].length) : text;
}
