import { field, numberOf, textOf } from './values.ts';

/** A command that runs on while the agent works, and its output so far. */
export interface BackgroundCommand {
  actionId: string;
  /** Turns of the session when it was started: its action can be told anew only while that turn is held. */
  turn: number;
  output: string;
}

export interface BackgroundOutput {
  task: string;
  text: string;
  /** The text is all output so far, not only what is new. */
  whole: boolean;
  exitCode: number | null;
  ended: boolean;
}

/** Id under which a started command runs on in the background; null when it does not. */
export function backgroundId(structured: unknown, text: string | null): string | null {
  const id = textOf(field(structured, 'backgroundTaskId')) ?? textOf(field(structured, 'shellId'));
  if (id !== null) return id;
  const said = /^Command (?:running in background|was manually backgrounded by user) with ID: ([\w-]+)/.exec(
    text ?? '',
  );
  return said ? said[1]! : null;
}

/** Output of a background command in the result of `BashOutput` or `TaskOutput`; null for other tools and tasks. */
export function backgroundOutput(tool: string, input: unknown, text: string | null): BackgroundOutput | null {
  const old = tool === 'BashOutput';
  if (!old && tool !== 'TaskOutput') return null;
  const task = textOf(field(input, 'task_id')) ?? textOf(field(input, 'bash_id')) ?? textOf(field(input, 'shell_id'));
  if (task === null || text === null) return null;
  const parts = old ? [tagged(text, 'stdout'), tagged(text, 'stderr')] : [tagged(text, 'output')];
  const code = numberOf(Number(tagged(text, 'exit_code') ?? NaN));
  return {
    task,
    text: parts.filter((part) => part !== null && part !== '').join('\n'),
    whole: !old,
    exitCode: code,
    ended: code !== null || /<status>(?:completed|failed|killed)<\/status>/.test(text.slice(0, 2000)),
  };
}

/** From the first opening tag to the last closing one: the output may hold such tags itself. */
function tagged(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`);
  const end = text.lastIndexOf(`</${tag}>`);
  return start < 0 || end < start ? null : text.slice(start + tag.length + 2, end).replace(/^\n|\n$/g, '');
}
