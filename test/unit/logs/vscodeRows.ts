export type Data = Record<string, unknown>;

export const START = Date.UTC(2026, 0, 1, 10);
/** A text as VS Code keeps it: a tree of prompt nodes. */
export const answer = (text: string): Data => ({
  content: [
    {
      $mid: 23,
      value: { node: { type: 1, children: text.split(/(?<=\n)/).map((part) => ({ type: 2, text: part })) } },
    },
  ],
});

export interface Call {
  name: string;
  args: unknown;
  text?: string;
}

export function request(id: string, calls: Call[] = [], more: Data = {}): Data {
  return {
    requestId: id,
    message: { text: `prompt of ${id}`, parts: [] },
    agent: { extensionVersion: '0.31.5' },
    timestamp: START,
    modelId: 'copilot/model-a',
    response: [{ value: 'hello', baseUri: { path: '/w/' } }],
    result: {
      timings: { totalElapsed: 9000 },
      metadata: {
        promptTokens: 50,
        outputTokens: 6,
        toolCallRounds: [
          {
            id: `${id}-r`,
            response: 'I look',
            toolCalls: calls.map(({ name, args }, at) => ({
              id: `${id}-t${at}`,
              name,
              arguments: JSON.stringify(args),
            })),
          },
        ],
        toolCallResults: Object.fromEntries(
          calls.flatMap(({ text }, at) => (text === undefined ? [] : [[`${id}-t${at}`, answer(text)]])),
        ),
      },
    },
    ...more,
  };
}

export const chat = (requests: unknown[]): Data => ({
  version: 3,
  initialLocation: 'panel',
  requests,
  sessionId: 's1',
});

export const documentOf = (requests: unknown[]): string => JSON.stringify(chat(requests), undefined, 2);

export const linesOf = (...entries: Data[]): string => entries.map((entry) => JSON.stringify(entry) + '\n').join('');
