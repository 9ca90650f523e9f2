export type Data = Record<string, unknown>;

/** Writes events as the program does. */
export class Events {
  readonly events: Data[] = [];

  constructor(context: Data | null = { cwd: '/w' }) {
    if (context) this.event('session.start', { sessionId: 's1', copilotVersion: '1.0.34', context });
  }

  event(type: string, data: unknown, more: Data = {}): this {
    const place = this.events.length;
    const timestamp = new Date(Date.UTC(2026, 0, 1, 10, 0, place)).toISOString();
    this.events.push({
      type,
      data,
      id: `e${place}`,
      timestamp,
      parentId: place === 0 ? null : `e${place - 1}`,
      ...more,
    });
    return this;
  }

  prompt(content: string, more: Data = {}): this {
    return this.event('user.message', { content, attachments: [], ...more });
  }

  call(toolCallId: string, toolName: string, args: unknown, more: Data = {}): this {
    return this.event('tool.execution_start', { toolCallId, toolName, arguments: args }, more);
  }

  result(toolCallId: string, content: string | null, more: Data = {}): this {
    const result = content === null ? {} : { result: { content } };
    return this.event('tool.execution_complete', { toolCallId, success: true, ...result, ...more });
  }

  get text(): string {
    return this.events.map((event) => JSON.stringify(event) + '\n').join('');
  }
}
