import type { Action, ModelMessage, Turn } from '../../../src/engine/turns/session.ts';

/** An action that did nothing, with what a test is about. */
export function actionOf(more: Partial<Action>): Action {
  return {
    id: 'a',
    by: null,
    kind: 'other',
    tool: 'tool',
    input: null,
    cwd: null,
    startedAt: null,
    endedAt: null,
    state: 'ok',
    exitCode: null,
    command: null,
    output: null,
    outputCut: false,
    shown: [],
    edits: [],
    tokens: null,
    ...more,
  };
}

/** An action that ran a command line. */
export function runOf(text: string, more: Partial<Action> = {}): Action {
  return actionOf({
    kind: 'run',
    tool: 'bash',
    input: { command: text },
    command: { text, shell: 'posix', argv: null, workdir: null, keepsFolder: false, terminal: null },
    ...more,
  });
}

/** An answer of the model; `output` is what the log states for it. */
export function messageOf(output: number | null, actions: string[], more: Partial<ModelMessage> = {}): ModelMessage {
  return {
    id: `m-${actions.join('-')}`,
    by: null,
    at: null,
    model: null,
    usage: output === null ? null : { input: null, output, cached: null, reasoning: null },
    text: '',
    reasoning: '',
    actions,
    ...more,
  };
}

export function turnOf(messages: ModelMessage[], actions: Action[], more: Partial<Turn> = {}): Turn {
  return {
    sessionId: 's',
    id: 't',
    index: 1,
    prompt: null,
    startedAt: null,
    endedAt: null,
    models: [],
    usage: null,
    outcome: 'finished',
    messages,
    actions,
    ...more,
  };
}
